"""The agenda: what is operative now, what comes, what waits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from textual import events

from app.ledger.commitment import Agenda, Commitment
from widgets.agenda_rows import NARROW_ROW, CommitmentRow, FlawRow, agenda_rows, hint_rows
from widgets.drawing import Part, line
from widgets.glyphs import Glyphs
from widgets.row_list import Row, RowList
from widgets.underway import Underway

NOTHING_OPEN = "Nothing is open.\nPress n to write down\nwhat you mean to do."
NO_NOTES = "No notes here yet.\nPut .md files in the folder:\nthey show up by themselves."
READING = "Your notes are being read.\nWhat is open in them\nshows up here."

Notes = Literal["none", "reading", "read"]
"""Whether there are notes, and whether most of them have not been read yet."""


class AgendaPane(RowList):
    """Every open commitment under headings with counts."""

    def __init__(self, agenda: Agenda | None, underway: Underway, *, glyphs: Glyphs) -> None:
        super().__init__(glyphs=glyphs, id="agenda")
        self.agenda = agenda
        self._underway = underway
        self._notes: Notes = "read"
        self._wanted = ""
        self._is_held = False
        self._width = NARROW_ROW
        self._fill()

    def on_resize(self, event: events.Resize) -> None:
        """Give each reason the lines that it needs in another width."""
        width = self.scrollable_content_region.width - 1
        if width > 0 and width != self._width:
            self._width = width
            self._fill()

    def show(self, agenda: Agenda, focus_id: str = "") -> None:
        """Show another agenda; the cursor stays on its commitment, or near its place when that is gone or put off.

        Before the person has done anything it stays at the top: nobody has put it where it is.

        Args:
            agenda: The agenda.
            focus_id: A commitment to put the cursor on, by its id or by `path:line`; as soon as it is there, unless the
                person moves the cursor before.
        """
        self.agenda = agenda
        self._wanted = focus_id or self._wanted
        self._fill()

    def show_again(self) -> None:
        """Show the same agenda, without what was dealt with meanwhile."""
        self.hold()
        self._fill()

    def hold(self) -> None:
        """Keep the cursor on its commitment from now on: the person means that one."""
        self._is_held = True

    def watch_cursor(self) -> None:
        """Follow the person, who no longer waits for a commitment to appear."""
        self._wanted = ""
        if self.is_mounted:
            self.hold()
        super().watch_cursor()

    def hint_at_notes(self, notes: Notes) -> None:
        """Say how notes get here while there are none, and that an empty agenda is no answer while they are read."""
        if notes != self._notes:
            self._notes = notes
            self._fill()

    def _fill(self) -> None:
        agenda = self._underway.without(self.agenda) if self.agenda else None
        firing = len(agenda.firing) if agenda else 0
        maybe = f" · {len(agenda.maybe)} maybe" if agenda and agenda.maybe else ""
        self.border_title = line(Part("Agenda"), Part(f" · {firing} now{maybe}", "muted"))
        rows = agenda_rows(agenda, self._width) if agenda else ()
        hints = hint_rows(READING if self._notes == "reading" else NOTHING_OPEN) if agenda and not rows else ()
        hints += hint_rows(NO_NOTES) if self._notes == "none" else ()
        prefer = [row.key for row in rows if self._wanted and _is_named(row, self._wanted)]
        if prefer:
            self._wanted = ""
            self.hold()
        if not self._is_held:
            prefer = [row.key for row in rows if row.selectable][:1]
        elif self.current:
            prefer += _keys_after(self.current, self.rows, rows)
        self.set_rows((*rows, *hints), prefer=prefer)

    @property
    def commitment(self) -> Commitment | None:
        """The highlighted commitment."""
        return self.current.item if isinstance(self.current, CommitmentRow) else None

    @property
    def place(self) -> tuple[str, int] | None:
        """The note and line of the highlighted line that could not be read."""
        return (self.current.flaw.path, self.current.flaw.line) if isinstance(self.current, FlawRow) else None


def _is_named(row: Row, name: str) -> bool:
    if not isinstance(row, CommitmentRow):
        return False
    place = row.item.note
    return row.item.id == name or (place is not None and f"{place.path}:{place.line}" == name)


def _keys_after(current: Row, before: tuple[Row, ...], after: tuple[Row, ...]) -> list[str]:
    """Return the keys that the cursor may go to in the next version of the list, the best first.

    It stays on its row; of one that was put off, or edited so that it stands elsewhere now, the rows that stood below
    take its place.
    """
    keys = _same_row(current, before, after)
    then = next((row for row in after if row.key in keys), None)
    if not isinstance(current, CommitmentRow) or not isinstance(then, CommitmentRow):
        return keys
    if _is_put_off(current.item, then.item) or _is_moved(current, then, before, after):
        following = before[before.index(current) + 1 :]
        return [row.key for row in following if row.key not in keys] + keys
    return keys


def _is_put_off(item: Commitment, then: Commitment) -> bool:
    days = then.snoozed, then.start
    return any(days) and days != (item.snoozed, item.start)


def _is_moved(current: CommitmentRow, then: CommitmentRow, before: tuple[Row, ...], after: tuple[Row, ...]) -> bool:
    """Return True for an entry that was edited and has other neighbours since."""
    if current.item.home == "note" or replace(current.item, firing=None) == replace(then.item, firing=None):
        return False
    neighbours = _neighbours(before, current)
    return current.kind != then.kind or bool(neighbours) and neighbours.isdisjoint(_neighbours(after, then))


def _neighbours(rows: tuple[Row, ...], row: CommitmentRow) -> set[str]:
    index = rows.index(row)
    near = (*rows[max(0, index - 1) : index], *rows[index + 1 : index + 2])
    return {other.key for other in near if isinstance(other, CommitmentRow) and other.kind == row.kind}


def _same_row(current: Row, before: Iterable[Row], after: Iterable[Row]) -> list[str]:
    """Return the key that the highlighted row has in the next version of the list; none when it is gone.

    A task line is followed by its text, the nearest when several are alike: its number, which is part of the key, may
    be another line's by then.
    """
    place = current.item.note if isinstance(current, CommitmentRow) else None
    if not isinstance(current, CommitmentRow) or place is None:
        return [current.key]
    alike = [row for row in after if isinstance(row, CommitmentRow) and _is_same_line(row.item, current.item)]
    if alike:
        return [min(alike, key=lambda row: abs(_line_of(row) - place.line)).key]
    taker = next((row for row in after if row.key == current.key), None)
    is_other = isinstance(taker, CommitmentRow) and any(
        isinstance(row, CommitmentRow) and _is_same_line(row.item, taker.item) for row in before
    )
    return [] if is_other else [current.key]


def _line_of(row: CommitmentRow) -> int:
    return row.item.note.line if row.item.note else 0


def _is_same_line(one: Commitment, other: Commitment) -> bool:
    return bool(one.note and other.note and one.note.path == other.note.path and one.raw == other.raw)
