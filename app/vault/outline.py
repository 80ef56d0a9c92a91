"""Where in a note the part is that a link names: a heading, a heading below another, or a block."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from app.vault.blocks import find_blocks
from app.vault.decoding import split_lines
from app.vault.frontmatter import split_frontmatter
from app.vault.headings import heading_key, heading_paths, leads_to
from app.vault.note import BlockId, Heading
from app.vault.plain import plain
from app.vault.structure import read_structure

_NO_SLUG = re.compile(r"[^\w\- ]+")


@dataclass(frozen=True, slots=True)
class Outline:
    """The parts of a note that links can name."""

    headings: tuple[Heading, ...] = ()
    blocks: tuple[BlockId, ...] = ()

    def find(self, fragment: str) -> int | None:
        """Return the line of the part that a link names behind `#`; None when the note has none such.

        `^name` is a block. Of `H1#H2` the last is wanted, below the others. Case and signs in a heading do not matter,
        as in Obsidian; a heading is also found by the slug that GitHub gives it. The first of several is meant.
        """
        if fragment.lstrip("#").startswith("^"):
            name = fragment.lstrip("#")[1:].strip().casefold()
            return next((block.line for block in self.blocks if block.name.casefold() == name), None)
        wanted = [key for part in fragment.split("#") if (key := heading_key(part))]
        if not wanted:
            return None
        for heading, path in zip(self.headings, heading_paths(self.headings), strict=True):
            if leads_to(wanted, [heading_key(text) for text in path]):
                return heading.line
        return self._of_slug(fragment)

    def _of_slug(self, fragment: str) -> int | None:
        slug = fragment.strip("#").strip().casefold()
        return next((heading.line for heading, own in self._slugs() if own == slug), None)

    def _slugs(self) -> Iterator[tuple[Heading, str]]:
        used: Counter[str] = Counter()
        for heading in self.headings:
            slug = _NO_SLUG.sub("", plain(heading.text).casefold()).strip().replace(" ", "-")
            yield heading, f"{slug}-{used[slug]}" if used[slug] else slug
            used[slug] += 1


def read_outline(text: str) -> Outline:
    """Read the headings and block ids of a note's whole text; what stands in code and comments is none."""
    offset = split_frontmatter(text).body_line - 1
    body = split_lines(text)[offset:]
    structure = read_structure("".join(body))
    headings = tuple(Heading(found.level, found.text, found.line + offset) for found in structure.headings)
    return Outline(headings, find_blocks(split_lines(structure.visible), structure.continued, offset))
