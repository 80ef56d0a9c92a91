"""The sentences of a note's text that a person wrote as prose.

Code, comments, what is struck out, quotes, headings, tables, task lines, properties and templates are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.vault.decoding import clean, split_lines
from app.vault.logseq import SYMBOLS
from app.vault.plain import plain_line
from app.vault.structure import read_structure

LONGEST = 600
"""Characters of a sentence; a longer one was not written as one."""

_WRAPPED = 60
"""Characters of a line at least where its paragraph goes on in the next; a shorter one was ended by its writer."""

_LIST_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
_TASK = re.compile(rf"\s*(?:[-*+]|\d{{1,9}}[.)])\s+(?:\[.\]\s|(?:{'|'.join(SYMBOLS)})(?:\s|$))")
_NO_PROSE = re.compile(r"\s*(?:>|\||<|[\w -]{1,40}::\s|\[\^|#{1,6}\s|(?:[-*_=]\s*){3,}$)")
_BLOCK_ID = re.compile(r"(?:^|\s)\^(?P<name>[A-Za-z0-9-]+)\s*$")
_NOT_SAID = re.compile(r"~~(?=\S)[^~]+~~|(?<!`)(`+)(?=[^`\s]+(?:[ \t]+[^`\s]+){3})[^`]+\1(?!`)")
"""What is struck out, and code that is long enough for a sentence: a name or two of a program belong to one."""

_TEMPLATE = re.compile(r"\{\{|\}\}|<%|%>")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)\]»*_]*\s+|(?<=[。！？])")
_NO_END = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|no|nr|ca|approx|e\.g|i\.e|z\.b|d\.h|bzw|usw|resp|etc|vs|tel|sr|sra|mme|mlle|jan"
    r"|feb|mar|apr|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|mon|tue|wed|thu|fri|sat|sun)|\b[a-z]|(?<![\d.])\d{1,2})\.$",
    re.IGNORECASE,
)
_LISTED_NUMBER = re.compile(r"\d{1,2}\.$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without markdown signs.

    Attributes:
        line: The line of the file on which it begins.
        text: What it says.
        block: The block id at the end of its paragraph; empty when there is none.
    """

    line: int
    text: str
    block: str = ""


@dataclass(slots=True)
class _Block:
    """A paragraph or list item: its lines as plain words, each with its number."""

    lines: list[tuple[int, str]]
    name: str = ""

    def add(self, number: int, line: str) -> None:
        """Add a line of the file."""
        self.lines.append((number, plain_line(_NOT_SAID.sub(" ", line))))
        found = _BLOCK_ID.search(line)
        self.name = found["name"] if found else ""


def prose_sentences(text: str, first_line: int = 1) -> Iterator[Sentence]:
    """Yield the sentences of a text in order.

    Args:
        text: Markdown without frontmatter: a chunk, or the body of a note.
        first_line: The line of the file that is the first of the text.
    """
    for block in _blocks(text, first_line):
        yield from _sentences(block)


def has_code(text: str) -> bool:
    """Return True for text with code in it: it explains how something works."""
    return "```" in text or "~~~" in text or text.count("`") > 1


def _blocks(text: str, first_line: int) -> Iterator[_Block]:
    cleaned = clean(text)
    structure = read_structure(cleaned)
    hidden = {line for first, last in structure.code for line in range(first, last + 1)}
    hidden |= {heading.line for heading in structure.headings}
    block, passed_over = _Block([]), False
    for number, line in enumerate(split_lines(structure.prose), start=1):
        is_none = (
            number in hidden or not line.strip() or _NO_PROSE.match(line) is not None or _TASK.match(line) is not None
        )
        begins = _LIST_ITEM.match(line) is not None or (block.lines and len(block.lines[-1][1]) < _WRAPPED)
        if is_none or begins:
            yield from _filled(block)
            block = _Block([])
        goes_on = passed_over and number not in hidden and not begins
        passed_over = bool(line.strip()) and number not in hidden and (is_none or goes_on)
        if not is_none and not goes_on:
            block.add(number + first_line - 1, line)
    yield from _filled(block)


def _filled(block: _Block) -> Iterator[_Block]:
    if any(text for _, text in block.lines):
        yield block


def _sentences(block: _Block) -> Iterator[Sentence]:
    starts, joined = [], ""
    for number, text in block.lines:
        starts.append((len(joined), number))
        joined += f"{text} "
    for start, end in _pieces(joined):
        text = joined[start:end].strip()
        if text and len(text) <= LONGEST and not _TEMPLATE.search(text):
            yield Sentence(max(number for at, number in starts if at <= start), text, block.name)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in _SENTENCE_END.finditer(text):
        before = text[max(start, end.start() - 12) : end.start()]
        if _NO_END.search(before) and not _ends_all_the_same(before, text[end.end() :]):
            continue
        yield start, end.start() if end[0].isspace() or not end[0] else end.end()
        start = end.end()
    yield start, len(text)


def _ends_all_the_same(before: str, behind: str) -> bool:
    """Return True for "by the 12. She said": in English a number and a capital end a sentence."""
    return (
        _LISTED_NUMBER.search(before) is not None
        and re.match(r"(?:[A-Z][a-z]{0,3}|I)(?:['’]\w+)?\s", behind) is not None
    )
