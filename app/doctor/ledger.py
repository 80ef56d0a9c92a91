"""The ledger and the files of resolved entries: do they parse, and is every entry one?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from app.doctor.check import Check, Subject, first_of
from app.errors import LedgerError, WriteRefused, said
from app.ledger.copies import copy_names
from app.ledger.ledger import Ledger
from app.ledger.locking import WriterLock
from app.ledger.rereading import read_document
from app.ledger.toml_file import EMPTY, Document
from app.ledger.view import LEDGER
from app.paths import betimes_folder


def examine_ledger(subject: Subject) -> Iterator[Check]:
    """Look at the ledger, the resolved entries, and what lies beside them."""
    assert subject.root is not None
    ledger = Ledger.open(subject.root, lambda: subject.now, subject.locations.ledger_lock(subject.root))
    if ledger.problem is not None:
        hint = ledger.problem.hint or "Correct the file; nothing is written until it parses."
        yield Check("ledger.file", "problem", ledger.problem.message, hint)
    else:
        yield Check("ledger.file", "ok", f"{len(ledger.entries):,} open entries")
    flagged = [f"{item.path}, line {item.line}: {item.reason}" for item in ledger.flagged]
    doubled = [text for text in flagged if " entries have the id " in text]
    hint = "Correct the entry there; the others are not concerned."
    yield from first_of(
        [text for text in flagged if text not in doubled],
        lambda text: Check("ledger.entry", "note", text, hint),
        "entries with something to correct",
    )
    hint = "All are shown, and none is changed by id: give all but one another id, or remove what was copied."
    yield from first_of(
        doubled, lambda text: Check("ledger.double-id", "problem", text, hint), "lines with an id that another one has"
    )
    yield from _resolved(betimes_folder(subject.root))
    for name in copy_names(betimes_folder(subject.root)):
        yield Check("ledger.copy", "note", f"{name} is a conflict copy", "`betimes merge` compares and merges it.")
    yield from _writer(subject, subject.root)


def _resolved(folder: Path) -> Iterator[Check]:
    """Look at the files that resolved entries are kept in."""
    count, places = 0, defaultdict[str, list[str]](list)
    for path in sorted(folder.glob("resolved-[0-9][0-9][0-9][0-9].toml")):
        try:
            document = read_document(path, f".betimes/{path.name}", EMPTY)
        except LedgerError as error:
            hint = "Correct that line: until then what was resolved in that year is not shown, and none is added."
            yield Check("ledger.resolved", "problem", error.message, hint)
            continue
        count += len(document.tables)
        for entry_id in _ids(document):
            places[entry_id].append(path.name)
    twice = [
        f"{entry_id} is resolved {len(names)} times ({', '.join(sorted(Counter(names)))})"
        for entry_id, names in places.items()
        if len(names) > 1
    ]
    hint = "Remove all but one, or give them other ids."
    yield from first_of(
        twice, lambda text: Check("ledger.resolved-twice", "note", text, hint), "ids that are resolved more than once"
    )
    if count:
        yield Check("ledger.resolved", "ok", f"{count:,} resolved entries")


def _ids(document: Document) -> list[str]:
    return [entry_id for table in document.tables if isinstance(entry_id := table.get("id"), str)]


def _writer(subject: Subject, root: Path) -> Iterator[Check]:
    """Say who may write: nobody is kept waiting by that."""
    path = subject.locations.ledger_lock(root)
    if not path.exists():
        return
    try:
        with WriterLock(path, patience=0.2).held():
            return
    except WriteRefused as error:
        yield Check("ledger.writer", "note", said(error), f"{LEDGER} is being written, or its lock cannot be made.")
