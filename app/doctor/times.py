"""The clock: plausible, in a known zone, and not behind what was written already."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from app.doctor.check import Check, Subject, first_of
from app.errors import LedgerError
from app.ledger.journal_file import Journal
from app.paths import betimes_folder
from app.vault.note import FileStamp

_EARLIEST = 2025
"""Before this year there was no such program."""

_TOLERANCE = timedelta(minutes=5)
_AHEAD = timedelta(days=1)
_LOCAL = Path("/etc/localtime")
_SET_IT = "Set date and time of the computer, or let it ask a time server."


def examine_clock(subject: Subject, stamps: Sequence[FileStamp]) -> Iterator[Check]:
    """Look at the clock.

    Args:
        subject: What is examined.
        stamps: The notes, for files from the future.
    """
    now = subject.now
    if now.year < _EARLIEST:
        yield Check("clock.wrong", "problem", f"it says {now:%Y-%m-%d %H:%M}", _SET_IT)
    if problem := zone_problem(os.environ, _LOCAL):
        yield Check("clock.zone", "note", problem, "Name the zone: TZ=Europe/Berlin, or timedatectl set-timezone.")
    last = _last_step(subject.root) if subject.root is not None else None
    if last is not None and last > now + _TOLERANCE:
        said = f"it is {now:%Y-%m-%d %H:%M}, and the last step of the journal is of {last.astimezone():%Y-%m-%d %H:%M}"
        yield Check("clock.jumped", "note", f"{said}: the clock went back, or was ahead then", _SET_IT)
    limit = (now + _AHEAD).timestamp() * 1e9
    ahead = [stamp.path for stamp in stamps if stamp.mtime_ns > limit]
    hint = "They count as changed today. `touch` gives a file the time of now."
    yield from first_of(
        ahead,
        lambda path: Check("clock.future-file", "note", f"{path} is dated in the future", hint),
        "notes dated in the future",
    )
    yield Check("clock.time", "ok", f"{now:%Y-%m-%d %H:%M}, {now.tzname()} (UTC{now:%z})")


def zone_problem(environment: Mapping[str, str], local: Path) -> str:
    """Return why the zone is not known, "" when it is: the system then takes UTC without a word.

    Args:
        environment: Where `TZ` may be.
        local: The system's own zone, a file.
    """
    named = environment.get("TZ", "").removeprefix(":")
    if not named:
        return "" if "TZ" in environment or local.exists() else "no time zone is set: times are UTC"
    if named.startswith("/"):
        return "" if Path(named).is_file() else f"there is no time zone file {named}: times are UTC"
    if any(character.isdigit() for character in named.partition(",")[0]) or named in ("UTC", "GMT"):
        return ""  # a zone in the form of POSIX, CET-1CEST, names no file
    try:
        ZoneInfo(named)
    except (KeyError, ValueError, OSError):
        return f"there is no time zone {named}, which TZ names: times are UTC"
    return ""


def _last_step(root: Path) -> datetime | None:
    """Return the time of the last step of the journal, as far as its end tells."""
    try:
        lines, _ = next(Journal(betimes_folder(root) / "journal.jsonl").endings())
    except LedgerError:
        return None
    return max((line.time for line in lines if line.time.tzinfo is not None), default=None)
