"""The fields of a draft, and how what is typed into each is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import get_args

from app.errors import UsageError
from app.ledger.condition_dates import read_season
from app.ledger.condition_dates.wording import condition_reading
from app.ledger.cue_templates import unfilled
from app.ledger.dates import NotADate, Reading, read_date
from app.ledger.dates.values import distance, shown
from app.ledger.draft_dates import following_dates, lead_words, reading_words, repeat_words
from app.ledger.entry import UNTIL_FIRED, Priority, Snoozed
from app.vault.links import read_wiki_link
from app.vault.recurrence import RuleNotUnderstood, read_rule, upcoming

FIELDS = (
    "action", "when", "cues", "blockers", "due", "due_phrase", "lead", "repeat", "snoozed", "links", "project",
    "priority", "tags",
)  # fmt: skip
LISTS = frozenset({"cues", "blockers", "links", "tags"})

_AWAKE = frozenset({"off", "never", "no", "none"})
_FIRED = frozenset({"the condition fires", "it fires", "condition", "its condition", "the condition", "fired"})


@dataclass(frozen=True, slots=True)
class Reader:
    """How typed values are read.

    Attributes:
        today: What relative dates start from.
        day_first: Whether 15/08 may be read as 15 August.
        languages: Languages of dates.
        known: Tells whether a link target (without fragment) leads to a note; None when nobody can tell.
        now: The local time, when it is known: hours from now can be counted then.
    """

    today: date
    day_first: bool = True
    languages: tuple[str, ...] = ("en",)
    known: Callable[[str], bool] | None = None
    now: datetime | None = None

    @property
    def base(self) -> date:
        """What relative dates are counted from: the minute when it is known, else the day."""
        return self.today if self.now is None else self.now.replace(second=0, microsecond=0)

    def date(self, phrase: str) -> tuple[date | datetime, str]:
        """Return the date that a phrase means and how it was read; raises `UsageError`."""
        reading = self.reading(phrase)
        return reading.value, reading_words(reading)

    def reading(self, phrase: str) -> Reading:
        """Return how a date is read; raises `UsageError`."""
        try:
            return read_date(phrase, self.base, day_first=self.day_first, languages=self.languages)
        except NotADate as error:
            raise UsageError(f"{phrase}: {error}", "Write it as 2026-12-31, or as 'in 3 days'.") from error


def read_field(name: str, typed: str, reader: Reader, due: date | datetime | None = None) -> tuple[object, str]:
    """Read one field.

    Args:
        name: One of `FIELDS`.
        typed: What was typed; of a list one item a line.
        reader: How dates are read and links are checked.
        due: The due date of the draft, when it is known: leads and repetitions are said with their days then.

    Returns:
        The value and, where it is not plain, how it was read.

    Raises:
        UsageError: It cannot be read.
    """
    text = typed.strip()
    if name in LISTS:
        separators = r"[\n,]" if name == "tags" else r"\n"
        typed_items = (item.strip() for item in re.split(separators, typed))
        items = tuple(dict.fromkeys(_bare(name, item) for item in typed_items if item))
        return items, _missing(items, reader) if name == "links" else ""
    if not text:
        return (None, "") if name != "action" else ("", "")
    if name == "lead":
        return _lead(text, due)
    if name == "repeat":
        return _repeat(text, reader.today, due)
    return _READERS.get(name, _plain)(text, reader)


def _bare(name: str, item: str) -> str:
    if name in ("cues", "blockers") and (blank := unfilled(item)):
        raise UsageError(f"{name}: fill in {blank} or take the line out", "A template is only a line to start from.")
    if name == "tags":
        return item.lstrip("#") or item
    if name != "links":
        return item
    link = read_wiki_link(item.removeprefix("!").removeprefix("[[").removesuffix("]]"))
    if link is None:
        raise UsageError(f"links: {item} names no note", "Write it as Projects/Kitchen#Quotes.")
    return f"{link.target}#{link.fragment}" if link.fragment else link.target


def _missing(links: tuple[str, ...], reader: Reader) -> str:
    """Return a remark on the links that lead to no note; they may be notes that are still to be written."""
    if reader.known is None:
        return ""
    targets = [link.partition("#")[0].strip() for link in links]
    missing = [target for target in dict.fromkeys(targets) if target and not reader.known(target)]
    return f"no such note yet: {', '.join(missing)}" if missing else ""


def _plain(text: str, reader: Reader) -> tuple[object, str]:
    return " ".join(text.split()), ""


def _when(text: str, reader: Reader) -> tuple[object, str]:
    """Read a condition: any words, of which the dates are told; those that no day is in are refused."""
    plain = " ".join(text.split())
    said = condition_reading(plain, reader.today)
    season = read_season(plain, reader.today)
    if season is not None and season.is_empty:
        raise UsageError(f"when: {said}", "Give the dates in order, with their years.")
    return plain, said


def _due(text: str, reader: Reader) -> tuple[object, str]:
    return reader.date(text)


def _lead(text: str, due: date | datetime | None) -> tuple[object, str]:
    try:
        return text, lead_words(text, due)
    except (NotADate, OverflowError) as error:
        raise UsageError(f"lead: {error}", "Write it as '3 days' or '2 weeks'.") from error


def _repeat(text: str, today: date, due: date | datetime | None) -> tuple[object, str]:
    try:
        rule = read_rule(text)
        upcoming(rule, due or today, 1)
    except RuleNotUnderstood as error:
        raise UsageError(f"repeat: {error}", "Write it as 'every month on the 15th'.") from error
    first = due or next(iter(following_dates(rule, today, 1)), None)
    return text, repeat_words(rule, first, is_due=due is not None) if first else f"{rule.said}: no more"


def waits_for_condition(text: str) -> bool:
    """Return True for words that mean "until the condition fires"."""
    return " ".join(text.lower().split()).removeprefix("until ") in _FIRED


def read_snooze(text: str, reader: Reader) -> tuple[Snoozed | None, str]:
    """Read until when an entry is hidden: a day after today, "until the condition fires", or "off" for not at all.

    Raises:
        UsageError: It cannot be read, has a time of day, or is not after today.
    """
    plain = " ".join(text.lower().split())
    if plain in _AWAKE:
        return None, "not hidden"
    if waits_for_condition(plain):
        return UNTIL_FIRED, f"hidden {UNTIL_FIRED}"
    reading = reader.reading(text)
    day = _first_day(reading, reader.today)
    if isinstance(reading.value, datetime):
        raise UsageError(
            f"snoozed: {text} has a time, and an entry is hidden until a day", "Leave the time out, or set `due` to it."
        )
    if day <= reader.today:
        raise UsageError(f"snoozed: {text} is not after today", "Snooze until a later day, or `off`.")
    return day, f"hidden until {shown(day)}, {distance(day, reader.today)}"


def _first_day(reading: Reading, today: date) -> date:
    """Return the day on which what is hidden comes back: the first of a span that is to come, else the day itself."""
    if reading.span is not None and reading.span.first > today:
        return reading.span.first
    return reading.value.date() if isinstance(reading.value, datetime) else reading.value


def _priority(text: str, reader: Reader) -> tuple[object, str]:
    word = text.lower().removeprefix("!")
    if word not in get_args(Priority):
        raise UsageError(f"priority: {text} is none of {', '.join(get_args(Priority))}")
    return word, ""


def _project(text: str, reader: Reader) -> tuple[object, str]:
    return " ".join(text.removeprefix("@").strip('"').split()), ""


_READERS: Mapping[str, Callable[[str, Reader], tuple[object, str]]] = {
    "when": _when,
    "due": _due,
    "snoozed": read_snooze,
    "priority": _priority,
    "project": _project,
}
