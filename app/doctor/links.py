"""The links of entries: where they lead, and the repair of those to notes that were renamed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.doctor.check import Check, Fixed
from app.errors import BetimesError, said
from app.ledger.link_repair import BrokenLink
from app.workspace import Workspace

_UNKNOWN = "Edit the entry, or write the note."
_REPAIR = "`betimes doctor --fix` repairs it; `betimes undo` takes that back."


@dataclass(frozen=True, slots=True)
class LinkFindings:
    """What was found, and what was repaired."""

    checks: tuple[Check, ...]
    fixed: tuple[Fixed, ...] = ()


def examine_links(workspace: Workspace, *, fix: bool) -> LinkFindings:
    """Look at the links of open entries, in an index that is up to date.

    Args:
        workspace: The vault.
        fix: Give those to renamed notes the names that these have now, in one step.
    """
    fixed = tuple(_repaired(workspace)) if fix else ()
    checks = tuple(_found(workspace))
    return LinkFindings(checks or (Check("links.all", "ok", "links of entries lead somewhere"),), fixed)


def _found(workspace: Workspace) -> Iterator[Check]:
    for link in workspace.ledger.broken_links():
        if link.repaired:
            yield Check("links.renamed", "note", _broken(link), _REPAIR, True)
        else:
            yield Check("links.broken", "note", _broken(link), _UNKNOWN)


def _repaired(workspace: Workspace) -> Iterator[Fixed]:
    found = [link for link in workspace.ledger.broken_links() if link.repaired]
    if not found:
        return
    try:
        done = workspace.ledger.repair_links(found)
    except BetimesError as error:
        yield Fixed("links.renamed", said(error), done=False)
        return
    for link in found:
        if link.entry_id in done:
            yield Fixed("links.renamed", f"repaired: {_change(link)}", "`betimes undo` takes it back.")


def _broken(link: BrokenLink) -> str:
    if not link.path:
        return f"{link.entry_id} “{link.action}” links to {link.link}, and there is no such note"
    return f"{link.entry_id} “{link.action}” links to {link.link}, which is {link.path} now"


def _change(link: BrokenLink) -> str:
    return f"{link.entry_id} “{link.action}” links to {link.repaired} now, before to {link.link}"
