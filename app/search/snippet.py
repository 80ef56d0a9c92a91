"""One line of a chunk around its best match, with the matched words marked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, islice
from unicodedata import normalize

from app.ledger.matching import stem

WIDTH = 160
"""Characters of a snippet; a narrow screen cuts it further."""
_LEAD = 40
"""Characters kept before the first match of a long line."""
_MOST_MARKS = 100
"""Matches of a line that are looked at: more do not fit into a snippet."""
_SKIPPED = re.compile(r"\s*(?:#{1,6}\s.*|-{3,}|\|?[\s:|-]+\|?|`{3}.*)?\s*")
_ENDINGS = r"(?:e|es|ed|s|ing|y|ies|ied|er|ers)?(?:['’]s)?\b"
_Marks = tuple[tuple[int, int], ...]
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Snippet:
    """One line of text and the (start, end) ranges of its matched words."""

    text: str
    marks: _Marks = ()


def make_snippet(text: str, words: Sequence[str], *, prefix: bool = False, width: int = WIDTH) -> Snippet:
    """Return the line of a chunk that most of the words are in, cut around the first of them.

    Args:
        text: The chunk's source text.
        words: What to look for, in any case; inflected forms are marked too. A phrase counts as one.
        prefix: True when the last word may be unfinished.
        width: Characters at most.

    Returns:
        The first line with text when none of the words is there: a chunk can be found by meaning alone.
    """
    pattern = match_pattern(tuple(words), prefix=prefix)
    found = _best_line(text, pattern, len(words)) if pattern else None
    if found is not None:
        return _cut(*found, width)
    return _cut(next((line for line in text.splitlines() if not _SKIPPED.fullmatch(line)), text), (), width)


def _best_line(text: str, pattern: re.Pattern[str], wanted: int) -> tuple[str, _Marks] | None:
    """Return the first of the lines with the most different words, and where they are; None without any.

    Looks no further than the first line that has `wanted` of them: a search makes fifty snippets with every key.
    """
    best, most = None, 0
    starts = _LineStarts(text)
    for start, matches in groupby(pattern.finditer(even(text)), starts.of):
        line = text[start : starts.end].rstrip("\r")
        first = islice(matches, _MOST_MARKS)
        marks = tuple((match.start() - start, min(match.end() - start, len(line))) for match in first)
        distinct = len({line[first:last].casefold()[:4] for first, last in marks})
        if distinct > most and not _SKIPPED.fullmatch(line):
            best, most = (line, marks), distinct
            if distinct >= wanted:
                break
    return best


class _LineStarts:
    """Says where the lines of matches begin that come in the order of the text; each line is looked for once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._start, self.end = 0, -1

    def of(self, match: re.Match[str]) -> int:
        """Return where the line of a match begins; `end` is where it ends."""
        if match.start() > self.end:
            self._start = self._text.rfind("\n", 0, match.start()) + 1
            end = self._text.find("\n", match.start())
            self.end = end if end >= 0 else len(self._text)
        return self._start


@lru_cache(maxsize=8)
def match_pattern(words: tuple[str, ...], *, prefix: bool = False) -> re.Pattern[str] | None:
    """Return what finds words in a text that was made `even`, inflected forms too; None when there is nothing to find.

    Args:
        words: In any case; a phrase counts as one.
        prefix: True when the last word may be unfinished.
    """
    parts = []
    for index, word in enumerate(map(even, words)):
        *first, last = re.findall(r"\w+", word) or [""]
        if not last:
            continue
        unfinished = prefix and index == len(words) - 1
        ending = re.escape(last) + r"\w*" if unfinished else re.escape(stem(last)) + _ENDINGS
        body = r"\W+".join([*map(re.escape, first), re.escape(last) if _CJK.search(word) else ending])
        parts.append(body if _CJK.search(word) else r"\b" + body)
    return re.compile("|".join(parts), re.IGNORECASE) if parts else None


class _Bases(dict[int, int]):
    """The letter below its accents, for letters that the index finds without them; of the same length always."""

    def __missing__(self, code: int) -> int:
        base = normalize("NFKD", chr(code))
        is_plain = code in _YO or any(first <= code <= last for first, last in _ACCENTED)
        self[code] = found = ord(base[0]) if is_plain and base[0].isalpha() else code
        return found


_YO = (0x0401, 0x0451)
_ACCENTED = ((0x00C0, 0x024F), (0x0370, 0x03FF), (0x1E00, 0x1FFF), (0xFF10, 0xFF5A))
_bases = _Bases()


def even(text: str) -> str:
    """Return text with the letters that its words are found by, each at its place: what is typed without accents."""
    return text if text.isascii() else text.translate(_bases)


def _cut(line: str, marks: _Marks, width: int) -> Snippet:
    """Trim a line to a window that begins a little before the first mark, at a word."""
    start = len(line) - len(line.lstrip())
    end = len(line.rstrip())
    if end - start > width and marks and marks[0][1] - start > width - _LEAD:
        space = line.find(" ", max(marks[0][0] - _LEAD, start))
        start = space + 1 if 0 <= space < marks[0][0] else max(marks[0][0] - _LEAD, start)
    window = line[start : min(start + width, end)]
    kept = ((a - start, min(b - start, len(window))) for a, b in marks if a >= start)
    return Snippet(window, tuple((a, b) for a, b in kept if a < len(window)))
