"""A conflict copy of the ledger beside the ledger: what is only there, what differs, and what a merge will do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from app.ledger.conflicts import differences
from app.ledger.copies import LedgerCopy
from app.ledger.entry import Entry
from widgets.agenda_rows import SectionRow
from widgets.dialogs.dialog import Box, Dialog
from widgets.dialogs.versions import version_rows
from widgets.drawing import Part, fit, line
from widgets.glyphs import Glyphs
from widgets.row_list import Row, RowList

Kind = Literal["new", "closing", "differs", "gone", "older"]

TITLES: dict[Kind, str] = {
    "new": "ONLY THERE",
    "closing": "CLOSED THERE",
    "differs": "DIFFERENT",
    "gone": "CLOSED OR REMOVED HERE",
    "older": "OLDER STATES",
}
CHOOSABLE = frozenset({"differs", "gone"})
"""What a merge leaves as it is here unless it is told to take the copy's version."""


@dataclass(frozen=True, slots=True)
class CopyRow:
    """An entry of a copy, and what a merge will do with it.

    Attributes:
        kind: How it compares with what is here.
        theirs: The copy's version.
        ours: The one here, or None.
        closes: How the copy closed it; empty when it is open there.
        taken: True when the copy's version is to stand.
    """

    kind: Kind
    theirs: Entry
    ours: Entry | None = None
    closes: str = ""
    taken: bool = False
    height: int = 1
    selectable: bool = True

    @property
    def key(self) -> str:
        """The entry's id, which may stand once in each section."""
        return f"{self.kind}:{self.theirs.id}"

    @property
    def deed(self) -> str:
        """What a merge does."""
        if self.kind == "new":
            return "adds it"
        if self.kind == "closing":
            return f"closes it: {self.closes}"
        if self.kind == "older":
            return "nothing to do"
        if self.kind == "gone":
            return "takes theirs" if self.taken else "leaves it out"
        return f"takes theirs{', closed' if self.closes else ''}" if self.taken else "keeps ours"

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the box to tick, where there is a choice, what a merge does, and the entry."""
        box = ("[x] " if self.taken else "[ ] ") if self.kind in CHOOSABLE else "    "
        style = "today" if self.taken else "good" if self.kind in ("new", "closing") else "muted"
        return (fit(line(Part(box, "strong"), Part(f"{self.deed:<18} ", style), self.theirs.action), width),)


class CopyDialog(Dialog[frozenset[str]]):
    """Gives back the ids of which the copy's version is to stand here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "other", "Take the copy's version, or ours", show=False, id="merge.toggle"),
        Binding("enter", "merge", "Merge the copy", show=False, id="merge.confirm"),
    ]
    DEFAULT_CSS = """
    CopyDialog Box { width: 100%; max-width: 120; height: 100%; }
    CopyDialog RowList { height: 1fr; max-height: 100%; }
    CopyDialog #fields { height: auto; max-height: 45%; border-top: solid $border-blurred; }
    CopyDialog #sum { margin-top: 0; }
    """

    def __init__(self, copy: LedgerCopy, *, left: int) -> None:
        """Make the dialog.

        Args:
            copy: The copy.
            left: How many copies follow.
        """
        super().__init__()
        self._copy = copy
        self._left = left
        self._rows = copy_rows(copy)

    def compose(self) -> ComposeResult:
        """Lay out what is wrong, the entries, the highlighted one in full, and what a merge will do."""
        with Box(f"Conflict copy {self._copy.path}", hint=self._hint()):
            if self._copy.problem:
                yield Static(line(Part(self._copy.problem, "late")))
            entries = RowList(self._shown(), id="entries")
            entries.can_focus = bool(self._rows)
            yield entries
            yield VerticalScroll(id="fields", can_focus=False)
            yield Static(id="sum")

    def _hint(self) -> str:
        more = f"   {self._left} more" if self._left else ""
        if not self._copy.digest:
            return f"enter: go on   esc: back{more}"
        return f"enter: merge   space: theirs or ours   esc: back{more}"

    def _shown(self) -> tuple[Row, ...]:
        rows: list[Row] = []
        for kind, title in TITLES.items():
            found = [row for row in self._rows if row.kind == kind]
            rows += [SectionRow(title, len(found)), *found] if found else []
        return tuple(rows)

    def on_mount(self) -> None:
        """Say what a merge will do."""
        self.query_one("#fields").display = bool(self._rows)
        self._sum()

    def _sum(self) -> None:
        said = f"Enter merges: {self._words()}." if self._copy.digest else "It cannot be merged as it is."
        self.query_one("#sum", Static).update(line(Part(said, "strong")))

    def _words(self) -> str:
        count = {kind: sum(row.kind == kind for row in self._rows) for kind in TITLES}
        taken = sum(row.taken for row in self._rows)
        kept = count["differs"] + count["gone"] - taken
        return sum_words(count["new"], count["closing"], taken, kept)

    @on(RowList.Moved)
    async def _show_fields(self, message: RowList.Moved) -> None:
        box = self.query_one("#fields", VerticalScroll)
        row = message.row
        await box.remove_children()
        if isinstance(row, CopyRow):
            await box.mount(*_field_rows(row))

    def action_other(self) -> None:
        """Take the other version of the highlighted entry."""
        rows = self.query_one(RowList)
        row = rows.current
        if not isinstance(row, CopyRow) or row.kind not in CHOOSABLE:
            return
        other = CopyRow(row.kind, row.theirs, row.ours, row.closes, not row.taken)
        self._rows = tuple(other if item is row else item for item in self._rows)
        rows.set_rows(self._shown(), prefer=[row.key])
        self._sum()

    @on(RowList.Chosen)
    def action_merge(self) -> None:
        """Give back what is to be taken."""
        self.dismiss(frozenset(row.theirs.id for row in self._rows if row.taken))


def copy_rows(copy: LedgerCopy) -> tuple[CopyRow, ...]:
    """Return a row for each entry of a copy that is not the same here."""
    return (
        *(CopyRow("new", entry) for entry in copy.only_there),
        *(CopyRow("closing", item.entry, closes=item.outcome) for item in copy.closings),
        *(CopyRow("differs", item.theirs, item.mine, "closed" * item.is_closed) for item in copy.differing),
        *(CopyRow("gone", entry) for entry in copy.gone),
        *(CopyRow("older", entry) for entry in copy.older),
    )


def sum_words(added: int, closed: int, taken: int, kept: int) -> str:
    """Return what a merge does, or did, in one line."""
    counts = ((added, "added"), (closed, "closed"), (taken, "taken from the copy"), (kept, "kept as ours"))
    return ", ".join(f"{count} {name}" for count, name in counts if count) or "nothing to do"


def _field_rows(row: CopyRow) -> Iterator[Widget]:
    if row.ours is not None:
        yield from version_rows(differences(row.ours, row.theirs), "ours", "theirs")
    else:
        nothing = Entry(row.theirs.id, "")
        yield from version_rows(differences(nothing, row.theirs), None, "in the copy")
