"""The database file under the index: opened, written in transactions, looked over, and made anew when need be."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from app.index import meta, seal, vector_rows
from app.index.opening import delete_database, open_database, set_aside
from app.index.place import Place
from app.index.reader import IndexReader
from app.index.refuge import Refuge, open_somewhere
from app.index.transaction import IndexRemade, immediate, is_damage, is_of_other_tables, store_error
from app.vault.names import escape

_DAY = 86_400


class StoreFile:
    """What an `IndexStore` is built on.

    Attributes:
        notice: What a person should know about the state that the index was found in; mostly empty.
    """

    def __init__(
        self, connection: sqlite3.Connection, place: Place, vault_root: str, notice: str, reading: str, refuge: Refuge
    ) -> None:
        self._place = place
        self._vault_root = vault_root
        self._reading = reading
        self._lock = threading.RLock()
        self._depth = 0
        self._refuge = refuge
        self._is_known_sound = True
        self._use(connection)
        self.notice = notice

    @classmethod
    def open(cls, path: Path, vault_root: str, reading: str = "") -> Self:
        """Open or create the index at `path`; for this run somewhere else when nothing can be kept there.

        Args:
            path: The database; its folder is made if need be.
            vault_root: The folder of notes that it is of.
            reading: Names how notes are read; all of them are read again when it is not what it was.

        Raises:
            StoreError: There can be no index; says why.
        """
        was_left_so = seal.is_sealed(path)
        opened, refuge = open_somewhere(path, root := escape(vault_root), reading)
        store = cls(opened.connection, Place(opened.path), root, opened.notice, reading, refuge)
        store._is_known_sound = was_left_so
        return store

    def _use(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._identity = _identity(self.path)

    @property
    def path(self) -> Path:
        """The file in use."""
        return self._place.path

    def on_damage(self, called: Callable[[], None]) -> None:
        """Have a function called when a reader, on whatever thread, meets damage: `heal` is wanted then."""
        self._place.on_damage = called

    def data_version(self) -> int:
        """Return a number that changes when another program, or another connection, wrote the index."""
        with self._lock, self._remade_when_damaged():
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    @property
    def epoch(self) -> int:
        """A number that grows whenever another database takes the place of this one."""
        return self._place.epoch

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()
            if _identity(self.path) == self._identity:
                seal.seal(self.path)
            self._refuge.leave()

    def reader(self) -> IndexReader:
        """Open a connection that only reads, for any one thread."""
        return IndexReader(self._place)

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Make all changes of the body one transaction; none is kept when it raises."""
        with self._lock, self._remade_when_damaged():
            if self._depth:
                yield
                return
            with immediate(self._connection):
                self._depth += 1
                try:
                    yield
                    meta.increase(self._connection, meta.GENERATION)
                finally:
                    self._depth -= 1

    @contextmanager
    def _remade_when_damaged(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            if self._depth:
                raise
            if not (is_damage(error) or is_of_other_tables(error)):
                raise store_error(error) from error
            self.remake(f"was damaged ({error})")
            raise IndexRemade(self.notice) from error

    def remake(self, reason: str) -> None:
        """Move the database aside and start an empty one; readers take it up by themselves.

        Args:
            reason: The end of "The index ...".
        """
        with self._lock:
            self._connection.close()
            notice = set_aside(self.path, reason)
            self._start_anew()
            self.notice = notice

    def clear(self) -> None:
        """Delete the index, vectors included, and start an empty one; readers take it up by themselves."""
        with self._lock:
            self._connection.close()
            delete_database(self.path)
            self._start_anew()

    def _start_anew(self) -> None:
        self._use(open_database(self.path, self._vault_root, self._reading).connection)
        self._is_known_sound = True
        self._place.renew()

    def heal(self) -> None:
        """See to what happened to the file from outside; costs a look at its name when nothing did.

        Raises:
            IndexRemade: A reader met damage, or the file was deleted or replaced: what is used now is to be filled.
            StoreError: There can be no other file in its place now.
        """
        with self._lock:
            if self._place.damage:
                self.remake(f"was damaged ({self._place.damage})")
            elif _identity(self.path) != self._identity:
                self._connection.close()
                self._start_anew()
                self.notice = "The index was deleted or replaced while it was in use; it is taken up anew."
            else:
                return
            raise IndexRemade(self.notice)

    def verify_when_touched(self) -> None:
        """Do `verify` when the file is not as the last run left it."""
        if not self._is_known_sound:
            self.verify()

    def verify_daily(self, now: float) -> None:
        """Do `verify`, unless it was done on the same day.

        Args:
            now: Seconds since the epoch.
        """
        today = int(now // _DAY)
        with self._lock, self._remade_when_damaged():
            done = meta.number(self._connection, meta.VERIFIED)
        if done != today:
            self.verify()
            with self.batch():
                meta.put(self._connection, meta.VERIFIED, today)

    def verify(self) -> None:
        """Look for damage that reading alone does not show, 0.1 s for 5,000 chunks; raises `IndexRemade` for some.

        Vectors that are not as long as those of their model are dropped, and made again.
        """
        with self._lock, self._remade_when_damaged():
            found = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                self.remake(f"was damaged ({found})")
                raise IndexRemade(self.notice)
            self._connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
            broken = vector_rows.count_misfits(self._connection)
        if broken:
            with self.batch():
                vector_rows.drop_misfits(self._connection)
            self.notice = f"{broken} vectors in the index were not whole; they are made anew."
        self._is_known_sound = True


def _identity(path: Path) -> tuple[int, int] | None:
    """Return which file stands at a path; None when there is none that can be seen."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino
