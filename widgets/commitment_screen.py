"""The part of the main screen that acts on commitments: keys come in, flows act, threads do the work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import on

from app.ledger.commitment import Agenda, Commitment
from widgets.entry_flow import ChangedMeanwhile, EntryFlow, FormWanted, QuickWanted
from widgets.firing_flow import FiringFlow
from widgets.ledger_flow import Closing, PuttingOff
from widgets.ledger_screen import LedgerScreen
from widgets.line_flow import ClosedLinesRead, LineFlow, LineFormWanted
from widgets.raw_entry import RawFlow, RawWanted
from widgets.suggestion_flow import SuggestionFlow
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.ledger.judgement import Judgement
    from app.workspace import Workspace

NOTHING_SELECTED = "Highlight a commitment first: in the agenda, or in the band above the results."

JUST_DONE = "Already dealt with"


class CommitmentScreen(LedgerScreen):
    """Panes, and what can be done to the commitment that is highlighted in one of them."""

    def __init__(self, workspace: Workspace, agenda: Agenda | None) -> None:
        super().__init__(workspace, agenda)
        self._entries = EntryFlow(self, workspace)
        self._raw = RawFlow(self, workspace)
        self._lines = LineFlow(self, workspace)
        self._firing = FiringFlow(self, workspace)
        self._suggestions = SuggestionFlow(self, workspace)
        self._keys: dict[str, str] = {}

    def key_of(self, action: str) -> str:
        """Return the key that a person has for an action."""
        return self._keys.get(action, "")

    @property
    def commitment(self) -> Commitment | None:
        """The commitment that commands act on: of the list that was used last."""
        return self.agenda.commitment if self._list == "agenda" else self.results.commitment

    def action_new(self) -> None:
        """Write a new commitment."""
        self._entries.new()

    def action_new_form(self) -> None:
        """Write a new commitment, field by field."""
        self._entries.new_form()

    def action_edit_raw(self) -> None:
        """Edit the text of the highlighted entry."""
        self._with_commitment(self._raw.edit)

    def action_edit(self) -> None:
        """Edit the highlighted entry, or task line; of a suggestion, the entry that it would make."""
        edit = lambda item: self._lines.edit(item) if item.home == "note" else self._entries.edit(item)  # noqa: E731
        self._with_commitment(edit, self._suggestions.accept)

    def action_adopt(self) -> None:
        """Make an entry of the highlighted task line or suggestion."""
        self._with_commitment(self._lines.adopt, self._suggestions.accept)

    def action_next_status(self) -> None:
        """Write the next status of the highlighted task line."""
        self._with_commitment(self._lines.next_status)

    def action_resolve(self) -> None:
        """Resolve the highlighted commitment."""
        self._with_commitment(lambda item: self._ledger.resolve(Closing(item)))

    def action_snooze(self) -> None:
        """Snooze the highlighted commitment."""
        self._with_commitment(lambda item: self._ledger.snooze(PuttingOff(item)))

    def judge(self, item: Commitment, judgement: Judgement) -> None:
        """Say what a firing was worth."""
        self._firing.judge(item, judgement)

    def action_confirm(self) -> None:
        """Say that the highlighted commitment does apply, or that a suggestion is one."""
        self._with_commitment(lambda item: self._firing.judge(item, "confirmed"), self._suggestions.accept)

    def action_deny(self) -> None:
        """Say that the highlighted commitment does not apply, or that a suggestion is none."""
        self._with_commitment(lambda item: self._firing.judge(item, "corrected"), self._suggestions.dismiss)

    def action_acknowledge(self) -> None:
        """Take note of what made the highlighted commitment fire."""
        self._with_commitment(lambda item: self._firing.judge(item, "acknowledged"))

    def _with_commitment(
        self, command: Callable[[Commitment], None], suggested: Callable[[Commitment], None] | None = None
    ) -> None:
        """Do something to the highlighted commitment; `suggested` is what that means for a suggestion, if anything."""
        item = self.commitment
        self.agenda.hold()
        if self._list == "results":
            self.results.hold()
        if item is None:
            toast(self.app, NOTHING_SELECTED)
        elif self._underway.is_aside(item):
            toast(self.app, f"{JUST_DONE}: {item.action}")
        elif item.status == "suggested":
            suggested(item) if suggested else self._suggestions.explain_refusal()
        else:
            command(item)

    def action_history(self) -> None:
        """Show what was done to the highlighted commitment."""
        self._with_commitment(self._history.of_entry)

    @on(FormWanted)
    def _open_form(self, message: FormWanted) -> None:
        self._entries.open_form(message.writing)

    @on(LineFormWanted)
    def _open_line_form(self, message: LineFormWanted) -> None:
        self._lines.open_form(message.writing)

    @on(ClosedLinesRead)
    def _pick_line(self, message: ClosedLinesRead) -> None:
        self._lines.pick(message)

    @on(QuickWanted)
    def _open_quick(self, message: QuickWanted) -> None:
        self._entries.open_quick(message.quick)

    @on(RawWanted)
    def _open_raw(self, message: RawWanted) -> None:
        self._raw.take(message.raw)

    @on(ChangedMeanwhile)
    def _compare(self, message: ChangedMeanwhile) -> None:
        from widgets.dialogs.versions import EDITING

        self._versions.ask(self._entries.stopped(message), EDITING)
