"""Links within a line: which note they name, and whether their words are words of the sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.ledger.quick_add.dates import FoundDate
from app.ledger.quick_add.sheet import KEPT, TAKEN, Sheet, words_of
from app.ledger.quick_add.values import Claim
from app.ledger.quick_add.words import Vocabulary
from app.vault.links import read_wiki_link

_LINK = re.compile(r"!?\[\[(?P<inner>(?:(?!\[\[|\]\])[^\x00\x01]){0,400})\]\]")
_OPEN = re.compile(r"!?\[\[[^\s\]\x00\x01]*")
_TARGET = re.compile(r"(?:[^|#]*/)?(?P<name>[^/|#]+)")
_NEAR = 120
"""So many characters before a link decide about its words."""

_INTRODUCING = frozenset(
    [
        "to",
        "with",
        "from",
        "about",
        "for",
        "of",
        "in",
        "at",
        "by",
        "on",
        "the",
        "a",
        "an",
        "and",
        "or",
        "per",
        "my",
        "your",
        "his",
        "her",
        "our",
        "their",
        "via",
        "as",
        "see",
        "than",
        "into",
        "mit",
        "von",
        "zu",
        "bei",
        "für",
        "und",
        "der",
        "die",
        "das",
        "den",
        "avec",
        "de",
        "pour",
        "chez",
        "et",
        "le",
        "la",
        "con",
        "y",
        "el",
    ]
)
"""Behind these words a link is one of the sentence's words."""


class FoundLink(NamedTuple):
    """A link, and where in the line its text stands."""

    claim: Claim
    text: tuple[int, int]


def find_links(sheet: Sheet, known: Callable[[str], bool] | None) -> list[FoundLink]:
    """Keep the links of a line from being read as anything else, and return them."""
    found = []
    seen: set[str] = set()
    for match in _LINK.finditer(sheet.view):
        sheet.keep(match.start(), match.end())
        found.append(_found(match, known, seen))
    for match in _OPEN.finditer(sheet.view):
        sheet.keep(match.start(), match.end())
        claim = Claim("links", match.start(), match.end(), "", problem="the link is not closed with ]]")
        found.append(FoundLink(claim, (match.start(), match.end())))
    return found


def _found(match: re.Match[str], known: Callable[[str], bool] | None, seen: set[str]) -> FoundLink:
    start, inner = match.start("inner"), match["inner"]
    link = read_wiki_link(inner)
    if link is None:
        claim = Claim("links", match.start(), match.end(), "", problem="the link names no note")
        return FoundLink(claim, match.span())
    target = f"{link.target}#{link.fragment}" if link.fragment else link.target
    lost = known is not None and link.target and not known(link.target)
    said = f"{target} (no such note yet)" if lost else target
    claim = Claim("links", match.start(), match.end(), "" if target in seen else target, said)
    seen.add(target)
    return FoundLink(claim, _text(start, inner))


def _text(start: int, inner: str) -> tuple[int, int]:
    """Return where the words stand that the link would show: its text, else the name of the note."""
    bar = inner.rfind("|")
    if bar >= 0 and inner[bar + 1 :].strip():
        return start + bar + 1, start + len(inner)
    match = _TARGET.match(inner)
    if match is None:
        return start, start + len(inner)
    return start + match.start("name"), start + match.end("name") - (3 if match["name"].endswith(".md") else 0)


def place_links(sheet: Sheet, links: Sequence[FoundLink], dates: Sequence[FoundDate], known: Vocabulary) -> list[Claim]:
    """Decide of each link whether the sentence needs its words: they stay then, without brackets.

    "ask [[Lena Marsh]] about the price" needs them, "submit the packet [[Kitchen]]" does not.
    """
    claims = []
    for claim, (start, end) in links:
        if claim.problem:
            claims.append(claim)
        elif _is_word(sheet.view, claim, dates, known):
            sheet.drop(claim.start, start)
            sheet.drop(end, claim.end)
            claims.append(Claim(claim.field, claim.start, claim.end, claim.value, claim.said, stays=True))
        else:
            sheet.take(claim.start, claim.end)
            claims.append(claim)
    return claims


def _is_word(view: str, link: Claim, dates: Sequence[FoundDate], known: Vocabulary) -> bool:
    before = re.split(rf"[,;:.]\s|[{TAKEN}(]", view[max(0, link.start - _NEAR) : link.start])[-1]
    words = words_of(before)
    if view[link.end : link.end + 1] in ("'", "’"):
        return True
    if words and before[words[-1].end :].isspace() and words[-1].text in _INTRODUCING:
        return True
    connects = [match.end() for match in known.connective.finditer(before)]
    if connects and not before[connects[-1] :].strip():
        return True
    if len(words) == 1 and KEPT not in before and not _is_dated(link.start - len(before) + words[0].start, dates):
        return True
    begins = not view[max(0, link.start - _NEAR) : link.start].strip()
    return (begins or bool(words)) and _goes_on(view, link.end, dates, known)


def _is_dated(place: int, dates: Sequence[FoundDate]) -> bool:
    return any(found.start <= place < found.end for found in dates)


def _goes_on(view: str, end: int, dates: Sequence[FoundDate], known: Vocabulary) -> bool:
    """Return True when a word of the sentence follows, not a date and not a condition."""
    rest = view[end:]
    blank = len(rest) - len(rest.lstrip())
    at = end + blank
    word = re.match(r"\w", view[at : at + 1])
    return word is not None and not _is_dated(at, dates) and known.connective.match(view, at) is None
