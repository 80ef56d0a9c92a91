"""A person's own record: how often their commitments fired, and what they said of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from app.errors import VaultError
from app.evaluation.bootstrap import Estimate, estimate

if TYPE_CHECKING:
    from app.ledger.journal import JournalLine

Kind = Literal["fired", "acknowledged", "confirmed", "corrected", "resolved"]
KINDS: tuple[Kind, ...] = ("fired", "acknowledged", "confirmed", "corrected", "resolved")
REASONS = ("date", "context", "event")
UNSAID = "reason not recorded"


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """Something that happened to a commitment.

    Attributes:
        time: When.
        kind: What.
        id: To which.
        reason: Why it fired, for `fired`.
        key: Which event it was, for `fired` by one: a pass over the vault may find several in a second.
    """

    time: datetime
    kind: Kind
    id: str
    reason: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Episode:
    """One firing, and what the person did about it before the next one of the same commitment."""

    id: str
    answers: frozenset[Kind]


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """All that is recorded of firings in a vault.

    Attributes:
        counts: How many events of each kind.
        fired: How many firings for each reason.
        episodes: Firings with what followed.
        since: The first firing; None without any.
    """

    counts: Mapping[Kind, int]
    fired: Mapping[str, int]
    episodes: tuple[Episode, ...]
    since: datetime | None

    @property
    def recorded(self) -> bool:
        """Return True when there is anything to say: a firing, or a judgement of one."""
        return any(self.counts[kind] for kind in KINDS if kind != "resolved")


def read_events(operations: Path, journal: Iterable[JournalLine]) -> Iterator[OwnEvent]:
    """Yield what operations log and journal say of firings, each event once; what cannot be read is passed over.

    Args:
        operations: The operations log; it need not be there.
        journal: The journal's lines. What was undone did not happen.

    Raises:
        VaultError: The log is there and cannot be read.
    """
    events = {*_journaled(journal), *_logged(operations)}
    yield from sorted(events, key=lambda event: (event.time, KINDS.index(event.kind), event.id))


def own_record(events: Iterable[OwnEvent]) -> OwnRecord:
    """Return the record of events in the order of time."""
    found = list(events)
    counts = Counter(event.kind for event in found)
    fired = [event for event in found if event.kind == "fired"]
    reasons = Counter(event.reason if event.reason in REASONS else UNSAID for event in fired)
    return OwnRecord(
        {kind: counts[kind] for kind in KINDS},
        {reason: reasons[reason] for reason in REASONS} | ({UNSAID: reasons[UNSAID]} if reasons[UNSAID] else {}),
        tuple(_episodes(found)),
        fired[0].time if fired else None,
    )


def _episodes(events: Iterable[OwnEvent]) -> Iterator[Episode]:
    open_: dict[str, set[Kind]] = {}
    for event in events:
        if event.kind != "fired":
            open_.get(event.id, set()).add(event.kind)
            continue
        if event.id in open_:
            yield Episode(event.id, frozenset(open_[event.id]))
        open_[event.id] = set()
    for id_, answers in open_.items():
        yield Episode(id_, frozenset(answers))


def _followed_by(kind: Kind) -> Callable[[OwnRecord], Estimate]:
    return lambda record: estimate((item.id, float(kind in item.answers)) for item in record.episodes)


def _right(record: OwnRecord) -> Estimate:
    """Return how many of the firings that were judged were confirmed and not corrected."""
    judged = [item for item in record.episodes if item.answers & {"confirmed", "corrected"}]
    return estimate((item.id, float("corrected" not in item.answers)) for item in judged)


OWN_RATES: Mapping[str, Callable[[OwnRecord], Estimate]] = {
    "acknowledged": _followed_by("acknowledged"),
    "confirmed": _followed_by("confirmed"),
    "corrected": _followed_by("corrected"),
    "resolved": _followed_by("resolved"),
    "right_of_judged": _right,
}
"""Shares of firings that were followed by something, and of those that were judged, the right ones."""


def _journaled(journal: Iterable[JournalLine]) -> Iterator[OwnEvent]:
    lines = list(journal)
    undone: set[str] = set()
    for line in lines:
        if line.kind == "undo":
            undone.add(str(line.details.get("undoes")))
        elif line.kind == "redo":
            undone.discard(str(line.details.get("redoes")))
    for line in lines:
        if line.kind in KINDS and not (line.op and line.op in undone):
            yield from _event({"time": line.time.isoformat(), "kind": line.kind, "id": line.id} | line.details)


def _logged(path: Path) -> Iterator[OwnEvent]:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        raise VaultError(f"The operations log {path} cannot be read: {error.strerror}.") from error
    for line in data.splitlines():
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            yield from _event(record)


def _event(record: Mapping[str, object]) -> Iterator[OwnEvent]:
    """Yield the event that a record is, if it is one; to the second, so that two records of one event are the same."""
    kind, id_, reason = record.get("kind"), record.get("id"), record.get("reason")
    try:
        moment = datetime.fromisoformat(str(record.get("time"))).astimezone().replace(microsecond=0)
    except (ValueError, OverflowError, OSError):
        return
    if not isinstance(id_, str) or not id_:
        return
    for known in KINDS:
        if kind == known:
            fired = known == "fired"
            key = str(record.get("key", "")) if fired else ""
            yield OwnEvent(moment, known, id_, reason if fired and isinstance(reason, str) else "", key)
