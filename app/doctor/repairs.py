"""What `betimes doctor --fix` does. Everything here can be done without asking: no note is touched, nothing is lost.

The index and the files of vectors are made from notes; a torn line goes into a file of its own before it is cut off.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from app.doctor.check import Fixed, Subject
from app.doctor.index import examine_index
from app.doctor.leftovers import own_files, stale
from app.doctor.permissions import open_to_others, tighten
from app.doctor.records import is_step, read_records
from app.errors import BetimesError, said
from app.index.store import IndexStore
from app.index.transaction import IndexRemade
from app.ledger.locking import WriterLock
from app.paths import betimes_folder
from app.vault.atomic import SUFFIX, remove_leftovers
from app.vault.descriptors import opened, sync_folder, write_all
from app.vault.files import Vault
from app.vault.rules import load_rules

Repair = Callable[[Subject, Path], Iterator[Fixed]]


def repair(subject: Subject) -> Iterator[Fixed]:
    """Do what is safe, and say each thing done; what fails is said too, and the rest is done all the same."""
    if subject.root is None:
        return
    for code, step in STEPS:
        try:
            yield from step(subject, subject.root)
        except BetimesError as error:
            yield Fixed(code, said(error), done=False)
        except (OSError, sqlite3.Error) as error:
            reason = getattr(error, "strerror", None) or error
            yield Fixed(code, f"not done: {reason}", done=False)


def _permissions(subject: Subject, root: Path) -> Iterator[Fixed]:
    for path, mode in list(open_to_others(subject)):
        tighten(path, mode)
        yield Fixed("permissions.open", f"{path} can be read by its owner only now")


def _leftovers(subject: Subject, root: Path) -> Iterator[Fixed]:
    before = {path for path in own_files(root) if path.suffix == SUFFIX}
    remove_leftovers(root)
    for path in sorted(before):
        if not path.exists():
            yield Fixed("leftovers.temporary", f"{path} is removed")
    for path in stale(subject, time.time()):
        path.unlink()
        yield Fixed("leftovers.stale", f"{path} is removed")


def _journal(subject: Subject, root: Path) -> Iterator[Fixed]:
    path = betimes_folder(root) / "journal.jsonl"
    if path.exists():
        with WriterLock(subject.locations.ledger_lock(root)).held():
            yield from mend_end(path)


def mend_end(path: Path) -> Iterator[Fixed]:
    """End the last line of a journal, or move it into a file beside it when it is torn.

    Writers lock the file as this does, so that none adds a line meanwhile.

    Raises:
        OSError: It could not be done; the journal is as it was.
        WriteRefused: It is not a regular file.
    """
    with opened(path, os.O_RDWR | os.O_APPEND) as descriptor:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        with os.fdopen(os.dup(descriptor), "rb") as file:
            data = file.read()
        torn = read_records(data, is_step)
        if torn.is_whole:
            write_all(descriptor, b"\n")
            os.fsync(descriptor)
            yield Fixed("journal.unended", f"{path}: the last line is ended")
        elif torn.torn:
            kept = _keep(path, torn.torn)
            os.ftruncate(descriptor, len(data) - len(torn.torn))
            os.fsync(descriptor)
            yield Fixed("journal.torn", f"{path}: the torn last line is in {kept.name} now")


def _keep(path: Path, torn: bytes) -> Path:
    """Write what is to be cut off into a new file beside it, and onto the disk."""
    number = 1
    while True:
        kept = path.with_name(f"{path.name}.torn-{number}")
        try:
            descriptor = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            break
        except FileExistsError:
            number += 1
    try:
        write_all(descriptor, torn)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    sync_folder(path.parent)
    return kept


def _index(subject: Subject, root: Path) -> Iterator[Fixed]:
    """Move a damaged index aside and begin an empty one; delete files of vectors that are damaged."""
    found = examine_index(subject, root, quick=False)
    if found.is_damaged:
        yield Fixed("index.damaged", _remade(subject, root), "Notes are read again now; vectors follow with the model.")
    for path in found.bad_matrices:
        path.unlink()
        yield Fixed("matrix.damaged", f"{path} is deleted", "It is made again from the index.")


def _remade(subject: Subject, root: Path) -> str:
    """Have the index made anew, by opening it if that is enough; returns what was done."""
    vault = Vault(root, load_rules(root, subject.config.tasks))
    store = IndexStore.open(subject.locations.index(root), str(vault.root), vault.reading.fingerprint)
    try:
        if not store.notice:
            store.verify()
            store.remake("was damaged")
        return store.notice
    except IndexRemade as error:
        return error.message
    finally:
        store.close()


STEPS: tuple[tuple[str, Repair], ...] = (
    ("permissions.open", _permissions),
    ("leftovers.temporary", _leftovers),
    ("journal.torn", _journal),
    ("index.damaged", _index),
)
"""What is done, each with the finding that it answers."""
