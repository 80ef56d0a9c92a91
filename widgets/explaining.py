"""Why a row stands where it stands, in a dialog; and why it does not stand above another one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from widgets.dialogs.choices import ChoiceRow
from widgets.dialogs.comparison import ComparisonDialog
from widgets.dialogs.explanation import ExplanationDialog
from widgets.dialogs.picking import PickDialog
from widgets.dialogs.score import COMPARE, ScoreDialog
from widgets.drawing import Part, line
from widgets.result_rows import place_words
from widgets.verdicts import Verdict, verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from textual.screen import ModalScreen

    from app.ledger.commitment import Commitment
    from app.search.result import SearchResult, SearchResults
    from app.workspace import Workspace
    from widgets.commitment_screen import CommitmentScreen
    from widgets.glyphs import Glyphs

_CELLS = 52
"""Room for what a result is called in the list of those to compare with."""


def explain_commitment_row(
    screen: CommitmentScreen, workspace: Workspace, item: Commitment, keys: Mapping[str, str]
) -> None:
    """Have a commitment explained in a thread, and show the explanation."""

    def task() -> None:
        explanation = workspace.explain_commitment(item)
        say = partial(_say, screen, item)
        _show(screen, ExplanationDialog(f"Why: {item.action}", explanation, verdicts(item), keys, say, signed=True))

    screen.work("explain", task)


class ResultExplainer:
    """Explains one result of an answer, and compares it with others of the same answer.

    Args:
        screen: Where dialogs stand.
        workspace: What explains.
        result: The result.
        found: The answer that it is a row of.
        glyphs: What bars are made of.
    """

    def __init__(
        self, screen: CommitmentScreen, workspace: Workspace, result: SearchResult, found: SearchResults, glyphs: Glyphs
    ) -> None:
        self._screen = screen
        self._workspace = workspace
        self._result = result
        self._found = found
        self._glyphs = glyphs
        self._rows = found.results
        self._place = next((index for index, row in enumerate(self._rows) if row.chunk_id == result.chunk_id), None)

    def explain(self) -> None:
        """Have the score explained in a thread, and show it."""

        def task() -> None:
            explanation = self._workspace.explain(self._result, self._found)
            others = self._place is not None and len(self._rows) > 1
            dialog = ScoreDialog(place_words(self._result), explanation, self._glyphs, others=others)
            _show(self._screen, dialog, self._explained)

        self._screen.work("explain", task)

    def _explained(self, answer: str | None) -> None:
        if answer == COMPARE:
            self._pick()

    def _pick(self) -> None:
        """Let the person choose the other row: at first the one just above, and for the first one that below."""
        place = self._place or 0
        choices = (
            ChoiceRow(str(index), f"{row.score:.2f}", f"{index + 1:>2} {place_words(row)}"[:_CELLS], cells=_CELLS)
            for index, row in enumerate(self._rows)
            if index != place
        )
        asked = line("The other row, above this one or below: ", Part(place_words(self._result), "strong", True))
        dialog = PickDialog("Why is this not higher?", (asked,), choices, start=str(place - 1 if place else 1))
        self._screen.app.push_screen(dialog, self._picked)

    def _picked(self, index: str | None) -> None:
        if index is None:
            return
        other = self._rows[int(index)]
        upper, lower = (other, self._result) if int(index) < (self._place or 0) else (self._result, other)

        def task() -> None:
            comparison = self._workspace.compare(upper, lower, self._found)
            _show(self._screen, ComparisonDialog(comparison, place_words(upper), place_words(lower)))

        self._screen.work("explain", task)


def _show(screen: CommitmentScreen, dialog: ModalScreen[Any], answered: Callable[..., None] | None = None) -> None:
    screen.app.call_from_thread(screen.app.push_screen, dialog, answered)


def _say(screen: CommitmentScreen, item: Commitment, verdict: Verdict) -> None:
    screen.judge(item, verdict.judgement)
