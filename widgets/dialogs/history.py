"""What was done to an entry, or to the whole ledger, the latest first; what was before a step can be brought back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from app.errors import BetimesError
from app.ledger.steps import FieldChange, Step
from widgets.dialogs.dialog import Box, Dialog
from widgets.dialogs.picking import yes_or_no
from widgets.drawing import Part, fit, line, worded
from widgets.glyphs import Glyphs
from widgets.row_list import RowList
from widgets.toasts import toast

READING = "Reading the journal ..."
NOTHING = "Nothing is recorded yet."
NOTHING_BEFORE = "There is nothing before this step to bring back."


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step: when, and what was done; what was done by hand stands out.

    Attributes:
        steps: All of them; one is put into words when it is asked for.
        index: Which.
        now: The local time.
    """

    steps: Sequence[Step]
    index: int
    now: datetime
    height: int = 1
    selectable: bool = True

    @property
    def key(self) -> str:
        """Its place: nothing is added while the list is shown."""
        return str(self.index)

    @property
    def step(self) -> Step:
        """The step."""
        return self.steps[self.index]

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the step."""
        step = self.step
        moment = time_words(step.time, self.now)
        said = Part(worded(step.said), "today" if step.by_hand else "")
        return (fit(line(Part(f"{moment}  ", "muted"), said), width),)


class StepsRead(Message):
    """The steps were read; handled by the dialog."""

    def __init__(self, rows: Sequence[StepRow], problem: str = "") -> None:
        super().__init__()
        self.rows, self.problem = rows, problem


class HistoryDialog(Dialog[Step]):
    """Gives back the step before which an entry was what it is to be again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,h,H", "cancel", "Close", show=False, id="history.close"),
    ]
    DEFAULT_CSS = """
    HistoryDialog Box { width: 100%; max-width: 120; height: 100%; }
    HistoryDialog RowList { height: 1fr; max-height: 100%; }
    HistoryDialog #changes { height: auto; max-height: 40%; border-top: solid $border-blurred; }
    """

    def __init__(self, title: str, load: Callable[[], Sequence[Step]], now: datetime) -> None:
        """Make the dialog.

        Args:
            title: Whose history it is.
            load: Reads the steps, the latest first; called in a thread.
            now: The local time.
        """
        super().__init__()
        self._title = title
        self._load = load
        self._now = now

    def compose(self) -> ComposeResult:
        """Lay out the steps, and under them what the highlighted one changed."""
        with Box(self._title, hint="enter: go back to before this step   esc: back"):
            yield Static(line(Part(READING, "muted")), id="state")
            yield RowList(id="steps")
            with VerticalScroll(id="changes", can_focus=False):
                yield Static()

    def on_mount(self) -> None:
        """Read the steps while the dialog stands already."""
        self.query_one("#changes").display = False
        self.run_worker(self._read, thread=True, exit_on_error=False)

    def _read(self) -> None:
        try:
            steps = self._load()
            rows = [StepRow(steps, index, self._now) for index in range(len(steps))]
        except BetimesError as error:
            self.post_message(StepsRead((), f"{error.message}. {error.hint}"))
        else:
            self.post_message(StepsRead(rows, "" if rows else NOTHING))

    @on(StepsRead)
    def _fill(self, message: StepsRead) -> None:
        state = self.query_one("#state", Static)
        state.update(line(Part(message.problem, "muted")))
        state.display = bool(message.problem)
        self.query_one(RowList).set_rows(message.rows)

    @on(RowList.Moved)
    def _show_changes(self, message: RowList.Moved) -> None:
        if isinstance(message.row, StepRow):
            box = self.query_one("#changes")
            box.display = True
            box.query_one(Static).update(Content("\n").join(change_lines(message.row.step, self._now)))
            box.scroll_home(animate=False)

    @on(RowList.Chosen)
    def _ask(self, message: RowList.Chosen) -> None:
        if not isinstance(message.row, StepRow):
            return
        step = message.row.step
        if not step.can_restore:
            toast(self.app, NOTHING_BEFORE)
            return
        lines = [
            line("Bring it back to what it was before this step?"),
            line(Part(f"{time_words(step.time, self._now)}  ", "muted"), worded(step.said)),
            Content(""),
            *(_named(change.field, change.before) for change in step.changes),
        ]
        question = yes_or_no("Go back", lines, "bring it back; u undoes that", "leave it as it is")

        def decide(answer: str | None) -> None:
            if answer == "yes":
                self.dismiss(step)

        self.app.push_screen(question, decide)


def time_words(moment: datetime, now: datetime) -> str:
    """Return a moment in local time: "Mon 30 Nov 10:02", and with its year when that is another one."""
    local = moment.astimezone(now.tzinfo) if moment.tzinfo else moment
    year = "" if local.year == now.year else f" {local.year}"
    return f"{local:%a} {local.day:>2} {local:%b}{year} {local:%H:%M}"


def change_lines(step: Step, now: datetime) -> Iterator[Content]:
    """Yield a step in full: when and what, then each field before and after."""
    yield line(Part(time_words(step.time, now), "strong"), "  ", worded(step.said))
    for change in step.changes:
        yield from _change(change)


def _change(change: FieldChange) -> Iterator[Content]:
    before, after = change.before.split("\n"), change.after.split("\n")
    if len(before) == len(after) == 1:
        if change.before == change.after or not change.before or not change.after:
            yield _named(change.field, change.after or change.before, gone=not change.after)
        else:
            yield _named(change.field, change.before) + line(Part(" → ", "muted"), worded(change.after))
        return
    kept = set(before) & set(after)
    items = [(item, True) for item in before if item and item not in kept]
    items += [(item, False) for item in after if item and item not in kept]
    for index, (item, gone) in enumerate(items):
        yield _named("" if index else change.field, item, gone=gone)


def _named(field: str, text: str, *, gone: bool = False) -> Content:
    sign = Part("- ", "late") if gone else ""
    words = worded(text.replace("\n", "; ")) or "(none)"
    return line(Part(f"{field:<11} ", "muted"), sign, Part(words, "struck" if gone else ""))
