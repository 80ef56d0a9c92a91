"""All that is looked at; whatever is broken, the rest is looked at all the same."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.clock import Clock
from app.doctor.check import Check, Fixed, Subject, guarded
from app.doctor.configuration import examine_settings
from app.doctor.index import IndexFindings, age_checks, examine_index
from app.doctor.ledger import examine_ledger
from app.doctor.leftovers import examine_leftovers
from app.doctor.links import examine_links
from app.doctor.model import examine_model
from app.doctor.permissions import examine_permissions
from app.doctor.records import examine_journal, examine_searches, examine_uses
from app.doctor.repairs import repair
from app.doctor.surroundings import examine_editor, examine_python, examine_terminal
from app.doctor.times import examine_clock
from app.doctor.vault import examine_folder, examine_notes
from app.doctor.watching import examine_watching
from app.errors import ConfigError
from app.vault.files import Vault
from app.vault.note import FileStamp
from app.vault.rules import load_rules
from app.workspace import Workspace

SOON_READ = 2_000
"""Notes that are read on the spot so that links can be looked at; who asks what is wrong does not wait for more."""

ORDER = (
    "vault", "ledger", "journal", "operations", "searches", "links", "index", "matrix", "permissions", "model",
    "watcher", "clock", "settings", "terminal", "editor", "python", "drafts", "crashes", "leftovers",
)  # fmt: skip
"""The subjects, in the order in which they are told."""

_OF_RECORDS: tuple[tuple[str, Callable[[Subject], Iterator[Check]]], ...] = (
    ("ledger", examine_ledger),
    ("journal", examine_journal),
    ("operations", examine_uses),
    ("searches", examine_searches),
    ("permissions", examine_permissions),
    ("watcher", examine_watching),
)
"""What can only be looked at where there is a vault."""


@dataclass
class Examination:
    """One run of the doctor.

    Attributes:
        subject: What is examined.
        clock: What "now" is for the agenda.
        quick: Start no model, do not read the index through, and leave it as it is.
        fix: Do what is safe.
        most_read: How many notes that the index does not know are read on the spot.
        checks: What was found.
        fixed: What was done.
    """

    subject: Subject
    clock: Clock
    quick: bool = False
    fix: bool = False
    most_read: int = SOON_READ
    checks: list[Check] = field(default_factory=list)
    fixed: list[Fixed] = field(default_factory=list)

    def run(self, wrong: tuple[ConfigError, ...]) -> None:
        """Look at everything. Nothing is changed but the index, which is brought up to date as by every command.

        Args:
            wrong: What is wrong with the settings.
        """
        subject = self.subject
        if self.fix:
            self.fixed += repair(subject)
        self._add("vault", examine_folder(subject))
        stamps: list[FileStamp] = []
        index = IndexFindings(())
        if subject.root is not None:
            index = self._of_vault(subject.root, stamps)
            for name, look in _OF_RECORDS:
                self._add(name, look(subject))
        self._add("model", examine_model(subject, index.dimensions, quick=self.quick))
        self._add("clock", examine_clock(subject, stamps))
        self._add("settings", examine_settings(subject.locations, subject.root, wrong))
        size = os.get_terminal_size() if sys.stdout.isatty() else None
        self._add("terminal", examine_terminal(subject.config, os.environ, size))
        self._add("editor", examine_editor(os.environ))
        self._add("python", examine_python())
        self._add("leftovers", examine_leftovers(subject))
        self.checks.sort(key=lambda check: ORDER.index(check.name))

    def _add(self, name: str, found: Iterator[Check]) -> None:
        self.checks += guarded(name, found)

    def _of_vault(self, root: Path, stamps: list[FileStamp]) -> IndexFindings:
        """Look at notes, index and links, and return what the index says."""
        vault = Vault(root, load_rules(root, self.subject.config.tasks))
        self._add("vault", _scanned(vault, stamps))
        index = examine_index(self.subject, root, quick=self.quick)
        missing, age = age_checks(index.known, stamps)
        if not index.is_usable:
            self.checks.append(Check("links.unknown", "note", "not looked at: that needs the index"))
        elif self.quick or (missing > self.most_read and not self.fix):
            self.checks += age
        else:
            self._add("links", self._links(root))
            index = examine_index(self.subject, root, quick=True)
        self.checks += index.checks
        self._add("vault", examine_notes(vault, stamps, index.flagged))
        return index

    def _links(self, root: Path) -> Iterator[Check]:
        subject = self.subject
        workspace = Workspace.open(root, config=subject.config, locations=subject.locations, clock=self.clock)
        try:
            workspace.update(meaning=False)
            found = examine_links(workspace, fix=self.fix)
        finally:
            workspace.close()
        self.fixed += found.fixed
        yield from found.checks


def _scanned(vault: Vault, stamps: list[FileStamp]) -> Iterator[Check]:
    stamps += vault.scan()
    yield Check("vault.notes", "ok", f"{len(stamps):,} note{'' if len(stamps) == 1 else 's'}")
