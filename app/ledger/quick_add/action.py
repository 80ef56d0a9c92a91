"""What is left of a line when its parts are cut out, made a sentence again."""

from __future__ import annotations

import re

from app.ledger.quick_add.sheet import TAKEN

_ONLY_SIGNS = re.compile(r"[\s,;:.!?()\[\]–—-]*")
_LEADING = re.compile(r"(?:[\s,;:)\]–—]|-(?=\s)|\.(?=\s)|(?:and|und|et|y|then|,)(?=\s))+\s*", re.IGNORECASE)
_TRAILING = re.compile(r"(?:\s*[,;:(\[–—]|\s+-+|\s+(?:and|und|et|y|or|but)(?=\s*$))+\s*$", re.IGNORECASE)
_EMPTY = re.compile(r"\(\s*[,;]?\s*\)|\[\s*\]")
_BEFORE_SIGN = re.compile(r"\s+([,;:.!?)])")
_DOUBLED = re.compile(r"([,;:])\s*(?=[,;:.])")
_CUT = re.compile(TAKEN)


def tidied(left: str) -> str:
    """Return the action.

    Args:
        left: See `Sheet.left`.
    """
    text = _EMPTY.sub(TAKEN, re.sub(rf"[(\[]\s*{TAKEN}[\s{TAKEN},]*[)\]]", TAKEN, left))
    pieces = _CUT.split(text)
    if len(pieces) == 1:
        return " ".join(text.split())
    joined = ""
    for i, piece in enumerate(pieces):
        last = i == len(pieces) - 1
        if _ONLY_SIGNS.fullmatch(piece) and not (last and piece.strip() in (".", "!", "?") and joined):
            joined += "," if "," in piece and joined and not last and not joined.endswith(",") else ""
            continue
        if not joined.strip(" ,"):
            joined = _LEADING.sub("", piece, count=1) if i and _LEADING.match(piece) else piece
        else:
            joined = f"{joined} {piece}"
    joined = _DOUBLED.sub("", _BEFORE_SIGN.sub(r"\1", " ".join(joined.split())))
    return _TRAILING.sub("", joined).strip() if not pieces[-1].strip(" ,;:.!?") else joined.strip()
