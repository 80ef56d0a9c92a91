"""Ledger files as values: text and tables together, changed one block at a time.

Every change gives a new `Document` in which all bytes but those of its own block are as they were.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from app.errors import LedgerError, WriteRefused
from app.ledger.block_edit import comment_lines, edit_block
from app.ledger.blocks import Block, blank_lines_after, find_blocks
from app.ledger.plain_toml import read_plain
from app.ledger.rendering import Table, same
from app.private import FOLDER
from app.vault.atomic import write_atomically
from app.vault.descriptors import opened
from app.vault.refusals import refusal

BOM = b"\xef\xbb\xbf"
_WHERE = re.compile(r"\(at line ([0-9]+), column ([0-9]+)\)")
WHOLE_CHECK = 128 * 1024
"""Up to this size a changed text is read back as a whole, beyond it only the changed block is: a block that reads
back on its own cannot change how the rest is read."""


class LedgerSyntaxError(LedgerError):
    """A ledger file does not parse.

    Attributes:
        line: Where, from 1.
        column: Where in the line, from 1.
    """

    def __init__(self, name: str, line: int, column: int, reason: str) -> None:
        hint = "Correct that line. Until then the last good state is shown and nothing is written."
        super().__init__(f"{name}, line {line}, column {column}: {reason}", hint)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Document:
    """A ledger file, read.

    Attributes:
        data: Its bytes; None when there is no file.
        text: The bytes decoded, without a byte order mark.
        tables: The `[[entry]]` tables in order.
        blocks: Where each of them stands in `text`.
        bom: Whether a byte order mark goes first.
    """

    data: bytes | None
    text: str
    tables: tuple[Table, ...]
    blocks: tuple[Block, ...]
    bom: bool = False

    @property
    def newline(self) -> str:
        """The line end that the file uses, told by its first line."""
        first = self.text.find("\n")
        return "\r\n" if first > 0 and self.text[first - 1] == "\r" else "\n"

    def encoded(self) -> bytes:
        """Return the bytes to be written."""
        return (BOM if self.bom else b"") + self.text.encode()

    def block(self, index: int) -> str:
        """Return the text of one block."""
        start, end = self.blocks[index]
        return self.text[start:end]

    def line(self, index: int) -> int:
        """Return the number of the line on which a block begins."""
        return self.text.count("\n", 0, self.blocks[index].start) + 1

    def with_table(self, index: int, table: Table) -> Document:
        """Return the document with one entry changed; raises `WriteRefused` when it would not read back."""
        start, end = self.blocks[index]
        edited = edit_block(self.text[start:end], table, self.newline)
        return self._spliced(start, end, edited, index, 1, (table,), (Block(start, start + len(edited)),))

    def without(self, index: int, *, keep_comments: bool = False) -> Document:
        """Return the document without one entry and the blank lines after it.

        Args:
            index: Which.
            keep_comments: Leave the block's comments where it stood.
        """
        start, end = self.blocks[index]
        kept = comment_lines(self.text[start:end], self.newline) if keep_comments else ""
        end = end if kept else blank_lines_after(self.text, end)
        return self._spliced(start, end, kept, index, 1, (), ())

    def with_block(self, block: str, table: Table) -> Document:
        """Return the document with a block at its end, after a blank line."""
        newline = self.newline
        gap = "" if not self.text or self.text.endswith(("\n\n", "\n\r\n")) else newline
        if self.text and not self.text.endswith("\n"):
            gap += newline
        start = len(self.text) + len(gap)
        block = in_line_ends(block, newline)
        place = (Block(start, start + len(block)),)
        return self._spliced(len(self.text), len(self.text), gap + block, len(self.tables), 0, (table,), place)

    def with_text_of(self, index: int, text: str, table: Table, within: Block | None = None) -> Document:
        """Return the document with the text of one block replaced.

        Args:
            index: Which.
            text: What stands there then.
            table: What it says.
            within: Where in `text` the block is, when there are comments around it.
        """
        start, end = self.blocks[index]
        first, last = within or (0, len(text))
        return self._spliced(start, end, text, index, 1, (table,), (Block(start + first, start + last),))

    def with_text_at(self, offset: int, inserted: str, block: str, table: Table) -> Document:
        """Return the document with text that begins with a block put back where it was removed from."""
        index = sum(1 for place in self.blocks if place.start < offset)
        place = (Block(offset, offset + len(block)),)
        return self._spliced(offset, offset, inserted, index, 0, (table,), place)

    def _spliced(
        self,
        start: int,
        end: int,
        inserted: str,
        index: int,
        removed: int,
        tables: tuple[Table, ...],
        blocks: tuple[Block, ...],
    ) -> Document:
        shift = len(inserted) - (end - start)
        following = self.blocks[index + removed :]
        moved = tuple([Block(a + shift, b + shift) for a, b in following]) if shift else following
        return replace(
            self,
            text=self.text[:start] + inserted + self.text[end:],
            tables=self.tables[:index] + tables + self.tables[index + removed :],
            blocks=self.blocks[:index] + blocks + moved,
        )


EMPTY = Document(None, "", (), ())


def in_line_ends(block: str, newline: str) -> str:
    """Return a block, ended, with one kind of line end."""
    text = block.replace("\r\n", "\n")
    text = text if text.endswith("\n") else text + "\n"
    return text.replace("\n", newline)


def read_bytes(path: Path, name: str, start: int = 0, length: int | None = None) -> bytes | None:
    """Return a regular file's content, or a piece of it; None when there is no file; raises `LedgerError`."""
    try:
        with opened(path, os.O_RDONLY) as descriptor, os.fdopen(os.dup(descriptor), "rb") as file:
            file.seek(start)
            return file.read(length)
    except FileNotFoundError:
        return None
    except WriteRefused as error:
        raise LedgerError(
            f"{name} cannot be read: it is not a regular file", "Put a text file in its place."
        ) from error
    except OSError as error:
        raise LedgerError(f"{name} cannot be read: {error.strerror}", "Check the permissions of the file.") from error


def parse_document(data: bytes, name: str) -> Document:
    """Read the bytes of a ledger file.

    Raises:
        LedgerSyntaxError: They are not UTF-8, not TOML, or `entry` is something else than `[[entry]]` tables.
    """
    bom = data.startswith(BOM)
    text = _decode(data.removeprefix(BOM), name)
    plain = read_plain(text)
    if plain is not None:
        return Document(data, text, tuple(plain[0]), tuple(plain[1]), bom)
    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(text, name, str(error)) from error
    except RecursionError as error:
        raise LedgerSyntaxError(name, 1, 1, "brackets are nested too deeply") from error
    tables = parsed.get("entry", [])
    blocks = find_blocks(text)
    if not isinstance(tables, list) or len(blocks) != len(tables):
        raise LedgerSyntaxError(name, _line_of_entry(text), 1, "each entry must begin with a line [[entry]]")
    return Document(data, text, tuple(tables), tuple(blocks), bom)


def write_document(path: Path, document: Document) -> Document:
    """Write a changed document in place of what was read, after reading it back.

    Returns:
        The document as it now is on disk.

    Raises:
        WriteRefused: Nothing was written, and why.
    """
    data = document.encoded()
    if len(data) <= WHOLE_CHECK:
        _check_whole(document)
    try:
        path.parent.mkdir(FOLDER, exist_ok=True)
    except OSError as error:
        raise refusal(path, error) from error
    write_atomically(path, data, expected=document.data)
    return replace(document, data=data)


def _check_whole(document: Document) -> None:
    try:
        parsed = tomllib.loads(document.text).get("entry", [])
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise WriteRefused(f"The ledger was not written: {error}", "Edit it by hand.") from error
    if not same(parsed, document.tables):
        raise WriteRefused("The ledger was not written: it would not read back as it was meant", "Edit it by hand.")


def unchanged_on_disk(path: Path, name: str, document: Document) -> bool:
    """Return True while the file holds what was read; raises `LedgerError`."""
    return read_bytes(path, name) == document.data


def header_text() -> str:
    """Return the comment at the head of a new ledger."""
    return (
        "# What I mean to do. One table for each; edit by hand whenever you like.\n"
        "# An entry waits for a date (due), for a situation in plain words (when), or for whichever comes first.\n\n"
    )


def parsed_value(table: Mapping[str, object], key: str) -> str:
    """Return a text value of a table, "" when it has none."""
    value = table.get(key)
    return value if isinstance(value, str) else ""


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise LedgerSyntaxError(name, line, column, "the text is not UTF-8") from error


def _syntax_error(text: str, name: str, message: str) -> LedgerSyntaxError:
    where = _WHERE.search(message)
    reason = message.partition(" (at ")[0]
    if where:
        return LedgerSyntaxError(name, int(where[1]), int(where[2]), reason)
    last = text.rstrip()
    line = last.count("\n") + 1
    return LedgerSyntaxError(name, line, len(last) - last.rfind("\n"), f"{reason}, at the end of the file")


def _line_of_entry(text: str) -> int:
    match = re.search(r"^[ \t]*\[?[\"']?entry\b", text, re.MULTILINE)
    return text.count("\n", 0, match.start()) + 1 if match else 1
