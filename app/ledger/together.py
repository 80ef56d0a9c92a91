"""Many entries of a document changed at once: the same as one after the other, in one pass over the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.ledger.block_edit import comment_lines, edit_block
from app.ledger.blocks import Block, blank_lines_after
from app.ledger.rendering import Table, same
from app.ledger.toml_file import Document, in_line_ends


def changed_together(
    document: Document,
    changed: Mapping[int, Table],
    removed: Mapping[int, bool],
    added: Sequence[tuple[str, Table]] = (),
) -> Document:
    """Return a document with many of its entries changed.

    Args:
        document: What is there.
        changed: What the entries at some indices are to hold.
        removed: The indices of those that go, each with whether its comments stay where it stood.
        added: The blocks that come at the end, each with its table.

    Raises:
        WriteRefused: One of them would not read back.
    """
    pieces: list[str] = []
    tables: list[Table] = []
    blocks: list[Block] = []
    length = position = 0

    def put(text: str) -> None:
        nonlocal length
        pieces.append(text)
        length += len(text)

    for index, (start, end) in enumerate(document.blocks):
        put(document.text[position:start])
        position = end
        block = document.text[start:end]
        if index in removed:
            kept = comment_lines(block, document.newline) if removed[index] else ""
            position = end if kept else blank_lines_after(document.text, end)
            put(kept)
            continue
        table = changed.get(index, document.tables[index])
        if index in changed and not same(table, document.tables[index]):
            block = edit_block(block, table, document.newline)
        tables.append(table)
        blocks.append(Block(length, length + len(block)))
        put(block)
    put(document.text[position:])
    kept_text = "".join(pieces)
    return _with_blocks(replace(document, text=kept_text, tables=tuple(tables), blocks=tuple(blocks)), added)


def _with_blocks(document: Document, added: Sequence[tuple[str, Table]]) -> Document:
    """Return a document with blocks at its end, a blank line before each."""
    if not added:
        return document
    first = document.with_block(*added[0])
    newline = first.newline
    pieces, blocks, length = [first.text], list(first.blocks), len(first.text)
    for text, _ in added[1:]:
        block = in_line_ends(text, newline)
        gap = "" if pieces[-1].endswith(("\n\n", "\n\r\n")) else newline
        blocks.append(Block(length + len(gap), length + len(gap) + len(block)))
        pieces.append(gap + block)
        length += len(gap) + len(block)
    tables = (*first.tables, *(table for _, table in added[1:]))
    return replace(first, text="".join(pieces), tables=tables, blocks=tuple(blocks))
