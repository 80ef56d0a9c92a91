"""`betimes doctor`: what Betimes depends on, checked one by one."""

from __future__ import annotations

import locale
import os
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.errors import BetimesError
from app.events import EmbedderState
from app.ledger.link_repair import BrokenLink
from app.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: What.
        state: `"ok"`, `"note"` (works, but less than it could) or `"problem"`.
        message: What was found.
        hint: What to do; may be empty.
    """

    name: str
    state: Literal["ok", "note", "problem"]
    message: str
    hint: str = ""


def examine(workspace: Workspace) -> tuple[Check, ...]:
    """Look at vault, ledger, index, model and terminal, and change nothing but the index."""
    return (
        *_vault(workspace),
        _ledger(workspace),
        *link_checks(workspace),
        _index(workspace),
        _model(workspace),
        _terminal(),
        Check("python", "ok", f"{sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}"),
    )


def _vault(workspace: Workspace) -> Iterator[Check]:
    writable = os.access(workspace.root, os.W_OK)
    hint = "" if writable else "Make the folder writable to resolve and to keep a ledger."
    state: Literal["ok", "note"] = "ok" if writable else "note"
    yield Check("vault", state, f"{workspace.root}{'' if writable else ', read-only'}", hint)
    try:
        workspace.update(meaning=False)
    except BetimesError as error:
        yield Check("vault", "problem", error.message, error.hint)
    for path, reason in workspace.unreadable():
        yield Check("vault", "note", f"{path}: {reason}", "What could be read of it is in agenda and search.")
    for name in workspace.ledger.copy_names():
        yield Check("ledger", "note", f"{name} is a conflict copy", "`betimes merge` compares and merges it.")
    for path in workspace.conflicts():
        yield Check("vault", "note", f"{path} is a conflict copy", "Compare it with its original, then remove it.")


def _ledger(workspace: Workspace) -> Check:
    status = workspace.status()
    if status.ledger_problem:
        return Check(
            "ledger", "problem", status.ledger_problem, "Correct the file; nothing is written until it parses."
        )
    count = sum(item.home == "ledger" for item in workspace.commitments())
    return Check("ledger", "ok", f"{count} open entries")


def link_checks(workspace: Workspace) -> Iterator[Check]:
    """Look at the links of entries."""
    for link in workspace.ledger.broken_links():
        hint = "`betimes doctor --fix` repairs it; `betimes undo` takes that back." if link.repaired else _UNKNOWN
        yield Check("links", "note", _broken(link), hint)


def fix(workspace: Workspace) -> tuple[Check, ...]:
    """Repair what can be repaired without a choice: links of entries to notes that were renamed. No note is changed.

    Raises:
        WriteRefused: Nothing was changed, and why.
    """
    workspace.update(meaning=False)
    found = [link for link in workspace.ledger.broken_links() if link.repaired]
    if not found:
        return (Check("links", "ok", "nothing to repair"),)
    done = workspace.ledger.repair_links(found)
    repaired = [link for link in found if link.entry_id in done]
    return tuple(
        Check("links", "ok", f"repaired: {_change(link)}", "`betimes undo` takes it back.") for link in repaired
    )


_UNKNOWN = "Edit the entry, or write the note."


def _broken(link: BrokenLink) -> str:
    if not link.path:
        return f"{link.entry_id} “{link.action}” links to {link.link}, and there is no such note"
    return f"{link.entry_id} “{link.action}” links to {link.link}, which is {link.path} now"


def _change(link: BrokenLink) -> str:
    return f"{link.entry_id} “{link.action}” links to {link.repaired} now, before to {link.link}"


def _index(workspace: Workspace) -> Check:
    status = workspace.status()
    pending = f", {status.pending} not embedded yet" if status.pending else ""
    return Check("index", "ok", f"{status.notes} notes, {status.chunks} chunks{pending}, at {workspace.index_path}")


def _model(workspace: Workspace) -> Check:
    if not workspace.config.embedding.enabled:
        return Check("model", "note", "switched off: words only", "Set enabled = true under [embedding].")
    state, detail = workspace.try_model()
    if state is EmbedderState.READY:
        return Check("model", "ok", detail)
    return Check("model", "problem", detail, "Search by words, agenda and ledger work without it.")


def _terminal() -> Check:
    encoding = locale.getpreferredencoding(do_setlocale=False)
    kind = os.environ.get("TERM", "")
    size = os.get_terminal_size() if sys.stdout.isatty() else None
    message = f"TERM={kind or 'not set'}, {encoding}" + (f", {size.columns}x{size.lines}" if size else ", no terminal")
    if encoding.lower().replace("-", "") != "utf8":
        return Check("terminal", "note", message, 'Set glyphs = "ascii", or a UTF-8 locale.')
    return Check("terminal", "ok", message)
