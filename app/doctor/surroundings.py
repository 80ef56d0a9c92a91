"""What the machine brings: terminal, editor, Python and SQLite."""

from __future__ import annotations

import locale
import os
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from app.config import Config
from app.doctor.check import Check
from app.errors import UsageError
from app.vault.editor import editor_command

SMALLEST = (40, 10)
"""Columns and lines below which there is hardly room for a screen."""

_LIBRARIES = ("textual", "watchdog", "dateparser", "sentence-transformers")
_LINE = 17


def examine_terminal(config: Config, environment: Mapping[str, str], size: os.terminal_size | None) -> Iterator[Check]:
    """Look at the terminal.

    Args:
        config: Whether signs are kept to ASCII.
        environment: Where it says what it is.
        size: Columns and lines; None without a terminal.
    """
    kind, encoding = environment.get("TERM", ""), locale.getpreferredencoding(do_setlocale=False)
    multiplexer = "tmux" if environment.get("TMUX") else "screen" if environment.get("STY") else ""
    parts = [f"TERM={kind or 'not set'}", encoding, f"{size.columns}x{size.lines}" if size else "no terminal"]
    parts += [_colour(environment), f"in {multiplexer}" if multiplexer else ""]
    yield Check("terminal.kind", "ok", ", ".join(filter(None, parts)))
    if encoding.lower().replace("-", "") != "utf8" and config.glyphs != "ascii":
        yield Check("terminal.encoding", "note", f"{encoding} is not UTF-8", 'Set glyphs = "ascii", or a UTF-8 locale.')
    if size and kind in ("", "dumb"):
        hint = "Set TERM to what the terminal is, xterm-256color as a rule; the commands work without."
        yield Check("terminal.dumb", "note", f"TERM={kind or 'not set'} cannot place the cursor", hint)
    if size and (size.columns, size.lines) != (0, 0) and (size.columns < SMALLEST[0] or size.lines < SMALLEST[1]):
        hint = f"Make it {SMALLEST[0]}x{SMALLEST[1]} or larger."
        yield Check("terminal.size", "note", f"{size.columns}x{size.lines} is small for a screen", hint)


def _colour(environment: Mapping[str, str]) -> str:
    if environment.get("NO_COLOR"):
        return "no colour (NO_COLOR)"
    if environment.get("COLORTERM", "") in ("truecolor", "24bit"):
        return "16 million colours"
    return "256 colours" if "256color" in environment.get("TERM", "") else "16 colours"


def examine_editor(environment: Mapping[str, str]) -> Iterator[Check]:
    """Look at the person's editor."""
    named = next((name for name in ("VISUAL", "EDITOR") if environment.get(name)), "")
    place = Path("/note.md")
    try:
        command = editor_command(place, _LINE, environment)
    except UsageError as error:
        yield Check("editor.missing", "note", error.message, error.hint)
        return
    of = f"${named}: " if named else "neither $VISUAL nor $EDITOR is set: "
    has_line = any(str(_LINE) in word for word in command)
    shown = " ".join(command).replace(str(place), "NOTE").replace(str(_LINE), "LINE")
    if has_line:
        yield Check("editor.command", "ok", f"{of}{shown}")
    else:
        hint = "A note opens at its top. Vim, nano, emacs, micro, helix, kak, VS Code and others are told the line."
        yield Check("editor.line", "ok", f"{of}{shown}, which is not known to take a line", hint)


def examine_python() -> Iterator[Check]:
    """Look at the interpreter and at what it brings."""
    said = f"{sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}"
    libraries = ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES)
    yield Check("python.version", "ok", f"{said}, {libraries}")
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE words USING fts5 (body)")
        except sqlite3.OperationalError:
            hint = "Use a Python whose SQLite has it: that of python.org, of uv, or of your system."
            yield Check("python.fts5", "problem", f"SQLite {sqlite3.sqlite_version} cannot index words (FTS5)", hint)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "is missing"
