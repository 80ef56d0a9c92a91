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

    def show(self, status: Status, firing: int) -> None:
        """Tell how things stand.

        Args:
            status: The workspace's state.
            firing: How many commitments are operative now.
        """
        self.text = status_text(status, firing, self.glyphs)

    def render(self) -> Content:
        """Draw the state, and the two keys that lead to all others."""
        return spread(self.text, line(Part(self.keys, "muted")), self.content_size.width)


def status_text(status: Status, firing: int, glyphs: Glyphs) -> Content:
    """Return how things stand in one line, the most urgent first."""
    parts: list[Part | str] = []
    if status.indexing is not None and status.indexing.total:
        parts += [*_progress(status.indexing, glyphs), Part(" · i stops · ", "muted")]
    parts += [f"{status.notes:,} {'note' if status.notes == 1 else 'notes'} · ", *_meaning(status)]
    if firing:
        parts += [" · ", Part(f"{firing} now", "operative")]
    if status.problems:
        parts += [" · ", Part(f"{status.problems} with problems", "late")]
    if status.watch_notice:
        parts += [" · ", Part(status.watch_notice, "muted")]
    return line(*parts)


def _meaning(status: Status) -> list[Part | str]:
    words: list[Part | str] = [
        Part(MEANING[status.embedder], "late" if status.embedder is EmbedderState.FAILED else "")
    ]
    if status.embedder is EmbedderState.FAILED and status.embedder_detail:
        words.append(Part(f" ({status.embedder_detail})", "muted"))
    if status.paused:
        words.append(Part(f" · indexing stopped, {status.pending:,} chunks to do, i goes on", "today"))
    return words


def _progress(progress: IndexProgress, glyphs: Glyphs) -> list[Part | str]:
    full = round(_BAR * min(1.0, progress.done / progress.total))
    unit = "notes" if progress.stage == "reading" else "chunks"
    bar = glyphs.full * full + glyphs.empty * (_BAR - full)
    left = f", {time_left(progress.seconds_left)}" if progress.seconds_left is not None else ""
    return [f"{progress.stage} ", Part(bar, "soon"), f" {progress.done:,}/{progress.total:,} {unit}{left}"]


def time_left(seconds: float) -> str:
    """Return how long something will take, as a person would say it."""
    if seconds < _MINUTE:
        return f"{max(1, round(seconds))} s left"
    if seconds < _MINUTE * _MINUTE:
        return f"{round(seconds / _MINUTE)} min left"
    return f"{seconds / _MINUTE / _MINUTE:.1f} h left"
