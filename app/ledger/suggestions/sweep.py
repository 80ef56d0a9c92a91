"""Looking through the chunks of notes that are new or changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import accumulate
from typing import TYPE_CHECKING

from app.index.suggestion_rows import SuggestionRow, Unscanned
from app.ledger.suggestions.dating import NoteDay, note_day
from app.ledger.suggestions.scanning import find_suggestions, voice_of

if TYPE_CHECKING:
    from app.index.reader import IndexReader
    from app.index.store import IndexStore
    from app.ledger.drafts import Reader
    from app.vault.daily import DailyNotes

RECENT = timedelta(days=30)
"""What was written longer ago has been done, or given up: a new vault does not begin with years of old promises."""

SEARCHED = 256 * 1024
"""Characters of a note that are looked through, to the end of a chunk: what goes on is a log, and promises nothing."""

SEARCHED_LINES = 10_000
"""Lines of a note in which a chunk that is looked through may begin."""

_BATCH = 50
"""Notes between two writes."""


def sweep(
    store: IndexStore, index: IndexReader, reader: Reader, daily: DailyNotes, gives_way: Callable[[], bool]
) -> bool:
    """Look through what has not been looked through yet.

    Args:
        store: Where suggestions are kept.
        index: What notes say.
        reader: How dates are read; its `today` is the present day.
        daily: How other programs name the daily notes of the vault.
        gives_way: True when something else is to be done first.

    Returns:
        Whether all of it was.
    """
    waiting = sorted(store.unscanned(), key=lambda note: note.chunks[-1])
    for start in range(0, len(waiting), _BATCH):
        if gives_way():
            return False
        batch, rest = waiting[start : start + _BATCH], waiting[start + _BATCH :]
        found = [row for note in batch for row in _found(store, index, note, reader, daily)]
        last = max(note.chunks[-1] for note in batch)
        scanned = min((note.chunks[0] for note in rest), default=last + 1) - 1
        store.put_suggestions(found, scanned)
    return True


def _found(
    store: IndexStore, index: IndexReader, note: Unscanned, reader: Reader, daily: DailyNotes
) -> Iterator[tuple[int, SuggestionRow]]:
    """Yield what the new chunks of a note say; a sentence that was there before keeps the day that it was read on."""
    row = index.note(note.path)
    if row is None:
        return
    day = note_day(row.path, row.properties, row.modified, daily)
    if not _is_recent(day.day, reader.today):
        return
    earlier = store.earlier_suggestions(note.path)
    for chunk, suggestion in _read(index, note, day, reader):
        before = earlier.get(suggestion.key)
        if before is not None:
            yield (
                chunk,
                SuggestionRow(
                    note.path, suggestion.line, before.key, before.day, before.sentence, suggestion.block, before.draft
                ),
            )
        else:
            yield chunk, suggestion


def _read(index: IndexReader, note: Unscanned, day: NoteDay, reader: Reader) -> Iterator[tuple[int, SuggestionRow]]:
    chunks = index.chunks_of(note.path)
    voice = voice_of(note.path, "".join(chunk.text for chunk in chunks), day)
    if voice is None:
        return
    new = frozenset(note.chunks)
    ends = accumulate(len(chunk.text) for chunk in chunks)
    for chunk, end in zip(chunks, ends, strict=True):
        if end - len(chunk.text) > SEARCHED or chunk.line_start > SEARCHED_LINES:
            return
        if chunk.id in new:
            for one in find_suggestions(note.path, chunk.text, 0, day.day, voice, reader):
                yield chunk.id, SuggestionRow(note.path, one.line, one.key, day.day, one.sentence, one.block, one.draft)


def _is_recent(day: date, today: date) -> bool:
    return today - day <= RECENT
