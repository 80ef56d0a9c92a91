"""What was added to a log since it was read last."""

from __future__ import annotations

import os
from pathlib import Path

from app.errors import VaultError

_SEEN = 256
"""How much of the end of what was read is compared, to notice that it is another log."""


class LogTail:
    """A file of lines that are only ever added to, read on from where the last reading ended.

    Args:
        path: The file; it need not be there.
        name: What it is called in messages: "operations log".
    """

    def __init__(self, path: Path, name: str) -> None:
        self._path, self._name = path, name
        self._read_to, self._inode, self._before = 0, 0, b""

    def read(self) -> tuple[bytes, bool]:
        """Return the new lines, and whether they are all there are because this is the first time, or another file.

        Raises:
            VaultError: The file is there and cannot be read.
        """
        try:
            with self._path.open("rb") as file:
                inode = os.fstat(file.fileno()).st_ino
                file.seek(self._read_to - len(self._before))
                if inode != self._inode or file.read(len(self._before)) != self._before:
                    self._read_to, self._inode, self._before = 0, inode, b""
                is_all = self._read_to == 0
                file.seek(self._read_to)
                data = file.read()
        except FileNotFoundError:
            self._read_to, self._inode, self._before = 0, 0, b""
            return b"", True
        except OSError as error:
            raise VaultError(f"The {self._name} {self._path} cannot be read: {error.strerror}.") from error
        whole = data[: data.rfind(b"\n") + 1]
        self._read_to += len(whole)
        self._before = (self._before + whole)[-_SEEN:]
        return whole, is_all
