"""Changing one entry's block: only the lines of the keys that change, and no comment is ever lost.

Where a key cannot be changed on its own line (it is written dotted, or as a sub-table) the whole block is written anew
and its comments stand below its header.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from app.errors import WriteRefused
from app.ledger.list_edit import edit_list
from app.ledger.rendering import Table, render_block, render_pair, render_value, same
from app.ledger.scanner import Header, Pair, comments_in, statements
from app.ledger.tables import ORDER


class _NotByKey(Exception):
    """A key has no line of its own."""


def edit_block(block: str, new: Table, newline: str = "\n") -> str:
    """Return the block so that it holds the table `new`.

    Args:
        block: The text of one `[[entry]]` block.
        new: What it is to hold.
        newline: The line end of added lines.

    Raises:
        WriteRefused: The result did not read back as `new`.
    """
    old = parse_block(block)
    try:
        edited = _edit_keys(block, old, new, newline)
    except _NotByKey:
        edited = block
    if not _holds(edited, new):
        edited = render_block(new, comments_in(block)).replace("\n", newline)
        edited = edited if block.endswith("\n") else edited.removesuffix(newline)
    if not _holds(edited, new):
        raise WriteRefused("The entry was not written: it would not read back as it was meant", "Edit it by hand.")
    return edited


def parse_block(block: str) -> Table:
    """Return the table of one block."""
    table: Table = tomllib.loads(block)["entry"][0]
    return table


def comment_lines(block: str, newline: str = "\n") -> str:
    """Return the comments of a block as lines of their own."""
    return "".join(comment + newline for comment in comments_in(block))


def _holds(block: str, table: Mapping[str, object]) -> bool:
    try:
        parsed = tomllib.loads(block)
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    return same(parsed, {"entry": [table]})


def _edit_keys(block: str, old: Table, new: Table, newline: str) -> str:
    for key in [key for key in old if key not in new]:
        block = _remove(block, key, newline)
    for key, value in new.items():
        if key not in old:
            block = _add(block, key, value, newline)
        elif not same(old[key], value):
            block = _replace(block, key, value, newline)
    return block


def _pairs(block: str) -> list[Pair]:
    """Return the pairs of the block itself, without those of its sub-tables."""
    found: list[Pair] = []
    for statement in list(statements(block))[1:]:
        if isinstance(statement, Header):
            break
        found.append(statement)
    return found


def _pair(block: str, key: str) -> Pair:
    for pair in _pairs(block):
        if pair.path == (key,):
            return pair
    raise _NotByKey


def _indent(block: str, pair: Pair) -> str:
    line = block[pair.start : pair.value_start]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _replace(block: str, key: str, value: object, newline: str) -> str:
    pair = _pair(block, key)
    edited = edit_list(block[pair.value_start : pair.value_end], value, newline) if isinstance(value, list) else None
    if edited is not None:
        return block[: pair.value_start] + edited + block[pair.value_end :]
    indent = _indent(block, pair)
    inside = comments_in(block[pair.value_start : pair.value_end])
    hoisted = "".join(indent + comment + newline for comment in inside)
    text = render_value(value, len(key)).replace("\n", newline)
    before = block[: pair.start] + hoisted + block[pair.start : pair.value_start]
    return before + text + block[pair.value_end :]


def _remove(block: str, key: str, newline: str) -> str:
    pair = _pair(block, key)
    indent = _indent(block, pair)
    comments = comments_in(block[pair.value_start : pair.end])
    kept = "".join(indent + comment + newline for comment in comments)
    if pair.end == len(block) and not block.endswith("\n"):
        return (block[: pair.start] + kept).removesuffix(newline)
    return block[: pair.start] + kept + block[pair.end :]


def _add(block: str, key: str, value: object, newline: str) -> str:
    anchor, indent = _anchor(block, key)
    line = indent + render_pair(key, value).replace("\n", newline)
    if block[:anchor].endswith("\n"):
        return block[:anchor] + line + newline + block[anchor:]
    return block[:anchor] + newline + line


def _anchor(block: str, key: str) -> tuple[int, str]:
    """Return where a new key's line belongs: after the last of those that the usual order puts before it."""
    header = next(statements(block))
    anchor, indent = header.end, ""
    rank = ORDER.index(key) if key in ORDER else len(ORDER)
    for pair in _pairs(block):
        name = pair.path[0]
        indent = _indent(block, pair)
        if rank == len(ORDER) or (name in ORDER and ORDER.index(name) < rank):
            anchor = pair.end
    return anchor, indent
