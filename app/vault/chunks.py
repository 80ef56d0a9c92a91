"""Chunks of a note: the units that are embedded and searched.

A chunk is a section; a section of more than about 200 words is cut at paragraphs, list items and table rows. One
that is too short to say what it is about is embedded with the end of the text before it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import islice

from app.vault.cutting import Span, cut, measure
from app.vault.decoding import split_lines
from app.vault.limits import LONGEST_EMBEDDED, MOST_CHUNKS
from app.vault.note import Chunk
from app.vault.plain import plain, plain_code, plain_line
from app.vault.structure import Structure

SHORT = 40
"""Words below which a chunk is embedded with its predecessor under the same heading: an answer means little without its
question. A section has a heading that says what it is about, and is to be shown itself, not the one after it. Measured
on conversations, R@5 and R@10 of the fused list: .607 and .696 with 40, .596 and .695 with 60."""

NEIGHBOUR = 60
"""Words of the predecessor that are taken along, its last ones."""


def chunk_note(title: str, body: Sequence[str], offset: int, structure: Structure) -> tuple[Chunk, ...]:
    """Cut a note into chunks.

    Args:
        title: The note's title, put before the text that the model is given.
        body: The lines of the body, with their ends.
        offset: Lines of the file above the body: its frontmatter.
        structure: The body's structure.

    Returns:
        The chunks in order, at most `MOST_CHUNKS`. A note without any text has one, so that it can be found by the
        meaning of its title.
    """
    words = _plain_lines(structure)
    lines = measure(body, words, structure.borders, structure.code, structure.headings)
    chunks: list[Chunk] = []
    above: list[str] = []
    under: tuple[str, ...] | None = None
    for headings, (first, last) in islice(cut(lines), MOST_CHUNKS):
        above, under = above if headings == under else [], headings
        text = "".join(body[first - 1 : last])
        own = [line for line in words[first - 1 : last] if line]
        embedded = embedding_text(title, headings, _with_neighbour(own, above))
        chunks.append(_chunk(len(chunks), headings, (first + offset, last + offset), text, embedded))
        above = own or above
    return tuple(chunks) or (_chunk(0, (), (1, 1), "", title),)


def chunk_passages(title: str, passages: Sequence[str]) -> tuple[Chunk, ...]:
    """Return a chunk for each of the passages that a note consists of, such as the turns of a conversation.

    Args:
        title: The note's title; empty when it has none.
        passages: Markdown, in order; each is taken to begin where the one before it ends.
    """
    chunks: list[Chunk] = []
    line, above = 1, list[str]()
    for text in passages:
        own = [part for part in plain(text).splitlines() if part]
        last = line + max(len(split_lines(text)), 1) - 1
        embedded = embedding_text(title, (), _with_neighbour(own, above))
        chunks.append(_chunk(len(chunks), (), (line, last), text, embedded))
        line, above = last + 1, own or above
    return tuple(chunks)


def _with_neighbour(own: Sequence[str], above: Sequence[str]) -> Sequence[str]:
    """Return the lines of a chunk, the end of its predecessor's before them when they are few words, but not none."""
    if not above or not own or sum(len(line.split()) for line in own) >= SHORT:
        return own
    return [" ".join(" ".join(above).split()[-NEIGHBOUR:]), *own]


def _plain_lines(structure: Structure) -> list[str]:
    """Return the words of each line of the body; headings have none, they are in the heading path."""
    in_code = {line for first, last in structure.code for line in range(first, last + 1)}
    words = [
        plain_code(line) if number in in_code else plain_line(line)
        for number, line in enumerate(split_lines(structure.prose), start=1)
    ]
    for heading in structure.headings:
        words[heading.line - 1] = ""
    return words


def _chunk(ordinal: int, headings: tuple[str, ...], span: Span, text: str, embedded: str) -> Chunk:
    embedded = embedded[:LONGEST_EMBEDDED]
    return Chunk(ordinal, headings, *span, text, embedded, hashlib.sha256(embedded.encode("utf-8")).hexdigest())


def embedding_text(title: str, headings: Sequence[str], lines: Iterable[str]) -> str:
    """Return what the model is given for a chunk: title and heading path on one line, then the plain words.

    Args:
        title: The note's title.
        headings: The heading path, outermost first; a heading that only repeats the title is left out.
        lines: The chunk's words line by line, without comments, long code and headings.
    """
    place = " › ".join([title, *(part for part in map(plain, headings) if part and part != title)])
    return "\n".join(line for line in [place, *lines] if line)
