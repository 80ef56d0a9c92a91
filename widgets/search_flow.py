"""One query from keystroke to answer: words at once, then words and meaning after a pause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message
from textual.worker import get_current_worker

from app.errors import BetimesError, EmbedderUnavailable, QueryInterrupted
from app.search.result import RankMode, SearchResults

if TYPE_CHECKING:
    from app.workspace import Workspace
    from widgets.main_screen import MainScreen

PAUSE = 0.12
"""Seconds without a keystroke before the model is asked."""

PATIENCE = 0.5
"""Seconds before the screen says that it is busy."""


class SearchReady(Message):
    """An answer, perhaps to a query that is no longer the one typed; handled by `MainScreen`.

    Attributes:
        found: The answer; None when the better half of it could not be had.
        asked: The query and rank mode that were asked for.
        settled: True when nothing better will follow.
    """

    def __init__(self, found: SearchResults | None, asked: tuple[str, RankMode], *, settled: bool) -> None:
        super().__init__()
        self.found, self.asked, self.settled = found, asked, settled


class SearchFlow:
    """Runs searches away from the event loop and says which answers still count."""

    def __init__(self, screen: MainScreen, workspace: Workspace, rank: RankMode) -> None:
        self._screen = screen
        self._workspace = workspace
        self.query = ""
        self.rank = rank
        self.busy = False
        self._running = False
        self._again = False

    def ask(self, text: str) -> None:
        """Search for another text, or forget the search when there is none."""
        self.query = text
        self._start()

    def ask_again(self) -> None:
        """Run the open query once more: now, or as soon as the one that runs is through."""
        if self._running:
            self._again = True
        elif self.query.strip():
            self._start()

    def cycle_rank(self) -> RankMode:
        """Go to the next rank mode and search again."""
        modes = list(RankMode)
        self.rank = modes[(modes.index(self.rank) + 1) % len(modes)]
        self._start()
        return self.rank

    def accept(self, message: SearchReady) -> bool:
        """Return whether an answer is to the query on screen, and take note of the end of its search."""
        if message.asked != (self.query, self.rank):
            return False
        if message.settled:
            self._running = self.busy = False
            if self._again:
                self._again = False
                self._start()
        return message.found is not None

    def _start(self) -> None:
        self._screen.workers.cancel_group(self._screen, "search")  # before it is interrupted: it says nothing of that
        self._workspace.interrupt_search()
        self._again = self.busy = False
        asked = (self.query, self.rank)
        self._running = bool(self.query.strip())
        if not self._running:
            return
        self._screen.run_worker(
            lambda: self._search(*asked), thread=True, exclusive=True, group="search", exit_on_error=False
        )
        self._screen.set_timer(PATIENCE, lambda: self._say_busy(asked))

    def _say_busy(self, asked: tuple[str, RankMode]) -> None:
        if self._running and asked == (self.query, self.rank):
            self.busy = True
            self._screen.show_search_title()

    def _search(self, text: str, rank: RankMode) -> None:
        worker = get_current_worker()
        asked = (text, rank)
        try:
            words = self._workspace.search_words(text, rank)
            if worker.is_cancelled:
                return
            self._screen.post_message(SearchReady(words, asked, settled=False))
            if worker.cancelled_event.wait(PAUSE):
                return
            fused = self._workspace.search_fused(text, rank)
        except EmbedderUnavailable:
            self._screen.post_message(SearchReady(None, asked, settled=True))
        except QueryInterrupted:
            if not worker.is_cancelled:
                self._screen.post_message(SearchReady(None, asked, settled=True))
        except BetimesError as error:
            if not worker.is_cancelled:
                self._screen.post_error(error)
                self._screen.post_message(SearchReady(None, asked, settled=True))
        else:
            if not worker.is_cancelled:
                self._screen.post_message(SearchReady(fused, asked, settled=True))
