"""Which notes have to be looked at: what the disk says against what the index knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.index.note_rows import Known
from app.index.store import IndexStore
from app.vault.files import Vault
from app.vault.note import FileStamp


@dataclass(frozen=True, slots=True)
class Survey:
    """The difference between disk and index.

    Attributes:
        known: What the index knows of the notes looked at.
        changed: Notes that are new or whose stamp is another, newest first.
        missing: Notes that the index knows and the disk did not show.
        inodes: The files that were seen, also those under another case of their names.
    """

    known: dict[str, Known]
    changed: tuple[FileStamp, ...]
    missing: frozenset[str]
    inodes: frozenset[int]


def survey_all(vault: Vault, store: IndexStore) -> Survey:
    """Look at the whole vault.

    What stands below a folder that cannot be looked into, or is in the cloud at present, is not missing.

    Raises:
        VaultError: The vault is away, or cannot be listed.
    """
    known = store.stamps()
    found = {stamp.path: stamp for stamp in vault.scan()}
    if found:
        vault.remember_place()
    survey = _compare(known, found)
    unseen = [problem for problem in vault.problems if problem]
    hidden = {path for path in survey.missing if any(path == top or path.startswith(f"{top}/") for top in unseen)}
    return Survey(known, survey.changed, survey.missing - hidden, survey.inodes)


def survey_some(vault: Vault, store: IndexStore, paths: Iterable[str]) -> Survey:
    """Look at some notes, at what is known below folders of these names, and at notes that are links to others.

    What may not be looked at is not missing. Nobody reports a link when the note that it leads to changes.

    Raises:
        VaultError: The vault is away: nothing is missing for that.
    """
    paths = frozenset(paths) | vault.links
    known = store.stamps(paths)
    stamps = (vault.stat(path) for path in paths | known.keys())
    found = {stamp.path: stamp for stamp in stamps if stamp is not None}
    elsewhere = {path: found.pop(path) for path in vault.misspelled(found)}
    survey = _compare(known, found)
    if survey.missing:
        vault.check_present()
    gone = frozenset(path for path in survey.missing if path in elsewhere or vault.is_gone(path))
    return Survey(known, survey.changed, gone, survey.inodes | {stamp.inode for stamp in elsewhere.values()})


def _compare(known: dict[str, Known], found: dict[str, FileStamp]) -> Survey:
    changed = [stamp for path, stamp in found.items() if path not in known or known[path][0] != stamp]
    changed.sort(key=lambda stamp: (-stamp.mtime_ns, stamp.path))
    inodes = frozenset(stamp.inode for stamp in found.values())
    return Survey(known, tuple(changed), frozenset(known.keys() - found.keys()), inodes)
