"""Results as text for people and pipes. Everything that came from a file is made fit to print."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import TYPE_CHECKING

from app.ledger.agenda import is_snoozed
from app.ledger.condition_dates import day_in_agenda
from app.ledger.condition_dates.leading_words import condition_words
from app.ledger.wording import until_words, when_words, why_words
from app.text import safe_line, safe_name

if TYPE_CHECKING:
    from app.ledger.commitment import Agenda, Commitment
    from app.search.note_links import NoteLink
    from app.search.result import SearchResult, SearchResults


def agenda_lines(agenda: Agenda) -> Iterator[str]:
    """Yield the agenda, one commitment a line, under headings with counts."""
    sections = (
        ("FIRING", agenda.firing),
        ("MAYBE", agenda.maybe),
        ("UPCOMING", tuple(item for item in agenda.upcoming if _is_dated(item, agenda.as_of))),
        ("WAITING", tuple(item for item in agenda.upcoming if not _is_dated(item, agenda.as_of))),
        ("SNOOZED", agenda.snoozed),
        ("SUGGESTED", agenda.suggested),
    )
    for heading, items in sections:
        if items:
            yield f"{heading} {len(items)}"
            for item in items:
                yield from (f"  {line}" for line in commitment_lines(item, agenda.as_of))
    if agenda.not_understood:
        yield f"NOT UNDERSTOOD {len(agenda.not_understood)}"
        for line in agenda.not_understood:
            yield f"  {safe_name(line.path)}:{line.line}  {safe_line(line.text)}  ({safe_line(line.reason)})"
    if not any(items for _, items in sections):
        yield 'Nothing is open. `betimes add "what is to be done" --due friday` makes the first commitment.'


def _is_dated(item: Commitment, today: date) -> bool:
    return item.due is not None or day_in_agenda(item, today) is not None


def commitment_lines(item: Commitment, today: date) -> Iterator[str]:
    """Yield one line that names the commitment, and one for why it fires when that is not plain."""
    words = [safe_name(item.id), _when(item, today), safe_line(item.action)]
    if item.status != "open":
        words.append(f"[{item.status}]")
    if item.progress:
        words.append(f"({item.progress})")
    if item.when:
        words.append(f"({safe_line(condition_words(item.when))})")
    if item.blocked_by:
        words.append(f"(blocked by: {safe_line('; '.join(one.action for one in item.blocked_by))})")
    if item.snoozed and is_snoozed(item, today):
        words.append(f"(snoozed {until_words(item.snoozed)})")
    yield "  ".join(word for word in words if word)
    if item.firing and (why := why_words(item.firing)):
        yield f"    {safe_line(why)}"


def _when(item: Commitment, today: date) -> str:
    """Return when, with the time of day of what is to come."""
    words = when_words(item, today)
    if isinstance(item.due, datetime) and item.due.date() > today:
        return f"{words} {item.due:%H:%M}"
    return words


def search_lines(found: SearchResults, today: date) -> Iterator[str]:
    """Yield the band of operative commitments, then the results, best first."""
    for operative in found.operative:
        for line in commitment_lines(operative.commitment, today):
            yield f"OPERATIVE {line}"
        for item in operative.results:
            yield f"    {_where(item)}"
    for item in found.results:
        marks = "".join(sign for sign, on in (("=", item.pinned is not None), ("!", item.firing)) if on)
        yield f"{_where(item)}  {item.score:.2f} {marks}".rstrip()
        if item.snippet:
            yield f"    {safe_line(item.snippet)}"


def _where(item: SearchResult) -> str:
    heading = f" › {safe_line(item.heading)}" if item.heading else ""
    return f"{safe_name(item.path)}:{item.line_start}{heading}"


def link_line(link: NoteLink) -> str:
    """Return a link in one line: where it leads, where it stands, and what is wrong with it."""
    fragment = f"#{link.fragment}" if link.fragment else ""
    words = [safe_name(f"{link.other}{fragment}" if link.other else link.written)]
    if link.state != "note":
        words.append(f"({state_words(link)})")
    return " ".join((*words, f"line {link.line}"))


def state_words(link: NoteLink) -> str:
    """Return what is to be known of a link that does not just lead to a note."""
    if link.state == "ambiguous":
        others = ", ".join(safe_name(path) for path in link.candidates[1:4])
        return f"or {others}" + (" ..." if len(link.candidates) > 4 else "")
    return {"unresolved": "no such note", "no such part": "no such heading or block", "file": "a file"}[link.state]
