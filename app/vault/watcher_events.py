"""What a report of the system means for a vault."""

from __future__ import annotations

import re

from app.vault.files import Vault
from app.vault.ignore import IGNORE_FILE, conflict_of
from app.vault.names import PLACEHOLDER, is_note_name
from app.vault.watcher_inbox import Seen

_OWN = re.compile(r"\.betimes/(?:(?:journal|operations)\.jsonl|[^./][^/]*\.toml(?!.*(?:\.tmp|\.sw.|~)$)[^/]*)")
"""Ledger, resolved entries, settings, and what sync programs leave of them, but no temporary files; and the records of
what was done and what fired, to which another instance may have added."""


def changed_path(vault: Vault, seen: Seen) -> str | None:
    """Return what has changed, as a key: empty when that is nothing of the vault; None stands for anything."""
    try:
        key = vault.relative(seen.path)
    except (OSError, ValueError):
        return None
    return "" if key is None else meant(vault, key, is_folder=seen.is_folder)


def meant(vault: Vault, key: str, *, is_folder: bool) -> str | None:
    """Return which change a report for a key means, in the way of `changed_path`."""
    if is_folder:
        return "" if vault.rules.ignores(key, is_dir=True) else None
    if key == IGNORE_FILE or _OWN.fullmatch(key):
        return key
    folder, slash, name = key.rpartition("/")
    if placeholder := PLACEHOLDER.match(name):
        key = f"{folder}{slash}{placeholder[1]}"
    if not is_note_name(key):
        return ""
    if not vault.rules.ignores(key, is_dir=False):
        return key
    hidden = bool(folder) and vault.rules.ignores(folder, is_dir=True)
    return None if conflict_of(name) is not None and not hidden else ""
