"""What says beside a date that it is no due date: "not before Wed", "never on Sunday", "Friday at the earliest"."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BEFORE = {
    "en": r"(?<!\bor )not|never|[a-z]+n['’]t|no\s+(?:earlier|sooner)\s+than|not\s+(?:earlier|sooner)\s+than",
    "de": r"nicht|nie|niemals|keinesfalls|frühestens|erst|nicht\s+eher\s+als",
    "fr": r"pas|jamais|au\s+plus\s+tôt|seulement",
    "es": r"no|nunca|jamás",
}
_BEHIND = {
    "en": r"at\s+the\s+earliest|earliest|or\s+later|or\s+after|and\s+later|onwards?",
    "de": r"frühestens|oder\s+später",
    "fr": r"au\s+plus\s+tôt|ou\s+plus\s+tard",
    "es": r"como\s+(?:muy\s+)?pronto|o\s+más\s+tarde",
}
_CHINESE_BEFORE = re.compile(r"(?:不要?|不能|不得|不可|别|別|勿)在?\s*$")
_CHINESE_BEHIND = re.compile(r"\s*(?:不要|不能|不得|不可|别|別|勿)")
_BUT = re.compile(r"\s*,?\s*(?:but|sondern|mais|sino)\s+", re.IGNORECASE)
_NEAR = 24

_MOVES = re.compile(
    r"(?<!\w)(?:move|moves|moving|shift|reschedule|postpone|push|change|switch|swap|transfer|delay|bring\s+forward"
    r"|verschieb\w*|verleg\w*|vorzieh\w*|déplac\w*|report(?:er|ez|e)|décal\w*|mover|mueve|cambi\w*|aplaz\w*|pospon\w*"
    r"|traslad\w*)(?!\w)",
    re.IGNORECASE,
)
_FROM = re.compile(r"(?:from|von|vom|du|de|del|desde)\s", re.IGNORECASE)
_MOVED_TO = frozenset({"au", "à", "a", "al", "auf"})

DENIED = "it says when not, or from when on; for the due date write by when"
MOVED = "it says from when to when something is moved; for the due date write by when"


def denied(view: str, start: int, end: int, languages: Iterable[str]) -> tuple[int, int] | None:
    """Return from where to where a date is denied; None when it is not.

    Args:
        view: See `Sheet.view`.
        start: Where the date begins, its cue included.
        end: Behind it.
        languages: Those that are read; English always is.
    """
    codes = list(dict.fromkeys(("en", *languages)))
    if "zh" in codes:
        before = _CHINESE_BEFORE.search(view, max(0, start - _NEAR), start)
        if before or _CHINESE_BEHIND.match(view, end):
            return (before.start() if before else start), end
    before = _pattern(_BEFORE, codes, r"(?<![\w'’-])(?:{})\s+$").search(view, max(0, start - _NEAR), start)
    behind = _pattern(_BEHIND, codes, r",?\s+(?:{})(?![\w'’-])").match(view, end)
    if before is None and behind is None:
        return None
    return (before.start() if before else start), (behind.end() if behind else end)


def contrast(view: str, end: int) -> int | None:
    """Return where the other day begins in "not on Friday but Monday"; None without one."""
    match = _BUT.match(view, end)
    return match.end() if match else None


def is_moved(view: str, cue: str, phrase: str, previous: str) -> bool:
    """Return True when a date says where something is moved: "move it from Friday to Monday"."""
    said = cue in _MOVED_TO or previous in _MOVED_TO or _FROM.match(f"{cue} {phrase}".strip()) is not None
    return said and _MOVES.search(view) is not None


def _pattern(table: dict[str, str], codes: Iterable[str], form: str) -> re.Pattern[str]:
    return re.compile(form.format("|".join(table[code] for code in codes if code in table)), re.IGNORECASE)
