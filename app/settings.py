"""Reading settings files into a `Config`: unknown keys are refused by name, wrong values with what was expected."""

from __future__ import annotations

import difflib
import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import GenericAlias
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from app.config import TASK_STATES, Config
from app.errors import ConfigError

_Settings = TypeVar("_Settings")

PERSONAL_ONLY = frozenset({"embedding.allow_download"})
"""Settings that a synced or borrowed vault must not decide."""


LEAST = {"watch.poll_seconds": 0.5}
"""Numbers that may not be smaller: looking more often keeps a processor core busy."""


def _states(value: Mapping[str, str]) -> str:
    if any(len(symbol) != 1 for symbol in value):
        return "a table whose keys are single characters"
    unknown = not set(value.values()) <= set(TASK_STATES)
    return f"a table of {', '.join(TASK_STATES)}" if unknown else ""


def _symbols(value: Mapping[str, str]) -> str:
    single = all(len(symbol) == 1 for pair in value.items() for symbol in pair)
    return "" if single else "a table of single characters"


SHAPES: Mapping[str, Callable[[Mapping[str, str]], str]] = {"tasks.statuses": _states, "tasks.cycle": _symbols}
"""Tables that hold more than texts: what is expected of them, empty when all is well."""


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


def _read(path: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: {error}", "Correct the file, or move it away to use the defaults.") from error


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
    elif origin is not None and get_args(hint)[-1] is float:
        value = _flattened(value) if isinstance(value, Mapping) else value
        ok = isinstance(value, Mapping) and all(map(_is_amount, value.values()))
        expected = "a table of numbers from 0"
    elif isinstance(hint, GenericAlias) or origin is not None:
        value = _flattened(value) if isinstance(value, Mapping) else value
        ok = isinstance(value, Mapping) and all(isinstance(item, str) for item in value.values())
        expected = "a table of texts"
    elif hint is float:
        ok, expected = _is_amount(value), "a number from 0"
        value = float(value) if ok and isinstance(value, (int, float)) else value
    elif hint is int:
        ok, expected = isinstance(value, int) and not isinstance(value, bool) and value > 0, "a whole number from 1"
    else:
        ok, expected = isinstance(value, hint), {"bool": "true or false", "str": "a text"}.get(hint.__name__, "a table")
    if ok and isinstance(value, float) and value < LEAST.get(name, 0.0):
        ok, expected = False, f"at least {LEAST[name]:g}"
    if ok and isinstance(value, Mapping) and name in SHAPES:
        expected = SHAPES[name](value)
        ok = not expected
    if not ok:
        raise ConfigError(f"{path}: {name} must be {expected}, not {value!r}", "Correct the line.")
    return value


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
