"""Reading settings files into a `Config`: unknown keys are refused by name, wrong values with what was expected."""

from __future__ import annotations

import difflib
import math
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import GenericAlias
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from app.config import TASK_STATES, Config, SavedSearch
from app.errors import ConfigError

_Settings = TypeVar("_Settings")

PERSONAL_ONLY = frozenset({"embedding.allow_download"})
"""Settings that a synced or borrowed vault must not decide."""


LEAST = {"watch.poll_seconds": 0.5}
"""Numbers that may not be smaller: looking more often keeps a processor core busy."""


_NO_SYMBOL = "is no symbol: each key is the one character between the brackets of a task"
_LONGEST_SHOWN = 40


def _state(symbol: str, name: object) -> str:
    if len(symbol) != 1:
        return _NO_SYMBOL
    return "" if name in TASK_STATES else f"must be one of {', '.join(TASK_STATES)}"


def _symbol(symbol: str, following: object) -> str:
    if len(symbol) != 1:
        return _NO_SYMBOL
    return "" if isinstance(following, str) and len(following) == 1 else "must be a text of one character"


def _text(key: str, value: object) -> str:
    return "" if isinstance(value, str) else "must be a text"


def _weight(key: str, value: object) -> str:
    return "" if _is_amount(value) else "must be a number from 0"


SHAPES: Mapping[str, Callable[[str, object], str]] = {
    "tasks.statuses": _state,
    "tasks.cycle": _symbol,
    "search.folders": _weight,
}
"""Tables that hold more than texts: what is wrong with a key and its value, empty when all is well."""


def load_config(personal: Path, vault: Path | None = None) -> Config:
    """Read both files; a missing one counts as empty.

    Args:
        personal: The person's settings file.
        vault: The vault's settings file.

    Returns:
        The settings, the vault's values over the person's.

    Raises:
        ConfigError: A file does not parse, or a key or value cannot be used; says which.
    """
    config = _merge(Config(), _read(personal), personal, "")
    if vault is None:
        return config
    table = _read(vault)
    _refuse_personal(table, vault)
    return _merge(config, table, vault, "")


def load_what_is_right(personal: Path, vault: Path | None = None) -> tuple[Config, tuple[ConfigError, ...]]:
    """Read both files as `load_config` does, and leave out what is wrong instead of stopping there.

    Returns:
        The settings that can be used, and what is wrong, key by key.
    """
    config, wrong = Config(), list[ConfigError]()
    for path in (personal, *([vault] if vault is not None else [])):
        try:
            table = _read(path)
        except ConfigError as error:
            wrong.append(error)
            continue
        for piece in _pieces(table):
            try:
                if path is vault:
                    _refuse_personal(piece, path)
                config = _merge(config, piece, path, "")
            except ConfigError as error:
                wrong.append(error)
    return config, tuple(wrong)


def _pieces(table: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Yield the settings of a file one by one, each as a file with nothing else would have it."""
    sections = {item.name for item in fields(Config) if is_dataclass(getattr(Config(), item.name))}
    for key, value in table.items():
        if key in sections and isinstance(value, Mapping):
            yield from ({key: {inner: item}} for inner, item in value.items())
        else:
            yield {key: value}


def _read(path: Path) -> Mapping[str, object]:
    if path.exists() and not path.is_file():  # reading a pipe would wait for ever
        raise ConfigError(f"{path} is not a regular file", "Move it away to use the defaults.")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(f"{path}: {reason}", "Correct the file, or move it away to use the defaults.") from error


def _refuse_personal(table: Mapping[str, object], path: Path) -> None:
    for name in sorted(PERSONAL_ONLY):
        section, key = name.split(".")
        inner = table.get(section)
        if isinstance(inner, Mapping) and key in inner:
            raise ConfigError(f"{path}: {name} cannot be set by a vault", "Set it in your own config.toml.")


def _merge(config: _Settings, table: Mapping[str, object], path: Path, prefix: str) -> _Settings:
    assert is_dataclass(config) and not isinstance(config, type)
    hints = get_type_hints(type(config))
    known = [item.name for item in fields(config)]
    changes: dict[str, object] = {}
    for key, value in table.items():
        if key not in known:
            raise ConfigError(f"{path}: unknown setting {prefix}{key}", _suggest(key, known))
        current = getattr(config, key)
        if f"{prefix}{key}" == "searches":
            changes[key] = {**current, **read_searches(value, path)}
            continue
        if is_dataclass(current) and isinstance(value, Mapping):
            changes[key] = _merge(current, value, path, f"{prefix}{key}.")
        else:
            changes[key] = _checked(value, hints[key], path, f"{prefix}{key}")
    return replace(config, **changes)


def _suggest(key: str, known: list[str]) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    return f"Did you mean {close[0]}?" if close else f"Known here: {', '.join(known)}."


def _checked(value: object, hint: Any, path: Path, name: str) -> object:
    origin = get_origin(hint)
    if origin is Literal:
        ok, expected = value in get_args(hint), "one of " + ", ".join(map(str, get_args(hint)))
    elif origin is tuple:
        ok = isinstance(value, list) and all(isinstance(item, str) for item in value)
        value, expected = tuple(value) if isinstance(value, list) else value, "a list of texts"
    elif isinstance(hint, GenericAlias) or origin is not None:
        value = _flattened(value) if isinstance(value, Mapping) else value
        ok, expected = isinstance(value, Mapping), "a table"
    elif hint is float:
        ok, expected = _is_amount(value), "a number from 0"
        value = float(value) if ok and isinstance(value, (int, float)) else value
    elif hint is int:
        ok, expected = isinstance(value, int) and not isinstance(value, bool) and value > 0, "a whole number from 1"
    else:
        ok, expected = isinstance(value, hint), {"bool": "true or false", "str": "a text"}.get(hint.__name__, "a table")
    if ok and isinstance(value, float) and value < LEAST.get(name, 0.0):
        ok, expected = False, f"at least {LEAST[name]:g}"
    if not ok:
        raise ConfigError(f"{path}: {name} must be {expected}, not {_shown(value)}", "Correct the line.")
    if isinstance(value, Mapping):
        _check_table(value, path, name)
    return value


_SEARCH_KEYS = ("query", "key")


def read_searches(value: object, path: Path) -> dict[str, SavedSearch]:
    """Read `[searches]`: name = "query", or a table with `query` and perhaps `key` for each name.

    Raises:
        ConfigError: It is something else; says what.
    """
    if not isinstance(value, Mapping):
        raise ConfigError(f"{path}: searches must be a table of searches, not {_shown(value)}", "Correct the line.")
    return {name: _read_search(name, item, path) for name, item in value.items()}


def _read_search(name: str, item: object, path: Path) -> SavedSearch:
    table = {"query": item} if isinstance(item, str) else item
    where = f"{path}: searches.{name}"
    if not isinstance(table, Mapping) or not all(isinstance(text, str) for text in table.values()):
        raise ConfigError(f"{where} must be a query, or a table of texts", "Correct the line.")
    if unknown := sorted(table.keys() - set(_SEARCH_KEYS)):
        raise ConfigError(f"{where}: unknown setting {unknown[0]}", f"Known here: {', '.join(_SEARCH_KEYS)}.")
    if not str(table.get("query", "")).strip() or not name.strip():
        raise ConfigError(f"{where} has no query", 'Write query = "...".')
    return SavedSearch(name, str(table["query"]), str(table.get("key", "")))


def _check_table(table: Mapping[str, object], path: Path, name: str) -> None:
    for key, value in table.items():
        wrong = SHAPES.get(name, _text)(key, value)
        if wrong:
            said = "" if wrong == _NO_SYMBOL else f", not {_shown(value)}"
            raise ConfigError(f"{path}: {name}: {_shown(key)} {wrong}{said}", "Correct the line.")


def _shown(value: object) -> str:
    """Return a value as a message names it: short, and what holds others by its kind only."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return repr(value if len(value) <= _LONGEST_SHOWN else f"{value[:_LONGEST_SHOWN]}…")
    if isinstance(value, (list, tuple)):
        return "a list"
    return "a table" if isinstance(value, Mapping) else str(value)


def _is_amount(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < math.inf


def _flattened(table: Mapping[str, object]) -> dict[str, object]:
    """Return a table whose dotted keys are whole again: TOML reads `commitment.resolve = "r"` as a table in a table."""
    flat: dict[str, object] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= {f"{key}.{inner}": item for inner, item in _flattened(value).items()}
        else:
            flat[key] = value
    return flat
