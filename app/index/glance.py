"""A first look at the last index, with nothing opened for writing and little loaded."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from app.index.codec import read_task
from app.index.condition import read_only_uri
from app.index.migrations import SCHEMA_VERSION, schema_version
from app.vault.note import TaskLine

TASKS = """
    SELECT note.path, task.line, task.raw, task.status, task.fields FROM task JOIN note ON note.id = task.note_id
    WHERE (task.dated OR NOT ?)
    AND (NOT ? OR json_extract(task.fields, '$.state') IN ('todo', 'in-progress', 'on-hold'))
    ORDER BY note.path, task.line"""
"""Takes whether lines that concern the agenda are all that is wanted, and whether open ones are."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What the first paint shows: dated open task lines, and how many notes there are."""

    tasks: tuple[TaskLine, ...] = ()
    notes: int = 0


def glance(index: Path) -> Glance:
    """Look at an index for the first paint.

    Whatever is the matter with it is found and said when it is opened for good, right afterwards; until then nothing is
    known.
    """
    try:
        with closing(sqlite3.connect(read_only_uri(index), uri=True, timeout=0.1)) as connection:
            if schema_version(connection) != SCHEMA_VERSION:
                return Glance()
            tasks = tuple(read_task(*row) for row in connection.execute(TASKS, (True, True)))
            return Glance(tasks, int(connection.execute("SELECT count(*) FROM note").fetchone()[0]))
    except sqlite3.Error:
        return Glance()
