"""Which line of which note a person means: `path:line` or `path#^block`, the path written as they have it at hand."""

from __future__ import annotations

import os
import posixpath
from difflib import get_close_matches

from app.errors import NotFound, UsageError
from app.vault.files import Vault

_MOST_DIGITS = 9
"""Of the number of a line; no file has more lines, and Python reads no number of any length."""


def read_reference(vault: Vault, reference: str) -> tuple[str, int, str]:
    """Return the note, the line and the block id that are named; the line is 0 beside a block id.

    The path may begin with `./`, or be that of the file on disk.

    Raises:
        UsageError: It names no line.
        NotFound: There is no such note; the hint has the one that may have been meant.
    """
    path, line, block = _place(reference)
    found = _in_vault(vault, path)
    if found is not None and vault.stat(found) is not None:
        return found, line, block
    if found is not None and vault.absolute(found).exists():
        return found, line, block  # what it is that cannot be read is for the reading to say
    near = _near(vault, found or path)
    rest = f"#^{block}" if block else f":{line}"
    raise NotFound(
        f"There is no note {path} in the vault",
        f"Did you mean {near}{rest}?" if near else "Paths are told from the vault's folder: Projects/Kitchen.md:12.",
    )


def _place(reference: str) -> tuple[str, int, str]:
    path, mark, block = reference.rpartition("#^")
    if mark:
        return path, 0, block
    path, _, number = reference.rpartition(":")
    if not path or not number.isdecimal() or len(number) > _MOST_DIGITS:
        raise UsageError(f"{reference} is no line of a note", "Write it as Projects/Kitchen.md:12.")
    return path, int(number), ""


def _in_vault(vault: Vault, path: str) -> str | None:
    """Return the key of a path; None when it leads out of the vault, or cannot be one."""
    if "\x00" in path:
        return None
    if os.path.isabs(path):
        return vault.relative(path) or vault.relative(os.path.realpath(path))
    key = posixpath.normpath(path)
    return None if key.startswith("..") or key == "." else key


def _near(vault: Vault, path: str) -> str | None:
    """Return the note that was meant: but for capitals, the ending, the folder, or a slip of the hand."""
    notes = [stamp.path for stamp in vault.scan()]
    wanted = path.casefold()
    endings = (wanted, f"{wanted}.md", f"{wanted}.markdown")
    for form in (str, posixpath.basename):
        names = {form(ending) for ending in endings}
        same = [note for note in notes if form(note.casefold()) in names]
        if len(same) == 1:
            return same[0]
    folded = {note.casefold(): note for note in notes}
    close = get_close_matches(wanted, folded, n=1, cutoff=0.75)
    return folded[close[0]] if close else None
