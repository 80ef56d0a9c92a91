"""Which lines of a note a sentence stands in, so that the preview can mark what made a commitment fire."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

_SIGNS = re.compile(r"\W+")


def evidence_lines(lines: Sequence[str], near: int, said: str) -> tuple[int, int]:
    """Return the first and last line, from 1, of the place nearest to line `near` where a sentence stands.

    Signs are not compared: a note has emphasis and links where the sentence has their words. The note may have been
    edited since; a sentence that is not there any more leaves the line that it stood in.
    """
    wanted = _bare(said)
    bare = [_bare(text) for text in lines]
    text, starts = "".join(bare), [0, *accumulate(map(len, bare))]
    places = []
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        places.append((bisect_right(starts, at), bisect_right(starts, at + len(wanted) - 1)))
        at = text.find(wanted, at + len(wanted))
    return min(places, key=lambda place: abs(place[0] - near), default=(near, near))


def _bare(text: str) -> str:
    return _SIGNS.sub("", text).casefold()
