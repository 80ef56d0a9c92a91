"""Colour themes are data: `*.toml` files with a name, `dark`, colours and variables."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from textual.color import Color, ColorParseError
from textual.theme import Theme

import themes

PACKAGED = Path(themes.__file__).parent
"""The folder of the themes that come with the program."""

DEFAULT_THEME = "betimes-dark"

VARIABLES = {
    "betimes-muted": "#8b93a1",
    "betimes-late": "#f2777a",
    "betimes-today": "#f0c674",
    "betimes-operative": "#d9a5f5",
    "betimes-soon": "#8fc7e8",
    "betimes-good": "#9fd08a",
    "betimes-mark": "#f5d76e",
    "betimes-heading": "#8fc7e8",
    "betimes-code": "#b5c9a0",
    "betimes-link": "#79b8c8",
}
"""Our own colours, for a theme that does not name them: a theme file can never break a screen."""

_COLOURS = frozenset(
    ("primary", "secondary", "accent", "warning", "error", "success")
    + ("foreground", "background", "surface", "panel", "boost")
)


class ThemeProblem(ValueError):
    """A theme file cannot be used; says which and why."""


def read_theme(path: Path) -> Theme:
    """Read one theme file.

    Raises:
        ThemeProblem: It does not parse, lacks a name or the primary colour, or has a key or colour that means nothing.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ThemeProblem(f"{path.name}: {error}") from error
    return _theme(table, path.name)


def _theme(table: Mapping[str, Any], file: str) -> Theme:
    if not isinstance(table.get("name"), str):
        raise ThemeProblem(f"{file}: name is missing")
    colours, variables = table.get("colours", {}), table.get("variables", {})
    if not isinstance(colours, Mapping) or not isinstance(variables, Mapping):
        raise ThemeProblem(f"{file}: [colours] and [variables] must be tables")
    if unknown := sorted((set(table) - {"name", "dark", "colours", "variables"}) | (set(colours) - _COLOURS)):
        raise ThemeProblem(f"{file}: unknown key {unknown[0]}")
    if "primary" not in colours:
        raise ThemeProblem(f"{file}: colours.primary is missing")
    for key, value in {**colours, **{k: v for k, v in variables.items() if k in VARIABLES}}.items():
        _check_colour(value, f"{file}: {key}")
    return Theme(
        name=table["name"],
        dark=bool(table.get("dark", True)),
        variables={key: str(value) for key, value in variables.items()},
        **colours,
    )


def _check_colour(value: object, where: str) -> None:
    try:
        Color.parse(str(value))
    except ColorParseError as error:
        raise ThemeProblem(f"{where}: {value} is not a colour") from error


def load_themes(folders: Iterable[Path]) -> tuple[list[Theme], list[str]]:
    """Read every theme of some folders, later folders winning; a missing folder counts as empty.

    Returns:
        The themes that can be used, and one line for each file that cannot.
    """
    found: dict[str, Theme] = {}
    problems: list[str] = []
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
            try:
                theme = read_theme(path)
            except ThemeProblem as problem:
                problems.append(str(problem))
            else:
                found[theme.name] = theme
    return list(found.values()), problems
