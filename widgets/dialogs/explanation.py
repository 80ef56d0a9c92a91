"""Why a row stands where it stands: each factor with its value, and what can be said of it by key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from app.search.explain import Explanation
from widgets.dialogs.dialog import Box
from widgets.dialogs.text_dialog import TextDialog
from widgets.drawing import Part, line
from widgets.verdicts import Verdict


class ExplanationDialog(TextDialog):
    """Names at the left, values beside them where there are some, and words that keep to their column."""

    DEFAULT_CSS = """
    ExplanationDialog Horizontal { height: auto; }
    ExplanationDialog .name { width: 12; text-style: bold; }
    ExplanationDialog .value { width: 8; color: $betimes-soon; }
    ExplanationDialog .text { width: 1fr; }
    ExplanationDialog .verdict { margin-top: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "say('confirm')", "Yes, it applies", show=False, id="firing.confirm"),
        Binding("f", "say('deny')", "Not this", show=False, id="firing.deny"),
        Binding("a", "say('acknowledge')", "Acknowledge", show=False, id="firing.acknowledge"),
    ]

    def __init__(
        self,
        title: str,
        explanation: Explanation,
        said: Iterable[Verdict],
        keys: Mapping[str, str],
        say: Callable[[Verdict], None] = lambda verdict: None,
        *,
        signed: bool,
    ) -> None:
        """Make the dialog.

        Args:
            title: Of what it tells.
            explanation: The factors.
            said: What can be said of the firing.
            keys: The person's keys by action.
            say: Says one of these things, when its key is pressed.
            signed: True when the values are added up.
        """
        super().__init__(title, ())
        self._explanation = explanation
        self._verdicts = tuple(said)
        self._keys = keys
        self._say = say
        self._signed = signed

    def compose(self) -> ComposeResult:
        """Lay out a row for each factor and each key."""
        box = Box(self._title, hint="esc: back")
        box.can_focus = True
        with box:
            for factor in self._explanation.lines:
                yield self._row(factor.name, factor.value, factor.text)
            for index, verdict in enumerate(self._verdicts):
                key = self._keys.get(verdict.action, "")
                row = self._row(key, None, f"{verdict.name}: {verdict.effect}")
                yield row.add_class("verdict") if index == 0 else row

    def action_say(self, action: str) -> None:
        """Close, and say of the firing what a key says; nothing when that cannot be said of it."""
        for verdict in self._verdicts:
            if verdict.action == action:
                self.dismiss()
                self._say(verdict)

    def _row(self, name: str, value: float | None, text: str) -> Horizontal:
        parts = [Static(line(name), classes="name")]
        if value is not None:
            parts.append(Static(line(self._number(name, value)), classes="value"))
        return Horizontal(*parts, Static(line(Part(text)), classes="text"))

    def _number(self, name: str, value: float) -> str:
        if not self._signed:
            return f"{value:.3f}"
        return f"= {value:.2f}" if name == "score" else f"{value:+.2f}"
