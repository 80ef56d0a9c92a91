"""Writing and rewriting entries: dialogs ask, threads save, and what cannot be saved is asked for again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from textual.message import Message

from app.errors import BetimesError, NotWritable
from app.ledger.commitment import Commitment
from app.ledger.conflicts import EntryChanged
from widgets.toasts import sentence
from widgets.versions_flow import Stopped

if TYPE_CHECKING:
    from app.ledger.entry import Entry
    from app.workspace import Workspace
    from widgets.commitment_screen import CommitmentScreen
    from widgets.dialogs.quick_add import Quick


@dataclass(frozen=True, slots=True)
class Writing:
    """What a form is to hold.

    Attributes:
        entry_id: The entry that is rewritten; None for a new one.
        draft: What the fields hold.
        seen: The entry as it was when the form was opened first.
        stored: What of the draft closing does not lose: it is stored, or read from a note.
        problem: Why it could not be saved.
        at: The field to correct.
        source: The task line or suggestion that a new entry is made of; None for any other.
    """

    entry_id: str | None
    draft: Mapping[str, str]
    seen: Entry | None = None
    stored: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""
    at: str = ""
    source: Commitment | None = None


class FormWanted(Message):
    """A form is to be opened, for the first time or because it could not be saved; handled by the screen."""

    def __init__(self, writing: Writing) -> None:
        super().__init__()
        self.writing = writing


class QuickWanted(Message):
    """Quick add is to be opened once more, because its entry could not be stored; handled by the screen."""

    def __init__(self, quick: Quick) -> None:
        super().__init__()
        self.quick = quick


class ChangedMeanwhile(Message):
    """An entry was changed by somebody else while a form of it was open; handled by the screen."""

    def __init__(self, entry_id: str, draft: dict[str, str], error: EntryChanged) -> None:
        super().__init__()
        self.entry_id, self.draft, self.error = entry_id, draft, error


class EntryFlow:
    """Carries out the commands that write entries."""

    def __init__(self, screen: CommitmentScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._ledger = workspace.ledger

    def new(self) -> None:
        """Ask for a line."""
        from widgets.dialogs.quick_add import Quick

        self.open_quick(Quick())

    def new_form(self) -> None:
        """Open an empty form."""
        self.open_form(Writing(None, {}))

    def edit(self, item: Commitment) -> None:
        """Open the form of a commitment."""

        def read() -> None:
            seen = self._ledger.entry(item.id)
            draft = self._ledger.draft_of(item.id)
            self._screen.post_message(FormWanted(Writing(item.id, draft, seen, draft)))

        self._screen.prepare(read)

    def open_quick(self, quick: Quick) -> None:
        """Open quick add; what comes back is stored, or taken over by the form."""
        from widgets.dialogs.quick_add import QuickAdd

        def take(answer: Quick | None) -> None:
            if answer is None:
                return
            if answer.form:
                self.open_form(Writing(None, answer.draft))
            else:
                self._run(lambda: self._store(answer))

        ledger = self._ledger
        self._screen.app.push_screen(QuickAdd(quick, ledger.read_line, ledger.check_draft, ledger.suggest), take)

    def _store(self, quick: Quick) -> None:
        try:
            item = self._ledger.add(quick.draft)
        except NotWritable:
            raise
        except BetimesError as error:
            self._screen.post_message(QuickWanted(replace(quick, problem=_said(error))))
        else:
            self._saved(item)

    def open_form(self, writing: Writing) -> None:
        """Open a form; what comes back is saved."""
        from widgets.dialogs.entry_form import EntryForm, Form
        from widgets.dialogs.kept import Keeping

        def save(draft: dict[str, str] | None) -> None:
            if draft is not None:
                self._run(lambda: self._save(replace(writing, draft=draft)))

        is_line = writing.source is not None and writing.source.status != "suggested"
        title = "Edit" if writing.entry_id else "Make the task line an entry" if is_line else "New commitment"
        form = Form(title, writing.draft, writing.stored, writing.problem, writing.at)
        dialog = EntryForm(form, self._ledger.check_draft, self._ledger.suggest)
        about = {"entry": writing.entry_id or "", "source": writing.source.id if writing.source else ""}
        action = writing.stored.get("action") or writing.draft.get("action", "")
        dialog.keeping = Keeping("form", f"{title}: {action}" if action else title, about)
        self._screen.app.push_screen(dialog, save)

    def _save(self, writing: Writing) -> None:
        draft = dict(writing.draft)
        try:
            if writing.entry_id is None:
                item = self._add({name: text for name, text in draft.items() if text.strip()}, writing.source)
            else:
                item = self._ledger.edit(writing.entry_id, draft, writing.seen)
        except EntryChanged as error:
            self._screen.post_message(ChangedMeanwhile(error.seen.id, draft, error))
        except NotWritable:
            raise
        except BetimesError as error:
            readings = self._ledger.check_draft(draft)
            at = next((name for name in draft if readings.get(name, "").startswith("!")), "")
            self._screen.post_message(FormWanted(replace(writing, problem=_said(error), at=at)))
        else:
            self._saved(item, is_new=writing.entry_id is None)

    def _add(self, draft: dict[str, str], source: Commitment | None) -> Commitment:
        if source is None:
            return self._ledger.add(draft)
        if source.status == "suggested":
            return self._ledger.add(draft, source)
        return self._ledger.adopt(source, draft)

    def stopped(self, message: ChangedMeanwhile) -> Stopped:
        """Return what can become of a form whose entry was changed by somebody else."""
        mine = Writing(message.entry_id, message.draft, message.error.seen)

        def write(theirs: Entry | None) -> None:
            self._save(replace(mine, entry_id=mine.entry_id if theirs else None, seen=theirs))

        return Stopped(message.error, write, lambda: self.open_form(mine))

    def _saved(self, item: Commitment, *, is_new: bool = True) -> None:
        """Tell of it, and go to it when it is new; otherwise the person may have moved on already."""
        self._screen.done(f"Saved: {item.action}{sentence(item.problem)}", item.id if is_new else "", item)

    def _run(self, task: Callable[[], object]) -> None:
        self._screen.work("ledger", task)


def _said(error: BetimesError) -> str:
    return f"{error.message}. {error.hint}".strip()
