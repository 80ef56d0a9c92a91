"""Where a commitment points: the notes that it links to, and the one that it stands in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ledger.link_repair import link_fragment, link_name
from app.vault.headings import heading_key, leads_to

if TYPE_CHECKING:
    from app.index.records import ChunkRow
    from app.ledger.commitment import Commitment

Resolve = Callable[[str], str | None]
"""The note that a link target without fragment leads to, or None."""


@dataclass(frozen=True, slots=True)
class Target:
    """A note, and the part of it that is meant: a line, or a fragment as in a link."""

    path: str
    fragment: str = ""
    line: int = 0

    def names(self, chunk: ChunkRow) -> bool:
        """Return True when a chunk of the note is, or holds, the part that is meant."""
        if self.line:
            return chunk.line_start <= self.line <= chunk.line_end
        if self.fragment.startswith("^"):
            return any(line.rstrip().endswith(self.fragment) for line in chunk.text.splitlines())
        wanted = [key for part in self.fragment.split("#") if (key := heading_key(part))]
        path = [heading_key(part) for part in chunk.headings]
        return bool(wanted) and any(leads_to(wanted, path[:end]) for end in range(1, len(path) + 1))


def targets(commitment: Commitment, resolve: Resolve) -> tuple[Target, ...]:
    """Return where a commitment points, its own line first; a link that leads nowhere is left out."""
    found = [Target(commitment.note.path, line=commitment.note.line)] if commitment.note else []
    for link in commitment.links:
        name = link_name(link)
        path = resolve(name) if name else None
        if path is not None:
            found.append(Target(path, link_fragment(link)))
    return tuple(dict.fromkeys(found))


def linked_paths(commitments: Iterable[Commitment], resolve: Resolve, *, home: bool = True) -> frozenset[str]:
    """Return every note that one of the commitments links to, and with `home` those that they stand in."""
    found = (target for commitment in commitments for target in targets(commitment, resolve))
    return frozenset(target.path for target in found if home or not target.line)
