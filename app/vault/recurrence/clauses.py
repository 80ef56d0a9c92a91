"""What follows the beginning of a repetition: on which days, at which times, until when, counted from what."""

from __future__ import annotations

from datetime import date, time

from app.vault.recurrence.days import read_days
from app.vault.recurrence.draft import Cursor, Draft, Misfit, Refused
from app.vault.recurrence.words import (
    CLOCK,
    ISO_DAY,
    MERIDIEM,
    MONTHS,
    NUMERAL,
    SEPARATORS,
    UNITS,
    cardinal_of,
    ordinal_of,
)

_EXCEPT = frozenset({"except", "excluding", "apart", "unless", "but"})
_EXCEPT_EXAMPLE = "every day except Sunday"


def read_clauses(cursor: Cursor, draft: Draft) -> int:
    """Read all clauses that follow; stops at the first word that begins none.

    Returns:
        How many there were.

    Raises:
        Refused: A clause that begins cannot be read.
    """
    count = 0
    while not cursor.ended:
        if cursor.peek() == "," and _begins_a_clause(cursor.peek(1)):
            cursor.take()
        if not _read_clause(cursor, draft):
            break
        count += 1
    return count


def _begins_a_clause(word: str) -> bool:
    return word in ("on", "in", "at", "until", "till", "when", "for") or word in _EXCEPT


def _read_clause(cursor: Cursor, draft: Draft) -> bool:
    word = cursor.peek()
    if word in ("on", "in") or (word == "the" and draft.weekdays):
        read_days(cursor, draft)
    elif (word == "at" or _is_clear_time(cursor)) and not draft.times:
        cursor.accept("at")
        _read_times(cursor, draft)
    elif word in ("until", "till") and draft.until is None:
        cursor.take()
        draft.until = _last_day(cursor)
    elif word == "when":
        _read_when_done(cursor, draft)
    elif word in _EXCEPT:
        cursor.take()
        _read_exceptions(cursor, draft)
    elif word == "for":
        _refuse_limit(cursor)
    else:
        return False
    return True


def _read_when_done(cursor: Cursor, draft: Draft) -> None:
    cursor.take()
    if not cursor.accept("done"):
        raise Refused('only "when done" can follow "when"', "every 3 days when done")
    draft.from_completion = True


def _read_exceptions(cursor: Cursor, draft: Draft) -> None:
    """Read the weekdays on which a rule that goes by single days does not fall."""
    excepted = Draft()
    try:
        read_days(cursor, excepted)
    except Refused as error:
        raise Misfit("that exception is not understood", _EXCEPT_EXAMPLE) from error
    by_days = draft.unit == "day" or (draft.unit is None and draft.weekdays)
    left = (draft.weekdays or set(range(7))) - excepted.weekdays
    if excepted.days or excepted.months or not left or not by_days or draft.interval > 1:
        raise Misfit("only weekdays can be excepted, and only from single days", _EXCEPT_EXAMPLE)
    draft.unit, draft.weekdays = "week", left


def _refuse_limit(cursor: Cursor) -> None:
    unit = UNITS.get(cursor.peek(2), ("", 0))[0]
    is_limit = cursor.peek(2) == "times" or unit in ("day", "week", "month", "year")
    if cardinal_of(cursor.peek(1)) is None or not is_limit:
        raise Refused('"for" has no meaning there', "every week until 2027-06-30")
    raise Misfit("nothing counts how often it has come round; name the last day instead", "every week until 2027-06-30")


def _read_times(cursor: Cursor, draft: Draft) -> None:
    draft.times.add(_time(cursor))
    while (ahead := _to_next_time(cursor)) > 0:
        for _ in range(ahead):
            cursor.take()
        draft.times.add(_time(cursor))


def _is_clear_time(cursor: Cursor) -> bool:
    """Return whether "9:30" or "6 am" stands there, which needs no "at"."""
    word = cursor.peek()
    return bool(CLOCK.fullmatch(word) or (NUMERAL.fullmatch(word) and MERIDIEM.fullmatch(cursor.peek(1))))


def _to_next_time(cursor: Cursor) -> int:
    """Return how many tokens separate the next time of the list; 0 when none follows."""
    ahead = int(cursor.peek() == ",")
    ahead += int(cursor.peek(ahead) in SEPARATORS)
    word = cursor.peek(ahead)
    return ahead if NUMERAL.fullmatch(word) or CLOCK.fullmatch(word) or word == "noon" else 0


def _time(cursor: Cursor) -> time:
    word = cursor.take()
    found = CLOCK.fullmatch(word)
    if word == "noon":
        return time(12)
    if found is None and not NUMERAL.fullmatch(word):
        raise Refused("no time of day stands there", "every day at 9:30")
    hour, minute = (int(found[1]), int(found[2])) if found else (int(word), 0)
    half = MERIDIEM.fullmatch(cursor.peek())
    if half:
        cursor.take()
        hour = hour % 12 + (12 if half[1] == "p" else 0) if 1 <= hour <= 12 else 99
    if hour > 23 or minute > 59:
        raise Refused("there is no such time of day", "every day at 9:30")
    return time(hour, minute)


def _last_day(cursor: Cursor) -> date:
    try:
        return _iso_day(cursor) or _spelt_day(cursor)
    except ValueError as error:
        if isinstance(error, Refused):
            raise
        raise Misfit("there is no such last day", "every week until 2027-06-30") from error


def _iso_day(cursor: Cursor) -> date | None:
    return date.fromisoformat(cursor.take()) if ISO_DAY.fullmatch(cursor.peek()) else None


def _spelt_day(cursor: Cursor) -> date:
    """Read "31 December 2026" or "December 31, 2026"."""
    ahead = 1 if cursor.peek() in MONTHS else 0
    day, month = cursor.peek(ahead), cursor.peek(1 - ahead)
    after = 3 if cursor.peek(2) == "," else 2
    number = ordinal_of(day) or cardinal_of(day)
    year = cursor.peek(after)
    if month not in MONTHS or number is None or len(year) != 4 or not NUMERAL.fullmatch(year):
        raise Misfit('after "until" a day with its year is needed', "every week until 2027-06-30")
    for _ in range(after + 1):
        cursor.take()
    return date(int(year), MONTHS[month], number)
