"""The quiet place: counts, what search can do, and how far indexing has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from app.events import EmbedderState, IndexProgress
from widgets.drawing import Part, line, spread
from widgets.glyphs import Glyphs

if TYPE_CHECKING:
    from app.status import Status

_BAR = 8
ROOMY = 110
"""Columns of the terminal from which on there is room for a bar and for numbers."""
_MINUTE = 60.0

MEANING = {
    EmbedderState.OFF: "words only",
    EmbedderState.LOADING: "words only, model loading",
    EmbedderState.READY: "words and meaning",
    EmbedderState.FAILED: "words only, model failed",
}
"""What search can do, by the embedder's state."""


class StatusLine(Widget):
    """One line at the foot of the screen."""

    DEFAULT_CSS = "StatusLine { height: 1; padding: 0 1; background: $panel; color: $foreground; }"
    text: reactive[Content] = reactive(Content(""))

    def __init__(self, *, glyphs: Glyphs) -> None:
        super().__init__(id="status")
        self.glyphs = glyphs
        self.keys = ""
        self._shown: tuple[Status, int] | None = None

    def show(self, status: Status, firing: int) -> None:
        """Tell how things stand.

        Args:
            status: The workspace's state.
            firing: How many commitments are operative now.
        """
        self._shown = status, firing
        self._lay_out()

    def on_resize(self) -> None:
        """Tell as much as there is room for."""
        self._lay_out()

    def _lay_out(self) -> None:
        if self._shown is not None:
            self.text = status_text(*self._shown, self.glyphs, bar=self.app.size.width >= ROOMY)

    def render(self) -> Content:
        """Draw the state, and the two keys that lead to all others."""
        return spread(self.text, line(Part(self.keys, "muted")), self.content_size.width)


def status_text(status: Status, firing: int, glyphs: Glyphs, *, bar: bool = True) -> Content:
    """Return how things stand in one line, the most important first: the end is cut where there is no room.

    Args:
        status: The workspace's state.
        firing: How many commitments are operative now.
        glyphs: How to draw.
        bar: Whether there is room for progress as a bar and in numbers; else it is a percentage.
    """
    notes = f"{status.notes:,} {'note' if status.notes == 1 else 'notes'}"
    parts: list[Part | str] = []
    if status.indexing is not None and status.indexing.total:
        parts += [*_meaning(status), " · ", *_progress(status.indexing, glyphs, bar=bar)]
        parts += [Part(" · i stops · ", "muted"), notes]
    else:
        parts += [notes, " · ", *_meaning(status)]
    if status.is_away:
        parts += [" · ", Part(status.watch_notice, "late")]
    if firing:
        parts += [" · ", Part(f"{firing} now", "operative")]
    if status.problems:
        parts += [" · ", Part(f"{status.problems} with problems", "late")]
    if status.index_problem:
        parts += [" · ", Part(status.index_problem, "late")]
    if status.watch_notice and not status.is_away:
        parts += [" · ", Part(status.watch_notice, "muted")]
    return line(*parts)


def _meaning(status: Status) -> list[Part | str]:
    words: list[Part | str] = [
        Part(MEANING[status.embedder], "late" if status.embedder is EmbedderState.FAILED else "")
    ]
    if status.embedder is EmbedderState.FAILED and status.embedder_detail:
        words.append(Part(f" ({status.embedder_detail})", "muted"))
    if status.paused:
        words.append(Part(f" · indexing stopped, i goes on, {status.pending:,} chunks to do", "today"))
    return words


def _progress(progress: IndexProgress, glyphs: Glyphs, *, bar: bool) -> list[Part | str]:
    share = min(1.0, progress.done / progress.total)
    unit = "notes" if progress.stage == "reading" else "chunks"
    left = f", {time_left(progress.seconds_left)}" if progress.seconds_left is not None else ""
    if not bar:
        return [f"{progress.stage} {share:.0%}{left}"]
    full = round(_BAR * share)
    drawn = glyphs.full * full + glyphs.empty * (_BAR - full)
    return [f"{progress.stage} ", Part(drawn, "soon"), f" {progress.done:,}/{progress.total:,} {unit}{left}"]


def time_left(seconds: float) -> str:
    """Return how long something will take, as a person would say it."""
    if seconds < _MINUTE:
        return f"{max(1, round(seconds))} s left"
    if seconds < _MINUTE * _MINUTE:
        return f"{round(seconds / _MINUTE)} min left"
    return f"{seconds / _MINUTE / _MINUTE:.1f} h left"
