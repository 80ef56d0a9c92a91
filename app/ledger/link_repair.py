"""Links of entries that lead nowhere, and what they would be if the note was renamed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.ledger.entry import Entry

Resolve = Callable[[str], str | None]

_UNUSABLE = re.compile(r"[\[\]|#^]")
_NAME = re.compile(r"(!?\[\[)?([^\[\]|#]*)")


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A link of an entry that leads to no note.

    Attributes:
        entry_id: The entry.
        action: What it says.
        link: The link, as it stands in the entry.
        path: The note that was meant, which has another path now; empty when there is none.
        repaired: The link as it should be; empty when it cannot be repaired.
    """

    entry_id: str
    action: str
    link: str
    path: str = ""
    repaired: str = ""


def link_name(link: str) -> str:
    """Return what a link of an entry names: without brackets, fragment and text."""
    found = _NAME.match(link.strip())
    return found[2].strip() if found else ""


def link_fragment(link: str) -> str:
    """Return the part of the note that a link of an entry names behind `#`; empty when it names the whole note."""
    return link.partition("#")[2].partition("|")[0].strip().removesuffix("]]").strip()


def broken_links(entries: Iterable[Entry], resolve: Resolve, moved: Resolve, name_of: Resolve) -> Iterator[BrokenLink]:
    """Yield the links of open entries that lead nowhere, in the order of the entries.

    Args:
        entries: The open ones.
        resolve: Gives the note that has a name now.
        moved: Gives the note that had a name before it was renamed.
        name_of: Gives the shortest name of a note by which a link finds it; None when there is none.
    """
    for entry in entries:
        for link in dict.fromkeys(entry.links):
            name = link_name(link)
            if not name or resolve(name) is not None:
                continue
            path = moved(name)
            new = None if path is None else _stem(path) if "/" in name else name_of(path)
            usable = new if new and not _UNUSABLE.search(new) else ""
            repaired = link.replace(name, usable, 1) if usable else ""
            yield BrokenLink(entry.id, entry.action, link, path or "", repaired)


def changes_of(broken: Sequence[BrokenLink]) -> dict[str, dict[str, str]]:
    """Return for each entry which of its links become what; links that cannot be repaired are left out."""
    changes: dict[str, dict[str, str]] = {}
    for item in broken:
        if item.repaired:
            changes.setdefault(item.entry_id, {})[item.link] = item.repaired
    return changes


def subject_of(broken: Sequence[BrokenLink]) -> str:
    """Return what a repair is about: the one note by its name, or how many there are."""
    paths = dict.fromkeys(item.path for item in broken if item.repaired)
    return _stem(next(iter(paths))).rpartition("/")[2] if len(paths) == 1 else f"{len(paths)} notes"


def relinked(links: Iterable[object], changes: Mapping[str, str]) -> list[object]:
    """Return the links of an entry with some changed, each once."""
    return list(dict.fromkeys(changes.get(link, link) if isinstance(link, str) else link for link in links))


def shortest_name(path: str, candidates: Callable[[str], Sequence[str]]) -> str:
    """Return the name by which a link finds a note: its file name where no other note has it, else its path.

    Args:
        path: The note.
        candidates: Gives all notes that a name can mean.
    """
    stem = _stem(path)
    name = stem.rpartition("/")[2]
    return name if tuple(candidates(name)) == (path,) else stem


def _stem(path: str) -> str:
    stem, _, ending = path.rpartition(".")
    return stem if stem and ending.casefold() in ("md", "markdown") else path
