"""Why a row stands where it stands, in a dialog."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from widgets.dialogs.explanation import ExplanationDialog
from widgets.verdicts import Verdict, verdicts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.ledger.commitment import Commitment
    from app.workspace import Workspace
    from widgets.main_screen import MainScreen
    from widgets.result_list import ResultList


def explain_row(
    screen: MainScreen,
    workspace: Workspace,
    item: Commitment | None,
    results: ResultList | None,
    keys: Mapping[str, str],
) -> None:
    """Have a commitment or a result explained in a thread, and show the explanation."""
    result, found = (results.result, results.found) if results else (None, None)

    def task() -> None:
        if item is not None:
            explanation = workspace.explain_commitment(item)
            say = partial(_say, screen, item)
            show(ExplanationDialog(f"Why: {item.action}", explanation, verdicts(item), keys, say, signed=True))
        elif result is not None and found is not None:
            explanation = workspace.explain(result, found)
            show(ExplanationDialog(f"Why: {result.title}", explanation, (), keys, signed=False))

    def show(dialog: ExplanationDialog) -> None:
        screen.app.call_from_thread(screen.app.push_screen, dialog)

    screen.work("explain", task)


def _say(screen: MainScreen, item: Commitment, verdict: Verdict) -> None:
    screen.judge(item, verdict.judgement)
