"""An agenda as rows: sections with counts, and one row for each commitment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from textual.content import Content

from app.ledger.commitment import Agenda, Commitment, NotUnderstood
from app.ledger.condition_dates import day_in_agenda
from app.ledger.condition_dates.leading_words import condition_words
from app.ledger.wording import day_of, day_words, when_words
from app.vault.plain import plain_line
from widgets.drawing import Part, fit, line
from widgets.glyphs import Glyphs
from widgets.reasons import maybe_lines, why_lines
from widgets.row_list import Row

WEEK = timedelta(days=6)
"""THIS WEEK holds what is due in the six days after today: those that a weekday's name tells apart."""

STATE_CELLS = 9
"""Room for the state at the most, so that a rare long one does not take it from every action."""

NARROW_ROW = 28
"""Cells of a row before the width of the list is known: as many as it has on a terminal of 80 columns."""

_INDENT = "  "

Kind = Literal["now", "maybe", "upcoming", "waiting", "snoozed", "suggested"]

WAITS = "waits"
"""What is hidden until its condition fires; the card has the full words."""

BLOCKED = "blocked:"
"""Before the action of what depends on an open task; the card and the explanation name that task."""

_STATE_STYLES = {"late": "late", "today": "today", "now": "operative"}


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A heading and how many rows stand under it."""

    title: str
    count: int
    height: int = 1
    selectable: bool = False

    @property
    def key(self) -> str:
        """The title: each section stands once."""
        return f"section:{self.title}"

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the heading."""
        return (line(Part(f"{self.title} {self.count}", "section")),)


@dataclass(frozen=True, slots=True)
class HintRow:
    """A line that says what to do."""

    text: str
    selectable: bool = False
    height: int = 1

    @property
    def key(self) -> str:
        """The text: each hint stands once."""
        return f"hint:{self.text}"

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the hint."""
        return (line(Part(self.text, "muted")),)


def hint_rows(text: str) -> tuple[HintRow, ...]:
    """Return a hint, one row for each of its lines."""
    return tuple(HintRow(part) for part in text.splitlines())


@dataclass(frozen=True, slots=True)
class CommitmentRow:
    """A commitment: sign, state in words, action, and why it stands here.

    Attributes:
        item: The commitment.
        kind: The section that it stands in.
        today: The day of the agenda.
        states: Cells kept for the state, the same in a whole section.
        width: Cells of the row, on which it depends how many lines the reason takes.
    """

    item: Commitment
    kind: Kind
    today: date
    states: int
    width: int = NARROW_ROW
    selectable: bool = True

    @property
    def key(self) -> str:
        """The commitment's id; what may be operative stands in its usual place too, and there under another key."""
        return f"maybe:{self.item.id}" if self.kind == "maybe" else f"commitment:{self.item.id}"

    @property
    def height(self) -> int:
        """One line for the action, and those of the reason when there is one to tell."""
        return 1 + len(self.reasons)

    @property
    def state(self) -> str:
        """When, in words; "now" for a situation that has come."""
        if self.kind == "snoozed" and self.item.snoozed:
            until = self.item.snoozed
            return day_words(until, self.today) if isinstance(until, date) else WAITS
        return when_words(self.item, self.today) or ("now" if self.kind == "now" else "")

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is operative, where it is kept, or what a note says; none in the calm sections."""
        if self.kind == "waiting":
            return (condition_words(self.item.when),) if self.item.when else ()
        if self.kind == "suggested":
            return (f"“{self.item.sentence}”",)
        if self.kind not in ("now", "maybe"):
            return ()
        lines = maybe_lines if self.kind == "maybe" else why_lines
        why = lines(self.item.firing, self.width - len(_INDENT)) if self.item.firing else ()
        return why or tuple(filter(None, (_home(self.item),)))

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the action's line, and those of the reason."""
        state = self.state
        column = f"{state:<{self.states}} " if self.states else ""
        style = next((name for word, name in _STATE_STYLES.items() if word in state), "soon" if state else "")
        sign = self._sign(glyphs)
        mark = f"{BLOCKED} " if self.item.blocked_by else f"{self.item.progress}: " if self.item.progress else ""
        first = line(
            Part(f"{sign} ", style or "muted"), Part(column, style), Part(mark, "muted"), Part(_action(self.item))
        )
        reasons = self.reasons
        if reasons == (_home(self.item),) and first.cell_length > width:
            return self._on_two_lines(first, width)
        return fit(first, width), *(fit(line(_INDENT, Part(text, "muted")), width) for text in reasons)

    def _on_two_lines(self, first: Content, width: int) -> tuple[Content, ...]:
        """Give the action the second line too: in a narrow pane what is to be done matters more than its place."""
        head = first.wrap(width)[0]
        rest = first.plain[len(head.plain.rstrip()) :].strip()
        return fit(head, width), fit(line(_INDENT, Part(rest)), width)

    def _sign(self, glyphs: Glyphs) -> str:
        if self.kind == "now":
            reason = self.item.firing.reason if self.item.firing else "date"
            return {"context": glyphs.operative, "event": glyphs.event}.get(reason, glyphs.due)
        return {"upcoming": glyphs.upcoming, "snoozed": glyphs.snoozed}.get(self.kind, glyphs.waiting)


def _action(item: Commitment) -> str:
    """Return what is to be done; of a line in a note without the signs of markdown."""
    return (item.note and plain_line(item.action)) or item.action


def _home(item: Commitment) -> str:
    if item.note:
        return f"{item.note.path}, line {item.note.line}"
    return item.project or (item.links[0] if item.links else "")


@dataclass(frozen=True, slots=True)
class FlawRow:
    """A line that looks dated and could not be read, and why."""

    flaw: NotUnderstood
    height: int = 2
    selectable: bool = True

    @property
    def key(self) -> str:
        """Its place."""
        return f"flaw:{self.flaw.path}:{self.flaw.line}"

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return what is wrong, and where."""
        first = line(Part(f"{glyphs.flaw} ", "late"), Part(self.flaw.reason, "late"))
        return fit(first, width), fit(
            line("  ", Part(f"{self.flaw.path}, line {self.flaw.line}", "muted", True)), width
        )


def agenda_rows(agenda: Agenda, width: int = NARROW_ROW) -> tuple[Row, ...]:
    """Return every row of an agenda for a width, section by section; empty sections are left out."""
    today = agenda.as_of
    dated = [(day, item) for item in agenda.upcoming if (day := _day(item, today)) is not None]
    soon = [item for day, item in dated if day <= today + WEEK]
    later = [item for day, item in dated if day > today + WEEK]
    waiting = [item for item in agenda.upcoming if _day(item, today) is None]
    sections: tuple[tuple[str, Kind, Iterable[Commitment]], ...] = (
        ("NOW", "now", agenda.firing),
        ("MAYBE", "maybe", agenda.maybe),
        ("THIS WEEK", "upcoming", soon),
        ("LATER", "upcoming", later),
        ("WAITING", "waiting", waiting),
        ("SNOOZED", "snoozed", agenda.snoozed),
        ("SUGGESTED", "suggested", agenda.suggested),
    )
    rows: list[Row] = []
    for title, kind, items in sections:
        rows += _section(title, kind, tuple(items), today, width)
    if agenda.not_understood:
        rows.append(SectionRow("NOT UNDERSTOOD", len(agenda.not_understood)))
        rows += (FlawRow(flaw) for flaw in agenda.not_understood)
    return tuple(rows)


def _day(item: Commitment, today: date) -> date | None:
    """Return the day that an item stands by: its due date, or the days of its condition."""
    return day_of(item.due) if item.due is not None else day_in_agenda(item, today)


def _section(title: str, kind: Kind, items: tuple[Commitment, ...], today: date, width: int) -> Iterator[Row]:
    if not items:
        return
    yield SectionRow(title, len(items))
    widest = min(STATE_CELLS, max(len(CommitmentRow(item, kind, today, 0).state) for item in items))
    for item in items:
        yield CommitmentRow(item, kind, today, widest, width)
