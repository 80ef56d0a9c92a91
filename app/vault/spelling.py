"""Names as they stand on disk: some file systems find a file whatever the case of its name is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from app.vault.names import composed, escape, unescape


def misspelled(root: Path, keys: Iterable[str], listing: Callable[[Path], list[str]] = os.listdir) -> frozenset[str]:
    """Return the keys that lead to a file whose name, or that of a folder above it, stands on disk in another case.

    Args:
        root: The vault.
        keys: What is to be looked at; what leads nowhere is not misspelled.
        listing: Gives the names in a folder.
    """
    names: dict[Path, frozenset[str] | None] = {}
    return frozenset(key for key in keys if not _is_spelled(root, key, names, listing))


def _is_spelled(
    root: Path, key: str, names: dict[Path, frozenset[str] | None], listing: Callable[[Path], list[str]]
) -> bool:
    folder = root
    for part in key.split("/"):
        if folder not in names:
            names[folder] = _listed(folder, listing) if _ignores_case(folder, unescape(part)) else None
        known = names[folder]
        if known is not None and composed(part) not in known:
            return False
        folder /= unescape(part)
    return True


def _ignores_case(folder: Path, name: str) -> bool:
    other = name.swapcase()
    if other == name:
        return False
    try:
        return os.path.samestat(os.lstat(folder / name), os.lstat(folder / other))
    except OSError:
        return False


def _listed(folder: Path, listing: Callable[[Path], list[str]]) -> frozenset[str] | None:
    try:
        return frozenset(composed(escape(name)) for name in listing(folder))
    except OSError:
        return None
