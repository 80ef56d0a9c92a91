"""The line while it is read: which of its characters are still free, and what will be left of it as the action."""

from __future__ import annotations

import re
from typing import NamedTuple

TAKEN = "\x00"
"""In a view: a character that a marker, a repetition or a lead took."""

KEPT = "\x01"
"""In a view: a character that is shown and not read."""

_WORD = re.compile(r"[^\s,;()\[\]{}<>\"“”„«»!?…\x00\x01]+")
_CJK = re.compile(r"[\u3400-\u9fff]")
_ENDS = ".:'’"


class Word(NamedTuple):
    """A word of the line: where it stands, and its text in lower case."""

    start: int
    end: int
    text: str


class Sheet:
    """A line, character by character.

    Args:
        line: As typed.
    """

    def __init__(self, line: str) -> None:
        self.line = line
        self._view = [" " if character in (TAKEN, KEPT) or character.isspace() else character for character in line]
        self._left = list(self._view)

    @property
    def view(self) -> str:
        """The line as it may still be read: as long as the line, what is not free replaced."""
        return "".join(self._view)

    @property
    def left(self) -> str:
        """What is left for the action; each piece that was cut out is one `TAKEN`."""
        return re.sub(f"{TAKEN}+", TAKEN, "".join(self._left))

    def shown(self, start: int, end: int) -> str:
        """Return some characters without those that were left out."""
        return "".join(self._left[start:end])

    def take(self, start: int, end: int) -> None:
        """Keep others from reading some characters; they stay in the action unless they are cut."""
        self._view[start:end] = TAKEN * (end - start)

    def keep(self, start: int, end: int) -> None:
        """Make some characters plain text that nothing reads."""
        self._view[start:end] = KEPT * (end - start)

    def cut(self, start: int, end: int) -> None:
        """Leave some characters out of the action."""
        self._left[start:end] = TAKEN * (end - start)

    def drop(self, start: int, end: int) -> None:
        """Leave out characters that part nothing: brackets, a backslash."""
        self._left[start:end] = [""] * (end - start)


def words_of(view: str, *, unspaced: bool = False) -> list[Word]:
    """Return the free words of a view.

    Args:
        view: See `Sheet.view`.
        unspaced: Whether characters of Chinese are words of their own.
    """
    found = []
    for match in _WORD.finditer(view):
        text = match[0].rstrip(_ENDS)
        if unspaced and _CJK.search(text):
            found += _single(match.start(), text)
        elif text:
            found.append(Word(match.start(), match.start() + len(text), text.lower()))
    return found


def _single(start: int, text: str) -> list[Word]:
    pieces = re.finditer(r"[0-9]+|[\u3400-\u9fff]|[^0-9\u3400-\u9fff]+", text)
    return [Word(start + piece.start(), start + piece.end(), piece[0].lower()) for piece in pieces]
