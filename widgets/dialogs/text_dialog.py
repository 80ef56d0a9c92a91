"""Something to read, such as the keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from widgets.dialogs.dialog import Box, Dialog
from widgets.drawing import Part, line


class TextDialog(Dialog[None]):
    """Shows lines until it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,q,x,question_mark", "cancel", "Close", show=False, id="dialog.close"),
    ]

    def __init__(self, title: str, lines: Iterable[Content]) -> None:
        super().__init__()
        self._title = title
        self._lines = tuple(lines)

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        box = Box(self._title, hint="esc: back")
        box.can_focus = True
        with box:
            yield Static(Content("\n").join(self._lines))


def key_lines(app: App[object], bindings: Iterable[ActiveBinding], in_dialogs: Iterable[Binding]) -> Iterator[Content]:
    """Yield each action that can be had now, commands before moves: its keys, what it does, its id for the settings.

    Args:
        app: Knows what keys are called.
        bindings: What can be had now.
        in_dialogs: What can be had in dialogs, with the keys as the person has set them.
    """
    keys: dict[str, tuple[list[str], Binding]] = {}
    for active in bindings:
        if active.binding.id:
            keys.setdefault(active.binding.id, ([], active.binding))[0].append(app.get_key_display(active.binding))
    for action_id, (shown, binding) in sorted(keys.items(), key=lambda item: not item[1][1].show):
        yield _key_line(shown, binding.description, action_id)
    yield from (Content(""), line(Part("In dialogs", "section")))
    for binding in in_dialogs:
        shown = [app.get_key_display(replace(binding, key=key)) for key in binding.key.split(",")]
        yield _key_line(shown, binding.description, binding.id or "")
    yield Content("")
    yield line(Part('Other keys: config.toml, [keys], "action id" = "key,other key"', "muted"))


def _key_line(keys: Iterable[str], description: str, action_id: str) -> Content:
    return line(Part(f"{' '.join(keys):<12}", "strong"), f"{description:<36}", Part(f" {action_id}", "muted"))
