"""An agenda as rows: sections with counts, and one row for each commitment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from textual.content import Content

from app.ledger.commitment import Agenda, Commitment, NotUnderstood
from app.ledger.wording import day_of, day_words, when_words, why_words
from widgets.drawing import Part, fit, line
from widgets.glyphs import Glyphs
from widgets.row_list import Row

WEEK = timedelta(days=6)
"""THIS WEEK holds what is due in the six days after today: those that a weekday's name tells apart."""

STATE_CELLS = 9
"""Room for the state at the most, so that a rare long one does not take it from every action."""

Kind = Literal["now", "maybe", "upcoming", "waiting", "snoozed", "suggested"]

WAITS = "waits"
"""What is hidden until its condition fires; the card has the full words."""

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
    """

    item: Commitment
    kind: Kind
    today: date
    states: int
    selectable: bool = True

    @property
    def key(self) -> str:
        """The commitment's id."""
        return f"commitment:{self.item.id}"

    @property
    def height(self) -> int:
        """Two lines where there is a reason to tell."""
        return 2 if self.reason else 1

    @property
    def state(self) -> str:
        """When, in words; "now" for a situation that has come."""
        if self.kind == "snoozed" and self.item.snoozed:
            until = self.item.snoozed
            return day_words(until, self.today) if isinstance(until, date) else WAITS
        return when_words(self.item, self.today) or ("now" if self.kind == "now" else "")

    @property
    def reason(self) -> str:
        """Why it is operative, or where it is kept; empty in the calm sections."""
        if self.kind == "waiting":
            return f"when {self.item.when}" if self.item.when else ""
        if self.kind not in ("now", "maybe"):
            return ""
        why = why_words(self.item.firing) if self.item.firing else ""
        return why or _home(self.item)

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the action's line, and the reason's."""
        state = self.state
        column = f"{state:<{self.states}} " if self.states else ""
        style = next((name for word, name in _STATE_STYLES.items() if word in state), "soon" if state else "")
        sign = self._sign(glyphs)
        first = line(Part(f"{sign} ", style or "muted"), Part(column, style), Part(self.item.action))
        if not self.reason:
            return (fit(first, width),)
        if self.reason == _home(self.item) and first.cell_length > width:
            return self._on_two_lines(first, width)
        return fit(first, width), fit(line("  ", Part(self.reason, "muted")), width)

    def _on_two_lines(self, first: Content, width: int) -> tuple[Content, ...]:
        """Give the action the second line too: in a narrow pane what is to be done matters more than its place."""
        head = first.wrap(width)[0]
        rest = first.plain[len(head.plain.rstrip()) :].strip()
        return fit(head, width), fit(line("  ", Part(rest)), width)

    def _sign(self, glyphs: Glyphs) -> str:
        if self.kind == "now":
            return glyphs.due if self.item.firing is None or self.item.firing.reason == "date" else glyphs.operative
        return {"upcoming": glyphs.upcoming, "snoozed": glyphs.snoozed}.get(self.kind, glyphs.waiting)


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


def agenda_rows(agenda: Agenda) -> tuple[Row, ...]:
    """Return every row of an agenda, section by section; empty sections are left out."""
    today = agenda.as_of
    dated = [item for item in agenda.upcoming if item.due is not None]
    soon = [item for item in dated if item.due is not None and day_of(item.due) <= today + WEEK]
    later = dated[len(soon) :]
    waiting = [item for item in agenda.upcoming if item.due is None]
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
        rows += _section(title, kind, tuple(items), today)
    if agenda.not_understood:
        rows.append(SectionRow("NOT UNDERSTOOD", len(agenda.not_understood)))
        rows += (FlawRow(flaw) for flaw in agenda.not_understood)
    return tuple(rows)


def _section(title: str, kind: Kind, items: tuple[Commitment, ...], today: date) -> Iterator[Row]:
    if not items:
        return
    yield SectionRow(title, len(items))
    widest = min(STATE_CELLS, max(len(CommitmentRow(item, kind, today, 0).state) for item in items))
    for item in items:
        yield CommitmentRow(item, kind, today, widest)
