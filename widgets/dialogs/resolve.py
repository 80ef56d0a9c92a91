"""How a commitment ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Input, Static

from app.errors import BetimesError
from app.ledger.commitment import Commitment
from app.ledger.entry import Outcome
from widgets.dialogs.asking import AskingDialog
from widgets.dialogs.choices import ChoiceList, ChoiceRow
from widgets.dialogs.dialog import Box, Field
from widgets.dialogs.kept import Keeping, KeepsDraft
from widgets.drawing import Part, line
from widgets.row_list import RowList

ENDS = "and it does not come back"


def outcome_rows(item: Commitment, following: str = "") -> tuple[ChoiceRow, ...]:
    """Return how a commitment may have ended, and what that means for one that repeats.

    Args:
        item: The commitment.
        following: What comes after it is done; "" while that is not known.
    """
    then = f"; {following}" if following else ""
    end = f", {ENDS}" if item.repeat else ""
    return (
        ChoiceRow("done", f"it was done{then}"),
        ChoiceRow("dropped", f"it will not be done{end}"),
        ChoiceRow("superseded", f"something else took its place{end}"),
    )


class Followed(Message):
    """What comes after a commitment was found out."""

    def __init__(self, following: str) -> None:
        super().__init__()
        self.following = following


class ResolveDialog(AskingDialog[tuple[Outcome, str]], KeepsDraft):
    """Asks for an outcome and a remark."""

    DEFAULT_CSS = "ResolveDialog #remark { margin-top: 1; }"

    def __init__(
        self,
        item: Commitment,
        follow: Callable[[Commitment], str],
        *,
        outcome: Outcome = "done",
        remark: str = "",
        problem: str = "",
    ) -> None:
        """Make the dialog.

        Args:
            item: What is to be resolved.
            follow: Tells what comes after it is done; asked in a thread, and only for what repeats.
            outcome: The outcome that is highlighted at first.
            remark: What the field holds at first.
            problem: Why it was refused.
        """
        super().__init__()
        self.keeping = Keeping("resolve", f"Resolve: {item.action}", {"item": item.id, "action": item.action})
        self._item = item
        self._follow = follow
        self._outcome = outcome
        self._remark = remark
        self._problem = problem

    def compose(self) -> ComposeResult:
        """Lay out the action, the outcomes and the remark."""
        with Box("Resolve", hint="enter: resolve   arrows: how it ended   esc: back"):
            yield Static(line(Part(self._item.action, "strong")))
            if self._problem:
                yield Static(line(Part(self._problem, "late")))
            yield ChoiceList(outcome_rows(self._item), id="outcomes")
            yield Field(self._remark, placeholder="remark, if any", id="remark")

    def on_mount(self) -> None:
        """Highlight the outcome that was chosen before."""
        self.choices.move_to(self._outcome)
        if self._item.repeat:
            self.run_worker(self._find_following, thread=True, exit_on_error=False)

    def _find_following(self) -> None:
        try:
            self.post_message(Followed(self._follow(self._item)))
        except BetimesError as error:
            self.log.warning(error.message)

    @on(Followed)
    def _say_following(self, message: Followed) -> None:
        row = self.choices.current
        self.choices.set_rows(outcome_rows(self._item, message.following), prefer=[row.key] if row else [])

    def typed(self) -> Mapping[str, object] | None:
        """Return the remark, and what is highlighted."""
        remark, row = self.query_one("#remark", Input).value, self.choices.current
        return {"remark": remark, "outcome": row.key if row else "done"} if remark.strip() else None

    @on(RowList.Chosen)
    @on(Input.Submitted)
    def _close(self) -> None:
        row = self.choices.current
        if row is not None:
            self.dismiss((cast(Outcome, row.key), self.query_one("#remark", Input).value.strip()))
