"""Keeps what is being typed until it is saved or given up, so that no end of the program takes it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

from textual.message import Message

from app.unsaved import Draft, DraftBox, LeftDraft
from widgets.dialogs.kept import KeepsDraft
from widgets.toasts import toast

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen
    from textual.timer import Timer

    from widgets.ledger_screen import LedgerScreen

PAUSE = 0.4
"""Seconds without a key after which what is typed is kept."""
_LONGEST = 2.0
"""Seconds after which it is kept while somebody goes on typing."""
_OPENING = 0.1
"""Seconds between looks at whether a dialog stands."""


class Settled(Message):
    """What a dialog gave back was written, or refused; handled by the application."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class DraftKeeper:
    """Follows the dialogs of an application. Everything but the writing happens on the event loop.

    Args:
        app: The application.
        box: Where drafts are kept.
        main: Tells the main screen, whose threads write.
        is_held: Tells whether changes wait in memory that could not be written.
    """

    def __init__(
        self, app: App[Any], box: DraftBox, main: Callable[[], LedgerScreen], is_held: Callable[[], bool]
    ) -> None:
        self._app, self._box, self._main, self._is_held = app, box, main, is_held
        self._numbers = count(1)
        self._watched: dict[Screen[Any], int] = {}
        self._kept: dict[int, Draft] = {}
        self._written: dict[int, Draft] = {}
        self._answered: set[int] = set()
        self._offered: dict[int, LeftDraft] = {}
        self._offering: LeftDraft | None = None
        self._timer: Timer | None = None
        self._since = 0.0
        self._told = False
        self._writing = threading.Lock()

    # From a dialog's opening to its answer

    def watch(self, screen: Screen[Any], callback: Callable[[Any], Any] | None) -> Callable[[Any], Any] | None:
        """Follow a dialog that opens; returns what is to be called with its answer in place of `callback`."""
        if not isinstance(screen, KeepsDraft) or screen.keeping is None:
            return callback
        number = self._watched[screen] = next(self._numbers)
        if self._offering is not None:
            self._offered[number], self._offering = self._offering, None
        self._app.set_timer(_OPENING, self.touched)

        def answered(answer: Any) -> None:
            self._watched.pop(screen, None)
            if callback is not None:
                callback(answer)
            if answer is None or answer is False:
                self.drop(number)
            else:
                self.settle(number)

        return answered

    def touched(self) -> None:
        """Hear that something was typed, or may have been."""
        if not self._watched:
            return
        self.look()
        now = time.monotonic()
        if self._timer is None:
            self._timer = self._app.set_interval(PAUSE, self._save, pause=True)
        if self._since == 0.0:
            self._since = now
        if now - self._since < _LONGEST:
            self._timer.reset()
        self._timer.resume()

    def put(self, draft: Draft, *, at_once: bool = False) -> int:
        """Keep a draft that no dialog holds; returns its number.

        Args:
            draft: What to keep.
            at_once: Write it in this thread: the event loop is about to stand still.
        """
        number = next(self._numbers)
        self._kept[number] = draft
        if at_once:
            self.write()
        else:
            self._write()
        return number

    def settle(self, number: int) -> None:
        """Drop a draft when what is being written by now is written, or asked for again."""
        self._answered.add(number)
        main, app = self._main(), self._app
        main.work("ledger", lambda: app.post_message(Settled(number)))

    def settled(self) -> None:
        """Drop what is written, once nothing waits in memory and a dialog that opened again is kept itself."""
        if not self._answered or self._is_held():
            return
        if any(not screen.is_mounted for screen in self._watched):
            self._app.set_timer(_OPENING, self.settled)
            return
        self.look()
        done, self._answered = self._answered, set()
        self._write()
        for number in done:
            self.drop(number)

    def drop(self, number: int) -> None:
        """Forget a draft: it was saved, or given up."""
        self._answered.discard(number)
        self._kept.pop(number, None)
        self._write()

    # Drafts that were left behind

    def offer(self, left: LeftDraft) -> None:
        """Let the next dialog that opens take a draft over: its file goes when that dialog's own is there."""
        self._offering = left

    def give_up(self, left: LeftDraft) -> None:
        """Delete a draft that was left behind."""
        self._main().work("drafts", lambda: self._box.forget(left))

    # Keeping

    def _save(self) -> None:
        if self._timer is not None:
            self._timer.pause()
        self._since = 0.0
        self._write()

    def look(self) -> None:
        """Take over what the dialogs hold now."""
        for screen, number in self._watched.items():
            if screen.is_mounted and isinstance(screen, KeepsDraft):
                draft = screen.unsaved()
                if draft is None:
                    self._kept.pop(number, None)
                else:
                    self._kept[number] = draft

    def _write(self) -> None:
        if self._kept != self._written or self._offered:
            self._main().work("drafts", self.write)

    @property
    def is_settling(self) -> bool:
        """Whether it is not known yet what became of something that was given back."""
        return bool(self._answered) and not self._is_held()

    def end(self, *, gave_up: bool) -> None:
        """Write for the last time; `gave_up` drops what waits in memory: the person said so."""
        if gave_up:
            for number in self._answered:
                self._kept.pop(number, None)
        self.write()

    def write(self) -> None:
        """Bring the disk in line with what is to be kept; from whatever thread."""
        try:
            with self._writing:
                self._bring_in_line()
        except OSError as error:
            if not self._told:
                self._told = True
                said = f"What you type cannot be kept for the next start: {error.strerror}"
                self._app.call_later(toast, self._app, said, "", "warning")

    def _bring_in_line(self) -> None:
        wanted = dict(self._kept)
        for number, draft in wanted.items():
            if self._written.get(number) != draft:
                self._box.put(number, draft)
                self._written[number] = draft
        for number in [number for number in self._written if number not in wanted]:
            self._box.drop(number)
            del self._written[number]
        for number, left in list(self._offered.items()):
            if number in self._written or number not in self._watched.values():
                self._box.forget(left)
                self._offered.pop(number, None)


def keeper_of(app: App[Any]) -> DraftKeeper | None:
    """Return the keeper of an application, if it keeps drafts."""
    keeper = getattr(app, "keeper", None)
    return keeper if isinstance(keeper, DraftKeeper) else None
