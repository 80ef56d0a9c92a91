"""Quick add: one line to type, and under it what was understood, each part a field that can be corrected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static, TextArea
from textual.worker import get_current_worker

from widgets.dialogs.choices import ChoiceList, ChoiceRow
from widgets.dialogs.completion import Suggest
from widgets.dialogs.dialog import Box
from widgets.dialogs.draft_dialog import DraftDialog
from widgets.dialogs.draft_row import HINTS
from widgets.dialogs.kept import Keeping, KeepsDraft
from widgets.dialogs.quick_line import QuickText, marks_of
from widgets.dialogs.reading import Check
from widgets.dialogs.understood import WORDS, Question, ReadLine, Understood, understand
from widgets.drawing import Part, line
from widgets.row_list import RowList

PAUSE = 0.06
"""Seconds without a keystroke before the line is read."""

EXAMPLES = (
    ("by 15 Aug, 3 days ahead", "a date, and how long before it is told"),
    ("every month on the 15th", "again and again"),
    ("when the quote arrives", "a situation instead of a date"),
    ("[[Note]]  @project  #tag  !high", "what it belongs to"),
)
"""What can stand in the line; shown while it is empty."""

STAR = "* changed here: it stands, whatever the line says"


@dataclass(frozen=True, slots=True)
class Quick:
    """What quick add begins with, and what it gives back.

    Attributes:
        text: The line.
        changed: Fields that were changed under the line.
        draft: What both say together.
        form: Whether the full form is wanted instead of storing it.
        problem: Why it could not be stored.
    """

    text: str = ""
    changed: Mapping[str, str] = field(default_factory=dict)
    draft: Mapping[str, str] = field(default_factory=dict)
    form: bool = False
    problem: str = ""


class LineRead(Message):
    """A line was read, perhaps not the one that stands there by now."""

    def __init__(self, understood: Understood) -> None:
        super().__init__()
        self.understood = understood


class QuickAdd(DraftDialog[Quick], KeepsDraft):
    """Gives back a draft in which every field can be read, or what the full form is to take over."""

    TYPES_INTO = "line"
    keeping = Keeping("quick", "New commitment")
    WIDE = 70
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+o", "form", "Every field of the commitment", show=False, priority=True, id="quick.form"),
    ]
    DEFAULT_CSS = """
    QuickAdd { align-vertical: top; }
    QuickAdd Box { width: 90; margin-top: 3; }
    QuickAdd.-short Box { margin-top: 0; }
    QuickAdd DraftRow { display: none; }
    QuickAdd DraftRow.-shown { display: block; }
    QuickAdd #line { margin-bottom: 1; }
    QuickAdd #choices { display: none; scrollbar-size-vertical: 0; }
    QuickAdd #ask, QuickAdd #star { display: none; }
    """

    def __init__(self, quick: Quick, read_line: ReadLine, check: Check, suggest: Suggest) -> None:
        """Make the dialog.

        Args:
            quick: What it begins with.
            read_line: Tells what a line means.
            check: Tells how a draft is read.
            suggest: Completes links, projects and tags.
        """
        super().__init__(dict.fromkeys(HINTS, ""), suggest, problem=quick.problem)
        self._quick = quick
        self._read_line = read_line
        self._check = check
        self._understood: Understood | None = None
        self._told: Understood | None = None
        self._question: Question | None = None
        self._asked: tuple[str, dict[str, str]] | None = None

    def compose(self) -> ComposeResult:
        """Lay out the line and a row for each field."""
        with Box("New commitment", hint="enter: store   tab: correct a part   ctrl+o: every field   esc: back"):
            yield QuickText(self._quick.text, self.completions)
            yield Static(line(Part(self._problem, "late")), id="problem", classes="-said" if self._problem else "")
            yield Static(_examples(), id="examples")
            yield from self.rows
            yield Static(id="ask")
            yield ChoiceList(id="choices")
            yield Static(line(Part(STAR, "muted")), id="star")
        yield self.completions

    def on_mount(self) -> None:
        """Take over what was changed before, and read the line."""
        for name, typed in self._quick.changed.items():
            self.row(name).box.fill(typed)
        self.text.focus()
        self.name_templates()
        self._read_soon()

    @property
    def text(self) -> QuickText:
        """The line."""
        return self.query_one("#line", QuickText)

    @property
    def changed(self) -> dict[str, str]:
        """Fields that a person changed under the line."""
        return {row.field: row.value for row in self.rows if row.is_changed}

    # Reading

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _typed(self) -> None:
        if self._asked != (self.text.value, self.changed):
            self.still_typed()
            self.say_problem("")
            self._read_soon()

    def _read_soon(self) -> None:
        text, changed = self._asked = self.text.value, self.changed

        def read() -> None:
            worker = get_current_worker()
            if not worker.cancelled_event.wait(PAUSE):
                understood = understand(text, changed, self._read_line, self._check)
                if not worker.is_cancelled:
                    self.post_message(LineRead(understood))

        self.run_worker(read, thread=True, exclusive=True, group="reading", exit_on_error=False)

    @on(LineRead)
    def _accept(self, message: LineRead) -> None:
        if self._is_present(message.understood):
            token = self.text.token if self.text.has_focus else None
            self._show(message.understood, unfinished=token.kind if token else "")

    def _is_present(self, understood: Understood) -> bool:
        return (understood.text, understood.changed) == (self.text.value, self.changed)

    def _read_now(self) -> Understood:
        """Return how the line is read that stands there now, whatever is still being read."""
        if self._understood is not None and self._is_present(self._understood):
            return self._understood
        return understand(self.text.value, self.changed, self._read_line, self._check)

    def _show(self, understood: Understood, *, unfinished: str = "") -> None:
        """Show what was read, but for a problem of the field that is `unfinished`: it goes away with the next keys."""
        self._understood = understood
        self.text.mark(marks_of(understood.text, understood.parts))
        shown = understood.fields if understood.text.strip() or understood.changed else []
        if understood.has_problem(unfinished):
            shown.remove(unfinished)
        for row in self.rows:
            row.give(understood.given.get(row.field, ""))
            row.set_class(row.field in shown or row.box.has_focus, "-shown")
            row.say(understood.readings.get(row.field, ""))
            row.mark()
        self.query_one("#examples").display = not shown
        self.query_one("#star").display = bool(understood.changed)
        self._offer(understood.question)

    # Choices

    def _offer(self, question: Question | None) -> None:
        if question == self._question:
            return
        self._question = question
        rows = [ChoiceRow(*choice) for choice in question.choices] if question else []
        choices = self.query_one("#choices", ChoiceList)
        choices.set_rows(rows)
        choices.cursor = None
        ask = self.query_one("#ask", Static)
        words = f"Which “{question.part.typed}” is meant?" if question else ""
        ask.update(line(Part(words, "today"), Part("  up and down choose, enter takes it", "muted")))
        ask.display = choices.display = bool(rows)

    @on(RowList.Chosen, "#choices")
    def _choose(self, message: RowList.Chosen) -> None:
        question = self._read_now().question
        if question is not None:
            text, part = self.text.value, question.part
            self.text.fill(text[: part.start] + message.row.key + text[part.end :])
            self.say_problem("")
            self._show(self._read_now())
        self.text.focus()

    def action_vertical(self, step: int) -> None:
        """Go from the line into the choices while a question is open."""
        if self._question is None or not self.text.has_focus or self.completions.is_open:
            super().action_vertical(step)
            return
        choices = self.query_one("#choices", ChoiceList)
        choices.focus()
        choices.action_edge(0 if step > 0 else -1)

    @on(RowList.LeftAtTop)
    def _up_from_choices(self) -> None:
        choices = self.query_one("#choices", ChoiceList)
        if choices.has_focus:
            choices.cursor = None
            self.text.focus()

    # Leaving

    @on(Input.Submitted)
    def action_save(self) -> None:
        """Store what is typed, or go to the first part that cannot be read."""
        understood = self._read_now()
        at = understood.problem_at
        if not at or (understood == self._told and understood.can_stay_text):
            self._give_back(understood)
            return
        self._told = understood
        self._show(understood)
        self.say_problem(_problem(understood, at))
        self._go_to(understood, at)

    def _go_to(self, understood: Understood, at: str) -> None:
        if understood.question is not None:
            self.query_one("#choices").focus()
        elif not understood.text.strip():
            self.text.focus()
        else:
            self.row(at).box.focus()

    def action_form(self) -> None:
        """Open the full form with everything taken over."""
        self._give_back(self._read_now(), form=True)

    def _give_back(self, understood: Understood, *, form: bool = False) -> None:
        draft = {name: typed for name, typed in understood.draft.items() if typed.strip()}
        if form and "due" not in understood.changed:
            draft |= {"due": understood.given["due"]} if draft.pop(WORDS, "") else {}
        self.dismiss(Quick(understood.text, understood.changed, draft, form))

    def typed(self) -> Mapping[str, object] | None:
        """Return the line, and what was changed under it."""
        return {"text": self.text.value, "changed": self.changed} if self.is_typed_in else None

    @property
    def is_typed_in(self) -> bool:
        """Whether something was typed that is not stored."""
        return bool(self.text.value.strip() or self.changed)


def _problem(understood: Understood, at: str) -> str:
    if understood.question is not None:
        return f"Not stored. {at}: say which is meant. Up and down choose, enter takes it."
    why = understood.readings[at].removeprefix("!").strip().removeprefix(f"{at}:").strip()
    again = " Enter once more stores it as it stands in the action." if understood.can_stay_text else ""
    return f"Not stored. {at}: {why}.{again}"


def _examples() -> Content:
    return Content("\n").join(line(Part(f"{form:<34}", "soon"), Part(what, "muted")) for form, what in EXAMPLES)
