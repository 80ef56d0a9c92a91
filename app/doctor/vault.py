"""The folder of notes: there, readable, writable, of what kind, and what in it cannot be used."""

from __future__ import annotations

import os
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from app.doctor.check import Check, Subject, first_of, megabytes
from app.doctor.mounts import mount_of
from app.ledger.copies import original_of
from app.vault.files import Vault
from app.vault.note import FileStamp

LEAST_SPACE = 20_000_000
"""Bytes free below which a note that is written may not find room."""


def examine_folder(subject: Subject) -> Iterator[Check]:
    """Look at the folder itself."""
    if subject.root is None:
        error = subject.error
        yield Check("vault.folder", "problem", error.message if error else "there is none", error.hint if error else "")
        return
    mount = mount_of(subject.root)
    kind = f", on {mount.kind}" if mount.kind else ""
    if os.access(subject.root, os.W_OK | os.X_OK):
        yield Check("vault.folder", "ok", f"{subject.root}{kind}")
        yield from _space(subject.root)
    else:
        is_system = bool(os.statvfs(subject.root).f_flag & os.ST_RDONLY)
        why = "the file system is mounted read-only" if is_system else "no permission to write there"
        hint = "Browsing and searching work. Make the folder writable to resolve and to keep a ledger."
        yield Check("vault.writable", "note", f"{subject.root}{kind} is read-only: {why}", hint)
    yield from _own_folder(subject.root)


def _space(root: Path) -> Iterator[Check]:
    status = os.statvfs(root)
    free = status.f_bavail * status.f_frsize
    if free < LEAST_SPACE:
        hint = "Free some space: a change that finds no room is kept in memory only, and offered again."
        yield Check("vault.space", "problem", f"{megabytes(free)} are free where the notes are", hint)


def _own_folder(root: Path) -> Iterator[Check]:
    folder = root / ".betimes"
    if os.path.lexists(folder) and not folder.is_dir():
        hint = "Move it away: Betimes keeps ledger, journal and settings in a folder of this name."
        yield Check("vault.own-folder", "problem", f"{folder} is not a folder", hint)
    elif folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        yield Check("vault.own-folder", "problem", f"{folder} may not be looked into", "Check its permissions.")


def examine_notes(vault: Vault, stamps: Sequence[FileStamp], flagged: Mapping[str, str]) -> Iterator[Check]:
    """Look at what the last scan found.

    Args:
        vault: The vault, scanned.
        stamps: What the scan gave.
        flagged: The notes of which the index says that they could not be read as they should, and why.
    """
    found = {**flagged, **vault.problems}
    hint = "What could be read of it is in agenda and search. Correct that, or name it in .betimesignore."
    reasons = [f"{path}: {reason}" if path else reason for path, reason in sorted(found.items())]
    yield from first_of(
        reasons, lambda said: Check("vault.note", "note", said, hint), "notes or folders that cannot be read whole"
    )
    copies = [path for path in vault.conflicts if original_of(path.rpartition("/")[2]) is None or "/" not in path]
    yield from first_of(
        [path for path in copies if not path.startswith(".betimes/")],
        lambda path: Check(
            "vault.conflict-copy",
            "note",
            f"{path} is a conflict copy",
            "Compare it with its original, then remove it.",
        ),
        "conflict copies",
    )
    yield from _names(vault, [stamp.path for stamp in stamps])


def _names(vault: Vault, paths: Sequence[str]) -> Iterator[Check]:
    """Say how the file system treats names, and which names another one would take for the same."""
    told = [_of_case(vault, paths), _of_form(vault, paths)]
    if said := ", ".join(filter(None, told)):
        yield Check("vault.names", "ok", f"its file system {said}")
    twins: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        twins[unicodedata.normalize("NFC", path).casefold()].append(path)
    pairs = [" and ".join(sorted(names)) for names in twins.values() if len(names) > 1]
    hint = "Rename one of them before the folder is copied to macOS or Windows, where they are one file."
    yield from first_of(
        pairs,
        lambda pair: Check("vault.twins", "note", f"{pair} differ only in case or Unicode form", hint),
        "names that differ only so",
    )


def _of_case(vault: Vault, paths: Sequence[str]) -> str:
    for path in paths:
        if path.swapcase() != path and path.isascii():
            place = vault.absolute(path)
            return "does not tell capitals apart" if _is_same(place, place.name.swapcase()) else "tells capitals apart"
    return ""


def _of_form(vault: Vault, paths: Sequence[str]) -> str:
    for path in paths:
        place = vault.absolute(path)
        forms = {unicodedata.normalize(form, place.name) for form in ("NFC", "NFD")} - {place.name}
        if not place.name.isascii() and forms:
            is_one = all(_is_same(place, name) for name in forms)
            return f"{'takes' if is_one else 'does not take'} Unicode forms of one name for the same"
    return ""


def _is_same(place: Path, name: str) -> bool:
    try:
        return os.path.samefile(place, place.with_name(name))
    except (OSError, ValueError):
        return False
