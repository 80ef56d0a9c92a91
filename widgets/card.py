"""A commitment in full, as lines for the preview."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from textual.content import Content

from app.ledger.commitment import Commitment
from app.ledger.wording import when_words, why_words
from widgets.drawing import Part, line


def card_lines(item: Commitment, today: date) -> Iterator[Content]:
    """Yield what is known of a commitment: the action, why and when, then every field that is set."""
    yield line(Part(item.action, "strong"))
    state = when_words(item, today)
    why = why_words(item.firing) if item.firing else ""
    if state or why:
        yield line(Part(state, "late" if "late" in state else "today"), Part("  " if state and why else ""), why)
    if item.firing and item.firing.met:
        yield line(Part(f"It met: {item.firing.met.text}", "muted"))
    yield Content("")
    for name, value in _fields(item):
        yield line(Part(f"{name:<10}", "muted"), value)


def _fields(item: Commitment) -> Iterator[tuple[str, str]]:
    singles = (
        ("when", item.when),
        ("scheduled" if item.is_scheduled else "due", _day(item.due)),
        ("as typed", item.due_phrase),
        ("lead", item.lead),
        ("repeat", item.repeat),
        ("start", _day(item.start)),
        ("snoozed", item.snoozed if isinstance(item.snoozed, str) else _day(item.snoozed)),
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
