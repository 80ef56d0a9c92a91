"""Changes of task lines in the notes on disk: the only place that writes a note.

The file is handled as bytes and only the bytes of the line change, so that its encoding, line ends, byte order mark and
everything around the line stay what they are.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import overload

from app.errors import VaultError, WriteRefused
from app.vault.applied import AppliedEdit, Gap
from app.vault.atomic import write_atomically
from app.vault.files import Vault
from app.vault.line_finding import find_gap, find_line, find_lines

_BOM = codecs.BOM_UTF8
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_HINT = "Look at the note again, then repeat."

Change = Callable[[str], str | None]
r"""From the present line to the new one, to several separated by `\n`, or to None: the line is to go."""


def _nothing() -> None:
    pass


def apply_edit(
    vault: Vault,
    path: str,
    line: int,
    raw: str,
    change: Change,
    *,
    before_replace: Callable[[], None] = _nothing,
) -> AppliedEdit:
    r"""Change one task of a note if it still is what was shown.

    Args:
        vault: Where the note is.
        path: The note.
        line: The number of the line when it was read.
        raw: The line when it was read, or what `clean` made of it; several are separated by `\n`.
        change: What becomes of it.
        before_replace: Passed on to `write_atomically`.

    Raises:
        WriteRefused: The line is gone or not the only one like it, `change` refuses, or the write would not be safe.
        VaultError: The note cannot be read.
    """
    data = vault.read(path)
    lines = _lines(path, data)
    at, count = find_line(path, data, lines.texts, line - 1, raw, vault.reading)
    before = "\n".join(lines.texts[at : at + count])
    after = change(before)
    gap = lines.gap(at, at + count) if after is None else None
    edit = AppliedEdit(path, at + 1, before, after, gap, lines.between(at, count))
    _write(vault, data, lines, edit, before_replace)
    return edit


def undo_edit(vault: Vault, edit: AppliedEdit, *, before_replace: Callable[[], None] = _nothing) -> AppliedEdit:
    """Put back what an edit replaced, if what it wrote still is there, and return the edit that was made for that.

    Undoing what is returned does the edit again.

    Raises:
        WriteRefused: What was written is gone or occurs more than once, or the write would not be safe.
        VaultError: The note cannot be read.
    """
    data = vault.read(edit.path)
    lines = _lines(edit.path, data)
    gap = edit.gap
    if edit.after is None:
        assert gap is not None
        at = find_gap(edit.path, lines.texts, edit.line - 1, gap.above, gap.below)
    else:
        at = find_lines(edit.path, lines.texts, edit.line - 1, edit.after.split("\n"))
        gap = lines.gap(at, at + edit.after.count("\n") + 1) if edit.before is None else None
    between = lines.between(at, edit.after.count("\n") + 1) if edit.after is not None else ""
    back = AppliedEdit(edit.path, at + 1, edit.after, edit.before, gap, between)
    _write(vault, data, lines, back, before_replace, edit.between)
    return back


class _Texts(Sequence[str]):
    """The lines as text, each decoded when it is looked at: a file may have a million."""

    def __init__(self, whole: list[bytes]) -> None:
        self._whole = whole

    def __len__(self) -> int:
        return len(self._whole)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [_text(line) for line in self._whole[at]]
        return _text(self._whole[at])


def _text(line: bytes) -> str:
    return line.rstrip(b"\r\n").decode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class _Lines:
    """A file's lines: their text, and their bytes with their ends, the byte order mark kept out of them."""

    bom: bytes
    texts: _Texts
    whole: list[bytes]

    def ends(self, start: int, stop: int) -> list[bytes]:
        """Return how some lines end."""
        return [line[len(line.rstrip(b"\r\n")) :] for line in self.whole[start:stop]]

    def offset(self, at: int) -> int:
        """Return the offset in the file of a line's first byte."""
        return len(self.bom) + sum(len(line) for line in islice(self.whole, at))

    def gap(self, start: int, stop: int) -> Gap:
        """Return what is around some lines, and how the last of them ends."""
        above = self.texts[start - 1] if start else None
        below = self.texts[stop] if stop < len(self.texts) else None
        return Gap(above, below, self.ends(stop - 1, stop)[0].decode())

    def between(self, at: int, count: int) -> str:
        """Return how some lines end but the last; empty for a single one."""
        return self.ends(at, at + 1)[0].decode() if count > 1 else ""


def _lines(path: str, data: bytes) -> _Lines:
    if data.startswith(_WIDE_MARKS):
        raise WriteRefused(
            f"{path} was not changed: it is not UTF-8 but UTF-16 or UTF-32",
            "Save it as UTF-8 in an editor, then repeat.",
        )
    bom = _BOM if data.startswith(_BOM) else b""
    whole = data[len(bom) :].splitlines(keepends=True)  # of bytes: splits at \n, \r\n and \r only
    return _Lines(bom, _Texts(whole), whole)


def _write(
    vault: Vault, data: bytes, lines: _Lines, edit: AppliedEdit, before_replace: Callable[[], None], between: str = ""
) -> None:
    """Put `edit.after` in the place of `edit.before`, every other byte as it is; `between` ends its lines if known."""
    at = edit.line - 1
    stop = at if edit.before is None else at + edit.before.count("\n") + 1
    replacement = _replacement(lines, edit, at, stop, between.encode())
    new = b"".join((data[: lines.offset(at)], replacement, data[lines.offset(stop) :]))
    if not lines.bom and new.startswith((_BOM, *_WIDE_MARKS)):
        raise WriteRefused(
            f"{edit.path} was not changed: the line that would come first begins with a byte order mark",
            "Take that mark (U+FEFF) out in an editor, then repeat.",
        )
    write_atomically(vault.absolute(edit.path), new, expected=data, before_replace=before_replace)
    if vault.read(edit.path) != new and not _stands(vault, edit):
        raise VaultError(f"{edit.path} was changed by another program right after it was written", _HINT)


def _stands(vault: Vault, edit: AppliedEdit) -> bool:
    """Return True when what was written is there, whatever another program has done to the rest since."""
    texts = _lines(edit.path, vault.read(edit.path)).texts
    try:
        if edit.after is not None:
            find_lines(edit.path, texts, edit.line - 1, edit.after.split("\n"))
        elif edit.gap is not None:
            find_gap(edit.path, texts, edit.line - 1, edit.gap.above, edit.gap.below)
    except WriteRefused:
        return False
    return True


def _replacement(lines: _Lines, edit: AppliedEdit, at: int, stop: int, between: bytes) -> bytes:
    """Return the bytes of `edit.after`: each line ends as the one whose place it takes, a new one as its neighbours."""
    own = lines.ends(at, stop)
    above = lines.ends(at - 1, at) if at else []
    parts = [] if edit.after is None else [_encoded(edit.path, part) for part in edit.after.split("\n")]
    if len(parts) == len(own):
        return b"".join(part + end for part, end in zip(parts, own, strict=True))
    if len(set(own[:-1])) > 1:
        raise WriteRefused(
            f"{edit.path} was not changed: the lines of this task end in different ways",
            "Save the note in an editor, which makes them alike, then repeat.",
        )
    usual = between or (own[0] if own else b"") or (above[0] if above else b"") or b"\n"
    if not parts:
        return b""
    if own:
        return usual.join(parts) + own[-1]
    unended = above == [b""]
    last = edit.gap.end.encode() if edit.gap is not None else b""
    if not last and at < len(lines.whole):
        last = usual
    return (usual if unended else b"") + usual.join(parts) + last


def _encoded(path: str, text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise WriteRefused(f"{path} was not changed: the new text has characters that no file can hold") from error
