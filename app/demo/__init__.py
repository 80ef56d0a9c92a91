"""The demonstration vault, and how a throw-away copy of it is made."""

from __future__ import annotations

import os
import re
import shutil
from datetime import date, datetime
from pathlib import Path

TODAY = date(2026, 11, 30)
"""The day that it always is in the demonstration vault."""

SOURCE = Path(__file__).parent / "vault"

_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_SETTLED = date(2026, 11, 1)


def copy_demo_vault(target: Path) -> Path:
    """Copy the demonstration vault to a folder that does not exist yet.

    Recency is part of the ranking, so each daily note gets the time stamp of its own day, the rest that of a month ago.

    Returns:
        The folder.
    """
    shutil.copytree(SOURCE, target)
    for note in target.rglob("*.md"):
        match = _DAY.fullmatch(note.stem)
        day = date(*map(int, match.groups())) if match else _SETTLED
        seconds = min(datetime(day.year, day.month, day.day, 7).timestamp(), datetime.now().timestamp())
        os.utime(note, (seconds, seconds))
    return target
