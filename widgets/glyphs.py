"""The signs that stand beside words: two sets, of which a person chooses one in the settings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One cell each; a word always says the same, so a sign that a font lacks loses nothing.

    Attributes:
        operative: A commitment whose situation has come.
        event: A commitment whose situation a note reports.
        due: A commitment whose date has come.
        upcoming: A commitment whose date is ahead.
        waiting: A commitment that waits for a situation, or may be operative.
        snoozed: A commitment that is hidden until a later day.
        flaw: Something that could not be read.
        firing: Beside a result: a firing commitment links it.
        pinned: Beside a result: its very name or phrase was typed.
        cursor: At the left of the highlighted row.
        full: A finished part of a progress bar.
        empty: An unfinished part of a progress bar.
    """

    operative: str = "◆"
    event: str = "◈"
    due: str = "●"
    upcoming: str = "○"
    waiting: str = "◇"
    snoozed: str = "‖"
    flaw: str = "×"
    firing: str = "⚑"
    pinned: str = "="
    cursor: str = "▌"
    full: str = "█"
    empty: str = "░"


UNICODE = Glyphs()
ASCII = Glyphs("!", "+", "*", "o", "?", "z", "x", "!", "=", ">", "#", ".")


def glyphs_named(name: str) -> Glyphs:
    """Return the set that the setting `glyphs` names."""
    return ASCII if name == "ascii" else UNICODE
