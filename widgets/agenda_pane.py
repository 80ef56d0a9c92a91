"""The agenda: what is operative now, what comes, what waits."""

from __future__ import annotations

from app.ledger.commitment import Agenda, Commitment
from widgets.agenda_rows import CommitmentRow, FlawRow, agenda_rows, hint_rows
from widgets.drawing import Part, line
from widgets.glyphs import Glyphs
from widgets.row_list import RowList

NOTHING_OPEN = "Nothing is open.\nPress n to write down\nwhat you mean to do."
NO_NOTES = "No notes here yet.\nPut .md files in the folder:\nthey show up by themselves."


class AgendaPane(RowList):
    """Every open commitment under headings with counts."""

    def __init__(self, agenda: Agenda | None, *, glyphs: Glyphs) -> None:
        super().__init__(glyphs=glyphs, id="agenda")
        self.agenda = agenda
        self._no_notes = False
        self._fill()

    def show(self, agenda: Agenda, focus_id: str = "") -> None:
        """Show another agenda; the cursor stays on its commitment, or near its place when that is gone.

        Args:
            agenda: The agenda.
            focus_id: A commitment to put the cursor on.
        """
        self.agenda = agenda
        self._fill(focus_id)

    def hint_at_notes(self, no_notes: bool) -> None:
        """Say how notes get here while there are none."""
        if no_notes != self._no_notes:
            self._no_notes = no_notes
            self._fill()

    def _fill(self, focus_id: str = "") -> None:
        firing = len(self.agenda.firing) if self.agenda else 0
        self.border_title = line(Part("Agenda"), Part(f" · {firing} now", "muted"))
        rows = agenda_rows(self.agenda) if self.agenda else ()
        hints = hint_rows(NOTHING_OPEN) if self.agenda and not rows else ()
        hints += hint_rows(NO_NOTES) if self._no_notes else ()
        prefer = [f"commitment:{focus_id}"] if focus_id else []
        self.set_rows((*rows, *hints), prefer=[*prefer, self.current.key] if self.current else prefer)

    @property
    def commitment(self) -> Commitment | None:
        """The highlighted commitment."""
        return self.current.item if isinstance(self.current, CommitmentRow) else None

    @property
    def place(self) -> tuple[str, int] | None:
        """The note and line of the highlighted line that could not be read."""
        return (self.current.flaw.path, self.current.flaw.line) if isinstance(self.current, FlawRow) else None
