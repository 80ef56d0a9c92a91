"""Light styling of markdown source, line by line; every character of the source stays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_FENCE = re.compile(r"\s*(```|~~~)")
_HEADING = re.compile(r"#{1,6}\s")
_QUOTE = re.compile(r"\s*>")
_CLOSED_TASK = re.compile(r"\s*(?:[-*+]|\d+[.)])\s\[[xX-]\]\s")
_BULLET = re.compile(r"\s*(?:[-*+]|\d+[.)])\s(?:\[.\]\s)?")
_INLINE = re.compile(
    r"(?P<code>`[^`]+`)|(?P<strong>\*\*[^*]+\*\*)|(?P<em>(?<!\w)[*_][^*_\s][^*_]*[*_](?!\w))"
    r"|(?P<link>!?\[\[[^\]]+\]\]|\[[^\]]*\]\([^)]*\)|https?://[^\s)>]+)|(?P<tag>(?<![\w#])#[\w/-]*[^\W\d][\w/-]*)"
)

Spans = list[tuple[int, int, str]]


def kinds(lines: Sequence[str]) -> Iterator[str]:
    """Yield what each line is: `"matter"`, `"code"`, `"heading"`, `"quote"`, `"closed"` or `"text"`."""
    matter = bool(lines) and lines[0].rstrip() == "---"
    fence = ""
    for index, text in enumerate(lines):
        opener = _FENCE.match(text)
        if matter:
            yield "matter"
            matter = index == 0 or text.rstrip() not in ("---", "...")
        elif opener and (not fence or opener[1] == fence):
            fence = "" if fence else opener[1]
            yield "code"
        elif fence:
            yield "code"
        else:
            yield _kind(text)


def _kind(text: str) -> str:
    if _HEADING.match(text):
        return "heading"
    if _QUOTE.match(text):
        return "quote"
    return "closed" if _CLOSED_TASK.match(text) else "text"


_WHOLE = {"matter": "muted", "code": "code", "heading": "heading", "quote": "em", "closed": "struck"}


def spans(text: str, kind: str) -> Spans:
    """Return the (start, end, style) spans of one line of a kind."""
    found: Spans = [(0, len(text), _WHOLE[kind])] if kind in _WHOLE else []
    if kind in ("matter", "code"):
        return found
    if bullet := _BULLET.match(text):
        found.append((bullet.start(), bullet.end(), "soon"))
    found += ((match.start(), match.end(), match.lastgroup or "") for match in _INLINE.finditer(text))
    return found


SHORT = 3
"""A word of fewer letters is marked only where it stands alone, not at the start of a longer one."""


def word_pattern(words: frozenset[str]) -> re.Pattern[str] | None:
    """Return a pattern for any of the words, in any case, or None for no words."""
    if not words:
        return None
    choices = "|".join(
        re.escape(word) + ("" if len(word) >= SHORT or not word.isascii() else r"(?!\w)")
        for word in sorted(words, key=len, reverse=True)
    )
    return re.compile(rf"(?<![a-zA-Z0-9])(?:{choices})", re.IGNORECASE)
