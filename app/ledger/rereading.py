"""Reading a file of entries, and reading it again after somebody else changed it.

Then only what stands between the first and the last difference is read.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import attrgetter
from pathlib import Path

from app.ledger.blocks import Block
from app.ledger.plain_toml import read_plain
from app.ledger.toml_file import BOM, EMPTY, Document, parse_document, read_bytes

_START = attrgetter("start")


def read_document(path: Path, name: str, known: Document = EMPTY) -> Document:
    """Read a ledger file; a missing one is empty.

    Args:
        path: The file.
        name: What messages call it.
        known: What was read before: returned itself when the bytes are the same.

    Raises:
        LedgerSyntaxError: It does not parse.
        LedgerError: It cannot be read.
    """
    data = read_bytes(path, name)
    if data is None:
        return EMPTY
    if data == known.data:
        return known
    return read_changed(data, known) or parse_document(data, name)


def read_changed(data: bytes, known: Document) -> Document | None:
    """Return what a ledger's bytes say, tables of unchanged blocks being the very objects of the document before.

    The piece from the start of the first block concerned to the start of the first block after the last difference is
    read on its own. What stands before the header of an entry, and after the next one, is read as before whatever is
    between, as long as that is whole statements of entries.

    Args:
        data: The bytes.
        known: What was read before.

    Returns:
        The document; None when the whole has to be read for it.
    """
    if data.startswith(BOM) != known.bom or not known.blocks:
        return None
    try:
        text = data.removeprefix(BOM).decode()
    except UnicodeDecodeError:
        return None
    same_before = _common(known.text, text)
    first = max(bisect_right(known.blocks, same_before, key=_START) - 1, 0)
    start = known.blocks[first].start if known.blocks[first].start <= same_before else 0
    rest = min(len(known.text), len(text)) - start
    same_after = _common(known.text[-rest:][::-1], text[-rest:][::-1]) if rest else 0
    last = bisect_left(known.blocks, len(known.text) - same_after + 1, key=_START)
    shift = len(text) - len(known.text)
    end = known.blocks[last].start + shift if last < len(known.blocks) else len(text)
    return _joined(data, text, known, first, last, start, end)


def _joined(data: bytes, text: str, known: Document, first: int, last: int, start: int, end: int) -> Document | None:
    between = text[start:end]
    read = read_plain(between) if not between or between.endswith("\n") or end == len(text) else None
    if read is None:
        return None
    tables, blocks = read
    shift = len(text) - len(known.text)
    return Document(
        data,
        text,
        (*known.tables[:first], *tables, *known.tables[last:]),
        (
            *known.blocks[:first],
            *(Block(a + start, b + start) for a, b in blocks),
            *(Block(a + shift, b + shift) for a, b in known.blocks[last:]),
        ),
        known.bom,
    )


def _common(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike, found by halving."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
