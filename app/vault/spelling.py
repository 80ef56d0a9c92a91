"""Names as they stand on disk: a file may be found whatever the case or the Unicode form of its name is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from app.vault.names import composed, escape, unescape


def misspelled(root: Path, keys: Iterable[str], listing: Callable[[Path], list[str]] = os.listdir) -> frozenset[str]:
    """Return the keys that lead to a file which has another key.

    Its name, or that of a folder above it, stands on disk in another case, or a key is in another Unicode form.

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
        if composed(part) != part and not _has_twin(folder, part):
            return False
        folder /= unescape(part)
    return True


def _has_twin(folder: Path, part: str) -> bool:
    """Return True when there are two files whose names differ in their Unicode form only: both keep their own."""
    try:
        pair = os.lstat(folder / unescape(part)), os.lstat(folder / unescape(composed(part)))
    except OSError:
        return False
    return not os.path.samestat(*pair)


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
