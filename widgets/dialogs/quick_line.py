"""The line of quick add: what was understood stands out in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.highlighter import Highlighter
from rich.text import Text

from widgets.dialogs.completion import CompletionList
from widgets.dialogs.fields import CompletingField
from widgets.dialogs.tokens import Token, token_in_line

if TYPE_CHECKING:
    from app.ledger.quick_add import QuickPart

UNMARKED = frozenset({"action"})
"""Fields whose parts do not stand out: the action is what the rest is about."""

Mark = tuple[int, int, str, bool]
"""Begin, end, the text there, and whether it has a problem."""


def marks_of(text: str, parts: Iterable[QuickPart]) -> tuple[Mark, ...]:
    """Return which stretches of a line stand out."""
    return tuple(
        (part.start, part.end, text[part.start : part.end], bool(part.problem))
        for part in parts
        if part.field not in UNMARKED and part.start < part.end
    )


class QuickText(CompletingField):
    """One line in which links, projects and tags complete by their markers."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"quick-text--part", "quick-text--problem"}
    DEFAULT_CSS = """
    QuickText > .quick-text--part { color: $betimes-soon; text-style: underline; }
    QuickText > .quick-text--problem { color: $betimes-late; text-style: bold underline; }
    """

    def __init__(self, value: str, completions: CompletionList) -> None:
        super().__init__(value, completions, None, placeholder="call Ann on friday !high @kitchen", id="line")
        self.highlighter = _Marker(self)
        self.marks: Sequence[Mark] = ()

    @property
    def token(self) -> Token | None:
        """What can be completed now."""
        return token_in_line(self.value, self.cursor_position)

    def mark(self, marks: Sequence[Mark]) -> None:
        """Let stretches of the text stand out, each as long as it is what it was."""
        self.marks = marks
        self.refresh()


class _Marker(Highlighter):
    """Styles the marks of a line."""

    def __init__(self, line: QuickText) -> None:
        self._line = line

    def highlight(self, text: Text) -> None:
        """Style the text in place."""
        for start, end, was, is_problem in self._line.marks:
            if text.plain[start:end] == was:
                name = "quick-text--problem" if is_problem else "quick-text--part"
                style = self._line.get_component_rich_style(name, partial=True)
                text.stylize(style, start, end)
