"""What a person says of a firing: one key, no dialog; a thread writes, and a toast says what it means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.errors import BetimesError, NotWritable, UsageError
from app.ledger.context_matches import ContextMatches
from app.ledger.judgement import Judgement, sentence_of
from widgets.ledger_flow import LedgerDone
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.ledger.commitment import Commitment
    from app.search.result import SearchResults
    from app.workspace import Workspace
    from widgets.commitment_screen import CommitmentScreen

_LONGEST = 56
"""Characters of a sentence or an action in a toast, so that both and what was done with them can be read."""


@dataclass(frozen=True, slots=True)
class _Judging:
    """A firing, what is said of it, and the sentence that this is about."""

    item: Commitment
    judgement: Judgement
    sentence: str

    @property
    def said(self) -> str:
        """What was done, in words."""
        sentence, action = f"“{_short(self.sentence)}”", f"“{_short(self.item.action)}”"
        if self.judgement == "confirmed":
            return f"{sentence} is now a cue of {action}"
        if self.judgement == "corrected":
            return f"{sentence} is now a blocker of {action}"
        return f"Acknowledged: {action}; {sentence} is over"


class FiringFlow:
    """Carries out the commands on firings."""

    def __init__(self, screen: CommitmentScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._workspace = workspace

    def judge(self, item: Commitment, judgement: Judgement) -> None:
        """Say of a firing that it is right, wrong or known; of what has none, say why."""
        try:
            judging = _Judging(item, judgement, sentence_of(item, judgement))
        except UsageError as error:
            toast(self._screen.app, error.message, error.hint)
            return
        if judgement != "confirmed":
            self._screen.put_aside(item)
        back = f"{self._screen.key_of('undo')} takes it back"
        self._screen.work("ledger", lambda: self._write(judging, back))

    def _write(self, judging: _Judging, back: str) -> None:
        item = replace(self._screen.latest(judging.item), firing=judging.item.firing)
        try:
            self._command(judging.judgement)(item)
        except NotWritable as error:
            self._screen.put_back(item)
            self._screen.kept(error)
        except BetimesError as error:
            self._screen.look_again(item.id)
            self._screen.post_error(error)
        else:
            unmet = item.id if judging.judgement == "corrected" else ""
            self._screen.post_message(LedgerDone(judging.said, settled_id=item.id, hint=back, unmet_id=unmet))

    def _command(self, judgement: Judgement) -> Callable[[Commitment], Commitment]:
        ledger = self._workspace.ledger
        return {"confirmed": ledger.confirm, "corrected": ledger.deny, "acknowledged": ledger.acknowledge}[judgement]


def without(found: SearchResults, entry_id: str) -> SearchResults:
    """Return an answer that does not meet an entry: what shows until the query has been run again."""
    matches = ContextMatches(
        {id_: firing for id_, firing in found.matches.firing.items() if id_ != entry_id},
        tuple(pair for pair in found.matches.maybe if pair[0] != entry_id),
    )
    operative = tuple(item for item in found.operative if item.commitment.id != entry_id)
    maybe = tuple(item for item in found.maybe if item.id != entry_id)
    return replace(found, operative=operative, maybe=maybe, matches=matches)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
