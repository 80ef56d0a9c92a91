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


def kinds(lines: Sequence[str], first: int = 0, last: int | None = None) -> Iterator[str]:
    """Yield what each line is: `"matter"`, `"code"`, `"heading"`, `"quote"`, `"closed"` or `"text"`.

    Args:
        lines: All lines of a note: what stands before decides what a line is.
        first: The first one that is wanted.
        last: The end of those that are wanted; None for all.
    """
    matter = _matter(lines)
    fence = ""
    for text in (text for text in lines[matter:first] if "```" in text or "~~~" in text):
        fence = _after(fence, text)
    for index, text in enumerate(lines[first:last], start=first):
        if index < matter:
            yield "matter"
            continue
        before, fence = fence, _after(fence, text)
        yield "code" if before or fence else _kind(text)


def _matter(lines: Sequence[str]) -> int:
    """Return how many lines the properties at the start of a note take."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    ends = (index for index, text in enumerate(lines) if index and text.startswith(("---", "...")))
    return next((index + 1 for index in ends if lines[index].rstrip() in ("---", "...")), len(lines))


def _after(fence: str, text: str) -> str:
    """Return the fence of the code that a line leaves open, when it stands after a `fence` or none."""
    opener = _FENCE.match(text)
    if opener and (not fence or opener[1] == fence):
        return "" if fence else opener[1]
    return fence


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
