"""What a person does to task lines of notes: a form of few fields, making an entry of one, opening a ticked one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from textual.message import Message

from app.errors import BetimesError, NotWritable, UsageError, said
from app.ledger.commitment import Commitment
from widgets.entry_flow import FormWanted, Writing
from widgets.ledger_flow import LedgerDone
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.workspace import Workspace
    from widgets.commitment_screen import CommitmentScreen

NO_TASK_LINE = "That is an entry already: only a task line of a note can be made one."

NO_STATUS = "That is an entry: only a task line of a note has a status. Resolve it when it is done."


@dataclass(frozen=True, slots=True)
class LineWriting:
    """What the form of a task line is to hold.

    Attributes:
        item: The line.
        draft: What it says.
        typed: What the fields hold, where that is another.
        problem: Why it could not be written.
    """

    item: Commitment
    draft: Mapping[str, str]
    typed: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


class LineFormWanted(Message):
    """The form of a task line is to be opened, first or because it was refused; handled by the screen."""

    def __init__(self, writing: LineWriting) -> None:
        super().__init__()
        self.writing = writing


class ClosedLinesRead(Message):
    """The ticked task lines of a note were read; handled by the screen."""

    def __init__(self, path: str, items: tuple[Commitment, ...], at: int) -> None:
        super().__init__()
        self.path, self.items, self.at = path, items, at


class LineFlow:
    """Carries out the commands on task lines."""

    def __init__(self, screen: CommitmentScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._ledger = workspace.ledger

    def edit(self, item: Commitment) -> None:
        """Open the form of a task line."""

        def read() -> None:
            now = self._screen.latest(item)
            self._screen.post_message(LineFormWanted(LineWriting(now, self._ledger.line_draft(now))))

        self._screen.prepare(read)

    def open_form(self, writing: LineWriting) -> None:
        """Open the form; what comes back is written into the line."""
        from widgets.dialogs.kept import Keeping
        from widgets.dialogs.task_form import TaskForm

        def save(changes: dict[str, str] | None) -> None:
            if changes:
                self._run(lambda: self._save(replace(writing, typed=changes)))

        item = writing.item
        where = f"{item.note.path}:{item.note.line}" if item.note else ""
        typed = {**writing.draft, **writing.typed}
        check = lambda draft: self._ledger.check_line(item, draft)  # noqa: E731
        form = TaskForm(item.action, where, writing.draft, check, typed=typed, problem=writing.problem)
        about = {"line": item.id, "action": item.action}
        form.keeping = Keeping("line", f"Edit the task line: {item.action}", about)
        self._screen.app.push_screen(form, save)

    def _save(self, writing: LineWriting) -> None:
        try:
            changed = self._ledger.edit_line(writing.item, writing.typed)
        except NotWritable:
            raise
        except BetimesError as error:
            self._screen.post_message(LineFormWanted(self._again(writing, error)))
        else:
            self._told(f"Saved: {changed.action}", changed)

    def _again(self, writing: LineWriting, error: BetimesError) -> LineWriting:
        """Return the form with what was typed, on the line as it is now: somebody else may have changed it."""
        item, draft = writing.item, writing.draft
        try:
            item = self._ledger.find_line(item.id)
            draft = self._ledger.line_draft(item)
        except BetimesError:
            pass  # the line is gone, which the refusal says
        return LineWriting(item, draft, writing.typed, said(error))

    def adopt(self, item: Commitment) -> None:
        """Open the form of an entry that is made of a task line."""
        if item.home == "ledger":
            toast(self._screen.app, NO_TASK_LINE)
            return

        def read() -> None:
            now = self._screen.latest(item)
            draft = self._ledger.adopting_draft(now)
            self._screen.post_message(FormWanted(Writing(None, draft, stored=draft, source=now)))

        self._screen.prepare(read)

    def next_status(self, item: Commitment) -> None:
        """Write the status that follows a task line's own: to do, in progress, done, as the vault's settings say."""
        if item.home == "ledger":
            toast(self._screen.app, NO_STATUS)
            return

        def write() -> None:
            now = self._screen.latest(item)
            following = self._ledger.following(now)
            changed = self._ledger.next_status(now)
            self._screen.wrote(changed)
            if changed.status == "open":
                said = f"{(changed.progress or 'to do').capitalize()}: {changed.action}"
                self._screen.post_message(LedgerDone(said, changed.id, changed.id))
            else:
                after = f". {following[:1].upper()}{following[1:]}" if following and changed.status == "done" else ""
                said = f"{changed.status.capitalize()}: {item.action}{after}"
                self._screen.post_message(LedgerDone(said, settled_id=item.id))

        self._run(write)

    def reopen(self, path: str, at: int) -> None:
        """Ask which ticked task line of a note is to be opened again; the one nearest to `at` is highlighted."""

        def read() -> None:
            items = self._ledger.closed_lines(path)
            if not items:
                raise UsageError(f"No task line of {path} is ticked", "`u` takes back the last change.")
            self._screen.post_message(ClosedLinesRead(path, items, at))

        self._screen.prepare(read)

    def pick(self, message: ClosedLinesRead) -> None:
        """Let the person choose a ticked line, and open it."""
        from widgets.dialogs.choices import ChoiceRow
        from widgets.dialogs.picking import PickDialog
        from widgets.drawing import Part, line

        lines = {str(item.note.line): item for item in message.items if item.note}
        nearest = min(lines, key=lambda number: abs(int(number) - message.at))
        rows = [ChoiceRow(number, item.action, f"line {number}", cells=10) for number, item in lines.items()]

        def choose(number: str | None) -> None:
            if number is not None:
                item = lines[number]
                self._run(lambda: self._told(f"Open again: {item.action}", self._ledger.reopen_line(item)))

        text = [line(Part(message.path, "muted"))]
        self._screen.app.push_screen(PickDialog("Open a ticked task again", text, rows, start=nearest), choose)

    def _told(self, words: str, changed: Commitment) -> None:
        self._screen.wrote(changed)
        self._screen.post_message(LedgerDone(words, changed.id, changed.id))

    def _run(self, task: Callable[[], object]) -> None:
        self._screen.work("ledger", task)
