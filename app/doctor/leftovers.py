"""What a program that was killed left behind: temporary files, copies, and texts that were being edited."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.doctor.check import Check, Subject, first_of
from app.vault.atomic import BACKUP_SUFFIX, SUFFIX
from app.vault.descriptors import PREFIX

_OURS = re.compile(re.escape(PREFIX) + r"[a-z0-9_]{8}" + rf"(?:{re.escape(SUFFIX)}|{re.escape(BACKUP_SUFFIX)})")
_OLD_SECONDS = 24 * 3600.0
"""A temporary file outside the vault that nobody locks is taken for left behind after this."""

_SEARCHES = re.compile(r"\.[0-9a-f]{16}-[a-z0-9_]{8}")
_VERIFIED = re.compile(r"verified-models\.json[a-z0-9_]{8}")
_EDITED = re.compile(r"betimes-[a-z0-9_]{8}")


def examine_leftovers(subject: Subject) -> Iterator[Check]:
    """Look at the vault, at Betimes' own folders and at the platform's folder for temporary files."""
    if subject.root is not None:
        found = sorted(own_files(subject.root))
        yield from first_of(
            [str(path) for path in found if path.suffix == SUFFIX],
            lambda path: Check(
                "leftovers.temporary", "note", f"{path} was left by a write that was cut off", _REMOVED, True
            ),
            "temporary files",
        )
        for path in (path for path in found if path.suffix == BACKUP_SUFFIX):
            hint = "It may be the only whole copy: compare it with the file that it is of, then remove it."
            yield Check("leftovers.copy", "note", f"{path} is a copy from before a write that was cut off", hint)
        for path in sorted((subject.root / ".betimes").glob("*.before")):
            hint = "Compare it with the file without .before, then remove it."
            yield Check("leftovers.copy", "note", f"{path} is what a file held before a write that failed", hint)
        yield from _drafts(subject.locations.drafts(subject.root))
    yield from _crashes(subject.locations.crashes)
    for path in stale(subject, time.time()):
        yield Check("leftovers.stale", "note", f"{path} is a temporary file of long ago", _REMOVED, True)
    for path in edited_texts(Path(tempfile.gettempdir())):
        hint = "Look whether you want what is in it, then remove its folder."
        yield Check("leftovers.edited", "note", f"{path} was open in an editor when Betimes was ended", hint)


_REMOVED = "`betimes doctor --fix` removes it, unless a program is using it."


def _drafts(folder: Path) -> Iterator[Check]:
    """Say what was typed and not saved; of a program that runs too."""
    count = sum(1 for _ in folder.glob("*.json"))
    if count:
        said = f"{count} that {'was' if count == 1 else 'were'} typed and not saved, in {folder}"
        yield Check("drafts.kept", "note", said, "The next start of Betimes on this vault offers them.")


def _crashes(folder: Path) -> Iterator[Check]:
    found = sorted(folder.glob("crash-*.log"))
    if found:
        said = f"{len(found)} records of errors in the program itself, the latest is {found[-1]}"
        yield Check(
            "crashes.recorded", "note", said, "It holds places in the code and no text; report it, then delete it."
        )


def own_files(root: Path) -> Iterator[Path]:
    """Yield the temporary files and copies below a vault that a write makes; some may be in use."""
    for parent, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".") or name == ".betimes"]
        yield from (Path(parent, name) for name in names if _OURS.fullmatch(name))


def stale(subject: Subject, now: float) -> list[Path]:
    """Return temporary files of Betimes outside the vault that have not been touched for a day."""
    places = ((subject.locations.state / "searches", _SEARCHES), (subject.locations.cache, _VERIFIED))
    found = [path for folder, pattern in places for path in _named(folder, pattern)]
    return sorted(path for path in found if path.is_file() and now - path.stat().st_mtime > _OLD_SECONDS)


def edited_texts(folder: Path) -> list[Path]:
    """Return the texts of entries that an editor had open and nobody took back, of this person."""
    found = []
    for scratch in _named(folder, _EDITED):
        try:
            if scratch.lstat().st_uid == os.geteuid() and scratch.is_dir() and not scratch.is_symlink():
                found += [path for path in sorted(scratch.glob("entry.toml")) if path.is_file()]
        except OSError:
            continue
    return sorted(found)


def _named(folder: Path, pattern: re.Pattern[str]) -> Iterable[Path]:
    try:
        return [folder / name for name in os.listdir(folder) if pattern.fullmatch(name)]
    except OSError:
        return []
