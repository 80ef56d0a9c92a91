"""Where a note's body is cut into spans of lines: arithmetic on line numbers, counted from 1."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from app.vault.headings import heading_paths
from app.vault.note import Heading

WORDS = 200
"""Words that a span aims at: what a sentence model reads in one piece."""

_MOST = 300
_LEAST = 40
_BYTES_PER_WORD = 7
"""For scripts without spaces and for long addresses: this many bytes weigh as much as a word."""

Span = tuple[int, int]
"""First and last line, both included, neither of them blank."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What cutting needs to know of the lines of a body.

    Attributes:
        blank: Whether each line is blank; index 0 is not used.
        weights: Sums: `weights[n]` is the weight in words of the first n lines.
        borders: Lines before which a cut may be made although no blank line precedes.
        unbroken: Lines before which no cut is wanted: inside code.
        headings: The headings that divide the body.
        heading_lines: Their lines.
    """

    blank: Sequence[bool]
    weights: Sequence[int]
    borders: Collection[int]
    unbroken: Collection[int]
    headings: Sequence[Heading]
    heading_lines: Collection[int]


def measure(
    source: Sequence[str],
    words: Sequence[str],
    borders: Collection[int],
    code: Sequence[Span],
    headings: Sequence[Heading],
) -> Lines:
    """Measure lines: what is blank is seen in the source, what weighs in the words that the model will read."""
    blank = [True, *(not line.strip() for line in source)]
    weights = [0, *accumulate(map(_weight, words))]
    unbroken = {line for first, last in code for line in range(first + 1, last + 1)}
    return Lines(blank, weights, borders, unbroken, headings, {heading.line for heading in headings})


def _weight(line: str) -> int:
    size = len(line) if line.isascii() else len(line.encode("utf-8"))
    return max(len(line.split()), size // _BYTES_PER_WORD)


def cut(lines: Lines) -> Iterator[tuple[tuple[str, ...], Span]]:
    """Yield heading path and span of each chunk, in order; each line that is not blank is in exactly one."""
    for path, first, last in _sections(lines):
        if trimmed := _trim(lines, first, last):
            for span in _packed(lines, _units(lines, *trimmed)):
                yield path, span


def _sections(lines: Lines) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """A heading with nothing under it but a deeper heading begins the section of that one."""
    headings = lines.headings
    ends = [*(heading.line - 1 for heading in headings), len(lines.blank) - 1]
    yield (), 1, ends[0]
    first = None
    for number, (heading, path) in enumerate(zip(headings, heading_paths(headings), strict=True)):
        first = first or heading.line
        last = ends[number + 1]
        deeper = number + 1 < len(headings) and headings[number + 1].level > heading.level
        if not deeper or _trim(lines, heading.line + 1, last):
            yield path, first, last
            first = None


def _trim(lines: Lines, first: int, last: int) -> Span | None:
    while first <= last and lines.blank[first]:
        first += 1
    while first <= last and lines.blank[last]:
        last -= 1
    return (first, last) if first <= last else None


def _units(lines: Lines, first: int, last: int) -> Iterator[Span]:
    """Yield paragraphs, list items and table rows; headings stay with what follows them; long units go by lines."""
    starts = [first]
    bare = True
    for line in range(first, last + 1):
        if lines.blank[line]:
            continue
        if not bare and _begins(lines, line):
            starts.append(line)
        bare = bare and line in lines.heading_lines
    for start, following in zip(starts, [*starts[1:], last + 1], strict=True):
        if unit := _trim(lines, start, following - 1):
            yield from [unit] if _heaviness(lines, *unit) <= _MOST else _single_lines(lines, *unit)


def _begins(lines: Lines, line: int) -> bool:
    return line in lines.borders or (lines.blank[line - 1] and line not in lines.unbroken)


def _single_lines(lines: Lines, first: int, last: int) -> Iterator[Span]:
    return ((line, line) for line in range(first, last + 1) if not lines.blank[line])


def _heaviness(lines: Lines, first: int, last: int) -> int:
    return lines.weights[last] - lines.weights[first - 1]


def _packed(lines: Lines, units: Iterator[Span]) -> list[Span]:
    """Put units together up to `WORDS`; a small remainder joins the span before it."""
    packed: list[Span] = []
    for first, last in units:
        if packed and _heaviness(lines, packed[-1][0], last) <= WORDS:
            packed[-1] = packed[-1][0], last
        else:
            packed.append((first, last))
    if len(packed) > 1 and _heaviness(lines, *packed[-1]) < _LEAST:
        joined = packed[-2][0], packed[-1][1]
        if _heaviness(lines, *joined) <= _MOST:
            packed[-2:] = [joined]
    return packed
