"""What Obsidian and Logseq say about a vault in their own settings, as far as it matters to reading notes.

Their files are read once, when a vault is opened, and never written. What is missing, unreadable or of another shape
counts as not said: it is their file, and no reason to stop.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.vault.daily import DailyNotes, DailyPlace
from app.vault.note import State
from app.vault.opening import read_regular
from app.vault.statuses import Statuses, read_state

_MOST_BYTES = 1024 * 1024
_DEFAULT_FORMAT = "YYYY-MM-DD"
_LOGSEQ_FORMAT = "yyyy_MM_dd"
_LOGSEQ_FOLDER = "journals"
_EDN_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|;[^\n]*')
_EDN_TEXT = re.compile(r':(journals-directory|journal/file-name-format|journal/page-title-format)\s+"([^"\\]*)"')


def read_daily_notes(root: Path) -> DailyNotes:
    """Return where Obsidian (its own plug-in and Periodic Notes) and Logseq keep daily notes in this vault."""
    return DailyNotes(tuple(dict.fromkeys((*_obsidian_places(root), *_logseq_places(root)))))


def read_statuses(root: Path) -> Statuses:
    """Return the statuses that the Obsidian Tasks plug-in has been told of in this vault."""
    settings = _table(_json(root, ".obsidian/plugins/obsidian-tasks-plugin/data.json").get("statusSettings"))
    states: dict[str, State] = {}
    cycle: dict[str, str] = {}
    for name in ("coreStatuses", "customStatuses"):
        listed = settings.get(name)
        for status in listed if isinstance(listed, list) else []:
            _take_status(_table(status), states, cycle)
    return Statuses(states, cycle)


def _take_status(status: Mapping[str, Any], states: dict[str, State], cycle: dict[str, str]) -> None:
    """Take up one status; of several with the same symbol the first counts, as in the plug-in."""
    symbol, following, kind = status.get("symbol"), status.get("nextStatusSymbol"), status.get("type")
    state = read_state(kind) if isinstance(kind, str) else None
    if isinstance(symbol, str) and len(symbol) == 1 and state is not None and symbol not in states:
        states[symbol] = state
        if isinstance(following, str) and len(following) == 1:
            cycle[symbol] = following


def _obsidian_places(root: Path) -> Iterator[DailyPlace]:
    own = _json(root, ".obsidian/daily-notes.json")
    periodic = _table(_json(root, ".obsidian/plugins/periodic-notes/data.json").get("daily"))
    if own or _uses_daily_notes(root):
        yield _place(own)
    if periodic and periodic.get("enabled", True) is not False:
        yield _place(periodic)


def _uses_daily_notes(root: Path) -> bool:
    """Return True when the plug-in is on and nobody has changed its settings, so that there is no file of them."""
    on = _parsed(root, ".obsidian/core-plugins.json")
    if isinstance(on, list):
        return "daily-notes" in on
    return _table(on).get("daily-notes") is True


def _place(settings: Mapping[str, Any]) -> DailyPlace:
    folder, written = settings.get("folder"), settings.get("format")
    return DailyPlace(
        folder.strip().strip("/") if isinstance(folder, str) else "",
        written.strip() if isinstance(written, str) and written.strip() else _DEFAULT_FORMAT,
    )


def _logseq_places(root: Path) -> Iterator[DailyPlace]:
    """Yield Logseq's journals: files by the file format, and by the title format as older graphs name them."""
    text = _text(root, "logseq/config.edn")
    if text is None:
        return
    said = dict(_EDN_TEXT.findall(_EDN_COMMENT.sub(lambda found: found[1] or "", text)))
    folder = said.get("journals-directory", _LOGSEQ_FOLDER).strip().strip("/")
    yield DailyPlace(folder, said.get("journal/file-name-format", _LOGSEQ_FORMAT), java=True)
    if title := said.get("journal/page-title-format"):
        yield DailyPlace(folder, title, java=True)


def _json(root: Path, name: str) -> Mapping[str, Any]:
    return _table(_parsed(root, name))


def _parsed(root: Path, name: str) -> Any:
    text = _text(root, name)
    try:
        return None if text is None else json.loads(text)
    except (ValueError, RecursionError):
        return None


def _table(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(root: Path, name: str) -> str | None:
    try:
        return read_regular(os.path.realpath(root / name), _MOST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
