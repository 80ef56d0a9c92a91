"""Which of a line's dates is the due date, and what the lead and the repetition of the line make of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import TYPE_CHECKING

from app.ledger.dates.values import shown
from app.ledger.draft_dates import is_iso, reading_words
from app.ledger.quick_add.dates import FoundDate, read
from app.ledger.quick_add.values import Claim

if TYPE_CHECKING:
    from app.ledger.drafts import Reader

_LIMITS = re.compile(r"before|until|till", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Due:
    """The due date of a line.

    Attributes:
        value: The day or moment; None when the line has none that can be used.
        phrase: What was typed for it, with its cue; empty when that was the date itself.
        clock: The time of day alone, when a repetition is to give the day.
        claims: The parts that gave it.
    """

    value: date | datetime | None = None
    phrase: str = ""
    clock: datetime | None = None
    claims: tuple[Claim, ...] = ()


def choose_due(line: str, dates: Sequence[FoundDate]) -> Due:
    """Choose among the dates of a line the last with the strongest cue; a time that stands elsewhere is added to it."""
    excluded = tuple(_claim(found) for found in dates if found.excluded)
    due = _chosen(
        line, [found for found in dates if not found.excluded and (found.reading is not None or found.problem)]
    )
    return replace(due, claims=due.claims + excluded)


def _chosen(line: str, usable: Sequence[FoundDate]) -> Due:
    if not usable:
        return Due()
    days = [found for found in usable if not found.is_clock] or usable
    chosen = max(days, key=lambda found: (found.strength, found.start))
    if chosen.reading is None:
        return Due(claims=(_claim(chosen),))
    value, parts = chosen.reading.value, [_claim(chosen)]
    clocks = [found for found in usable if found.is_clock and found is not chosen and found.reading]
    if not isinstance(value, datetime) and chosen.reading.kind != "span" and len(clocks) == 1:
        value = datetime.combine(value, _time(clocks[0]))
        said = f"{shown(value)}, {chosen.reading.distance}"
        both = (replace(_claim(chosen), said=said), replace(_claim(clocks[0]), said=f"{value:%H:%M}"))
        parts = sorted(both, key=lambda claim: claim.start)
    phrase = " ".join(" ".join(line[part.start : part.end].split()) for part in parts)
    clock_alone = value if chosen.is_clock and isinstance(value, datetime) else None
    return Due(value, "" if len(parts) == 1 and is_iso(chosen.phrase) else phrase, clock_alone, tuple(parts))


def _time(found: FoundDate) -> time:
    assert found.reading is not None and isinstance(found.reading.value, datetime)
    return found.reading.value.timetz()


def _claim(found: FoundDate) -> Claim:
    said = reading_words(found.reading) if found.reading else ""
    return Claim("due", found.start, found.end, "", said, found.problem, found.choices, stays=found.listed)


def ends_prohibition(dates: Sequence[FoundDate], line: str, reader: Reader) -> list[FoundDate]:
    """Return the dates of a line that forbids something: "before 25 Dec" is the day from which on it may be done."""
    return [_named_day(found, line, reader) for found in dates]


def _named_day(found: FoundDate, line: str, reader: Reader) -> FoundDate:
    if not _LIMITS.match(line, found.start):
        return found
    outcome = read(found.phrase, reader.base, reader.day_first, reader.languages)
    return replace(found, reading=outcome, listed=True) if not isinstance(outcome, Exception) else found
