r"""Which note a link means.

Obsidian's rules, as far as they are published: a bare name means the note of that file name wherever it is; a path
means that path from the root of the vault, else from the folder of the note with the link, else the end of some path.
Case and Unicode form do not matter, and `.md` may be there or not. Aliases and titles are tried last: other programs
write them. Among several notes the order is ours, and always the same: the folder of the note with the link first,
then the shortest path, then the alphabet.
"""

from __future__ import annotations

import posixpath
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from app.vault.names import is_note_name


@dataclass(frozen=True, slots=True)
class NoteName:
    """What a note can be called by."""

    path: str
    title: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a link leads to.

    Attributes:
        path: The note; None when there is none.
        candidates: All notes that the link can mean, best first; more than one means that it is ambiguous.
    """

    path: str | None
    candidates: tuple[str, ...] = ()


class LinkResolver:
    """Resolves link targets among the notes given."""

    def __init__(self, notes: Iterable[NoteName]) -> None:
        self._paths: dict[str, list[str]] = defaultdict(list)
        self._names: dict[str, list[str]] = defaultdict(list)
        self._aliases: dict[str, list[str]] = defaultdict(list)
        self._titles: dict[str, list[str]] = defaultdict(list)
        for note in notes:
            key = _folded(note.path)
            self._paths[key].append(note.path)
            self._names[posixpath.basename(key)].append(note.path)
            for alias in note.aliases:
                self._aliases[_folded(alias)].append(note.path)
            self._titles[_folded(note.title)].append(note.path)

    def resolve(self, link_target: str, source: str) -> Resolution:
        """Resolve a link.

        Args:
            link_target: What the link names, as written; a fragment (`#...`) is passed over. Without any name it is
                the note itself that is meant.
            source: The path of the note with the link.
        """
        name = link_target.partition("#")[0].strip()
        if not name:
            return Resolution(source, (source,))
        folder = posixpath.dirname(source)
        found = dict.fromkeys(self._find(_folded(name), _folded(folder)))
        order = sorted(found, key=lambda path: (posixpath.dirname(path) != folder, len(path), path))
        return Resolution(order[0] if order else None, tuple(order))

    def _find(self, key: str, folder: str) -> list[str]:
        if key.startswith(("./", "../")):
            return self._paths.get(posixpath.normpath(posixpath.join(folder, key)), [])
        key = key.lstrip("/")
        if "/" not in key:
            return self._names.get(key) or self._aliases.get(key) or self._titles.get(key) or []
        beside = posixpath.normpath(posixpath.join(folder, key))
        return self._paths.get(key) or self._paths.get(beside) or self._ending(key)

    def _ending(self, key: str) -> list[str]:
        found = [path for path in self._names.get(posixpath.basename(key), []) if _folded(path).endswith(f"/{key}")]
        return found or self._aliases.get(key) or self._titles.get(key) or []


def _folded(name: str) -> str:
    """Return a name as it is compared: composed, without case, without `.md`."""
    folded = unicodedata.normalize("NFC", name).casefold() if not name.isascii() else name.lower()
    return folded.rpartition(".")[0] if is_note_name(folded) else folded
