"""Looking at a long file of entries without reading it: is it plain enough to work on one block alone?"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from app.ledger.block_edit import parse_block
from app.ledger.blocks import Block, find_blocks
from app.ledger.toml_file import BOM, Document

_HEADER = "[[entry]]"
_CONTROL = r"\x00-\x08\x0a-\x1f\x7f"
_TEXT = rf'"(?:[^"\\{_CONTROL}]|\\(?:["\\bfnrt]|u[0-9A-Fa-f]{{4}}|U[0-9A-Fa-f]{{8}}))*+"'
_LITERAL = rf"'[^'{_CONTROL}]*+'"
_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?"
_SCALAR = rf"(?:{_TEXT}|{_LITERAL}|{_DATE}|true|false|[+-]?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?)"
_GAP = r"(?:[ \t]|\r?\n)*+"
_LIST = rf"\[(?:{_GAP}{_SCALAR}{_GAP},)*+{_GAP}(?:{_SCALAR})?{_GAP}\]"
_KEY = r"[A-Za-z0-9_-]++"
_INLINE = rf"\{{ *(?:{_KEY} *= *(?:{_SCALAR}|\[\]|{_LIST})(?: *, *{_KEY} *= *(?:{_SCALAR}|{_LIST}))*+)? *\}}"
_END = rf"[ \t]*(?:\#[^{_CONTROL}]*+)?(?:\r?\n|\Z)"
_STATEMENT = rf"(?:{re.escape(_HEADER)}|{_KEY}[ \t]*=[ \t]*(?:{_SCALAR}|{_LIST}|{_INLINE}))?{_END}"
_PLAIN = re.compile(rf"(?:(?!\Z){_STATEMENT})*+")
_ID_IS = re.compile(r"id[ \t]*=[ \t]*")
_PLAIN_ID = re.compile(r"[A-Za-z0-9_-]+")


def is_plain(text: str) -> bool:
    """Return True when a text certainly is a row of `[[entry]]` blocks, each header at the start of its line.

    Then what is added at its end is a block of its own, and a header's line is one: nothing is left open, and no text
    goes over several lines. That no key stands twice in a block, and that each day exists, is not looked at.
    """
    match = _PLAIN.match(text)
    return match is not None and match.end() == len(text)


def read_part(data: bytes, entry_id: str, *, is_known_plain: bool) -> Document | None:
    """Return what `part_about` returns for the bytes of a file; None when it is not plain either."""
    try:
        text = data.removeprefix(BOM).decode()
        if is_known_plain or is_plain(text):
            return part_about(data, text, entry_id)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return None
    return None


def part_about(data: bytes, text: str, entry_id: str) -> Document | None:
    """Return a document that knows, of all its blocks, those of one entry only.

    Args:
        data: The file's bytes.
        text: The same as text, which `is_plain`.
        entry_id: The entry.

    Returns:
        The document; None when the whole has to be read for it, as for an id that may be written in several ways.
    """
    if not _PLAIN_ID.fullmatch(entry_id):
        return None
    blocks = [_block_around(text, position) for position in sorted(_id_lines(text, entry_id))]
    tables = []
    for start, end in blocks:
        table = parse_block(text[start:end])
        if table.get("id") != entry_id:
            return None
        tables.append(table)
    return Document(data, text, tuple(tables), tuple(blocks), data.startswith(BOM))


def _id_lines(text: str, entry_id: str) -> Iterator[int]:
    """Yield where the line breaks stand before the lines that give an entry this id."""
    for quoted in (f'"{entry_id}"', f"'{entry_id}'"):
        found = text.find(quoted)
        while found >= 0:
            start = text.rfind("\n", 0, found)
            if start >= 0 and _ID_IS.fullmatch(text, start + 1, found):
                yield start
            found = text.find(quoted, found + 1)


def _block_around(text: str, position: int) -> Block:
    """Return the block that the line before which a line break stands at `position` belongs to."""
    start = text.rfind("\n" + _HEADER, 0, position) + 1
    following = text.find("\n" + _HEADER, position)
    (block,) = find_blocks(text[start : following + 1 or len(text)])
    return Block(start, start + block.end)
