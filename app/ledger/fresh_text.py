"""What is new in a note, as sentences with their lines: the passages that are compared with conditions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from unicodedata import normalize

from app.index.reader import IndexReader
from app.index.records import ChunkRow
from app.ledger.commitment import Place
from app.ledger.dates import NotADate, read_date
from app.ledger.event_times import own_day
from app.ledger.sentences import MAX_SENTENCES, context_units, sentences
from app.vault.decoding import split_lines
from app.vault.line_words import is_open_task, line_key, line_words
from app.vault.statuses import DEFAULT_STATUSES, Statuses
from app.vault.structure import read_structure

_LANGUAGES = ("en", "de", "fr", "es")
_LINK_TARGET = re.compile(r"\[\[[^\[\]]*\]\]|\]\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a note.

    Attributes:
        text: Its plain words.
        line: Where it stands.
        raw: The whole line, as written.
        is_heading: True for a heading: a topic, by itself no situation.
        neighbours: The sentences before and after it in the same chunk.
    """

    text: str
    line: int
    raw: str
    is_heading: bool = False
    neighbours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """Sentences that are new and follow each other in one chunk."""

    path: str
    sentences: tuple[Sentence, ...]

    @property
    def units(self) -> tuple[str, ...]:
        """What is compared with conditions: sentences, pairs, the whole; no heading alone, nor the day itself."""
        headings = {sentence.text for sentence in self.sentences if sentence.is_heading}
        day = own_day(self.path, {})
        told = (sentence for sentence in self.sentences if not (sentence.is_heading and _names(sentence.text, day)))
        found = context_units("\n".join(sentence.text for sentence in told))
        return tuple(unit for unit in found if unit not in headings)

    def within(self, unit: str) -> list[Sentence]:
        """Return the sentences that a unit is made of, those that are no headings first."""
        found = [sentence for sentence in self.sentences if sentence.text in unit] or self.sentences
        return sorted(found, key=lambda sentence: sentence.is_heading)


def passages(
    chunks: Sequence[ChunkRow],
    added: Collection[str] | None,
    removed: Sequence[str] = (),
    statuses: Statuses = DEFAULT_STATUSES,
) -> tuple[Passage, ...]:
    """Return what is new in a note.

    Code and comments say nothing, and open tasks what is to be done: they are never new.

    Args:
        chunks: All chunks of the note, in order.
        added: The lines that are new, as written; None when the whole note is.
        removed: The lines that they took the place of: a sentence that stood in them is not new.
        statuses: What the boxes of task lines mean.
    """
    keys = None if added is None else {line_key(line) for line in added}
    old = {_folded(text) for line in removed for text in sentences(line_words(line))}
    linked_elsewhere = {_without_targets(line) for line in removed}

    def is_fresh(sentence: Sentence) -> bool:
        if is_open_task(sentence.raw, statuses):
            return False
        if keys is None:
            return True
        is_new = line_key(sentence.raw) in keys and _without_targets(sentence.raw) not in linked_elsewhere
        return is_new and _folded(sentence.text) not in old

    found = []
    for chunk, told in _sentences(chunks):
        for fresh, run in groupby(told, is_fresh):
            if fresh:
                found += [Passage(chunk.path, part) for part in _parts(tuple(run))]
    return tuple(found)


def _parts(run: tuple[Sentence, ...]) -> Iterator[tuple[Sentence, ...]]:
    """Yield sentences in parts of as many as are compared one by one; the last of a part begins the next one."""
    yield run[:MAX_SENTENCES]
    for start in range(MAX_SENTENCES - 1, len(run) - 1, MAX_SENTENCES - 1):
        yield run[start : start + MAX_SENTENCES]


def place_of(reader: IndexReader, path: str, line: int, sentence: str) -> Place | None:
    """Return where a sentence stands now; None when no note says it any more.

    It is looked for in its note first, and in all others only when that is no more: it may have been renamed.
    """
    chunks = reader.chunks_of(path)
    if chunks:
        found = _line_of(chunks, sentence, line)
        return None if found is None else Place(path, found)
    words = " ".join(sentence.replace('"', " ").split())
    for hit in reader.match(f'body : "{words}"', 1) if words else ():
        found = _line_of(list(reader.chunks([hit.chunk_id]).values()), sentence, line)
        return None if found is None else Place(hit.path, found)
    return None


def _line_of(chunks: Sequence[ChunkRow], sentence: str, line: int) -> int | None:
    """Return the line on which a sentence stands, the nearest to `line`."""
    wanted = _folded(sentence)
    found = [
        number
        for chunk in chunks
        for number, raw in enumerate(split_lines(chunk.text), start=chunk.line_start)
        if wanted in _folded(line_words(raw))
    ]
    return min(found, key=lambda number: abs(number - line), default=None)


def _sentences(chunks: Sequence[ChunkRow]) -> Iterator[tuple[ChunkRow, list[Sentence]]]:
    """Yield each chunk with its sentences, code and comments left out."""
    lines = [""] * max((chunk.line_end for chunk in chunks), default=0)
    for chunk in chunks:
        lines[chunk.line_start - 1 : chunk.line_end] = [line.rstrip("\r\n") for line in split_lines(chunk.text)]
    structure = read_structure("\n".join(lines))
    prose = [line.rstrip("\r\n") for line in split_lines(structure.prose)]
    for first, last in structure.code:
        prose[first - 1 : last] = [""] * len(prose[first - 1 : last])
    headings = {heading.line for heading in structure.headings}
    for chunk in chunks:
        numbers = range(chunk.line_start, min(chunk.line_end, len(prose)) + 1)
        told = [
            Sentence(text, number, prose[number - 1], number in headings)
            for number in numbers
            for text in sentences(line_words(prose[number - 1]))
        ]
        yield chunk, [_with_neighbours(told, number) for number in range(len(told))]


def _with_neighbours(told: Sequence[Sentence], number: int) -> Sentence:
    around = (*told[max(0, number - 1) : number], *told[number + 1 : number + 2])
    one = told[number]
    return Sentence(one.text, one.line, one.raw, one.is_heading, tuple(other.text for other in around))


def _names(heading: str, day: date | None) -> bool:
    """Return True for the heading of a note of a day that is just that day: "Wednesday 25 November 2026"."""
    try:
        return day is not None and read_date(heading, day, languages=_LANGUAGES, fallback=False).value == day
    except NotADate:
        return False


def _folded(text: str) -> str:
    return " ".join(normalize("NFC", text).casefold().split())


def _without_targets(line: str) -> str:
    """Return a line without the targets of its links: renaming a note changes these in many others."""
    return _LINK_TARGET.sub("[[]]", line)
