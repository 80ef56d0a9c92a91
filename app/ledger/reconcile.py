"""What happened to the ledger without the journal knowing: edits by hand, and changes that a crash cut off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.errors import LedgerError
from app.ledger.closed_tables import closing_part
from app.ledger.rendering import Table, same
from app.ledger.resolved import ResolvedFiles

Change = tuple[str, str, Table | None, Table | None, dict[str, Any]]
"""Kind, id, before, after, details: a journal line without its time and name."""


def unrecorded(known: Mapping[str, Table], actual: Mapping[str, Table], resolved: ResolvedFiles) -> Iterator[Change]:
    """Yield the changes that lead from the journal's last state to what the files hold.

    Args:
        known: Open entries by id, as the journal has them.
        actual: Open entries by id, as the ledger has them.
        resolved: The closed entries.
    """
    accounted = set()
    for entry_id in [entry_id for entry_id in known if entry_id not in actual]:
        closed = _closed(resolved, entry_id)
        if closed is None:
            yield "removed-by-hand", entry_id, known[entry_id], None, {}
            continue
        details: dict[str, Any] = {"closing": closing_part(closed)}
        next_id = closed.get("followed_by")
        if isinstance(next_id, str) and next_id in actual and next_id not in known:
            details["next"] = {"id": next_id, "before": None, "after": actual[next_id]}
            accounted.add(next_id)
        yield "resolved", entry_id, known[entry_id], None, details
    for entry_id, table in actual.items():
        before = known.get(entry_id)
        if before is table:
            continue
        if before is None and entry_id not in accounted:
            yield "added-by-hand", entry_id, None, table, {}
        elif before is not None and before != table and not same(before, table):
            yield "edited-by-hand", entry_id, before, table, {}


def _closed(resolved: ResolvedFiles, entry_id: str) -> Table | None:
    try:
        return resolved.table(entry_id)
    except LedgerError:
        return None
