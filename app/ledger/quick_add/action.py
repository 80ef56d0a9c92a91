"""What is left of a line when its parts are cut out, made a sentence again."""

from __future__ import annotations

import re

from app.ledger.quick_add.sheet import TAKEN

_ONLY_SIGNS = re.compile(r"[\s,;:.!?()\[\]–—-]*")
_LEADING = re.compile(r"(?:[\s,;:)\]–—]|-(?=\s)|\.(?=\s)|(?:and|und|et|y|then|,)(?=\s))+\s*", re.IGNORECASE)
_TRAILING = re.compile(r"(?:\s*[,;:(\[–—]|\s+-+|\s+(?:and|und|et|y|or|but)(?=\s*$))+\s*$", re.IGNORECASE)
_EMPTIED = re.compile(rf"[(\[]\s*{TAKEN}[\s{TAKEN},]*[)\]]")
_SIGN = re.compile(r"\s*([,;:.!?)])(?=[\s,;:.)]|$)")


def tidied(left: str) -> str:
    """Return the action; what stands beside no cut is left as it was typed, but for the number of its blanks.

    Args:
        left: See `Sheet.left`.
    """
    first, *pieces = _EMPTIED.sub(TAKEN, left).split(TAKEN)
    joined = first.strip() if pieces else first
    for piece in pieces[:-1]:
        joined = _joined(joined, "," if _ONLY_SIGNS.fullmatch(piece) and "," in piece else piece)
    if pieces:
        joined = (
            _TRAILING.sub("", _joined(joined, pieces[-1])) if _ends_cut(pieces[-1]) else _joined(joined, pieces[-1])
        )
    return " ".join(joined.split())


def _ends_cut(piece: str) -> bool:
    """Return True when no word stands behind the last cut."""
    return not piece.strip(" ,;:.!?")


def _joined(before: str, piece: str) -> str:
    """Return two pieces as one sentence, with one sign at the joint at the most."""
    if _ONLY_SIGNS.fullmatch(before):
        return piece if not before.strip() and not _LEADING.match(piece) else _LEADING.sub("", piece, count=1)
    if _ONLY_SIGNS.fullmatch(piece) and piece.strip() not in (",", ".", "!", "?"):
        return before
    sign = _SIGN.match(piece)
    if sign is None:
        return f"{before.rstrip()} {piece.lstrip()}"
    return f"{before.rstrip(' ,;:')}{piece.lstrip()}"
