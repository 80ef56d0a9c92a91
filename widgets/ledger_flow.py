"""What a person does to commitments: dialogs ask, threads act, and what was refused is asked for again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from textual.message import Message

from app.errors import BetimesError, NotFound, NotWritable, said
from app.ledger.agenda import commitment_of_entry
from app.ledger.commitment import Commitment
from app.ledger.conflicts import EntryChanged
from app.ledger.wording import day_words
from widgets.toasts import sentence
from widgets.versions_flow import ChangeStopped, Stopped

if TYPE_CHECKING:
    from app.ledger.entry import Entry, Outcome, Snoozed
    from app.workspace import Workspace
    from widgets.dialogs.versions import Wording
    from widgets.ledger_screen import LedgerScreen


class LedgerDone(Message):
    """Something was written; handled by the screen.

    Attributes:
        said: What, in words.
        focus_id: The commitment to put the cursor on.
        settled_id: The commitment that was dealt with, and is on disk now.
        hint: What to do about it.
        unmet_id: The commitment that the present context does not meet any more.
    """

    def __init__(
        self, said: str, focus_id: str = "", settled_id: str = "", *, hint: str = "", unmet_id: str = ""
    ) -> None:
        super().__init__()
        self.said, self.focus_id, self.settled_id = said, focus_id, settled_id
        self.hint, self.unmet_id = hint, unmet_id


@dataclass(frozen=True, slots=True)
class Closing:
    """How a commitment is to be closed, as far as it was said, and why that was refused."""

    item: Commitment
    outcome: Outcome = "done"
    remark: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PuttingOff:
    """Until when a commitment is to be hidden, as typed, and why that was refused."""

    item: Commitment
    when: str = ""
    problem: str = ""


class Refused(Message):
    """A change was refused, and its dialog is to open again; handled by the screen."""

    def __init__(self, change: Closing | PuttingOff) -> None:
        super().__init__()
        self.change = change


class HeldFirst(Message):
    """A command has to wait until it is decided what becomes of changes that are not on disk; handled by the screen."""

    def __init__(self, said: str) -> None:
        super().__init__()
        self.said = said


class LedgerFlow:
    """Carries out the commands on commitments."""

    def __init__(self, screen: LedgerScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._workspace = workspace

    def ask_again(self, refused: Closing | PuttingOff) -> None:
        """Open the dialog of a change that was refused, with what was typed and the reason."""
        self._screen.look_again(refused.item.id)
        if isinstance(refused, Closing):
            self.resolve(refused)
        else:
            self.snooze(refused)

    def resolve(self, closing: Closing) -> None:
        """Ask how it ended, and close it."""
        from widgets.dialogs.resolve import ResolveDialog

        def close(answer: tuple[Outcome, str] | None) -> None:
            if answer is not None:
                self._act(replace(closing, outcome=answer[0], remark=answer[1]))

        dialog = ResolveDialog(
            closing.item,
            self._workspace.ledger.following,
            outcome=closing.outcome,
            remark=closing.remark,
            problem=closing.problem,
        )
        self._screen.app.push_screen(dialog, close)

    def snooze(self, off: PuttingOff) -> None:
        """Ask until when, and hide it until then."""
        from widgets.dialogs.snooze import SnoozeDialog

        def hide(when: str | None) -> None:
            if when is not None:
                self._act(replace(off, when=when))

        ledger, today = self._workspace.ledger, self._workspace.now().date()
        dialog = SnoozeDialog(off.item, today, ledger.check_draft, typed=off.when, problem=off.problem)
        self._screen.app.push_screen(dialog, hide)

    def _act(self, change: Closing | PuttingOff) -> None:
        """Let the next row be at hand at once; the writing follows in a thread."""
        self._screen.put_aside(change.item)
        self._run(lambda: self._try(change))

    def _try(self, change: Closing | PuttingOff) -> None:
        now = replace(change, item=self._screen.latest(change.item))
        try:
            words = self._resolve(now) if isinstance(now, Closing) else self._snooze(now)
        except NotWritable as error:
            self._screen.put_back(change.item)
            self._screen.kept(error)
        except EntryChanged as error:
            self._screen.post_message(ChangeStopped(self._stopped(change, error), lambda: _wording(change)))
        except BetimesError as error:
            self._screen.post_message(Refused(replace(change, problem=said(error))))
        else:
            self._screen.post_message(LedgerDone(words, settled_id=change.item.id))

    def _resolve(self, closing: Closing) -> str:
        following = self._following(closing.item) if closing.outcome == "done" else ""
        ledger, seen = self._workspace.ledger, _seen(closing.item)
        closed = ledger.resolve(closing.item, closing.outcome, closing.remark, seen=seen)
        return f"{closing.outcome.capitalize()}: {closing.item.action}{following}{sentence(closed.problem)}"

    def _following(self, item: Commitment) -> str:
        """Return what comes after it, as a sentence; found out before it is closed."""
        try:
            words = self._workspace.ledger.following(item) if item.repeat else ""
        except NotFound:
            return ""  # it was changed elsewhere, which closing it will tell
        return sentence(words)

    def _snooze(self, off: PuttingOff) -> str:
        changed = self._workspace.ledger.snooze(off.item, off.when, seen=_seen(off.item))
        self._screen.wrote(changed)
        until = changed.snoozed or changed.start
        return f"Snoozed{self._until(until)}: {off.item.action}" if until else f"Shown again: {off.item.action}"

    def _until(self, until: Snoozed) -> str:
        if not isinstance(until, date):
            return f" {until}"
        return f" until {until:%a} {day_words(until, self._workspace.now().date())}"

    def _stopped(self, change: Closing | PuttingOff, error: EntryChanged) -> Stopped:
        def write(theirs: Entry | None) -> None:
            item = commitment_of_entry(theirs) if theirs else self._anew(error.mine)
            self._screen.forget()
            self._try(replace(change, item=item, problem=""))

        return Stopped(error, write, lambda: self.ask_again(change))

    def _anew(self, mine: Entry) -> Commitment:
        from app.ledger.drafts import draft_of

        return self._workspace.ledger.add({name: text for name, text in draft_of(mine).items() if text})

    def undo(self) -> None:
        """Take the last change back."""
        self._run(lambda: self._step("Undone", self._workspace.ledger.undo))

    def redo(self) -> None:
        """Make the change that was taken back again."""
        self._run(lambda: self._step("Redone", self._workspace.ledger.redo))

    def _step(self, name: str, step: Callable[[], str]) -> None:
        """Take a step through the journal, unless the latest change is not in it yet: that one comes first."""
        if self._workspace.ledger.held():
            self._screen.post_message(HeldFirst(f"Nothing was {name.lower()}: the latest change is not saved yet."))
            return
        step_taken = step()
        self._screen.forget()
        self._screen.post_message(LedgerDone(f"{name}: {step_taken}", self._workspace.ledger.history()[-1].id))

    def _run(self, task: Callable[[], object]) -> None:
        self._screen.work("ledger", task)


def _seen(item: Commitment) -> Commitment | None:
    """Return what the person decided by; a task line is compared with its own text anyway."""
    return item if item.home == "ledger" else None


def _wording(change: Closing | PuttingOff) -> Wording:
    from widgets.dialogs.versions import RESOLVING, SNOOZING

    return RESOLVING if isinstance(change, Closing) else SNOOZING
