"""Links of commitments that broke because a note was renamed: told once, repaired on command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from widgets import messages
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.ledger.link_repair import BrokenLink
    from app.workspace import Workspace
    from widgets.ledger_screen import LedgerScreen

NOTHING_BROKEN = "Every link of a commitment leads to a note."


class BrokenRead(Message):
    """The broken links were read; handled by the screen."""

    def __init__(self, broken: tuple[BrokenLink, ...], *, opens: bool) -> None:
        super().__init__()
        self.broken, self.opens = broken, opens


class RepairFlow:
    """Knows the broken links, and has them repaired."""

    def __init__(self, screen: LedgerScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._ledger = workspace.ledger
        self._broken: tuple[BrokenLink, ...] = ()

    def look(self) -> None:
        """Have the links looked at, unless that is going on."""
        if not self._screen.is_busy("repair"):
            self._screen.work("repair", self._read)

    def repair(self) -> None:
        """Look at the links, and show those that are broken."""
        self._screen.prepare(lambda: self._read(opens=True))

    def _read(self, *, opens: bool = False) -> None:
        self._screen.post_message(BrokenRead(self._ledger.broken_links(), opens=opens))

    def take(self, message: BrokenRead) -> None:
        """Take note of what was read; open the dialog if that was wanted."""
        if message.broken != self._broken:
            self._broken = message.broken
            self._screen.post_message(messages.StatusChanged())
        if message.opens:
            self._open()

    def line(self, key: str) -> str:
        """Return what the banner says; `key` repairs. Only of links that can be: others may be notes to be written."""
        known = [link for link in self._broken if link.repaired]
        if not known:
            return ""
        names = ", ".join(dict.fromkeys(link.link.partition("#")[0] for link in known))
        if len(known) == 1:
            return f"A commitment links to a note that was renamed, {key} repairs it: {names}"
        return f"{len(known)} links of commitments lead to notes that were renamed, {key} repairs them: {names}"

    def _open(self) -> None:
        from widgets.dialogs.repair import RepairDialog

        if not self._broken:
            toast(self._screen.app, NOTHING_BROKEN)
            return

        def decide(chosen: tuple[BrokenLink, ...] | None) -> None:
            if chosen:
                self._screen.work("ledger", lambda: self._repair(chosen))

        self._screen.app.push_screen(RepairDialog(self._broken), decide)

    def _repair(self, chosen: tuple[BrokenLink, ...]) -> None:
        done = self._ledger.repair_links(chosen)
        count = sum(link.entry_id in done for link in chosen)
        self._screen.done(f"Repaired {count} {'link' if count == 1 else 'links'}" if count else "Nothing to repair.")
        self._read()
