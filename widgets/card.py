"""A commitment in full, as lines for the preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime

from textual.content import Content

from app.ledger.commitment import Commitment
from app.ledger.condition_dates import season_of
from app.ledger.condition_dates.wording import season_words
from app.ledger.wording import is_asserted, score_words, when_words, why_words
from widgets.drawing import Part, line
from widgets.reasons import NOT_ASSERTED
from widgets.verdicts import verdicts

_NO_KEYS: Mapping[str, str] = {}


def card_lines(item: Commitment, today: date, keys: Mapping[str, str] = _NO_KEYS) -> Iterator[Content]:
    """Yield what is known of a commitment: the action, why and when, then every field that is set.

    Args:
        item: The commitment.
        today: What dates are told from.
        keys: The person's keys by action, for what can be said of a firing.
    """
    yield line(Part(item.action, "strong"))
    state = when_words(item, today)
    why = why_words(item.firing) if item.firing else ""
    if state or why:
        yield line(Part(state, "late" if "late" in state else "today"), Part("  " if state and why else ""), why)
    if item.firing and item.firing.met:
        yield line(Part(f"It met: {item.firing.met.text}", "muted"))
        if not is_asserted(item.firing):
            yield line(Part(f"{NOT_ASSERTED}: {score_words(item.firing)}", "soon"))
        if keys:
            yield line("   ".join(f"{keys.get(said.action, '')}: {said.name}" for said in verdicts(item)))
    if item.status == "suggested":
        yield line(Part(f"Suggested by “{item.sentence}”", "muted"))
        if keys:
            yield line(f"{keys.get('edit', '')}: make it an entry   {keys.get('deny', '')}: never again")
    yield Content("")
    for name, value in _fields(item, today):
        yield line(Part(f"{name:<10}", "muted"), value)


def _fields(item: Commitment, today: date) -> Iterator[tuple[str, str]]:
    singles = (
        ("when", item.when),
        ("dates", season_words(season, today) if (season := season_of(item)) else None),
        ("scheduled" if item.is_scheduled else "due", _day(item.due)),
        ("as typed", item.due_phrase),
        ("lead", item.lead),
        ("repeat", item.repeat),
        ("start", _day(item.start)),
        ("snoozed", item.snoozed if isinstance(item.snoozed, str) else _day(item.snoozed)),
        ("reminder", _day(item.remind) if item.remind != item.due else None),
        ("blocked by", "; ".join(one.action for one in item.blocked_by)),
        ("part of", item.under),
        ("status", item.progress),
        ("priority", item.priority),
        ("project", item.project),
        ("note", f"{item.note.path}, line {item.note.line}" if item.note else None),
        ("tags", " ".join(f"#{tag}" for tag in item.tags)),
    )
    yield from ((name, value) for name, value in singles if value)
    for name, values in (("cue", item.cues), ("not for", item.blockers), ("link", item.links)):
        yield from ((name, value) for value in values)


def _day(moment: date | datetime | None) -> str | None:
    if moment is None:
        return None
    time = f" {moment:%H:%M}" if isinstance(moment, datetime) else ""
    return f"{moment:%a} {moment.day} {moment:%b %Y}{time}"
