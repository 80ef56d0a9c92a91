"""What the dialogs share in which a commitment is written: rows of fields, completion, and keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.widgets import Static, TextArea

from app.ledger.cue_templates import TEMPLATES
from widgets.dialogs.completion import CompletionList, Suggest
from widgets.dialogs.dialog import Dialog
from widgets.dialogs.draft_row import DraftRow
from widgets.dialogs.fields import ListField
from widgets.drawing import Part, line
from widgets.panes import SHORT
from widgets.row_list import RowList

Answer = TypeVar("Answer")

NO_SITUATION = "Cues are examples of a situation: say which one first, with “when ...”."

ROOMY = 100
"""From this many columns on, how a field is read stands beside it in every dialog."""


class DraftDialog(Dialog[Answer]):
    """Fields of a draft, and a list that completes them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save", show=False, priority=True, id="form.save"),
        Binding("down", "vertical(1)", "Next field, or suggestion", show=False, priority=True, id="form.down"),
        Binding("ctrl+t", "template", "Put a template of a cue in", show=False, priority=True, id="form.template"),
        Binding("up", "vertical(-1)", "Previous field, or suggestion", show=False, priority=True, id="form.up"),
    ]
    DEFAULT_CSS = """
    DraftDialog #problem { display: none; }
    DraftDialog #problem.-said { display: block; }
    DraftDialog.-beside DraftRow .head { layout: horizontal; }
    DraftDialog.-beside DraftRow .reading { width: 34; padding: 0 0 0 1; }
    DraftDialog.-roomy DraftRow .reading { width: 42; }
    DraftDialog.-roomy Box { width: 110; max-width: 96%; }
    """
    WIDE: ClassVar[int] = ROOMY
    """Columns of the terminal from which on readings stand beside their fields."""

    def __init__(self, fields: Mapping[str, str], suggest: Suggest, *, problem: str = "") -> None:
        """Make the rows.

        Args:
            fields: What each field holds at first, in the order of the rows.
            suggest: Completes links, projects and tags.
            problem: Why it could not be stored.
        """
        super().__init__()
        self.completions = CompletionList(suggest)
        self.rows = tuple(DraftRow(field, typed, self.completions) for field, typed in fields.items())
        self._problem = problem
        self._warned = False

    def say_problem(self, problem: str) -> None:
        """Say at the top why it cannot be stored."""
        if problem == self._problem:
            return
        self._problem = problem
        place = self.query_one("#problem", Static)
        place.update(line(Part(problem, "late")))
        place.set_class(bool(problem), "-said")

    def row(self, field: str) -> DraftRow:
        """Return the row of a field."""
        return next(row for row in self.rows if row.field == field)

    def on_resize(self) -> None:
        """Put readings beside the fields when there is room, and waste no lines when there is none."""
        self.set_class(self.app.size.width >= self.WIDE, "-beside")
        self.set_class(self.app.size.width >= ROOMY, "-roomy")
        self.set_class(self.app.size.height < SHORT, "-short")

    def name_templates(self) -> None:
        """Name the key that puts a template in, as this person has set it."""
        active = next((known for known in self.active_bindings.values() if known.binding.action == "template"), None)
        key = self.app.get_key_display(active.binding) if active else ""
        for row in self.rows:
            row.name_templates(key)

    # Keys

    def action_step(self, step: int) -> None:
        """Take the suggestion, or go to the next field."""
        if step < 0 or not self.completions.take():
            super().action_step(step)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave up and down to a list, and to a field of several lines but for its first and last one."""
        if action != "vertical" or self.completions.is_open:
            return True
        if not isinstance(self.focused, TextArea):
            return not isinstance(self.focused, RowList)
        return self.focused.cursor_at_last_line if parameters == (1,) else self.focused.cursor_at_first_line

    def action_vertical(self, step: int) -> None:
        """Go to the next suggestion while there are some, else to the next field."""
        if self.completions.is_open:
            self.completions.choose(step)
        else:
            super().action_step(step)

    def action_template(self) -> None:
        """Put a template of a cue or blocker in, or go to its next blank; from another field, into the cues."""
        box = self.focused
        row = next((row for row in self.rows if row.box is box and row.field in TEMPLATES), self.row("cues"))
        if not row.display:
            self.notify(NO_SITUATION, markup=False)
        elif isinstance(row.box, ListField):
            row.box.focus()
            row.box.put_template(row.field)

    def action_save(self) -> None:
        """Give back what is typed."""
        raise NotImplementedError

    # Leaving

    @property
    def is_typed_in(self) -> bool:
        """Whether closing would lose something."""
        raise NotImplementedError

    def still_typed(self) -> None:
        """Ask again before something typed since is lost."""
        self._warned = False

    def action_cancel(self) -> None:
        """Close; when something was typed, only on being told so twice."""
        if self.is_typed_in and not self._warned:
            self._warned = True
            self.notify("Once more drops what you typed; ctrl+s saves it.", markup=False, severity="warning")
            return
        self.dismiss(None)


def first_problem(readings: Mapping[str, str], fields: Mapping[str, object]) -> str:
    """Return the first field, in the order of `fields`, that cannot be read; empty when all can."""
    return next((field for field in fields if readings.get(field, "").startswith("!")), "")
