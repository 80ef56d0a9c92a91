"""What a person does with a sentence that looks like a commitment: make an entry of it, or never see it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import BetimesError
from app.ledger.commitment import Commitment
from widgets.entry_flow import FormWanted, Writing
from widgets.ledger_flow import LedgerDone
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.workspace import Workspace
    from widgets.commitment_screen import CommitmentScreen

ONLY_SUGGESTED = "That is only suggested, by a sentence of a note."


class SuggestionFlow:
    """Carries out the commands on suggestions."""

    def __init__(self, screen: CommitmentScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._ledger = workspace.ledger

    def accept(self, item: Commitment) -> None:
        """Open the form of the entry that the sentence would make, linked to its note."""

        def read() -> None:
            draft = self._ledger.draft_of_suggestion(item)
            self._screen.post_message(FormWanted(Writing(None, draft, stored=draft, source=item)))

        self._screen.prepare(read)

    def dismiss(self, item: Commitment) -> None:
        """Never suggest the sentence again."""
        self._screen.put_aside(item)

        def write() -> None:
            try:
                self._ledger.dismiss(item)
            except BetimesError as error:
                self._screen.look_again(item.id)
                self._screen.post_error(error)
            else:
                said = f"Dismissed: “{item.sentence}” is not suggested again"
                self._screen.post_message(LedgerDone(said, settled_id=item.id))

        self._screen.work("ledger", write)

    def explain_refusal(self) -> None:
        """Say what can be done to a suggestion, to somebody who wants something else."""
        key = self._screen.key_of
        toast(self._screen.app, ONLY_SUGGESTED, f"{key('edit')}: make it an entry   {key('deny')}: never again")
