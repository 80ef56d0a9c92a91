"""The suggestions of a vault: found where the index is written, offered until they are answered."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from app.clock import Clock
from app.config import DatesConfig
from app.errors import NotFound, VaultError
from app.events import Event, LedgerChanged
from app.ledger.commitment import Commitment, Place
from app.paths import betimes_folder

if TYPE_CHECKING:
    from app.index.reader import IndexReader
    from app.index.store import IndexStore
    from app.index.suggestion_rows import SuggestionRow
    from app.ledger.suggestions.answers import Answers
    from app.vault.daily import DailyNotes

_OVERDUE = timedelta(days=7)
"""How long what had to be done by a day is still offered after it."""

_KEY_SHOWN = 10


class Suggestions:
    """Owns what is offered; `current` may be asked on any thread.

    Args:
        root: The vault.
        dates: How dates are read.
        daily: How other programs name the daily notes of the vault.
        clock: What "now" is.
        emit: Tells of changes of what is offered.
    """

    def __init__(
        self, root: Path, dates: DatesConfig, daily: DailyNotes, clock: Clock, emit: Callable[[Event], None]
    ) -> None:
        self._log_path = betimes_folder(root) / "operations.jsonl"
        self._journal_path = betimes_folder(root) / "journal.jsonl"
        self._dates, self._daily, self._clock, self._emit = dates, daily, clock, emit
        self._lock = threading.RLock()
        self._reader: IndexReader | None = None
        self._made_answers: Answers | None = None
        self._rows: tuple[SuggestionRow, ...] = ()
        self._generation = -1
        self._answered: Mapping[str, str] = {}

    @property
    def current(self) -> tuple[Commitment, ...]:
        """What is offered, newest first; immediate."""
        today = self._clock().date()
        shown = {row.key: row for row in self._rows if row.key not in self._answered and _is_timely(row, today)}
        return tuple(map(_commitment, sorted(shown.values(), key=_newest)))

    def look_through(self, store: IndexStore, gives_way: Callable[[], bool]) -> bool:
        """Look through what is new in notes, and announce it; on the thread that writes the index.

        Returns:
            False when something else had to be done first.
        """
        from app.ledger.drafts import Reader
        from app.ledger.suggestions.sweep import sweep

        reader = Reader(self._clock().date(), self._dates.day_first, self._dates.languages)
        done = sweep(store, self._index(store), reader, self._daily, gives_way)
        before = self.current
        self.refresh(store)
        if self.current != before:
            self._emit(LedgerChanged())
        return done

    def refresh(self, store: IndexStore) -> None:
        """Take up what the index holds, and what was answered."""
        index = self._index(store)
        generation = index.generation()
        if generation != self._generation:
            self._rows, self._generation = tuple(index.suggestions()), generation
        self.refresh_answers()

    def draft(self, suggestion_id: str) -> dict[str, str]:
        """Return the entry that a suggestion would make, linked to its note; raises `NotFound`."""
        from app.ledger.suggestions import Suggestion, linked_draft

        row = self._row(suggestion_id)
        return linked_draft(Suggestion(row.path, row.line, row.sentence, row.draft, "", row.key, row.block))

    def sentence(self, suggestion_id: str) -> tuple[str, str]:
        """Return what names the sentence of a suggestion, wherever it stands, and what it says; raises `NotFound`."""
        row = self._row(suggestion_id)
        return row.key, row.sentence

    def accept(self, suggestion_id: str, entry_id: str) -> None:
        """Record the entry that was made of a suggestion.

        Raises:
            NotFound: It is not offered.
            VaultError: The log cannot be written; it is still offered.
        """
        self._answer("accepted", self._row(suggestion_id), entry_id)

    def follow(self, unmade: Collection[str], made: Collection[str]) -> None:
        """Offer again what an undo took back, and take back what a redo made again.

        Args:
            unmade: The entries that were just undone.
            made: Those that came, or came back.
        """
        taken_back = self._answers.taken_back if made else {}
        for row in self._rows:
            entry_id = self._answered.get(row.key, "")
            if entry_id and entry_id in unmade:
                self._answer("offered", row, entry_id)
            elif taken_back.get(row.key, "") in made:
                self._answer("accepted", row, taken_back[row.key])

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            if self._reader is not None:
                self._reader.close()

    def _index(self, store: IndexStore) -> IndexReader:
        with self._lock:
            if self._reader is None:
                self._reader = store.reader()
            return self._reader

    @property
    def _answers(self) -> Answers:
        if self._made_answers is None:
            from app.ledger.suggestions.answers import Answers

            self._made_answers = Answers(self._log_path, self._journal_path)
        return self._made_answers

    def refresh_answers(self) -> None:
        """Take up what was answered, or taken back; quick."""
        # What weighs notes and what records firings need the same file, and say what is wrong with it.
        with self._lock, suppress(VaultError):
            self._answered = self._answers.refresh()

    def _answer(self, kind: str, row: SuggestionRow, entry_id: str = "") -> None:
        from app.ledger.suggestions.answers import answer
        from app.salience.operations import OperationsLog

        record = answer(kind, row.key, row.sentence, self._clock(), entry_id)
        OperationsLog(self._log_path).note(record)
        self.refresh_answers()

    def _row(self, suggestion_id: str) -> SuggestionRow:
        for row in self._rows:
            if _id(row) == suggestion_id and row.key not in self._answered:
                return row
        raise NotFound(f"There is no suggestion {suggestion_id}", "`betimes agenda --json` lists the ids.")


def _id(row: SuggestionRow) -> str:
    return f"s:{row.key[:_KEY_SHOWN]}"


def _newest(row: SuggestionRow) -> tuple[int, str, int]:
    return -row.day.toordinal(), row.path, row.line


def _is_timely(row: SuggestionRow, today: date) -> bool:
    due = _due(row)
    return due is None or today - (due.date() if isinstance(due, datetime) else due) <= _OVERDUE


def _due(row: SuggestionRow) -> date | datetime | None:
    typed = row.draft.get("due", "")
    if not typed:
        return None
    return datetime.fromisoformat(typed) if len(typed) > len("2026-12-31") else date.fromisoformat(typed)


def _commitment(row: SuggestionRow) -> Commitment:
    return Commitment(
        id=_id(row),
        home="note",
        action=row.draft["action"],
        when=row.draft.get("when"),
        due=_due(row),
        due_phrase=row.draft.get("due_phrase"),
        status="suggested",
        created=row.day,
        note=Place(row.path, row.line),
        sentence=row.sentence,
    )
