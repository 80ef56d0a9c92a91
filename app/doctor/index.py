"""The index, looked at without changing it: sound, of this version, of this vault, up to date?"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.doctor.check import Check, Subject, megabytes
from app.doctor.matrix import examine_matrices
from app.doctor.mounts import mount_of
from app.errors import StoreError
from app.index import meta
from app.index.condition import COMPANIONS, Fitness, inspect, read_only_uri
from app.index.migrations import SCHEMA_VERSION, schema_version
from app.index.note_rows import Known, stamps
from app.index.opening import beside
from app.index.transaction import is_damage, store_error
from app.vault.names import escape
from app.vault.note import FileStamp

_WAIT = 0.5
_REBUILD = "`betimes doctor --fix`, or the next start, makes it anew from the notes; notes are not touched."
_READ_LATER = "`betimes index`, or the next start, reads them."


@dataclass(frozen=True, slots=True)
class IndexFindings:
    """What was found, and what others need of it.

    Attributes:
        checks: What was found.
        known: The notes that it knows, by path.
        flagged: Those that could not be read as they should, and why.
        dimensions: How long the vectors of each model are.
        path: The file that this version uses; None when there is none to be used.
        bad_matrices: Files of vectors that are not what they should be.
        is_usable: It can be opened and brought up to date without losing anything.
    """

    checks: tuple[Check, ...]
    known: Mapping[str, Known] = field(default_factory=dict)
    flagged: Mapping[str, str] = field(default_factory=dict)
    dimensions: Mapping[str, int] = field(default_factory=dict)
    path: Path | None = None
    bad_matrices: tuple[Path, ...] = ()
    is_usable: bool = False

    @property
    def is_damaged(self) -> bool:
        """Return True when it has to be made anew."""
        return any(check.code == "index.damaged" for check in self.checks)


def examine_index(subject: Subject, root: Path, *, quick: bool) -> IndexFindings:
    """Look at the index of a vault.

    Args:
        subject: What is examined.
        root: The vault.
        quick: Do not read all of it for damage.
    """
    path = subject.locations.index(root)
    found = _examine(path, root, quick=quick)
    around = tuple(_around(path))
    return replace(found, checks=(*found.checks, *around))


def _examine(path: Path, root: Path, *, quick: bool) -> IndexFindings:
    try:
        condition = inspect(path)
    except OSError as error:
        hint = "Check the permissions, or name another cache folder with XDG_CACHE_HOME."
        return IndexFindings((Check("index.file", "problem", f"{path} cannot be read: {error.strerror}", hint),))
    if condition.fitness is Fitness.UNUSABLE:
        return IndexFindings((Check("index.damaged", "problem", f"{path} {condition.reason}", _REBUILD, True),))
    if condition.fitness is Fitness.NEWER:
        hint = "Update Betimes. Until then it is left alone, and this version keeps one of its own beside it."
        newer = Check("index.newer", "note", f"{path} {condition.reason}", hint)
        ours = _examine(beside(path), root, quick=quick)
        return replace(ours, checks=(newer, *ours.checks))
    if not path.exists() or path.stat().st_size == 0:
        return IndexFindings((Check("index.file", "ok", "not made yet", _READ_LATER),), is_usable=True)
    try:
        return _opened(path, root, quick=quick)
    except sqlite3.Error as error:
        return _not_opened(path, error)


def _opened(path: Path, root: Path, *, quick: bool) -> IndexFindings:
    with closing(sqlite3.connect(read_only_uri(path), uri=True, timeout=_WAIT)) as connection:
        version = schema_version(connection)
        if version < SCHEMA_VERSION:
            said = f"{path} has format {version}; the next start brings it to {SCHEMA_VERSION}"
            return IndexFindings((Check("index.older", "ok", said),), is_usable=True)
        vault = meta.get(connection, meta.VAULT)
        if vault is not None and vault != escape(str(root)):
            said = f"{path} belongs to another folder ({vault})"
            return IndexFindings((Check("index.damaged", "problem", said, _REBUILD, True),))
        known = stamps(connection, None)
        flagged = dict(connection.execute("SELECT path, problem FROM note WHERE problem != ''"))
        dimensions = dict(connection.execute("SELECT name, dimension FROM model"))
        chunks = connection.execute("SELECT count(*) FROM chunk WHERE digest != ''").fetchone()[0]
        matrices = tuple(examine_matrices(connection, path))
    said = f"{len(known):,} notes, {chunks:,} chunks, {megabytes(_size(path))}, at {path}"
    checks = [Check("index.file", "ok", said), *(check for _, check in matrices)]
    bad = tuple(matrix for matrix, check in matrices if check.fixable and matrix.is_file())
    damage = "" if quick else find_damage(path)
    if damage:
        checks.append(Check("index.damaged", "problem", f"{path} is damaged ({damage})", _REBUILD, True))
    return IndexFindings(tuple(checks), known, flagged, dimensions, path, bad, not damage)


def _not_opened(path: Path, error: sqlite3.Error) -> IndexFindings:
    if is_damage(error) or "no such" in str(error):
        said = f"{path} is damaged ({error})"
        return IndexFindings((Check("index.damaged", "problem", said, _REBUILD, True),))
    failure: StoreError = store_error(error)
    return IndexFindings((Check("index.file", "problem", f"{path}: {failure.message}", failure.hint),))


def find_damage(path: Path) -> str:
    """Return what is damaged in an index, "" for nothing; the words' own check needs a writer, and writes nothing.

    Raises:
        sqlite3.Error: It could not be looked at.
    """
    with closing(sqlite3.connect(read_only_uri(path), uri=True, timeout=_WAIT)) as connection:
        found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    if found != "ok":
        return found
    uri = read_only_uri(path).replace("mode=ro", "mode=rw")
    with closing(sqlite3.connect(uri, uri=True, timeout=_WAIT, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        except sqlite3.DatabaseError as error:
            if is_damage(error):
                return f"the words: {error}"
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY):
                raise
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
    return ""


def age_checks(known: Mapping[str, Known], found: Sequence[FileStamp]) -> tuple[int, tuple[Check, ...]]:
    """Return how many notes an index has to be told of, and what to say about it."""
    behind = sum(1 for stamp in found if stamp.path not in known or _is_other(known[stamp.path][0], stamp))
    gone = len(known.keys() - {stamp.path for stamp in found})
    if not behind and not gone:
        return 0, ()
    parts = [f"{behind:,} are new or changed"] if behind else []
    parts += [f"{gone:,} are gone"] if gone else []
    said = f"of {len(found):,} notes {' and '.join(parts)} since it was brought up to date"
    return behind + gone, (Check("index.behind", "note", said, _READ_LATER),)


def _is_other(known: FileStamp, now: FileStamp) -> bool:
    """Return True for a file that was changed; one that is only to be looked at once more to be sure is not."""
    return (known.size, known.mtime_ns, known.inode) != (now.size, now.mtime_ns, now.inode)


def _around(path: Path) -> Iterator[Check]:
    """Look at where the index lies, and at what was moved aside."""
    if (mount := mount_of(path.parent)).is_remote:
        hint = "Name a folder on a disk of this machine with XDG_CACHE_HOME: SQLite's journal needs one."
        yield Check("index.remote", "problem", f"{path.parent} is on a network share ({mount.kind})", hint)
    for aside in sorted(path.parent.glob(f"{path.name}.unusable*")) if path.parent.is_dir() else ():
        if not aside.name.endswith(COMPANIONS):
            said = f"{aside} is what an index was before it was made anew ({megabytes(_size(aside))})"
            yield Check("index.aside", "ok", said, "Delete it whenever you like.")


def _size(path: Path) -> int:
    return path.stat().st_size
