"""Why a row stands where it stands, in a dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.dialogs.text_dialog import TextDialog, explanation_lines

if TYPE_CHECKING:
    from app.ledger.commitment import Commitment
    from app.search.explain import Explanation
    from app.workspace import Workspace
    from widgets.main_screen import MainScreen
    from widgets.result_list import ResultList


def explain_row(screen: MainScreen, workspace: Workspace, item: Commitment | None, results: ResultList | None) -> None:
    """Have a commitment or a result explained in a thread, and show the explanation."""
    result, found = (results.result, results.found) if results else (None, None)

    def task() -> None:
        if item is not None:
            show(item.action, workspace.explain_commitment(item))
        elif result is not None and found is not None:
            show(result.title, workspace.explain(result, found))

    def show(title: str, explanation: Explanation) -> None:
        screen.app.call_from_thread(screen.app.push_screen, TextDialog(f"Why: {title}", explanation_lines(explanation)))

    screen.work("explain", task)
