"""Values as TOML text, by `tomli_w`, and the comparison that tells whether two tables hold the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timezone
from typing import Any

import tomli_w

Table = dict[str, Any]
"""A TOML table as `tomllib` gives it."""

_ONE_LINE = 100
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def render_block(table: Mapping[str, object], comments: Iterable[str] = ()) -> str:
    r"""Return an `[[entry]]` block with `\n` line ends; comments stand below its header."""
    lines = ["[[entry]]", *comments, *(render_pair(key, value) for key, value in table.items())]
    return "\n".join(lines) + "\n"


def render_pair(key: str, value: object) -> str:
    """Return `key = value` without a line end; a list that is too long for a line has one item a line."""
    name = _name(key)
    return f"{name} = {render_value(value, len(name))}"


def render_value(value: object, width_before: int = 0) -> str:
    """Return a value as TOML."""
    text = _inline(value)
    if isinstance(value, list) and width_before + len(text) > _ONE_LINE:
        return "[\n" + "".join(f"    {_inline(item)},\n" for item in value) + "]"
    return text


def _inline(value: object) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_name(key)} = {_inline(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_inline(item) for item in value)}]"
    if isinstance(value, datetime):
        return value.isoformat()
    return tomli_w.dumps({"x": value})[len("x = ") : -1]


def _name(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else tomli_w.dumps({key: 0})[: -len(" = 0\n")]


def plain(value: object) -> object:
    """Return a value as `tomllib` would give it back: lists, whole seconds, zones as offsets."""
    if isinstance(value, datetime):
        offset = value.utcoffset()
        return value.replace(microsecond=0, tzinfo=None if offset is None else timezone(offset))
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value


def same(left: object, right: object) -> bool:
    """Return True when two values are equal, and of equal types and offsets; the order of keys does not count."""
    return _canonical(left) == _canonical(right)


def canonical(table: Mapping[str, object]) -> str:
    """Return a text that is equal for equal tables only."""
    return repr(_canonical(table))


def _canonical(value: object) -> object:
    if isinstance(value, Mapping):
        return ("table", *sorted((key, _canonical(item)) for key, item in value.items()))
    if isinstance(value, (list, tuple)):
        return ("list", *(_canonical(item) for item in value))
    if isinstance(value, (date, time)):
        return (type(value).__name__, value.isoformat())
    return (type(value).__name__, repr(value))
