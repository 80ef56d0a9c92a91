"""A blueprint on disk: its notes as dated files, its commitment as a block of the ledger file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from pathlib import Path

from app.evaluation.blueprints import Blueprint, NumberedNote
from app.ledger.entry import Entry
from app.ledger.rendering import render_block
from app.ledger.tables import table_of
from app.ledger.toml_file import header_text
from app.paths import betimes_folder

_FOLDER = "notes"
_NOON = time(12, tzinfo=UTC)


def noon(day: date) -> datetime:
    """Return the moment at which everything on a day happens."""
    return datetime.combine(day, _NOON)


def scope_of(blueprint: Blueprint) -> str:
    """Return what is in the path of every note of a blueprint and of no other's."""
    return f"{_FOLDER}/{blueprint.id}/"


def note_paths(blueprint: Blueprint) -> Mapping[int, str]:
    """Return the path of each note by its number: the date is its name, with a counter where a day has several."""
    paths: dict[int, str] = {}
    of_day: dict[date, int] = {}
    for note in blueprint.notes:
        of_day[note.day] = count = of_day.get(note.day, 0) + 1
        name = f"{note.day} {count}" if count > 1 else f"{note.day}"
        paths[note.number] = f"{scope_of(blueprint)}{name}.md"
    return paths


def entry_of(blueprint: Blueprint, *, cues: bool) -> Entry:
    """Return the ledger entry, made on the day of the note that states the commitment and linked to it.

    Args:
        blueprint: Whose.
        cues: With the situations that were imagined when it was made, in which it applies and in which it does not.
    """
    intention = blueprint.intention
    day = next(note.day for note in blueprint.notes if note.number == blueprint.commitment)
    return Entry(
        id=blueprint.id,
        action=intention.action,
        when=intention.condition,
        cues=blueprint.cues if cues else (),
        blockers=blueprint.blockers if cues else (),
        due=intention.due,
        links=(note_paths(blueprint)[blueprint.commitment].removesuffix(".md"),),
        created=day,
    )


def write_vault(root: Path, blueprints: Iterable[Blueprint], open_: Iterable[Blueprint], *, cues: bool) -> None:
    """Write the notes of some blueprints, and the ledger of some, into an empty folder."""
    for blueprint in blueprints:
        paths = note_paths(blueprint)
        for note in blueprint.notes:
            _write_note(root / paths[note.number], note)
    blocks = [render_block(table_of(entry_of(blueprint, cues=cues))) + "\n" for blueprint in open_]
    ledger = betimes_folder(root) / "ledger.toml"
    ledger.parent.mkdir(parents=True, exist_ok=True)
    ledger.write_text("".join([header_text(), *blocks]), encoding="utf-8")


def write_resolution(root: Path, blueprint: Blueprint) -> None:
    """Add the note that settles the commitment."""
    said = blueprint.resolution
    note = NumberedNote(blueprint.settled_after, said.day, said.text)
    _write_note(root / f"{scope_of(blueprint)}{said.day} settled.md", note)


def _write_note(path: Path, note: NumberedNote) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{note.text}\n", encoding="utf-8")
    written = noon(note.day).timestamp()
    os.utime(path, (written, written))
