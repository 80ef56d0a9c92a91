"""One writer at a time, among threads and among programs."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.errors import NotWritable, WriteRefused
from app.private import private_folder
from app.vault.refusals import refusal

_SECONDS = 10.0


class WriterLock:
    """A lock on a file outside the vault; the system frees it when its holder dies.

    Attributes:
        threads: The part of it that keeps threads of this program apart; enough for reading.
    """

    def __init__(self, path: Path, patience: float = _SECONDS) -> None:
        self.threads = threading.RLock()
        self._path = path
        self._patience = patience
        self._depth = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock; raises `WriteRefused` when another program does not let go of it. Who holds it may again."""
        from filelock import FileLock, Timeout

        with self.threads:
            if self._depth:
                yield
                return
            try:
                private_folder(self._path.parent)
                lock = FileLock(str(self._path), timeout=self._patience, mode=0o600)
                lock.acquire()
            except Timeout as error:
                raise WriteRefused("Another Betimes is writing the ledger", "Try again in a moment.") from error
            except OSError as error:
                refused = refusal(self._path, error)
                if error.errno in (errno.ENOENT, errno.ENOTDIR):
                    hint = "The lock of the ledger belongs in the cache folder: look at that, or at XDG_CACHE_HOME."
                    raise NotWritable(f"{self._path} cannot be made", hint) from error
                raise refused from error
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                lock.release()
