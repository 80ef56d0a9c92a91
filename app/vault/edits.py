"""Changes of task lines in the notes on disk: the only place that writes a note.

The file is handled as bytes and only the bytes of the line change, so that its encoding, line ends, byte order mark and
everything around the line stay what they are.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.errors import VaultError, WriteRefused
from app.vault.atomic import write_atomically
from app.vault.decoding import clean
from app.vault.files import Vault

_BOM = codecs.BOM_UTF8
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_HINT = "Look at the note again, then repeat."


@dataclass(frozen=True, slots=True)
class AppliedEdit:
    r"""What was done to a line, and what it takes to undo it.

    Attributes:
        path: The note.
        line: The line that was changed, or the first of several.
        before: What stood there, without the last line end. Bytes that are not UTF-8 are lone surrogates, which a
            journal has to keep: `json.dumps` does.
        after: What stands there now. Several lines are separated by `\n`, whatever ends a line in the file.
    """

    path: str
    line: int
    before: str
    after: str


def _nothing() -> None:
    pass


def apply_edit(
    vault: Vault,
    path: str,
    line: int,
    raw: str,
    change: Callable[[str], str],
    *,
    before_replace: Callable[[], None] = _nothing,
) -> AppliedEdit:
    r"""Change one line of a note if it still is the line that was shown.

    Args:
        vault: Where the note is.
        path: The note.
        line: The number of the line when it was read.
        raw: The line when it was read, or what `clean` made of it.
        change: From the present line to the new one, or to several separated by `\n`.
        before_replace: Passed on to `write_atomically`.

    Raises:
        WriteRefused: The line is gone or not the only one like it, `change` refuses, or the write would not be safe.
        VaultError: The note cannot be read.
    """
    data = vault.read(path)
    lines = _lines(path, data)
    at = _find(path, [clean(text) for text in lines.texts], line - 1, [clean(raw)])
    edit = AppliedEdit(path, at + 1, lines.texts[at], change(lines.texts[at]))
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
    at = _find(edit.path, lines.texts, edit.line - 1, edit.after.split("\n"))
    back = AppliedEdit(edit.path, at + 1, edit.after, edit.before)
    _write(vault, data, lines, back, before_replace)
    return back


@dataclass(frozen=True, slots=True)
class _Lines:
    """A file's lines: their text, their bytes without and with end, the byte order mark kept out of them."""

    bom: bytes
    texts: list[str]
    bodies: list[bytes]
    ends: list[bytes]


def _lines(path: str, data: bytes) -> _Lines:
    if data.startswith(_WIDE_MARKS):
        raise WriteRefused(
            f"{path} was not changed: it is not UTF-8 but UTF-16 or UTF-32",
            "Save it as UTF-8 in an editor, then repeat.",
        )
    bom = _BOM if data.startswith(_BOM) else b""
    whole = data[len(bom) :].splitlines(keepends=True)  # of bytes: splits at \n, \r\n and \r only
    bodies = [line.rstrip(b"\r\n") for line in whole]
    ends = [line[len(body) :] for line, body in zip(whole, bodies, strict=True)]
    return _Lines(bom, [body.decode("utf-8", "surrogateescape") for body in bodies], bodies, ends)


def _find(path: str, texts: Sequence[str], at: int, wanted: list[str]) -> int:
    """Return where some lines stand: where they were, or else the only place in the file.

    Identical lines elsewhere do not matter as long as the line is where it was.
    """
    count = len(wanted)
    if at >= 0 and texts[at : at + count] == wanted:
        return at
    found = [i for i, text in enumerate(texts) if text == wanted[0] and texts[i : i + count] == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        places = ", ".join(str(i + 1) for i in found[:5])
        reason = f"line {at + 1} has changed and {len(found)} other lines read the same (lines {places})"
    else:
        reason = f"line {at + 1} is no longer what was shown"
    raise WriteRefused(f"{path} was not changed: {reason}", _HINT)


def _write(vault: Vault, data: bytes, lines: _Lines, edit: AppliedEdit, before_replace: Callable[[], None]) -> None:
    """Put `edit.after` in the place of `edit.before`, every other byte as it is."""
    at, count = edit.line - 1, edit.before.count("\n") + 1
    whole = [body + end for body, end in zip(lines.bodies, lines.ends, strict=True)]
    head, tail = lines.bom + b"".join(whole[:at]), lines.ends[at + count - 1] + b"".join(whole[at + count :])
    new = head + _encoded(edit, _line_end(lines.ends, at)) + tail
    write_atomically(vault.absolute(edit.path), new, expected=data, before_replace=before_replace)
    if vault.read(edit.path) != new:
        raise VaultError(f"{edit.path} was changed by another program right after it was written", _HINT)


def _line_end(ends: Sequence[bytes], at: int) -> bytes:
    """Return what a new line ends with: as the line at hand, or the one before when that is the file's last."""
    return ends[at] or (ends[at - 1] if at else b"") or b"\n"


def _encoded(edit: AppliedEdit, end: bytes) -> bytes:
    try:
        return edit.after.encode("utf-8", "surrogateescape").replace(b"\n", end)
    except UnicodeEncodeError as error:
        raise WriteRefused(f"{edit.path} was not changed: the new text has characters that no file can hold") from error
