"""The form of a commitment: every field as typed, and beside it how it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Button, Input, Static, TextArea

from widgets.dialogs.completion import Suggest
from widgets.dialogs.dialog import Box
from widgets.dialogs.draft_dialog import DraftDialog, first_problem
from widgets.dialogs.draft_row import HINTS
from widgets.dialogs.kept import KeepsDraft
from widgets.dialogs.reading import Check, Read, read_draft
from widgets.drawing import Part, line

ORDER = tuple(HINTS)


@dataclass(frozen=True, slots=True)
class Form:
    """What a form begins with.

    Attributes:
        title: What it is for.
        draft: What the fields hold at first.
        stored: What of that is stored already, so that leaving loses nothing of it.
        problem: Why it could not be saved.
        at: The field to correct; the first one when it is empty.
    """

    title: str
    draft: Mapping[str, str] = field(default_factory=dict)
    stored: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""
    at: str = ""


class EntryForm(DraftDialog[dict[str, str]], KeepsDraft):
    """Gives back the draft as typed, when every field can be read."""

    TYPES_INTO = "action"
    DEFAULT_CSS = """
    EntryForm #buttons { height: 1; align-horizontal: right; }
    EntryForm Button { height: 1; min-width: 12; border: none; margin-left: 2; }
    """

    def __init__(self, form: Form, check: Check, suggest: Suggest) -> None:
        """Make the form.

        Args:
            form: What it begins with.
            check: Tells how a draft is read.
            suggest: Completes links, projects and tags.
        """
        super().__init__({name: form.draft.get(name, "") for name in ORDER}, suggest, problem=form.problem)
        self._form = form
        self._check = check

    def compose(self) -> ComposeResult:
        """Lay out the fields, with their readings."""
        with Box(self._form.title, hint="ctrl+s: save   tab: next field   esc: back"):
            yield Static(line(Part(self._problem, "late")), id="problem", classes="-said" if self._problem else "")
            yield from self.rows
            with Horizontal(id="buttons"):
                yield Button("Save", id="save", variant="primary", compact=True)
                yield Button("Cancel", id="cancel", compact=True)
        yield self.completions

    def on_mount(self) -> None:
        """Read what the form starts with."""
        self.row(self._form.at if self._form.at in ORDER else ORDER[0]).box.focus()
        self.name_templates()
        read_draft(self, self._check, self.draft)

    @property
    def draft(self) -> dict[str, str]:
        """Every field as typed."""
        return {row.field: row.value for row in self.rows}

    def typed(self) -> Mapping[str, object] | None:
        """Return every field, and what of it is stored."""
        return {"draft": self.draft, "stored": dict(self._form.stored)} if self.is_typed_in else None

    @property
    def is_typed_in(self) -> bool:
        """Whether a field is not what is stored."""
        return any(text.strip() != self._form.stored.get(name, "").strip() for name, text in self.draft.items())

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _typed(self) -> None:
        self.still_typed()
        read_draft(self, self._check, self.draft)

    @on(Read)
    def _say(self, event: Read) -> None:
        self._show(event.readings if any(text.strip() for text in self.draft.values()) else {})

    def _show(self, readings: Mapping[str, str]) -> None:
        for row in self.rows:
            row.say(readings.get(row.field, ""))

    @on(Input.Submitted)
    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Give the draft back, or go to the first field that cannot be read."""
        draft = self.draft
        readings = self._check(draft)
        at = first_problem(readings, HINTS)
        if not at:
            self.dismiss(draft)
            return
        self._show(readings)
        why = readings[at].removeprefix("!").strip().removeprefix(f"{at}:").strip()
        self.say_problem(f"Not saved. {at}: {why}")
        self.row(at).box.focus()

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.action_cancel()
