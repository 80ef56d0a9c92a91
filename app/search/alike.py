"""More like this: `like:[[Note#Section]]` in a query, whose text or vector is searched for in place of typed words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from app.ledger.matching import content_words, is_function_word
from app.search.query import Query, Term
from app.vault.headings import heading_key, leads_to

if TYPE_CHECKING:
    from app.index.records import ChunkRow
    from app.search.linked import Resolve
    from app.search.result import SearchResult

WORDS = 12
"""The most telling words of a section that are searched for while there is no vector of it."""
_HEAD = re.compile(r"\s*like:\[\[", re.IGNORECASE)
_LONGEST, _TRIED = 2000, 4
"""Characters of a link target that are read, and ways to end and to divide it that are tried."""
_WORD = re.compile(r"[^\W_]+(?:['’]\w+)?")
_HEADINGS = " › "


@dataclass(frozen=True, slots=True)
class Like:
    """What a query wants more of.

    Attributes:
        path: The note.
        headings: The headings that lead to the section of it; empty for the whole note.
        rest: The other text of the query: filters, and words beside.
    """

    path: str
    headings: tuple[str, ...] = ()
    rest: str = ""

    def chunks(self, chunks: Sequence[ChunkRow]) -> Sequence[ChunkRow]:
        """Return those of the note's chunks that are meant: the section's own, else all below it, else all."""
        wanted = [key for heading in self.headings if (key := heading_key(heading))]
        paths = [[heading_key(heading) for heading in chunk.headings] for chunk in chunks]
        own = [
            chunk for chunk, path in zip(chunks, paths, strict=True) if wanted and " ".join(path) == " ".join(wanted)
        ]
        below = (
            chunk
            for chunk, path in zip(chunks, paths, strict=True)
            if wanted and any(leads_to(wanted, path[:end]) for end in range(1, len(path) + 1))
        )
        return own or list(below) or chunks


def like_text(result: SearchResult) -> str:
    """Return the query that asks for more like a result."""
    name = result.path.removesuffix(".md")
    headings = (heading.replace("#", " ") for heading in result.heading.split(_HEADINGS))
    section = "".join(f"#{heading}" for heading in headings if heading.strip())
    return f"like:[[{name}{section}]]"


def read_like(text: str, resolve: Resolve) -> Like | None:
    """Return what a query wants more of; None for any other query, and where no such note is: it is words then.

    Args:
        text: As typed.
        resolve: The note that a link target leads to.
    """
    head = _HEAD.match(text)
    if head is None:
        return None
    typed = text[head.end() : head.end() + _LONGEST]
    for end in (match.start() for match in islice(re.finditer(r"\]\]", typed), _TRIED)):
        target, rest = typed[:end], text[head.end() + end + 2 :]
        for name, fragment in _divided(target):
            path = resolve(name)
            if path is not None:
                return Like(path, tuple(part for part in fragment.split("#") if part.strip()), rest.strip())
    return None


def _divided(target: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to divide a link target into note and section, the longest name of a note first."""
    parts = target.split("#")
    for count in range(min(len(parts), _TRIED), 0, -1):
        if name := "#".join(parts[:count]).strip():
            yield name, "#".join(parts[count:])


def words_query(text: str, like: Collection[ChunkRow], rest: Query, weigh: Callable[[str], float]) -> Query:
    """Return a query for any of the words that tell most of what some chunks are about.

    Args:
        text: The query as typed.
        like: The chunks.
        rest: The other terms, which hold as well.
        weigh: How telling the stem of a word is.
    """
    found = (word for chunk in like for word in _WORD.findall(chunk.text))
    words = {word.casefold(): word for word in found if len(word) > 1 and not is_function_word(word)}
    stems = ((next(iter(content_words(word)), ""), word) for word in words.values())
    telling = sorted(((weigh(stem), word) for stem, word in stems if stem), key=lambda pair: (-pair[0], pair[1]))
    group = tuple(Term("word", word) for _, word in telling[:WORDS])
    return Query(text, (group, *rest.groups)) if group else rest
