"""Giving links of entries other targets: one step for all of them, one undo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.errors import WriteRefused
from app.ledger.batches import Part, carry_out_parts, open_table
from app.ledger.journal import JournalLine
from app.ledger.link_repair import relinked
from app.ledger.on_disk import LedgerOnDisk
from app.ledger.rendering import same
from app.ledger.reversal import Conflict
from app.ledger.view import View

KIND = "repaired-links-to"


class Relinking(LedgerOnDisk):
    """The part of a `Ledger` that repairs links."""

    def relink(self, changes: Mapping[str, Mapping[str, str]], subject: str) -> tuple[str, ...]:
        """Change links of entries.

        An entry that is no longer open, or no longer has the link, is left alone.

        Args:
            changes: For each entry which links become what.
            subject: What the change is called in the journal, behind "repaired links to".

        Returns:
            The entries that were changed.

        Raises:
            WriteRefused: Nothing was changed, and why.
            LedgerError: A file does not parse.
        """
        done: list[str] = []

        def change(view: View) -> JournalLine | None:
            parts = list(_parts(view, changes))
            done[:] = [part.id for part in parts]
            if not parts:
                return None
            try:
                carry_out_parts(self._files, view, parts)
            except Conflict as error:
                raise WriteRefused(f"No link was changed: {error}", "Look at the entry, then repeat.") from error
            return self._writing.line(KIND, subject, None, None, {"entries": [part.recorded() for part in parts]})

        self._writing.change(change)
        return tuple(done)


def _parts(view: View, changes: Mapping[str, Mapping[str, str]]) -> Iterator[Part]:
    for entry_id, links in changes.items():
        before = open_table(view, entry_id)
        if before is None or not isinstance(before.get("links"), list):
            continue
        after = before | {"links": relinked(before["links"], links)}
        if not same(before, after):
            yield Part(entry_id, before, after)
