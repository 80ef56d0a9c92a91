"""What the person says of folders: how much their notes count in a search, and which are left out of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FolderRules:
    """Rules by folder; the deepest one that holds a note counts, and one that names a note counts for that note.

    Attributes:
        weights: What the score of a folder's notes is multiplied by, >= 0.
        hidden: Folders whose notes no search lists, unless its `path:` names the folder or its `in:` the note.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    _known: dict[str, float] = field(default_factory=dict, compare=False)

    def weight(self, path: str) -> float:
        """Return what the score of a note is multiplied by; 1 when nothing is said of its folders."""
        if not self.weights:
            return 1.0
        if path not in self._known:
            holding = [folder for folder in self.weights if _holds(folder, path)]
            self._known[path] = self.weights[max(holding, key=lambda name: len(_plain(name)))] if holding else 1.0
        return self._known[path]

    def hides(self, path: str, asked: Iterable[str] = ()) -> bool:
        """Return True when a note is left out of a search.

        Args:
            path: The note.
            asked: What the query wants to look into: who names a hidden folder, or a note in it, wants to see it.
        """
        folders = [folder for folder in self.hidden if _holds(folder, path)]
        return bool(folders) and not any(_holds(folder, value) for folder in folders for value in asked)


NO_RULES = FolderRules()
"""Nothing is said of any folder."""


def _holds(folder: str, path: str) -> bool:
    name, place = _plain(folder), _plain(path)
    return bool(name) and (place == name or place.startswith(f"{name}/"))


def _plain(folder: str) -> str:
    return folder.strip().strip("/").casefold()
