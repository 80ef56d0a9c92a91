"""From a highlighted row to what the preview shows: reading and layout happen in a thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from textual.message import Message
from textual.worker import get_current_worker

from app.errors import BetimesError
from app.ledger.commitment import Commitment
from app.search.result import SearchResult
from widgets.card import card_lines
from widgets.drawing import Part, line
from widgets.evidence import evidence_lines
from widgets.note_margin import margin_rows
from widgets.note_page import Focus, NotePage, lay_out, lines_of

if TYPE_CHECKING:
    from app.search.note_links import NoteView
    from app.workspace import Workspace
    from widgets.main_screen import MainScreen
    from widgets.preview import Preview


BACKLINKS = 20
"""Links to a note that the preview lists; the view of the note has them all."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A part of a note: a focus, a heading or block that a link names, or a sentence near the focus."""

    path: str
    focus: Focus = Focus()
    fragment: str = ""
    said: str = ""

    @classmethod
    def line(cls, path: str, number: int) -> Wanted:
        """Return a note at a line."""
        return cls(path, Focus(number, number))

    @classmethod
    def result(cls, result: SearchResult) -> Wanted:
        """Return a note at what a search found in it."""
        return cls(result.path, Focus(result.line_start, result.line_end, result.looked_for, result.prefix))


class PageReady(Message):
    """A note was read and laid out, or could not be; handled by `MainScreen`."""

    def __init__(
        self,
        wanted: Wanted,
        page: NotePage | None,
        problem: str = "",
        *,
        beside: NoteView | None = None,
        keep_place: bool = False,
        width: int = 0,
    ) -> None:
        super().__init__()
        self.width = width
        self.wanted, self.page, self.problem, self.keep_place = wanted, page, problem, keep_place
        self.beside = beside


class PreviewFlow:
    """Decides what the preview shows, and has it read."""

    def __init__(self, screen: MainScreen, workspace: Workspace, preview: Callable[[], Preview]) -> None:
        self._screen = screen
        self._workspace = workspace
        self._preview = preview
        self.wanted: Wanted | None = None

    def place_of(self, item: Commitment) -> Wanted | None:
        """Return where a commitment leads, None when that is nowhere."""
        target = self._workspace.target_of(item)
        if target is None:
            return None
        if not target.line:
            return Wanted(target.path, fragment=target.fragment)
        said = item.firing.met.context if item.firing and item.firing.evidence and item.firing.met else ""
        return replace(Wanted.line(target.path, target.line), said=said)

    def show_commitment(self, item: Commitment, today: date, keys: Mapping[str, str]) -> None:
        """Show a commitment in full, with what can be said of its firing by key."""
        self.wanted = None
        self._preview().name_it(item.id)
        self._preview().show_card(tuple(card_lines(item, today, keys)))

    def show_result(self, result: SearchResult) -> None:
        """Show a note at the match."""
        self.show_note(Wanted.result(result))

    def show_note(self, wanted: Wanted) -> None:
        """Show a part of a note."""
        if wanted != self.wanted:
            self.wanted = wanted
            self._read(wanted)

    def show_nothing(self) -> None:
        """Leave the preview empty."""
        self.wanted = None
        self._preview().name_it("")
        self._preview().show_card(())

    def read_again(self, paths: frozenset[str] | None = None) -> None:
        """Read the note on show once more, if it is one of `paths` or for another width."""
        if self.wanted and (paths is None or self.wanted.path in paths):
            self._read(self.wanted, keep_place=True)

    def accept(self, message: PageReady) -> None:
        """Show what was read, unless something else is wanted by now."""
        if message.wanted != self.wanted:
            return
        self._preview().name_it(message.wanted.path)
        if message.page is None:
            self._preview().show_card((line(Part(message.problem, "late")),))
        else:
            self._preview().show_page(message.page, keep_place=message.keep_place)
            self._preview().summarise(message.beside)
            if message.width != self._preview().text_width:
                self._read(message.wanted)  # it came into view, or got another size, while the note was laid out

    def _read(self, wanted: Wanted, *, keep_place: bool = False) -> None:
        width = self._preview().text_width
        self._screen.run_worker(
            lambda: self._lay_out(wanted, width, keep_place),
            thread=True,
            exclusive=True,
            group="preview",
            exit_on_error=False,
        )

    def _lay_out(self, wanted: Wanted, width: int, keep_place: bool) -> None:
        try:
            note = self._workspace.read_note(wanted.path)
        except BetimesError as error:
            message = PageReady(wanted, None, f"{error.message} {error.hint}".strip())
        else:
            view = self._beside(wanted.path)
            below = partial(margin_rows, view) if view else None
            page = lay_out(note.text, width, focus_in(wanted, note.text), note.problem, below)
            message = PageReady(wanted, page, beside=view, keep_place=keep_place, width=width)
        if not get_current_worker().is_cancelled:
            self._screen.post_message(message)

    def _beside(self, path: str) -> NoteView | None:
        """Return what belongs to a note; None when the index cannot tell, which does not keep the note from view."""
        try:
            return self._workspace.note_margin(path, BACKLINKS)
        except BetimesError:
            return None


def focus_in(wanted: Wanted, text: str) -> Focus:
    """Return which lines of a note are wanted; none in particular when a link leads nowhere in it."""
    if wanted.fragment:
        from app.vault.outline import read_outline

        start = read_outline(text).find(wanted.fragment)
        return Focus(start, start) if start else Focus()
    if wanted.said:
        return Focus(*evidence_lines(lines_of(text), wanted.focus.first, wanted.said))
    return wanted.focus
