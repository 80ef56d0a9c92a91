"""The form of a commitment: every field as typed, and under it how it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button, Input, Static, TextArea

from widgets.dialogs.dialog import Box, Dialog, Field
from widgets.dialogs.reading import Check, Read, read_draft
from widgets.drawing import Part, line

FIELDS = (
    ("action", "what is to be done"),
    ("when", "a situation in plain words: the quote arrives"),
    ("due", "2026-08-15, friday, in 3 days"),
    ("lead", "how long before: 3 days"),
    ("repeat", "every month on the 15th"),
    ("project", ""),
    ("priority", "highest, high, medium, low, lowest"),
    ("links", "one note a line: Projects/Kitchen#Quotes"),
    ("cues", "one example of the situation a line"),
    ("blockers", "one situation a line in which it does not apply"),
    ("tags", "one a line"),
)
"""Field names in the order of the form, and what to type into them."""

LISTS = frozenset({"links", "cues", "blockers", "tags"})
"""Fields with one item a line."""


class EntryForm(Dialog[dict[str, str]]):
    """Gives back the draft as typed; whoever saves it opens the form again when it cannot be."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save", show=False, priority=True, id="form.save"),
    ]
    DEFAULT_CSS = """
    EntryForm .field { height: auto; }
    EntryForm .name { width: 10; color: $betimes-muted; }
    EntryForm .value { width: 1fr; height: auto; }
    EntryForm TextArea, EntryForm TextArea:focus { border: none; padding: 0 1; background: $panel; max-height: 8; }
    EntryForm TextArea:focus { background: $block-cursor-background; }
    EntryForm .reading { padding: 0 0 0 11; display: none; }
    EntryForm .reading.-said { display: block; }
    EntryForm #buttons { height: 1; align-horizontal: right; }
    EntryForm Button { height: 1; min-width: 12; border: none; margin-left: 2; }
    """

    def __init__(self, title: str, draft: Mapping[str, str], check: Check, *, problem: str = "", at: str = "") -> None:
        """Make the form.

        Args:
            title: What it is for.
            draft: What the fields hold at first.
            check: Tells how a draft is read.
            problem: Why it could not be saved.
            at: The field to correct; the first one when it is empty.
        """
        super().__init__()
        self._title = title
        self._draft = draft
        self._check = check
        self._problem = problem
        self._at = at or FIELDS[0][0]
        self._warned = False

    def compose(self) -> ComposeResult:
        """Lay out the fields, with their readings."""
        with Box(self._title, hint="ctrl+s: save   tab: next field   esc: back"):
            yield Static(line(Part(self._problem, "late")), id="problem", classes="-said" if self._problem else "")
            for name, hint in FIELDS:
                yield from self._field(name, hint)
            with Horizontal(id="buttons"):
                yield Button("Save", id="save", variant="primary", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    def _field(self, name: str, hint: str) -> Iterator[Widget]:
        typed = self._draft.get(name, "")
        with Horizontal(classes="field"):
            yield Static(line(name), classes="name")
            if name in LISTS:
                area = TextArea(typed, id=name, classes="value", placeholder=line(Part(hint, "muted")))
                area.tab_behavior = "focus"
                yield area
            else:
                yield Field(typed, placeholder=hint, id=name, classes="value")
        yield Static(id=f"{name}-reading", classes="reading")

    def on_mount(self) -> None:
        """Read what the form starts with."""
        self.query_one("#problem", Static).display = bool(self._problem)
        self.query_one(f"#{self._at}").focus()
        read_draft(self, self._check, self.draft)

    @property
    def draft(self) -> dict[str, str]:
        """Every field as typed."""
        typed = {field.id or "": field.value for field in self.query(Input)}
        return typed | {field.id or "": field.text for field in self.query(TextArea)}

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _typed(self) -> None:
        self._warned = False
        read_draft(self, self._check, self.draft)

    @on(Read)
    def _say(self, event: Read) -> None:
        is_blank = not any(text.strip() for text in self.draft.values())
        for name, _ in FIELDS:
            said = "" if is_blank else event.readings.get(name, "")
            reading = self.query_one(f"#{name}-reading", Static)
            reading.update(line(Part(said, "late" if said.startswith("!") else "good")))
            reading.set_class(bool(said), "-said")

    @on(Input.Submitted)
    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Give the draft back."""
        self.dismiss(self.draft)

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Close; when something was typed, only on being told so twice."""
        changed = any(text.strip() != self._draft.get(name, "").strip() for name, text in self.draft.items())
        if changed and not self._warned:
            self._warned = True
            self.notify("Once more drops what you typed; ctrl+s saves it.", markup=False, severity="warning")
            return
        self.dismiss(None)
