"""Whether what was read as a line of the journal has the shape of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, time
from typing import Any

DISMISSAL = "dismissal"
"""What a line says of a sentence that is not to be suggested any more: `key` and `sentence`."""

_SURROGATES = re.compile("[\ud800-\udfff]")
_NO_BYTES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Surrogates that stand for no byte."""


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
        return "line" in details and all(map(_is_line, (before, after)))
    return _is_table(before) and _is_table(after)


def is_text(entry_id: str, before: object, after: object, details: Mapping[str, Any]) -> bool:
    """Return True when all text in a line can be stored as UTF-8; lines of notes may hold single bytes that are not."""
    of_notes = [details.get(key) for key in ("gap", "task")]
    rest: list[object] = [entry_id, {key: value for key, value in details.items() if key not in ("gap", "task")}]
    (of_notes if "path" in details else rest).extend((before, after))
    return _is_text(rest, _SURROGATES) and _is_text(of_notes, _NO_BYTES)


def _is_text(value: object, wrong: re.Pattern[str]) -> bool:
    if isinstance(value, str):
        return value.isascii() or wrong.search(value) is None
    if isinstance(value, Mapping):
        return all(_is_text(item, wrong) for pair in value.items() for item in pair)
    return all(_is_text(item, wrong) for item in value) if isinstance(value, list) else True


def _is_table(value: object) -> bool:
    return value is None or (isinstance(value, dict) and all(map(_is_value, value.values())))


def _is_value(value: object) -> bool:
    """Return True for what TOML has: a table may hold no null."""
    if isinstance(value, dict):
        return all(map(_is_value, value.values()))
    if isinstance(value, list):
        return all(map(_is_value, value))
    return isinstance(value, (str, int, float, date, time))


def _is_dismissal(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(key), str) for key in ("key", "sentence"))


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


def _are_strings(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_string, value))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_line(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_gap(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("end"), str):
        return False
    return _is_line(value.get("above")) and _is_line(value.get("below"))


def _is_edit(value: object) -> bool:
    if not isinstance(value, dict) or not (_is_string(value.get("path")) and _is_number(value.get("line"))):
        return False
    if not all(_is_line(value.get(key)) for key in ("before", "after")):
        return False
    if not _is_string(value.get("between", "")):
        return False
    return _is_gap(value["gap"]) if "gap" in value else value.get("before") is not None is not value.get("after")


_SHAPES: Mapping[str, Callable[[object], bool]] = {
    "closing": _is_closing,
    DISMISSAL: _is_dismissal,
    "next": _is_next,
    "entries": _are_parts,
    "place": _is_object,
    "undoes": _is_string,
    "redoes": _is_string,
    "path": _is_string,
    "line": _is_number,
    "gap": _is_gap,
    "between": _is_string,
    "task": _is_edit,
    "seen": _is_string,
    "in_note": _is_string,
    "fields": _are_strings,
}
