"""Links of commitments to notes that were renamed: what each would become, and which are to be changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from app.ledger.link_repair import BrokenLink
from widgets.agenda_rows import SectionRow
from widgets.dialogs.dialog import Box, Dialog
from widgets.drawing import Part, fit, line
from widgets.glyphs import Glyphs
from widgets.row_list import Row, RowList

REASSURANCE = "Only the entries are changed, no note; undo takes it back."


@dataclass(frozen=True, slots=True)
class RepairRow:
    """A link that leads nowhere.

    Attributes:
        link: It.
        taken: True when it is to be changed.
    """

    link: BrokenLink
    taken: bool
    height: int = 2
    selectable: bool = True

    @property
    def key(self) -> str:
        """The entry and its link."""
        return f"{self.link.entry_id}:{self.link.link}"

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the entry, and under it the link as it is and as it would be."""
        box = ("[x] " if self.taken else "[ ] ") if self.link.repaired else "    "
        first = line(Part(box, "strong"), Part(self.link.action))
        old = Part(f"    {self.link.link}", "struck" if self.taken else "muted", True)
        if self.link.repaired:
            second = line(old, Part("  becomes  ", "muted"), Part(self.link.repaired, "good", True))
        else:
            why = f"the note is {self.link.path} now, which no link can name" if self.link.path else "no such note"
            second = line(old, Part(f"  {why}", "late"))
        return fit(first, width), fit(second, width)


class RepairDialog(Dialog[tuple[BrokenLink, ...]]):
    """Gives back the links that are to be changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "other", "Repair the link, or leave it", show=False, id="repair.toggle"),
        Binding("enter", "apply", "Repair the links", show=False, id="repair.confirm"),
    ]
    DEFAULT_CSS = """
    RepairDialog Box { width: 100%; max-width: 100; }
    RepairDialog RowList { max-height: 14; }
    """

    def __init__(self, broken: Sequence[BrokenLink]) -> None:
        super().__init__()
        self._rows = tuple(RepairRow(link, bool(link.repaired)) for link in broken)

    def compose(self) -> ComposeResult:
        """Lay out the links and what enter does."""
        with Box("Links of commitments", hint="space: choose · enter: repair · esc: leave them"):
            yield RowList(self._shown(), id="repairs")
            yield Static(id="sum")
            yield Static(line(Part(REASSURANCE, "muted")))

    def _shown(self) -> tuple[Row, ...]:
        known = [row for row in self._rows if row.link.repaired]
        unknown = [row for row in self._rows if not row.link.repaired]
        found: list[Row] = []
        for title, rows in (("THE NOTE WAS RENAMED", known), ("LEADS NOWHERE", unknown)):
            found += [SectionRow(title, len(rows)), *rows] if rows else []
        return tuple(found)

    def on_mount(self) -> None:
        """Say what enter does."""
        self.query_one(RowList).focus()
        self._sum()

    def _sum(self) -> None:
        count = sum(row.taken for row in self._rows)
        said = f"Enter repairs {count} {'link' if count == 1 else 'links'}." if count else "Nothing is chosen."
        self.query_one("#sum", Static).update(line(Part(said, "strong")))

    def action_other(self) -> None:
        """Choose the highlighted link, or leave it."""
        rows = self.query_one(RowList)
        row = rows.current
        if not isinstance(row, RepairRow) or not row.link.repaired:
            return
        other = replace(row, taken=not row.taken)
        self._rows = tuple(other if item is row else item for item in self._rows)
        rows.set_rows(self._shown(), prefer=[row.key])
        self._sum()

    @on(RowList.Chosen)
    def action_apply(self) -> None:
        """Give back what was chosen."""
        self.dismiss(tuple(row.link for row in self._rows if row.taken))
