"""One field of a draft: its name, what is typed, and how that is read."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.widgets import Static

from app.ledger.cue_templates import TEMPLATES
from widgets.dialogs.completion import CompletionList
from widgets.dialogs.fields import CompletingField, ListField
from widgets.dialogs.tokens import Kind
from widgets.drawing import Part, line

HINTS: Mapping[str, str] = {
    "action": "what is to be done",
    "when": "a situation in plain words: the quote arrives",
    "due": "2026-08-15, friday, in 3 days",
    "lead": "how long before: 3 days",
    "repeat": "every month on the 15th",
    "snoozed": "hidden until: monday, until the condition fires",
    "project": "kitchen",
    "priority": "highest, high, medium, low, lowest",
    "links": "one note a line: Projects/Kitchen#Quotes",
    "cues": "one example of the situation a line",
    "blockers": "one situation a line in which it does not apply",
    "tags": "one a line",
}
"""Every field in the order of the screen, and what to type into it."""

HELP: Mapping[str, str] = {
    "cues": "3 to 8 example sentences as you would write them; without them it is mostly only offered, not asserted",
    "blockers": "nearby situations in which it does not apply",
}
"""What a field is for, where its name does not say it; it stands under the field."""

LISTS = frozenset({"links", "cues", "blockers", "tags"})
"""Fields with one item a line."""

_KINDS: Mapping[str, Kind] = {"links": "links", "project": "project", "tags": "tags"}


class DraftRow(Container):
    """A row of a form. Beside the field when there is room, else under it, stands how it is read."""

    DEFAULT_CSS = """
    DraftRow { layout: vertical; height: auto; }
    DraftRow .head { layout: vertical; height: auto; }
    DraftRow .typed { height: auto; width: 1fr; }
    DraftRow .name { width: 11; color: $betimes-muted; }
    DraftRow .value { width: 1fr; height: auto; }
    DraftRow ListField, DraftRow ListField:focus { border: none; padding: 0 1; background: $panel; max-height: 8; }
    DraftRow ListField:focus { background: $block-cursor-background; }
    DraftRow .reading { padding: 0 0 0 12; display: none; }
    DraftRow .reading.-said { display: block; }
    DraftRow .help { padding: 0 0 0 12; color: $betimes-muted; }
    DraftRow .templates { padding: 0 0 0 12; color: $betimes-muted; display: none; }
    DraftRow.-used .templates { display: block; }
    """

    def __init__(self, field: str, typed: str, completions: CompletionList) -> None:
        """Make the row.

        Args:
            field: Its name.
            typed: What it holds at first.
            completions: The list that completes it.
        """
        super().__init__(id=f"{field}-row")
        self.field = field
        self.given = typed
        kind, hint = _KINDS.get(field), HINTS[field]
        self.box: CompletingField | ListField = (
            ListField(typed, completions, kind, placeholder=line(Part(hint, "muted")), id=field)
            if field in LISTS
            else CompletingField(typed, completions, kind, placeholder=hint, id=field)
        )
        self._label = Static(line(field), classes="name")
        self._reading = Static(id=f"{field}-reading", classes="reading")
        self._templates = Static(classes="templates")
        self._said = ""
        self._is_marked = False

    def compose(self) -> ComposeResult:
        """Lay out name and field, and what is said of them."""
        with Container(classes="head"):
            with Horizontal(classes="typed"):
                yield self._label
                yield self.box
            yield self._reading
        if self.field in HELP:
            yield Static(line(HELP[self.field]), classes="help")
        if self.field in TEMPLATES:
            yield self._templates

    def on_descendant_focus(self) -> None:
        """Show what is of use only while somebody types here."""
        self.add_class("-used")

    def on_descendant_blur(self) -> None:
        """Hide it again."""
        self.remove_class("-used")

    def name_templates(self, key: str) -> None:
        """Say which templates there are, marked as such, and by which key one is put in."""
        templates = " · ".join(TEMPLATES.get(self.field, ()))
        self._templates.update(line(f"templates ({key} puts one in): {templates}"))

    @property
    def value(self) -> str:
        """What is typed."""
        return self.box.value

    @property
    def is_changed(self) -> bool:
        """Whether a person made it another than what was given."""
        return self.value.strip() != self.given.strip()

    def give(self, text: str) -> None:
        """Hold another text, unless a person has changed the one before."""
        if not self.is_changed:
            self.box.fill(text)
        self.given = text

    def say(self, said: str) -> None:
        """Show how it is read; a reading that begins with "!" is why it cannot be."""
        if said == self._said:
            return
        self._said = said
        words = said.replace(f"! {self.field}: ", "! ", 1)
        self._reading.update(line(Part(words, "late" if said.startswith("!") else "good")))
        self._reading.set_class(bool(said), "-said")

    def mark(self) -> None:
        """Show by a star whether a person changed it."""
        if self.is_changed == self._is_marked:
            return
        self._is_marked = self.is_changed
        self._label.update(line(self.field, Part(" *" if self.is_changed else "", "today")))
