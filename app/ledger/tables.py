"""An entry as a TOML table, and back.

What a field cannot take (`due = "soon"`) stays in `unknown` under its key and is named in `problem`: it is shown and
kept, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import date, datetime, time
from typing import Any, get_args

from app.errors import UsageError
from app.ledger.dates import NotADate, before, parse_lead
from app.ledger.entry import UNTIL_FIRED, Entry, Priority, Snoozed
from app.ledger.rendering import Table, plain
from app.vault.recurrence import RuleNotUnderstood, read_rule

ORDER = (
    "id", "action", "when", "cues", "blockers", "due", "due_phrase", "lead", "repeat", "anchor",
    "snoozed", "links", "project", "priority", "tags", "created",
)  # fmt: skip
"""The keys of an entry in the order in which they are written."""

DEPENDENT = frozenset({"due_phrase", "anchor"})
"""Keys that say something of the present `due`, and go when it changes."""

_TOGETHER = {"when", "snoozed"}
"""Keys of which one may need the other."""

_ANY_MOMENT = datetime(2000, 1, 1)
"""What a lead is taken off where no due date says whether it may be hours."""

LISTS = frozenset({"cues", "blockers", "links", "tags"})

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2})?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?")


class _Unusable(ValueError):
    """A value that its field cannot take; the message says what is expected."""


def entry_of(table: Mapping[str, object], fallback_id: str = "") -> Entry:
    """Read an entry.

    Args:
        table: As `tomllib` gives it.
        fallback_id: The id of an entry whose table has none.
    """
    values: dict[str, Any] = {}
    unknown: dict[str, object] = {}
    problems: list[str] = []
    for key, value in table.items():
        reader = _READERS.get(key)
        try:
            if reader is None:
                unknown[key] = value
            else:
                values[key] = reader(value)
        except _Unusable as error:
            unknown[key] = value
            problems.append(f"{key} = {_shown(value)}: {error}{_meant(key, value, table.get('created'))}")
    problems += _doubts(values)
    entry_id = values.pop("id", "") or fallback_id
    action = values.pop("action", "")
    return Entry(id=entry_id, action=action, **values, unknown=unknown, problem="; ".join(problems))


def table_of(entry: Entry) -> Table:
    """Return the table of an entry: known keys in their order, then the unknown ones."""
    table: Table = {}
    for key in ORDER:
        value = getattr(entry, key)
        if value is not None and value != () and not (value == "" and key in entry.unknown):
            table[key] = plain(value)
    return table | {key: plain(value) for key, value in entry.unknown.items() if key not in table}


def changed_table(table: Mapping[str, object], changes: Mapping[str, object]) -> Table:
    """Return a table with some fields changed; None, "" and an empty tuple remove a key.

    Raises:
        UsageError: There is no such field, or it cannot take that value.
    """
    result = dict(table)
    for key, value in changes.items():
        if key not in ORDER or key == "id":
            raise UsageError(f"{key}: no such field", f"Fields: {', '.join(ORDER[1:])}.")
        if value is None or value in ((), "", []):
            result.pop(key, None)
        else:
            result[key] = plain(value)
    if "due" in changes:
        for key in DEPENDENT.difference(changes):
            result.pop(key, None)
    checked = {"action", *changes} | (_TOGETHER if _TOGETHER & changes.keys() else set())
    check_table({key: value for key, value in result.items() if key in checked})
    return result


def check_table(table: Mapping[str, object]) -> None:
    """Make sure that a table can be stored and means what it says.

    Raises:
        UsageError: A field cannot take its value, there is no action, text cannot be stored as UTF-8, or a value is of
            a kind that TOML does not have.
    """
    entry = entry_of(table, "?")
    if entry.problem:
        raise UsageError(entry.problem, "Correct the value; nothing was changed.")
    if not entry.action.strip():
        raise UsageError("action: say what is to be done")
    try:
        "".join(_texts(table)).encode()
    except UnicodeEncodeError as error:
        raise UsageError("the text holds a character that cannot be stored", "Type it again.") from error
    for key, value in table.items():
        if not _is_storable(value):
            raise UsageError(f"{key}: a ledger file cannot hold such a value", "Nothing was changed.")


def _is_storable(value: object) -> bool:
    """Return True for what TOML has: no null, no bytes, no time of day with a zone."""
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and _is_storable(item) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return all(map(_is_storable, value))
    if isinstance(value, time):
        return value.tzinfo is None
    return isinstance(value, (str, int, float, date))


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for pair in value.items() for item in pair for text in _texts(item)]
    if isinstance(value, (list, tuple)):
        return [text for item in value for text in _texts(item)]
    return []


def _doubts(values: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with fields that are of the right type."""
    doubts = [] if values.get("action", "").strip() else ["there is no action"]
    if "lead" in values:
        try:
            lead = parse_lead(values["lead"])
            before(values.get("due", _ANY_MOMENT), lead)
        except NotADate as error:
            doubts.append(f"lead: {error}")
        except OverflowError:
            doubts.append("lead: it begins before the calendar does")
    if values.get("snoozed") == UNTIL_FIRED and not values.get("when"):
        doubts.append(f'snoozed: "{UNTIL_FIRED}" needs a condition in `when`')
    if "repeat" in values:
        try:
            read_rule(values["repeat"])
        except RuleNotUnderstood as error:
            doubts.append(f"repeat: {error}")
    return doubts


def _meant(key: str, value: object, created: object) -> str:
    """Return what a date in words would be, counted from the day the entry was made; to correct it is the person's."""
    if key not in ("due", "snoozed") or not isinstance(value, str) or not isinstance(created, date):
        return ""
    from app.ledger.dates import read_date

    base = created.date() if isinstance(created, datetime) else created
    try:
        return f"; counted from `created` that is {read_date(value, base, fallback=False).value.isoformat()}"
    except NotADate:
        return ""


def _shown(value: object) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _Unusable("expected a text in quotes")
    return value


def _text_list(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _Unusable('expected a list of texts, such as ["one", "two"]')
    return tuple(value)


def _moment(value: object) -> date | datetime:
    """Read a date or date-time; one that was put in quotes is taken as meant."""
    if isinstance(value, str) and _ISO.fullmatch(value):
        try:
            return datetime.fromisoformat(value) if len(value) > len("2026-08-15") else date.fromisoformat(value)
        except ValueError as error:
            raise _Unusable("there is no such day or time") from error
    if not isinstance(value, date):
        raise _Unusable("expected a date, such as 2026-08-15")
    return value


def _day(value: object) -> date:
    moment = _moment(value)
    if isinstance(moment, datetime):
        raise _Unusable("expected a date without a time")
    return moment


def _snoozed(value: object) -> Snoozed:
    if value == UNTIL_FIRED:
        return UNTIL_FIRED
    try:
        return _day(value)
    except _Unusable as error:
        raise _Unusable(f'{error}, or "{UNTIL_FIRED}"') from error


def _priority(value: object) -> str:
    if value not in get_args(Priority):
        raise _Unusable(f"expected one of {', '.join(get_args(Priority))}")
    return str(value)


_READERS: Mapping[str, Callable[[object], object]] = (
    {item.name: _text for item in fields(Entry) if item.name in ORDER}
    | {key: _text_list for key in LISTS}
    | {"due": _moment, "created": _moment, "anchor": _day, "snoozed": _snoozed, "priority": _priority}
)
