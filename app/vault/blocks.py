"""Block ids: `^name` at the end of a block, where a link can point."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from app.vault.note import BlockId

_BLOCK_ID = re.compile(r"(?:^|[ \t>])\^([A-Za-z0-9-]+)[ \t]*$")


def find_blocks(lines: Sequence[str], continued: Collection[int], offset: int) -> tuple[BlockId, ...]:
    """Find the block ids of a body.

    Args:
        lines: The body's lines without code and comments.
        continued: Lines (from 1) whose paragraph goes on: no block ends there.
        offset: Lines of the file above the body.
    """
    return tuple(
        BlockId(found[1], number + offset)
        for number, line in enumerate(lines, start=1)
        if "^" in line and number not in continued and (found := _BLOCK_ID.search(line.rstrip("\r\n")))
    )
