"""The form of a task line: the few fields that it has a place for, each written by its own token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static

from widgets.dialogs.dialog import Box, Dialog, Field
from widgets.dialogs.kept import KeepsDraft
from widgets.dialogs.reading import Check, Read, read_draft
from widgets.drawing import Part, line

HINTS: Mapping[str, str] = {
    "due": "2026-08-15, friday, in 3 days",
    "scheduled": "the day to work on it",
    "start": "not to be thought of before",
    "priority": "highest, high, medium, low, lowest",
    "repeat": "every month on the 15th",
}
"""Every field in the order of the screen, and what to type into it."""


class TaskForm(Dialog[dict[str, str]], KeepsDraft):
    """Gives back what is typed, when every field can be read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save", show=False, priority=True, id="form.save"),
        Binding("down", "step(1)", "Next field", show=False, priority=True, id="form.down"),
        Binding("up", "step(-1)", "Previous field", show=False, priority=True, id="form.up"),
    ]
    DEFAULT_CSS = """
    TaskForm Horizontal { height: auto; }
    TaskForm .name { width: 11; color: $betimes-muted; }
    TaskForm Field { width: 1fr; }
    TaskForm .reading { width: 34; padding-left: 1; }
    TaskForm #said { margin-bottom: 1; }
    """

    def __init__(
        self, action: str, where: str, draft: Mapping[str, str], check: Check, *, typed: Mapping[str, str], problem: str
    ) -> None:
        """Make the form.

        Args:
            action: What is to be done.
            where: The line.
            draft: What the line says.
            check: Tells how a draft is read.
            typed: What the fields hold at first.
            problem: Why it was refused; may be empty.
        """
        super().__init__()
        self._action = action
        self._where = where
        self._draft = draft
        self._check = check
        self._typed = typed
        self._problem = problem

    def compose(self) -> ComposeResult:
        """Lay out the fields, with their readings."""
        with Box("Edit the task line", hint="enter: save   tab: next field   esc: back"):
            yield Static(line(Part(self._action, "strong")))
            yield Static(line(Part(self._problem or self._where, "late" if self._problem else "muted")), id="said")
            for name, hint in HINTS.items():
                with Horizontal():
                    yield Static(line(name), classes="name")
                    yield Field(self._typed.get(name, ""), placeholder=hint, id=name)
                    yield Static(id=f"{name}-reading", classes="reading")

    def on_mount(self) -> None:
        """Begin with the date."""
        self.query_one("#due", Field).focus()

    @property
    def changes(self) -> dict[str, str]:
        """What is typed and is not what the line says."""
        typed = {name: self.query_one(f"#{name}", Field).value.strip() for name in HINTS}
        return {name: text for name, text in typed.items() if text != self._draft.get(name, "")}

    def typed(self) -> Mapping[str, object] | None:
        """Return what is not what the line says."""
        return {"typed": changes} if (changes := self.changes) else None

    @on(Input.Changed)
    def _typing(self) -> None:
        read_draft(self, self._check, self.changes)

    @on(Read)
    def _say(self, event: Read) -> None:
        self._show(event.readings)

    def _show(self, readings: Mapping[str, str]) -> None:
        for name in HINTS:
            said = readings.get(name, "").replace(f"! {name}: ", "! ", 1)
            part = Part(said, "late" if said.startswith("!") else "good")
            self.query_one(f"#{name}-reading", Static).update(line(part))

    @on(Input.Submitted)
    def action_save(self) -> None:
        """Give the changes back, or go to the first field that cannot be read."""
        changes = self.changes
        readings = self._check(changes)
        at = next((name for name in HINTS if readings.get(name, "").startswith("!")), "")
        if not at:
            self.dismiss(changes)
            return
        self._show(readings)
        self.query_one(f"#{at}", Field).focus()
