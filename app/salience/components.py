"""The five components of a note's standing score, before they are divided by their maximum over the vault."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from app.vault.properties import named, read_number, texts

if TYPE_CHECKING:
    from app.vault.note import PropertyValue

HIGH, NORMAL, LOW = 1.0, 0.6, 0.3
"""Importance of anchors, of notes in general and of dated ephemera."""
LINKED, SAME_PROJECT = 1.0, 0.6
"""Prospective value of a note that a commitment points to, and of one that shares a project with a commitment."""
DECAY = -0.5
"""Power-law forgetting: a use d days ago is worth (d + 1)^-0.5, as base-level activation in ACT-R (Anderson 1991)."""

_IMPORTANCE_WORDS = {"high": HIGH, "normal": NORMAL, "medium": NORMAL, "low": LOW}
_ANCHOR_NAMES = frozenset({"index", "_index", "readme", "moc", "home"})
_DAILY_FOLDERS = frozenset({"daily", "dailies", "daily notes", "journal", "journals", "diary"})
_TEMPLATE_FOLDERS = frozenset({"template", "templates"})
_REMEMBERED = 131_072
_DATE_NAME = re.compile(r"\d{4}[-_.]?(?:[01]\d(?:[-_.]?[0-3]\d)?|W[0-5]\d|Q[1-4])(?!\w)", re.IGNORECASE)


def importance(path: str, title: str, properties: Mapping[str, PropertyValue], *, is_daily: bool = False) -> float:
    """Return I in [0, 1]: what the note's `importance` property says, else what its name and place suggest.

    An index note, a readme, a map of content, a home page and a folder's own note are anchors; a note named after a
    date or kept in a daily folder is ephemeral, and so is the template that such notes are made from.

    Args:
        path: The note.
        title: Its title.
        properties: Its frontmatter.
        is_daily: Whether the vault's settings for daily notes say that it is one.
    """
    return judged_importance(path, title, properties, is_daily=is_daily)[0]


def judged_importance(
    path: str, title: str, properties: Mapping[str, PropertyValue], *, is_daily: bool = False
) -> tuple[float, str]:
    """Return I as `importance` does, and what it comes from, in words."""
    stated = _stated_importance(named(properties, "importance"))
    if stated is not None:
        return stated, "its importance property"
    pure = PurePosixPath(path)
    if is_daily:
        return LOW, "a daily note"
    if _is_anchor(pure, title):
        return HIGH, "a home, index or folder's own note"
    if _is_in(pure, _TEMPLATE_FOLDERS):
        return LOW, "in a folder of templates"
    return (
        (LOW, "named after a date, or in a folder of daily notes") if is_dated(path) else (NORMAL, "a note like most")
    )


@lru_cache(_REMEMBERED)
def is_dated(path: str) -> bool:
    """Return True for one of many notes of a kind: named after a date, or kept in a folder of daily notes."""
    pure = PurePosixPath(path)
    return _is_in(pure, _DAILY_FOLDERS) or _DATE_NAME.match(pure.stem) is not None


def _is_in(path: PurePosixPath, folders: Collection[str]) -> bool:
    return any(folder.casefold() in folders for folder in path.parts[:-1])


def _stated_importance(value: PropertyValue) -> float | None:
    """Read `importance: high` or `importance: 0.6`; None when there is none or it cannot be read."""
    word = "" if isinstance(value, dict) else next(texts(value), "").strip().casefold()
    if word in _IMPORTANCE_WORDS:
        return _IMPORTANCE_WORDS[word]
    number = read_number(f"0{word}" if word.startswith(".") else word)
    return None if number is None else min(max(number, 0.0), 1.0)


def _is_anchor(path: PurePosixPath, title: str) -> bool:
    names = {path.stem.casefold(), title.strip().casefold()}
    is_folder_note = path.stem.casefold() == path.parent.name.casefold()
    return is_folder_note or not names.isdisjoint(_ANCHOR_NAMES)


def activation(mentions: Iterable[date], today: date) -> float:
    """Return A >= 0: the sum over recorded uses of (d + 1)^-0.5, d in days; uses after today do not count yet."""
    return sum(_decayed(day, today) for day in mentions if day <= today)


def prospective(
    path: str, projects: Collection[str], open_paths: Collection[str], open_projects: Collection[str]
) -> float:
    """Return P: 1.0 when an open commitment links to the note or stands in it, 0.6 when one shares a project, else 0.

    Args:
        path: The note.
        projects: The note's own projects, case-folded.
        open_paths: Notes that open commitments link to or stand in.
        open_projects: Projects of open commitments, case-folded.
    """
    if path in open_paths:
        return LINKED
    return SAME_PROJECT if any(project in open_projects for project in projects) else 0.0


def recency(modified: date, today: date) -> float:
    """Return R in (0, 1]: (d + 1)^-0.5, d in days since the last modification; a day to come counts as today."""
    return _decayed(modified, today)


def _decayed(day: date, today: date) -> float:
    return float((max((today - day).days, 0) + 1.0) ** DECAY)
