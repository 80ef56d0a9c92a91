"""Writing and rewriting entries: forms ask, threads save, and what cannot be saved is asked for again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.message import Message

from app.errors import BetimesError
from app.ledger.commitment import Commitment
from widgets.ledger_flow import LedgerDone

if TYPE_CHECKING:
    from app.workspace import Workspace
    from widgets.commitment_screen import CommitmentScreen


class FormWanted(Message):
    """A form is to be opened, for the first time or because it could not be saved; handled by the screen."""

    def __init__(self, entry_id: str | None, draft: dict[str, str], problem: str = "", at: str = "") -> None:
        super().__init__()
        self.entry_id, self.draft, self.problem, self.at = entry_id, draft, problem, at


class EntryFlow:
    """Carries out the commands that write entries."""

    def __init__(self, screen: CommitmentScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._workspace = workspace

    def new(self) -> None:
        """Open an empty form."""
        self.open_form(FormWanted(None, {}))

    def edit(self, item: Commitment) -> None:
        """Open the form of a commitment."""
        self._run(lambda: self._screen.post_message(FormWanted(item.id, self._workspace.ledger.draft_of(item.id))))

    def open_form(self, wanted: FormWanted) -> None:
        """Open a form; what comes back is saved."""
        from widgets.dialogs.entry_form import EntryForm

        def save(draft: dict[str, str] | None) -> None:
            if draft is not None:
                self._run(lambda: self._save(wanted.entry_id, draft))

        title = "Edit" if wanted.entry_id else "New commitment"
        form = EntryForm(title, wanted.draft, self._workspace.ledger.check_draft, problem=wanted.problem, at=wanted.at)
        self._screen.app.push_screen(form, save)

    def _save(self, entry_id: str | None, draft: dict[str, str]) -> None:
        try:
            if entry_id is None:
                item = self._workspace.ledger.add({name: text for name, text in draft.items() if text.strip()})
            else:
                item = self._workspace.ledger.edit(entry_id, draft)
        except BetimesError as error:
            readings = self._workspace.ledger.check_draft(draft)
            at = next((name for name in draft if readings.get(name, "").startswith("!")), "")
            self._screen.post_message(FormWanted(entry_id, draft, f"{error.message}. {error.hint}".strip(), at))
        else:
            self._screen.post_message(LedgerDone(f"Saved: {item.action}", item.id))

    def _run(self, task: Callable[[], object]) -> None:
        self._screen.work("ledger", task)
