"""Why a commitment stands where it stands, in as few lines of a width as leave nothing out that matters."""

from __future__ import annotations

from app.ledger.commitment import Firing, Met
from app.ledger.wording import place_words, score_words, why_words
from app.text import safe_line
from widgets.wrapping import wrap

_MOST = 2
"""Lines for a reason: a sentence longer than that is cut, and the preview has it in full."""
_ROOM_FOR_SENTENCE = 16
"""Cells that are to be left for the sentence beside its place."""

NOT_ASSERTED = "not asserted"


def why_lines(firing: Firing, width: int) -> tuple[str, ...]:
    """Return why something fires; of a place that leaves no room for the sentence only the note's own name is said."""
    words = why_words(firing)
    place = place_words(firing)
    if len(words) > _MOST * width and len(place) > _MOST * width - _ROOM_FOR_SENTENCE - len("because of : "):
        words = words.replace(place, place.rpartition("/")[2], 1)
    return _broken(words, width)


def maybe_lines(firing: Firing, width: int) -> tuple[str, ...]:
    """Return what met what, and the score against what asserts: three lines, or fewer where they fit."""
    score = f"{score_words(firing)}, {NOT_ASSERTED}"
    if firing.met is None:
        return (score,)
    said, text = _quoted(firing.met)
    for lines in ((f"{score}: {said} met {text}",), (score, f"{said} met {text}")):
        if max(map(len, lines)) <= width:
            return lines
    return score, said, f"met {text}"


def _quoted(met: Met) -> tuple[str, str]:
    said, text = (safe_line(" ".join(part.split())) for part in (met.context, met.text))
    return f"“{said}”", f"“{text}”"


def _broken(words: str, width: int) -> tuple[str, ...]:
    """Return words in at most two lines; the last one holds all that is left, for whoever cuts it."""
    text = safe_line(words)
    rows = wrap(text, max(1, width))
    if len(rows) <= 1:
        return (text,) if text else ()
    return text[rows[0][0] : rows[0][1]], text[rows[1][0] :]
