"""What a report of the system means for a vault."""

from __future__ import annotations

import re
import unicodedata

from app.vault.files import Vault
from app.vault.ignore import IGNORE_FILE, conflict_of
from app.vault.names import PLACEHOLDER, composed, is_note_name
from app.vault.watcher_inbox import Seen

_OWN = re.compile(r"\.betimes/(?:(?:journal|operations)\.jsonl|[^./][^/]*\.toml(?!.*(?:\.tmp|\.sw.|~)$)[^/]*)")
"""Ledger, resolved entries, settings, and what sync programs leave of them, but no temporary files; and the records of
what was done and what fired, to which another instance may have added."""


def changed_paths(vault: Vault, seen: Seen) -> frozenset[str | None]:
    """Return what has changed, as keys; None stands for anything.

    A name that can be spelled in two Unicode forms is told in both: when one of two such files comes or goes, the
    other has another key.
    """
    try:
        key = vault.relative(seen.path)
    except (OSError, ValueError):
        return frozenset({None})
    found = "" if key is None else meant(vault, key, is_folder=seen.is_folder)
    if not found:
        return frozenset() if found == "" else frozenset({None})
    if found.isascii():
        return frozenset({found})
    folder, slash, name = found.rpartition("/")
    return frozenset(f"{folder}{slash}{form}" for form in (name, composed(name), unicodedata.normalize("NFD", name)))


def meant(vault: Vault, key: str, *, is_folder: bool) -> str | None:
    """Return the key of what a report means: empty when that is nothing of the vault; None stands for anything."""
    if is_folder:
        return "" if vault.rules.ignores(key, is_dir=True) else None
    if key == IGNORE_FILE or _OWN.fullmatch(key):
        return key
    folder, slash, name = key.rpartition("/")
    if PLACEHOLDER.match(name) and not vault.rules.ignores(f"{folder}{slash}note.md", is_dir=False):
        return None  # a note went into the cloud, or came back
    if not is_note_name(key):
        return ""
    if not vault.rules.ignores(key, is_dir=False):
        return key
    hidden = bool(folder) and vault.rules.ignores(folder, is_dir=True)
    return None if conflict_of(name) is not None and not hidden else ""
