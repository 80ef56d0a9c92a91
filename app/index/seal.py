"""Two marks beside the database: that it is as it was left, and that somebody saw damage in it.

Looking a large index over takes seconds, so that is done when another program may have had its hands on it, and once a
day. Who meets damage while reading cannot mend it: the mark sees to it that the next who opens the index does.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def seal(database: Path) -> None:
    """Write down what a closed database is like. Without it, it is looked over once more."""
    with suppress(OSError):
        _write(_beside(database, "-seal"), _stamp(database))


def is_sealed(database: Path) -> bool:
    """Return True when a database is as it was closed, or when there is none yet."""
    try:
        return _stamp(database) == _beside(database, "-seal").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return not database.exists()
    except OSError:
        return False


def mark_damaged(database: Path, reason: str) -> None:
    """Have the next who opens a database make it anew; where there is no room for that, the daily look finds it."""
    with suppress(OSError):
        _write(_beside(database, "-damaged"), reason)


def damage(database: Path) -> str:
    """Return what was seen in a database that is to be made anew; "" when nothing was."""
    try:
        return _beside(database, "-damaged").read_text(encoding="utf-8", errors="replace") or "damage was seen"
    except OSError:
        return ""


def remove_marks(database: Path) -> None:
    """Forget what is known of a database that is there no more; raises `OSError`."""
    for suffix in ("-seal", "-damaged"):
        _beside(database, suffix).unlink(missing_ok=True)


def _beside(database: Path, suffix: str) -> Path:
    return database.with_name(database.name + suffix)


def _stamp(database: Path) -> str:
    status = database.stat()
    return f"{status.st_dev} {status.st_ino} {status.st_size} {status.st_mtime_ns}\n"


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
