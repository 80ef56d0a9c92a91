"""The index of one vault: everything here can be made again from the notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from app.index import fresh_rows, link_rows, meta, note_rows, rename_rows, suggestion_rows, vector_rows
from app.index.records import UnresolvedLink
from app.index.store_file import StoreFile
from app.vault.note import FileStamp, Note
from app.vault.resolve import NoteName, Resolution

if TYPE_CHECKING:
    from app.index.vector_rows import Matrix


class IndexStore(StoreFile):
    """The writing side, for one thread at a time; others read through a `reader` of their own.

    Each change is a transaction; changes inside `with store.batch():` are one together. Every method may raise
    `StoreError` (disk full, locked for too long) and `IndexRemade`.
    """

    def replace_note(self, note: Note, stamp: FileStamp) -> None:
        """Store a note in place of what was known under its path."""
        with self.batch():
            note_rows.replace_note(self._connection, note, stamp)

    def rename_note(self, old: str, note: Note, stamp: FileStamp) -> None:
        """Give a note whose bytes did not change another path; its chunks and vectors stay.

        Args:
            old: The path that it had.
            note: The note as read from its new path.
            stamp: The stamp of the new path.
        """
        with self.batch():
            note_rows.rename_note(self._connection, old, note, stamp)

    def renames(self) -> dict[str, str]:
        """Return the notes that were renamed, former path and present one, and that nobody took note of yet."""
        with self._lock, self._remade_when_damaged():
            return rename_rows.renames(self._connection)

    def settle_renames(self, settled: Mapping[str, str]) -> None:
        """Forget renames that were taken note of."""
        with self.batch():
            rename_rows.settle(self._connection, settled)

    def remove_notes(self, paths: Iterable[str]) -> frozenset[str]:
        """Forget notes and return those that were known; their vectors stay until pruned."""
        with self.batch():
            return note_rows.remove_notes(self._connection, paths)

    def restamp_note(self, stamp: FileStamp) -> None:
        """Store the new stamp of a file whose bytes are the same."""
        with self.batch():
            note_rows.restamp_note(self._connection, stamp)

    def flag_note(self, path: str, problem: str) -> bool:
        """Say why a note could not be read, and keep what was read before; False when it is not known."""
        with self.batch():
            return note_rows.flag_note(self._connection, path, problem)

    def forget_stamps(self) -> None:
        """Have the next pass read and store every note again; vectors stay."""
        with self.batch():
            note_rows.forget_stamps(self._connection)

    def stamps(self, paths: Iterable[str] | None = None) -> dict[str, note_rows.Known]:
        """Return stamp and sha256 by path: of all notes, or of these and those in folders of these names."""
        with self._lock, self._remade_when_damaged():
            return note_rows.stamps(self._connection, paths)

    def paths_with_digest(self, digest: str) -> list[str]:
        """Return the notes whose bytes have this sha256."""
        with self._lock, self._remade_when_damaged():
            return note_rows.paths_with_digest(self._connection, digest)

    def settle(self) -> None:
        """Take note that every note of the vault has been read: what comes from now on is new."""
        with self._lock, self._remade_when_damaged():
            is_settled = fresh_rows.is_complete(self._connection) and not rename_rows.has_gone(self._connection)
        if not is_settled:
            with self.batch():
                meta.put(self._connection, meta.COMPLETE, 1)
                rename_rows.forget_gone(self._connection)

    @property
    def is_complete(self) -> bool:
        """True once every note of the vault has been read."""
        with self._lock, self._remade_when_damaged():
            return fresh_rows.is_complete(self._connection)

    def has_fresh(self) -> bool:
        """Return True when something is new in notes and has not been compared with conditions."""
        with self._lock, self._remade_when_damaged():
            return fresh_rows.has_rows(self._connection)

    def fresh(self) -> list[fresh_rows.FreshRow]:
        """Return what is new in notes and has not been compared with conditions, the latest first."""
        with self._lock, self._remade_when_damaged():
            return fresh_rows.fresh_rows(self._connection)

    def drop_fresh(self, rows: Iterable[int]) -> None:
        """Forget what has been compared."""
        with self.batch():
            fresh_rows.drop_rows(self._connection, rows)

    def mark_fresh(self, rows: Iterable[int]) -> None:
        """Take note of what has been compared by words, and waits for the model."""
        with self.batch():
            fresh_rows.mark_rows(self._connection, rows)

    def unscanned(self) -> list[suggestion_rows.Unscanned]:
        """Return the chunks that have not been looked through for commitments, by note."""
        with self._lock, self._remade_when_damaged():
            return suggestion_rows.unscanned(self._connection)

    def earlier_suggestions(self, path: str) -> dict[str, suggestion_rows.SuggestionRow]:
        """Return what was found in a note before, by key; also what its chunks do not say any more."""
        with self._lock, self._remade_when_damaged():
            return suggestion_rows.earlier(self._connection, path)

    def put_suggestions(self, rows: Iterable[tuple[int, suggestion_rows.SuggestionRow]], scanned: int) -> None:
        """Store what was found in chunks, and up to which of them all have been looked through."""
        with self.batch():
            suggestion_rows.put(self._connection, rows, scanned)

    def oldest_ns(self) -> int | None:
        """Return the time of the oldest note, in nanoseconds since the epoch; None without notes."""
        with self._lock, self._remade_when_damaged():
            return note_rows.oldest_ns(self._connection)

    def gone(self, keys: Iterable[str], now: float) -> frozenset[str]:
        """Return which lines, by key, were taken out of a note lately; `now` in seconds since the epoch."""
        with self._lock, self._remade_when_damaged():
            return fresh_rows.gone_lines(self._connection, keys, now)

    def names_version(self) -> int:
        """Return a number that grows whenever a note comes, goes or changes its names: links may lead elsewhere."""
        with self._lock, self._remade_when_damaged():
            return link_rows.names_version(self._connection)

    def links_to_resolve(self) -> list[UnresolvedLink]:
        """Return the links that have to be looked up again."""
        with self._lock, self._remade_when_damaged():
            return link_rows.links_to_resolve(self._connection)

    def note_names(self) -> list[NoteName]:
        """Return what all notes can be called by."""
        with self._lock, self._remade_when_damaged():
            return link_rows.note_names(self._connection)

    def set_links(self, resolved: Iterable[tuple[int, Resolution]]) -> None:
        """Store where links lead, by row; in one batch with `links_to_resolve`, whose other links stay as they are."""
        with self.batch():
            link_rows.set_links(self._connection, resolved)

    def store_vectors(self, model: str, digests: Sequence[str], array: Matrix, *, of_chunks: bool = True) -> None:
        """Store vectors.

        Args:
            model: The model that made them. Its older vectors of another dimension are dropped.
            digests: What they are of.
            array: Shape (digests, dimension).
            of_chunks: False for texts that are no chunks (entries, sentences): pruning treats them apart.

        Raises:
            ValueError: There is not one finite row for each digest; nothing was stored.
        """
        with self.batch():
            vector_rows.store_vectors(self._connection, model, digests, array, of_chunks)

    def expect_dimension(self, model: str, dimension: int) -> bool:
        """Drop the vectors of a model that turns out to have another dimension; return whether it had another."""
        with self._lock, self._remade_when_damaged():
            place = vector_rows.matrix_place(self._connection, model)
            if place is None or place.dimension == dimension:
                return False
        with self.batch():
            return vector_rows.expect_dimension(self._connection, model, dimension)

    def count_missing(self, model: str, after: int = 0) -> int:
        """Return how many digests have no vector; `after` as for `missing_notes`."""
        with self._lock, self._remade_when_damaged():
            return vector_rows.count_missing(self._connection, model, after)

    def embedded_state(self, model: str) -> tuple[str, int]:
        """Return the name of a model's matrix, another one when its vectors were lost, and the newest chunk."""
        with self._lock, self._remade_when_damaged():
            place = vector_rows.matrix_place(self._connection, model)
            return (place.name if place else ""), vector_rows.last_chunk(self._connection)

    def missing_digests(self, model: str, limit: int | None = None) -> list[tuple[str, str]]:
        """Return (digest, text to embed) of chunks without a vector, in the order of `missing_notes`."""
        with self._lock, self._remade_when_damaged():
            return vector_rows.missing_digests(self._connection, model, limit)

    def missing_notes(self, model: str, after: int = 0) -> list[int]:
        """Return the rows of notes that have a chunk (after this one) without a vector, in order of interest."""
        with self._lock, self._remade_when_damaged():
            return vector_rows.missing_notes(self._connection, model, after)

    def missing_of(self, model: str, notes: Sequence[int]) -> list[tuple[str, str]]:
        """Return (digest, text to embed) of the chunks of these notes that have no vector."""
        with self._lock, self._remade_when_damaged():
            return vector_rows.missing_of(self._connection, model, notes)

    def paths_of(self, digests: Iterable[str]) -> frozenset[str]:
        """Return the notes that have a chunk with one of these digests."""
        with self._lock, self._remade_when_damaged():
            return vector_rows.paths_of(self._connection, digests)

    def text_vectors(self, model: str, digests: Iterable[str]) -> dict[str, Matrix]:
        """Return the stored vectors of these digests, each of shape (dimension,)."""
        with self._lock, self._remade_when_damaged():
            return vector_rows.text_vectors(self._connection, model, digests)

    def prune_vectors(self, texts_in_use: Iterable[str] | None = None) -> int:
        """Delete vectors that no chunk has any more, and of other texts when told which are in use."""
        with self.batch():
            return vector_rows.prune_vectors(self._connection, texts_in_use)
