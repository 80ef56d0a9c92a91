"""Whether what was read as a line of the journal has the shape of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, time
from typing import Any


def is_well_formed(before: object, after: object, details: Mapping[str, Any]) -> bool:
    """Return True when all that a line holds is of the kind that it has to be; what is not known may be anything.

    Args:
        before: A table, a raw task line, or None.
        after: The same afterwards.
        details: What else the line holds.
    """
    if not all(_SHAPES[key](value) for key, value in details.items() if key in _SHAPES):
        return False
    if "path" in details:
        return "line" in details and all(side is None or isinstance(side, str) for side in (before, after))
    return _is_table(before) and _is_table(after)


def is_text(value: object) -> bool:
    """Return True when all text in a value can be stored as UTF-8."""
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, Mapping):
        return all(is_text(item) for pair in value.items() for item in pair)
    return all(map(is_text, value)) if isinstance(value, list) else True


def _is_table(value: object) -> bool:
    return value is None or (isinstance(value, dict) and all(map(_is_value, value.values())))


def _is_value(value: object) -> bool:
    """Return True for what TOML has: a table may hold no null."""
    if isinstance(value, dict):
        return all(map(_is_value, value.values()))
    if isinstance(value, list):
        return all(map(_is_value, value))
    return isinstance(value, (str, int, float, date, time))


def _is_closing(value: object) -> bool:
    return isinstance(value, dict) and _is_table(value)


def _is_part(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("id"), str):
        return False
    return all(_is_table(value.get(key)) for key in ("before", "after", "closed_before", "closed_after"))


def _is_next(value: object) -> bool:
    return value is None or _is_part(value)


def _are_parts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_part, value))


def _is_object(value: object) -> bool:
    return value is None or isinstance(value, dict)


def _is_string(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_SHAPES: Mapping[str, Callable[[object], bool]] = {
    "closing": _is_closing,
    "next": _is_next,
    "entries": _are_parts,
    "place": _is_object,
    "undoes": _is_string,
    "redoes": _is_string,
    "path": _is_string,
    "line": _is_number,
}
