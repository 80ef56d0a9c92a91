"""Lists of days as they are named: "the 1st and 3rd Tuesday", "Monday to Friday", "3 March", "the last day"."""

from __future__ import annotations

from app.vault.recurrence.draft import Cursor, Draft, Misfit, Refused
from app.vault.recurrence.rule import WORKING_DAY, WORKING_WEEK, NthDay
from app.vault.recurrence.words import EVERY, MONTHS, PLURAL_WEEKDAYS, SEPARATORS, WEEKDAYS, cardinal_of, ordinal_of

_RANGE = ("to", "through", "-", "–")
_UNSAID = -2
"""In a group that is still read: what is counted may yet be said."""


def read_days(cursor: Cursor, draft: Draft) -> None:
    """Read a list of days, weekdays and months into the draft.

    An ordinal belongs to the weekday and the month that follow in the list: "the 1st and 3rd Tuesday of March" are two
    Tuesdays of March.

    Raises:
        Refused: No day stands there.
    """
    group: list[NthDay] = []
    while True:
        _read_item(cursor, draft, group)
        if not _separated(cursor):
            break
    draft.days += _settled(group)


def is_working_day(cursor: Cursor) -> bool:
    """Read "weekday", "workday", "working day" or "business day" if it is next."""
    if cursor.accept("weekday", "weekdays", "workday", "workdays"):
        return True
    return any(cursor.accept_all(kind, day) for kind in ("working", "business") for day in ("day", "days"))


def _separated(cursor: Cursor) -> bool:
    """Read what stands between two days, if another day does follow."""
    ahead = 0
    if cursor.peek() == ",":
        ahead += 1
    if cursor.peek(ahead) in SEPARATORS:
        ahead += 1
    if ahead == 0:
        return False
    links = ahead + (cursor.peek(ahead) in ("on", "in"))
    if not _begins_a_day(cursor, links + (cursor.peek(links) == "the")):
        return False
    for _ in range(ahead):
        cursor.take()
    return True


def _begins_a_day(cursor: Cursor, ahead: int) -> bool:
    word = cursor.peek(ahead)
    if word in ("weekday", "weekdays", "workday", "workdays", "working", "business"):
        return True
    return word in WEEKDAYS or word in MONTHS or ordinal_of(word) is not None or cardinal_of(word) is not None


def _read_item(cursor: Cursor, draft: Draft, group: list[NthDay]) -> None:
    cursor.accept("on", "in")
    cursor.accept("the")
    if cursor.peek() in MONTHS:
        _read_month_first(cursor, draft, group)
    elif cursor.peek() in WEEKDAYS:
        _read_weekdays(cursor, draft)
    elif is_working_day(cursor):
        draft.weekdays.update(WORKING_WEEK)
    else:
        _read_nth(cursor, draft, group)
        _bind_to_month(cursor, draft, group)


def _read_month_first(cursor: Cursor, draft: Draft, group: list[NthDay]) -> None:
    """Read "March" or "March 3rd"."""
    month = MONTHS[cursor.take()]
    nth = _number_of_day(cursor.peek())
    if nth is None:
        draft.months.add(month)
        return
    cursor.take()
    draft.days.append(NthDay(nth, month=month))


def _read_weekdays(cursor: Cursor, draft: Draft) -> None:
    """Read "Monday" or "Monday to Friday"."""
    word = cursor.take()
    first = WEEKDAYS[word]
    draft.loose |= word in PLURAL_WEEKDAYS
    draft.weekdays.add(first)
    if cursor.peek() in _RANGE and cursor.peek(1) in WEEKDAYS:
        cursor.take()
        last = WEEKDAYS[cursor.take()]
        draft.weekdays.update((first + step) % 7 for step in range((last - first) % 7 + 1))


def _read_nth(cursor: Cursor, draft: Draft, group: list[NthDay]) -> None:
    nth = _number_of_day(cursor.peek())
    if nth is None:
        word = cursor.peek()
        reason = f'"{word}" has no meaning there' if word else "it is not finished"
        raise Refused(reason, "every month on the 15th")
    cursor.take()
    if nth > 0 and _is_from_the_end(cursor):
        nth = -nth
    if cursor.accept("day", "days"):
        group.append(NthDay(nth))
    elif cursor.peek() in WEEKDAYS:
        _count_as(WEEKDAYS[cursor.take()], nth, group)
    elif is_working_day(cursor):
        _count_as(WORKING_DAY, nth, group)
    else:
        group.append(NthDay(nth, _UNSAID))


def _number_of_day(word: str) -> int | None:
    nth = ordinal_of(word)
    return nth if nth is not None else cardinal_of(word)


def _is_from_the_end(cursor: Cursor) -> bool:
    """Read the end of "2nd last", "second-last" or "third to last"."""
    return any(
        cursor.accept_all(*words) for words in (("last",), ("-", "last"), ("to", "last"), ("-", "to", "-", "last"))
    )


def _count_as(of: int, nth: int, group: list[NthDay]) -> None:
    """Add an nth weekday; the ordinals before it in the list are of the same kind."""
    group[:] = [NthDay(day.nth, of) if day.of == _UNSAID else day for day in group]
    group.append(NthDay(nth, of))


def _bind_to_month(cursor: Cursor, draft: Draft, group: list[NthDay]) -> None:
    """Read "of March", "in January and July", "of the month", "of every 3rd" ... behind an ordinal."""
    if cursor.peek() in MONTHS:
        _bind(draft, group, _months(cursor))
    elif cursor.peek() in ("of", "in"):
        ahead = 2 if cursor.peek(1) == "the" or cursor.peek(1) in EVERY else 1
        named = cursor.peek(ahead)
        if named in MONTHS:
            draft.repeats |= _take_link(cursor, ahead)
            _bind(draft, group, _months(cursor))
        elif cursor.peek() == "of" and named in ("month", "months", "year") and ahead == 2:
            draft.repeats |= _take_link(cursor, ahead)
            _set_unit(draft, cursor.take())
            draft.days += _settled(group)
            group.clear()


def _take_link(cursor: Cursor, count: int) -> bool:
    """Read "of the" or "of every"; returns whether it said "every"."""
    return any([cursor.take() in EVERY for _ in range(count)])


def _set_unit(draft: Draft, word: str) -> None:
    unit = "year" if word == "year" else "month"
    if draft.unit not in (None, unit):
        raise Misfit(f"it counts {draft.unit}s and names a day of the {unit}", f"every {unit} on the first Monday")
    draft.unit = "year" if unit == "year" else "month"


def _months(cursor: Cursor) -> list[int]:
    """Read a month, and those that are listed behind it unless they have days of their own."""
    months = [MONTHS[cursor.take()]]
    while True:
        ahead = int(cursor.peek() == ",")
        ahead += int(cursor.peek(ahead) in SEPARATORS)
        if ahead == 0 or cursor.peek(ahead) not in MONTHS or _number_of_day(cursor.peek(ahead + 1)) is not None:
            return months
        for _ in range(ahead):
            cursor.take()
        months.append(MONTHS[cursor.take()])


def _bind(draft: Draft, group: list[NthDay], months: list[int]) -> None:
    draft.days += [NthDay(day.nth, day.of, month) for day in _settled(group) for month in months]
    group.clear()


def _settled(group: list[NthDay]) -> list[NthDay]:
    return [NthDay(day.nth) if day.of == _UNSAID else day for day in group]
