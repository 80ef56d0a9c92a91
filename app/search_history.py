"""What was searched for lately, kept outside the vault for one person's eyes."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from app.private import private_folder
from app.vault.decoding import clean

MOST = 200
"""Searches kept; the oldest go first."""

LONGEST = 500
"""Characters of a search that is kept: more is a paste, and not worth to be had again."""


class SearchHistory:
    """The searches of one vault, one a line, the latest last. For any thread; a lost write loses a line, no more.

    Args:
        path: The file; it and its folder are readable by their owner only.
        enabled: False: nothing is read or kept.
    """

    def __init__(self, path: Path, *, enabled: bool = True) -> None:
        self._path = path
        self._enabled = enabled

    def entries(self) -> tuple[str, ...]:
        """Return the searches, the oldest first; none when they cannot be read."""
        if not self._enabled:
            return ()
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ()
        lines = (line for line in text.split("\n") if line.isprintable() and line.strip())
        return tuple(line for line in lines if len(line) <= LONGEST)[-MOST:]

    def add(self, text: str) -> tuple[str, ...]:
        """Put a search at the end, once, and return them all; one that begins with a blank is not kept.

        Raises:
            OSError: It could not be kept.
        """
        entries = self.entries()
        kept = clean(text).rstrip()
        if not self._enabled or not kept.isprintable() or not kept or kept[0].isspace() or len(kept) > LONGEST:
            return entries
        if entries[-1:] == (kept,):
            return entries
        entries = (*(entry for entry in entries if entry != kept), kept)[-MOST:]
        self._write("".join(f"{entry}\n" for entry in entries))
        return entries

    def forget(self) -> None:
        """Delete all of it.

        Raises:
            OSError: The file could not be deleted.
        """
        self._path.unlink(missing_ok=True)

    def _write(self, text: str) -> None:
        private_folder(self._path.parent)
        descriptor, name = tempfile.mkstemp(dir=self._path.parent, prefix=f".{self._path.name}-")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as file:
                file.write(text)
            os.replace(name, self._path)
        finally:
            with suppress(FileNotFoundError):  # it has taken its place
                os.unlink(name)
