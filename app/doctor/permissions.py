"""Who may read what Betimes keeps outside the vault: its owner, and nobody else."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from app.doctor.check import Check, Subject, first_of
from app.paths import Locations

_OTHERS = 0o077
_HINT = "`betimes doctor --fix` takes that away; notes' words are in there."


def examine_permissions(subject: Subject) -> Iterator[Check]:
    """Look at index, log and searches."""
    if subject.root is None:
        return
    open_ones = [f"{path} can be read by others ({mode:o})" for path, mode in open_to_others(subject)]
    yield from first_of(
        open_ones, lambda said: Check("permissions.open", "note", said, _HINT, True), "files that others can read"
    )
    if not open_ones:
        yield Check("permissions.kept", "ok", "index, log and searches can be read by their owner only")


def open_to_others(subject: Subject) -> Iterator[tuple[Path, int]]:
    """Yield the files and folders of Betimes that others than their owner may read or write, and their modes.

    What belongs to somebody else, and what a link leads to, is left out.
    """
    assert subject.root is not None
    for path in _kept(subject.locations, subject.root):
        try:
            status = path.lstat()
        except OSError:
            continue
        is_ours = status.st_uid == os.geteuid() and not stat.S_ISLNK(status.st_mode)
        if is_ours and status.st_mode & _OTHERS:
            yield path, stat.S_IMODE(status.st_mode)


def _kept(locations: Locations, root: Path) -> Iterator[Path]:
    cache = locations.vault_cache(root)
    state = locations.state
    for folder in (cache, state, state / "searches", locations.drafts(root), locations.crashes):
        yield folder
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        yield from (folder / name for name in names if not (folder / name).is_dir())


def tighten(path: Path, mode: int) -> None:
    """Take from a file or folder what others than its owner may do; raises `OSError`."""
    os.chmod(path, mode & ~_OTHERS)
