"""`betimes edit`: fields by name, or the whole entry in the person's editor."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from contextlib import suppress

from app.errors import BetimesError, UsageError
from app.ledger.adopting import is_line
from app.ledger.commitment import Commitment
from app.ledger.line_drafts import NAMES, STATUS
from app.text import safe_line
from app.vault.editor import editor_command
from app.vault.scratch import read_back, scratch_file
from app.workspace import Workspace


def edit_commitment(workspace: Workspace, options: argparse.Namespace) -> tuple[Commitment, tuple[str, ...]]:
    """Change an entry or a task line; returns it as it is now, and what is to be remarked."""
    if is_line(options.id):
        return _edit_line(workspace, options)
    if options.changes:
        return workspace.ledger.edit(options.id, _draft(options.changes)), ()
    return _edit_text(workspace, options.id)


def _edit_line(workspace: Workspace, options: argparse.Namespace) -> tuple[Commitment, tuple[str, ...]]:
    workspace.update(meaning=False)
    item = _named(workspace, options)
    if item.home == "ledger":
        if not options.changes:
            return _edit_text(workspace, item.id)
        return workspace.ledger.edit(item.id, _draft(options.changes)), ()
    if not options.changes:
        raise UsageError(f"{options.id}: say what is to be changed", f"A task line has {', '.join(NAMES)}.")
    changed = workspace.ledger.edit_line(item, _draft(options.changes))
    return changed, ("That is what the line says already: nothing was written.",) if changed is item else ()


def _named(workspace: Workspace, options: argparse.Namespace) -> Commitment:
    """Return what is to be edited; a closed line is found for the sake of its status only."""
    if STATUS in _draft(options.changes):
        line = workspace.ledger.find_line(options.id)
        if line.status != "open":
            return line
    return workspace.find(options.id)


def _draft(changes: list[str]) -> dict[str, str]:
    fields: dict[str, list[str]] = defaultdict(list)
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise UsageError(f"{change}: write FIELD=VALUE", "For example: due=2026-12-31. due= removes it.")
        fields[name.strip()].append(value)
    return {name: "\n".join(items) for name, items in fields.items()}


def _edit_text(workspace: Workspace, entry_id: str) -> tuple[Commitment, tuple[str, ...]]:
    """Hand the entry's text to the editor until it can be stored, or the person gives up."""
    seen = text = workspace.ledger.raw(entry_id)
    while True:
        text = _edited(text)
        if text == seen:
            return workspace.find(entry_id), ("The text came back unchanged: nothing was written.",)
        try:
            return workspace.ledger.replace_raw(entry_id, text, seen), ()
        except BetimesError as error:
            if not _wants_another_try(error):
                raise type(error)(error.message, f"{error.hint} {_kept(text)}".strip()) from error


def _edited(text: str) -> str:
    saved = text
    with scratch_file(text, "entry.toml") as path:
        command = editor_command(path, 1)
        try:
            code = subprocess.run(command, check=False).returncode
        except OSError as error:
            raise UsageError(f"{command[0]} cannot be started: {error.strerror}", "Set $VISUAL or $EDITOR.") from error
        if not code:
            return read_back(path)
        with suppress(UsageError):  # it left nothing, which is what is said then
            saved = read_back(path)
        hint = _kept(saved) if saved != text else ""
        raise UsageError(f"The editor ended with code {code}: nothing was written", hint)


def _wants_another_try(error: BetimesError) -> bool:
    if not sys.stdin.isatty():
        return False
    print(safe_line(f"{error.message}. {error.hint}"), file=sys.stderr)
    return input("Edit it once more? [Y/n] ").strip().lower() in ("", "y", "yes")


def _kept(text: str) -> str:
    """Keep what was typed where the person finds it, and say where."""
    descriptor, name = tempfile.mkstemp(prefix="betimes-entry-", suffix=".toml")
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return f"What you typed is in {name}"
