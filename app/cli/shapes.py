"""The JSON shapes of the command line: a contract. A key may be added, never changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from typing import TYPE_CHECKING

from app.text import without_surrogates

if TYPE_CHECKING:
    from app.errors import BetimesError
    from app.ledger.commitment import Agenda, Commitment, Firing, Place, Terms
    from app.search.result import SearchResult, SearchResults

Json = dict[str, object]


def agenda_shape(agenda: Agenda) -> Json:
    """Return `betimes agenda --json`."""
    lists = ("firing", "maybe", "upcoming", "snoozed", "suggested")
    shape: Json = {"as_of": agenda.as_of.isoformat()}
    shape |= {name: [commitment_shape(item) for item in getattr(agenda, name)] for name in lists}
    return shape | {"not_understood": [asdict(item) for item in agenda.not_understood]}


def commitment_shape(item: Commitment) -> Json:
    """Return a commitment."""
    return {
        "id": item.id,
        "home": item.home,
        "action": item.action,
        "when": item.when,
        "cues": list(item.cues),
        "due": _moment(item.due),
        "lead": item.lead,
        "repeat": item.repeat,
        "snoozed": item.snoozed if isinstance(item.snoozed, str) else _moment(item.snoozed),
        "project": item.project,
        "priority": item.priority,
        "tags": list(item.tags),
        "links": list(item.links),
        "status": item.status,
        "created": _moment(item.created),
        "note": _place(item.note),
        "firing": _firing(item.firing),
        "blockers": list(item.blockers),
        "start": _moment(item.start),
        "due_phrase": item.due_phrase,
        "blocked_by": [asdict(one) for one in item.blocked_by],
        "remind": _moment(item.remind),
        "under": item.under,
        "sentence": item.sentence,
        "progress": item.progress,
    }


def _firing(firing: Firing | None) -> Json | None:
    if firing is None:
        return None
    return {
        "reason": firing.reason,
        "days_late": firing.days_late,
        "score": firing.score,
        "threshold": firing.threshold,
        "met": asdict(firing.met) if firing.met else None,
        "evidence": _place(firing.evidence),
        "terms": _terms(firing.terms),
    }


def _terms(terms: Terms | None) -> Json | None:
    """Return what a score is the sum of, and the words for it; None for a date."""
    return asdict(terms) | {"shared": list(terms.shared)} if terms else None


def _place(place: Place | None) -> Json | None:
    return {"path": place.path, "line": place.line} if place else None


def _moment(value: date | datetime | None) -> str | None:
    return value.isoformat() if value else None


def search_shape(found: SearchResults) -> Json:
    """Return `betimes search --json`."""
    return {
        "query": found.query,
        "read_as": found.read_as,
        "rank": found.rank.value,
        "arm": found.arm.value,
        "results": [result_shape(item) for item in found.results],
        "operative": [
            {"commitment": commitment_shape(item.commitment), "results": [result_shape(one) for one in item.results]}
            for item in found.operative
        ],
        "maybe": [commitment_shape(item) for item in found.maybe],
        "timings_ms": dict(found.timings_ms),
        "pending": found.pending,
    }


def result_shape(item: SearchResult) -> Json:
    """Return one result."""
    return {
        "path": item.path,
        "title": item.title,
        "heading": item.heading,
        "line_start": item.line_start,
        "line_end": item.line_end,
        "snippet": item.snippet,
        "score": item.score,
        "relevance": item.relevance,
        "words": item.words,
        "cosine": item.cosine,
        "pinned": item.pinned,
        "folder_weight": item.folder_weight,
        "crowding": item.crowding,
        "firing": item.firing,
        "salience": asdict(item.salience),
    }


def error_shape(error: BetimesError) -> Json:
    """Return a failure."""
    return {"error": {"kind": error.kind, "message": error.message, "hint": error.hint}}


def plain(value: object) -> object:
    """Return a value of dataclass fields, mappings, lists and dates as JSON has it, bytes that are no text escaped."""
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {without_surrogates(str(key)): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, frozenset)):
        return [plain(item) for item in value]
    return value
