"""Why one result stands above another: in a sentence, and factor by factor."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from app.search.compare import Comparison, Difference
from app.search.figures import SHOWN
from widgets.dialogs.dialog import Box
from widgets.dialogs.score import TableDialog
from widgets.drawing import Part, line


class ComparisonDialog(TableDialog):
    """What decides, then the numbers of both and how far each moves them apart."""

    DEFAULT_CSS = """
    ComparisonDialog .apart { width: 9; text-style: bold; }
    """

    def __init__(self, comparison: Comparison, upper: str, lower: str) -> None:
        """Make the dialog.

        Args:
            comparison: Both results.
            upper: What the one above is called.
            lower: What the one below is called.
        """
        super().__init__()
        self._comparison = comparison
        self._upper, self._lower = upper, lower

    def compose(self) -> ComposeResult:
        """Lay out what decides, then the table."""
        box = Box("Why one stands above the other")
        box.can_focus = True
        with box:
            yield Static(line(Part("upper: ", "muted"), Part(self._upper, "strong", True)))
            yield Static(line(Part("lower: ", "muted"), Part(self._lower, "strong", True)))
            for number, sentence in enumerate(self._comparison.because):
                yield Static(line(Part(sentence)), classes="" if number else "first")
            yield self._row("", "upper", "lower", "apart", "", "part first")
            upper, lower = self._comparison.upper.score, self._comparison.lower.score
            yield self._row("score", f"{upper:.{SHOWN}f}", f"{lower:.{SHOWN}f}", "", "", "part")
            for difference in self._comparison.differences:
                yield self._difference(difference)

    def _difference(self, item: Difference) -> Horizontal:
        sign, name = ("+", f"  {item.name}") if item.is_term else ("", item.name)
        upper, lower = (f"{sign}{value:.3f}" for value in (item.upper, item.lower))
        return self._row(name, upper, lower, apart_words(item), item.text, "" if item.is_term else "part")

    def _row(self, name: str, upper: str, lower: str, apart: str, text: str, classes: str) -> Horizontal:  # noqa: PLR0913
        return Horizontal(
            Static(line(name), classes=f"name {classes.replace('first', '')}"),
            Static(line(upper), classes="value wide"),
            Static(line(lower), classes="value wide"),
            Static(line(apart), classes="apart"),
            Static(line(Part(text, "muted")), classes="text"),
            classes="first" if "first" in classes else "",
        )


def apart_words(item: Difference) -> str:
    """Return how far a factor moves two results apart: "× 1.46" of a factor, "+0.070" of a term; "=" for not at all."""
    if item.is_term:
        shown = f"{item.apart:+.3f}"
        return "=" if float(shown) == 0.0 else shown
    if item.apart == float("inf"):
        return "× ∞"
    return "=" if f"{item.apart:.3f}" == "1.000" else f"× {item.apart:.2f}"
