r"""Which note a link means.

Obsidian's rules, as far as they are published: a bare name means the note of that file name wherever it is; a path
means that path from the root of the vault or from the folder of the note with the link, else the end of some path. A
path with `.md`, as markdown links have it, is looked for in the folder first, as every markdown program does; one
without at the root. Where both are there the link is ambiguous. Case and Unicode form do not matter, and `.md` may be
there or not. Aliases and titles are tried last: other programs write them, and Logseq's pages of a namespace, whose
file names spell `/` as `___`, count as aliases. Among several notes of a name the order is ours, and always the same:
the folder of the note with the link first, then the shortest path, then the alphabet.
"""

from __future__ import annotations

import posixpath
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

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
            for names, key in self._keys(note):
                names[key].append(note.path)

    def _keys(self, note: NoteName) -> Iterator[tuple[dict[str, list[str]], str]]:
        """Return the names under which a note is found, each with the table that it belongs to."""
        key = _folded(note.path)
        yield self._paths, key
        yield self._names, posixpath.basename(key)
        for alias in filter(None, (*note.aliases, page_name(note.path))):
            yield self._aliases, _folded(alias)
        if note.title:
            yield self._titles, _folded(note.title)

    def with_notes(self, gone: Iterable[NoteName], come: Iterable[NoteName]) -> LinkResolver:
        """Return a resolver without some notes and with others; costs what changed and not what there is."""
        made = object.__new__(LinkResolver)
        made._paths, made._names = self._paths.copy(), self._names.copy()
        made._aliases, made._titles = self._aliases.copy(), self._titles.copy()
        for note in gone:
            for names, key in made._keys(note):
                names[key] = [path for path in names.get(key, ()) if path != note.path]
        for note in come:
            for names, key in made._keys(note):
                names[key] = [*names.get(key, ()), note.path]
        return made

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
        found = tuple(dict.fromkeys(self._find(name, posixpath.dirname(source))))
        return Resolution(found[0] if found else None, found)

    def _find(self, name: str, folder: str) -> Iterable[str]:
        key, near = _folded(name), _same(folder)
        beside = posixpath.normpath(posixpath.join(near, key))
        if key.startswith(("./", "../")):
            return _nearest(self._paths.get(beside, ()), folder)
        rooted, key = key.startswith("/"), key.lstrip("/")
        at_root = self._paths.get(key, ()) if rooted or "/" in key else ()
        in_folder = self._paths.get(beside, ()) if "/" in key and not rooted else ()
        by_path = (in_folder, at_root) if is_note_name(name) else (at_root, in_folder)
        if found := [path for paths in by_path for path in _nearest(paths, folder)]:
            return found
        by_name = self._ending(key) if "/" in key else self._names.get(key)
        return _nearest(by_name or self._aliases.get(key) or self._titles.get(key) or (), folder)

    def _ending(self, key: str) -> list[str]:
        return [path for path in self._names.get(posixpath.basename(key), ()) if _folded(path).endswith(f"/{key}")]


def page_name(path: str) -> str:
    """Return the name that Logseq knows a file's page by when it spells that otherwise than the file; else nothing.

    A page of a namespace (`Whiteboard/Object`) is kept as `Whiteboard___Object.md`, and what no file may be called has
    percent signs.
    """
    stem = posixpath.basename(path)
    if not is_note_name(stem) or ("___" not in stem and "%" not in stem):
        return ""
    stem = stem.rpartition(".")[0]
    name = unquote(stem.replace("___", "/"), errors="replace")
    return name if name != stem else ""


def _nearest(paths: Iterable[str], folder: str) -> list[str]:
    """Return paths in the order in which a link of a note in a folder means them."""
    return sorted(paths, key=lambda path: (posixpath.dirname(path) != folder, len(path), path))


def _same(name: str) -> str:
    """Return a name as it is compared: composed and without case."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _folded(name: str) -> str:
    """Return the name of a note as it is compared: without `.md` too."""
    folded = _same(name)
    return folded.rpartition(".")[0] if is_note_name(folded) else folded


def comparable(target: str) -> str:
    """Return what a link names in a form that is the same for all that `LinkResolver` takes for the same."""
    return _folded(target.strip()).lstrip("/")
