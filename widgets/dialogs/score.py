"""Why a result has its score: what is multiplied, what is added up to each factor, and where each comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from app.search.explain import Part, ScoreExplanation, Term
from app.search.figures import SHOWN, apportioned, decimals_for
from widgets.dialogs.dialog import Box, Dialog
from widgets.dialogs.text_dialog import TextDialog
from widgets.drawing import Part as Said
from widgets.drawing import line
from widgets.glyphs import Glyphs

COMPARE = "compare"
"""Given back when the person asks why the result does not stand higher."""
BAR = 12
"""Cells of the longest bar."""
NARROW = 64
"""Below this many columns there is no room for bars."""


class TableDialog(Dialog[str]):
    """A wide dialog of rows with columns, which gives up a column where there is little room."""

    BINDINGS: ClassVar[list[BindingType]] = [*TextDialog.BINDINGS]
    DEFAULT_CSS = """
    TableDialog Box { width: 104; }
    TableDialog Horizontal { height: auto; }
    TableDialog .name { width: 13; }
    TableDialog .part { text-style: bold; }
    TableDialog .value { width: 8; color: $betimes-soon; }
    TableDialog .text { width: 1fr; }
    TableDialog .first { margin-top: 1; }
    TableDialog.-narrow .wide { display: none; }
    """

    def on_mount(self) -> None:
        """Choose the columns, and name the keys as the person has set them."""
        self.on_resize()
        keys = {active.binding.id: self.app.get_key_display(active.binding) for active in self.active_bindings.values()}
        self.query_one(Box).border_subtitle = line(Said(self.hint(keys)))

    def on_resize(self) -> None:
        """Leave columns out on a narrow terminal."""
        self.set_class(self.app.size.width < NARROW, "-narrow")

    def hint(self, keys: dict[str | None, str]) -> str:
        """Return what the keys do, by binding id."""
        return f"{keys.get('dialog.cancel', '')}: back"


class ScoreDialog(TableDialog):
    """Shows a score as a product of sums; gives back `COMPARE` or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "compare", "Why is this not higher?", show=False, id="row.compare"),
    ]
    DEFAULT_CSS = """
    ScoreDialog .bar { width: 13; color: $betimes-soon; }
    """

    def __init__(self, title: str, explanation: ScoreExplanation, glyphs: Glyphs, *, others: bool) -> None:
        """Make the dialog.

        Args:
            title: Of the result.
            explanation: Its score.
            glyphs: What bars are made of.
            others: True when there are other results that it can be compared with.
        """
        super().__init__()
        self._title = title
        self._explanation = explanation
        self._glyphs = glyphs
        self._others = others
        self._decimals = decimals_for([part.value for part in explanation.parts], explanation.score)

    def compose(self) -> ComposeResult:
        """Lay out the score, then each factor with its terms."""
        box = Box(f"Why: {self._title}")
        box.can_focus = True
        with box:
            if self._explanation.pin:
                yield self._row("exact hit", self._glyphs.pinned, "", self._explanation.pin)
            product = " × ".join(f"{self._shown(part.value)} {part.name}" for part in self._explanation.parts)
            score = f"{self._explanation.score:.{SHOWN}f}"
            yield self._row("score", score, "", f"= {product}")
            for part in self._explanation.parts:
                yield from self._part(part)
            yield self._row("order", "", "", self._explanation.order, "first")

    def _part(self, part: Part) -> Iterator[Horizontal]:
        yield self._row(part.name, self._shown(part.value), "", part.text, "first")
        points = apportioned([term.points for term in part.terms], part.value - part.base, self._decimals)
        most = max((term.weight for term in part.terms), default=0.0)
        for term, shown in zip(part.terms, points, strict=True):
            yield self._row(f"  {term.name}", f"+{shown}", self._bar(term, most), term.text)

    def _row(self, name: str, value: str, bar: str, text: str, *classes: str) -> Horizontal:
        is_part = "name part" if not name.startswith(" ") else "name"
        cells = [Static(line(name), classes=is_part), Static(line(value), classes="value")]
        if bar:
            cells.append(Static(line(bar), classes="bar wide"))
        return Horizontal(*cells, Static(line(Said(text)), classes="text"), classes=" ".join(classes))

    def _bar(self, term: Term, most: float) -> str:
        """Return how much of what it may add a term adds; the longest bar is that of the term that may add most."""
        cells = round(BAR * term.weight / most) if most else 0
        full = min(cells, round(BAR * term.points / most)) if most else 0
        return self._glyphs.full * full + self._glyphs.empty * (cells - full) or " "

    def _shown(self, value: float) -> str:
        return f"{value:.{self._decimals}f}"

    def hint(self, keys: dict[str | None, str]) -> str:
        """Return what the keys do, by binding id."""
        compare = f"{keys.get('row.compare', '')}: why not higher?   " if self._others else ""
        return compare + super().hint(keys)

    def action_compare(self) -> None:
        """Ask why the result does not stand higher."""
        if self._others:
            self.dismiss(COMPARE)
