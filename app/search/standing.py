"""What a note's standing score is made of, in a person's words: looked up when somebody asks, never for a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from app.ledger.wording import day_words
from app.salience.components import judged_importance
from app.salience.salience import note_projects
from app.search.linked import linked_paths

if TYPE_CHECKING:
    from app.index.reader import IndexReader
    from app.ledger.commitment import Commitment
    from app.salience.uses import Use
    from app.search.knowledge import Knowledge

_NAMED = 2
"""Commitments that are named; the others are counted."""
_TIMES = {1: "once", 2: "twice"}


@dataclass(frozen=True, slots=True)
class StandingFacts:
    """What there is to know of a note beside the query.

    Attributes:
        components: What each component of salience comes from, by its name.
        firing: What makes the note's commitments fire; empty when nothing does.
    """

    components: Mapping[str, str]
    firing: str = ""


def standing_of(
    path: str,
    knowledge: Knowledge,
    reader: IndexReader,
    open_items: Collection[Commitment],
    firing: Iterable[Commitment],
    now: datetime,
) -> StandingFacts:
    """Return what a note's standing comes from, as of now.

    Args:
        path: The note.
        knowledge: The vault at large.
        reader: The index, for what links to the note.
        open_items: Every open commitment.
        firing: Those that fire, by date or in the context of the search.
        now: The present; days are counted in its time zone.

    Raises:
        BetimesError: The index or the operations log cannot be read.
    """
    row = knowledge.notes.rows.get(path)
    if row is None:
        return StandingFacts({})
    judged, reason = judged_importance(
        path, row.title, row.properties, is_daily=knowledge.reading.daily.date_of(path) is not None
    )
    sources = {link.source for link in reader.backlinks(path)} - {path}
    components = {
        "importance": f"{reason}: {judged:g}",
        "activation": uses_words(knowledge.uses_of(path), now),
        "centrality": f"linked from {_counted(len(sources), 'note')} (PageRank)" if sources else "no note links here",
        "prospective": _prospective(path, note_projects(row.properties), open_items, knowledge),
        "recency": changed_words(row.modified, now),
    }
    return StandingFacts(components, _named(_pointing(path, firing, knowledge, home=False)))


def uses_words(uses: Sequence[Use], now: datetime) -> str:
    """Say what was done with a note and when last, such as `opened 6 times, edited once, last 3 days ago`."""
    past = [use for use in uses if use.time.astimezone(now.tzinfo).date() <= now.date()]
    if not past:
        return "not opened or edited here yet"
    kinds = Counter(use.kind or "used" for use in past).most_common()
    said = [f"{kind} {_TIMES.get(count, f'{count:,} times')}" for kind, count in kinds]
    return f"{', '.join(said)}, last {_ago(max(use.time for use in past), now)}"


def changed_words(modified: float, now: datetime) -> str:
    """Say when a note was changed; `modified` is in seconds since the epoch."""
    return f"changed {_ago(_moment(modified, now.tzinfo), now)}"


def _prospective(path: str, projects: frozenset[str], items: Collection[Commitment], knowledge: Knowledge) -> str:
    pointing = _pointing(path, items, knowledge, home=True)
    if pointing:
        return f"{_named(pointing)} points here or stands here"
    shared = sorted(projects & {item.project.strip().casefold() for item in items if item.project})
    if shared:
        return f"shares the project {', '.join(shared)} with an open commitment"
    return "no open commitment points here"


def _pointing(path: str, items: Iterable[Commitment], knowledge: Knowledge, *, home: bool) -> list[str]:
    return [item.action for item in items if path in linked_paths([item], knowledge.resolve, home=home)]


def _named(actions: Sequence[str]) -> str:
    more = len(actions) - _NAMED
    return ", ".join(f"“{action}”" for action in actions[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _moment(seconds: float, zone: tzinfo | None) -> datetime | None:
    """Return the time of a file; None for one that no calendar holds."""
    try:
        return datetime.fromtimestamp(seconds, zone).astimezone(zone)
    except (ValueError, OverflowError, OSError):
        return None


def _ago(moment: datetime | None, now: datetime) -> str:
    if moment is None:
        return "at a time that no calendar holds"
    days = max(0, (now.date() - moment.astimezone(now.tzinfo).date()).days)
    return day_words(moment.astimezone(now.tzinfo).date(), now.date()) if days > 400 else _days_ago(days)


def _days_ago(days: int) -> str:
    return {0: "today", 1: "yesterday"}.get(days, f"{days} days ago")
