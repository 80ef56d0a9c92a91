"""Conflict copies of the ledger: found in a thread, told in the banner, merged one after the other."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from textual.message import Message

from app.errors import LedgerError
from app.events import Notice
from widgets import messages
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.ledger.copies import LedgerCopy
    from app.ledger.merging import Merged
    from app.workspace import Workspace
    from widgets.ledger_screen import LedgerScreen

NO_COPIES = "There is no conflict copy of the ledger."


class CopiesRead(Message):
    """The conflict copies were read; handled by the screen."""

    def __init__(self, copies: tuple[LedgerCopy, ...]) -> None:
        super().__init__()
        self.copies = copies


class MergeWanted(Message):
    """A copy was merged and the next one is to be shown; handled by the screen."""


class CopiesFlow:
    """Knows the conflict copies, and merges them."""

    def __init__(self, screen: LedgerScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._ledger = workspace.ledger
        self._copies: tuple[LedgerCopy, ...] = ()
        self._seen: set[str] = set()

    def look(self) -> None:
        """Have the copies read, unless that is going on."""
        if not self._screen.is_busy("copies"):
            self._screen.work("copies", self._read)

    def _read(self) -> None:
        try:
            copies = self._ledger.copies()
        except LedgerError:
            return  # the banner tells why the ledger cannot be read; the copies are looked at when it can be
        self._screen.post_message(CopiesRead(copies))

    def take(self, message: CopiesRead) -> None:
        """Take note of what was read."""
        self._copies = message.copies
        self._screen.post_message(messages.StatusChanged())

    def line(self, key: str) -> str:
        """Return what the banner says; `key` merges."""
        if not self._copies:
            return ""
        names = ", ".join(copy.path.rpartition("/")[2] for copy in self._copies)
        what = "Conflict copy" if len(self._copies) == 1 else f"{len(self._copies)} conflict copies"
        return f"{what} of the ledger, {key} compares and merges: {names}"

    def merge(self) -> None:
        """Begin with the first copy."""
        self._seen.clear()
        self.merge_next()

    def merge_next(self) -> None:
        """Show the next copy that was not shown yet."""
        from widgets.dialogs.copies import CopyDialog

        left = [copy for copy in self._copies if copy.path not in self._seen]
        if not left:
            if not self._seen:
                toast(self._screen.app, NO_COPIES)
            return
        copy = left[0]
        self._seen.add(copy.path)

        def decide(take: frozenset[str] | None) -> None:
            if take is not None:
                self._screen.work("ledger", lambda: self._merge(copy, take))

        self._screen.app.push_screen(CopyDialog(copy, left=len(left) - 1), decide)

    def _merge(self, copy: LedgerCopy, take: Collection[str]) -> None:
        if copy.digest:
            try:
                self._tell(copy, self._ledger.merge(copy, take))
            finally:
                self._read()
        self._screen.post_message(MergeWanted())

    def _tell(self, copy: LedgerCopy, merged: Merged) -> None:
        from widgets.dialogs.copies import sum_words

        name = copy.path.rpartition("/")[2]
        chosen = {item.theirs.id for item in copy.differing} | {entry.id for entry in copy.gone}
        kept = sum(entry.id in chosen for entry in merged.kept)
        counts = sum_words(len(merged.added), len(merged.closed), len(merged.taken), kept)
        self._screen.done(f"Merged {name}: {counts}")
        if merged.problem or not merged.renamed:
            why = merged.problem or "it could not be renamed, and will be offered again"
            self._screen.post_message(messages.Noticed(Notice(f"{name}: {why}", "", "warning")))
