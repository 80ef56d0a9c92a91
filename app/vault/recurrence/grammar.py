"""Reads the tokens of a repetition into a draft."""

from __future__ import annotations

from app.vault.recurrence.clauses import read_clauses
from app.vault.recurrence.days import is_working_day, read_days
from app.vault.recurrence.draft import Cursor, Draft, Misfit, Refused
from app.vault.recurrence.words import (
    ADVERBS,
    EVERY,
    MONTHS,
    NTH,
    ORDINALS,
    TWO_MEANINGS,
    UNITS,
    WEEKDAYS,
    Unit,
    cardinal_of,
    ordinal_of,
)

_EXAMPLE = "every 2 weeks"
_MORNING = {"morning": "8:00", "afternoon": "14:00", "evening": "18:00", "night": "22:00"}


def read_draft(cursor: Cursor) -> Draft:
    """Read all tokens.

    Raises:
        Refused: They are no repetition.
    """
    draft = Draft()
    _read_head(cursor, draft)
    if read_clauses(cursor, draft):
        draft.loose = False
    if not cursor.ended:
        raise Refused(f'"{cursor.peek()}" has no meaning there', _EXAMPLE)
    if not draft.repeats:
        raise Misfit('it does not say "every"', "every month on the 15th")
    return draft


def _read_head(cursor: Cursor, draft: Draft) -> None:
    word = cursor.peek()
    if word in EVERY:
        cursor.take()
        draft.repeats = True
        draft.from_completion = word == "every!"
        _read_after_every(cursor, draft)
    elif word in ADVERBS:
        draft.unit, draft.interval = ADVERBS[cursor.take()]
        draft.loose = draft.repeats = True
    elif word in TWO_MEANINGS:
        meanings, example = TWO_MEANINGS[word]
        raise Misfit(f'"{word}" may mean {meanings}', example)
    else:
        _read_days_first(cursor, draft)


def _read_days_first(cursor: Cursor, draft: Draft) -> None:
    """Read "on Mondays", "weekdays", "on the 15th of every month"."""
    working = cursor.peek(1 if cursor.peek() == "on" else 0) == "weekdays"
    read_days(cursor, draft)
    draft.loose |= working
    draft.repeats |= draft.loose


def _read_after_every(cursor: Cursor, draft: Draft) -> None:
    if cursor.peek() in _MORNING:
        raise Misfit(f"a {cursor.peek()} has no hour of its own", f"every day at {_MORNING[cursor.peek()]}")
    if cursor.peek() == "other":
        cursor.take()
        _read_counted(cursor, draft, 2)
    elif (count := cardinal_of(cursor.peek())) is not None and cursor.peek(1) not in MONTHS:
        cursor.take()
        _read_counted(cursor, draft, count)
    elif _is_ordinal_of_unit(cursor):
        nth = ordinal_of(cursor.take())
        _read_unit(cursor, draft, nth or 0)
    elif cursor.peek() in UNITS:
        draft.loose = cursor.peek() in ("hour", "minute")
        _read_unit(cursor, draft, 1)
    elif cursor.accept("weekend", "weekends"):
        _set_weekend(draft, 1)
    else:
        _read_named_days(cursor, draft)


def _read_counted(cursor: Cursor, draft: Draft, count: int) -> None:
    """Read what "every 2" or "every other" counts."""
    if cursor.peek() in UNITS:
        _read_unit(cursor, draft, count)
    elif cursor.accept("weekend", "weekends"):
        _set_weekend(draft, count)
    elif cursor.peek() in WEEKDAYS:
        _set_interval(draft, "week", count)
        read_days(cursor, draft)
    elif is_working_day(cursor):
        raise Misfit("it may mean some working days or some weeks later", "every 2 weeks on weekdays")
    else:
        raise Refused("it does not say what is counted", _EXAMPLE)


def _is_ordinal_of_unit(cursor: Cursor) -> bool:
    """Return whether "every third week" stands there, and not "every third day of the month"."""
    nth = ordinal_of(cursor.peek())
    return nth is not None and nth > 1 and cursor.peek(1) in UNITS and cursor.peek(2) != "of"


def _read_unit(cursor: Cursor, draft: Draft, count: int) -> None:
    unit, times = UNITS[cursor.take()]
    _set_interval(draft, unit, count * times)


def _set_interval(draft: Draft, unit: Unit, count: int) -> None:
    if count < 1:
        raise Misfit("nothing repeats every 0 days or weeks", _EXAMPLE)
    draft.unit, draft.interval = unit, count


def _set_weekend(draft: Draft, count: int) -> None:
    """A weekend is one occasion, on its first day."""
    _set_interval(draft, "week", count)
    draft.weekdays.add(5)


def _read_named_days(cursor: Cursor, draft: Draft) -> None:
    """Read "Monday and Friday", "January", "3 March", "last Friday", "1st and 15th"."""
    word, following = cursor.peek(), cursor.peek(1)
    nth = ordinal_of(word)
    read_days(cursor, draft)
    if draft.unit is not None or any(day.month for day in draft.days) or not draft.days:
        return
    if any(day.of == -1 for day in draft.days):
        _check_bare(draft, word)
    elif len(draft.days) == 1 and nth is not None and nth > 1 and following in WEEKDAYS:
        weekday = following.capitalize()
        choices = f"every {nth} weeks on {weekday}" if nth > 2 else f"every other {weekday}"
        raise Misfit(f'it may mean "{choices}" or one day a month', f"every month on the {word} {weekday}")


def _check_bare(draft: Draft, word: str) -> None:
    if word in ORDINALS or not NTH.fullmatch(word):
        raise Refused("it does not say of what", "every month on the 15th")
    draft.loose = True
