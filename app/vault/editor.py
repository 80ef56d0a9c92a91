"""The person's own editor, as an argument list: no shell ever sees a note's name."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from app.errors import UsageError

_PLUS_LINE = frozenset(
    {"sensible-editor", "vi", "vim", "nvim", "gvim", "nano", "emacs", "emacsclient", "micro", "kak", "joe", "ne", "mg"}
)
_NO_DASHES = frozenset({"sensible-editor", "emacs", "emacsclient", "micro"})
"""Those of them for which `--` behind a line is the name of another file, or may be."""
_COLON_LINE = frozenset({"hx", "helix", "subl", "zed"})
_GOTO = frozenset({"code", "codium", "code-insiders", "vscodium"})
_WAIT = {"gvim": "-f", "subl": "--wait", "zed": "--wait"} | dict.fromkeys(_GOTO, "--wait")
"""Editors with a window of their own return at once unless told to wait until the file is closed."""

_USUAL = ("sensible-editor", "nano", "vim", "vi")
"""What is tried when neither `VISUAL` nor `EDITOR` is set."""


def editor_command(path: Path, line: int, environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the argument list that opens a file at a line.

    Args:
        path: The file, absolute.
        line: From 1; left out for an editor that is not known to take one.
        environment: Where `VISUAL` and `EDITOR` are looked up.

    Raises:
        UsageError: What they name is not there; or neither is set, and none of the usual editors is there.
    """
    named = environment.get("VISUAL") or environment.get("EDITOR") or _usual(environment)
    try:
        words = shlex.split(named)
    except ValueError as error:
        raise UsageError(f"$VISUAL or $EDITOR cannot be read: {named}", "Set it to the name of an editor.") from error
    if not words:
        raise UsageError("No editor is set", "Set $VISUAL or $EDITOR, for example: export EDITOR=nano")
    if shutil.which(words[0], path=environment.get("PATH")) is None:
        raise UsageError(f"There is no program {words[0]}", "Set $VISUAL or $EDITOR to an editor that is installed.")
    editor = Path(words[0]).name
    wait = [_WAIT[editor]] if editor in _WAIT and _WAIT[editor] not in words else []
    return words + wait + _place(editor, path, line)


def _usual(environment: Mapping[str, str]) -> str:
    return next((name for name in _USUAL if shutil.which(name, path=environment.get("PATH"))), "")


def _place(editor: str, path: Path, line: int) -> list[str]:
    """Return what comes after the editor's own words; `--` keeps any name from being an option.

    A path is absolute, so that it never begins with a sign that an editor has a use for.
    """
    if editor in _PLUS_LINE:
        return [f"+{line}", str(path)] if editor in _NO_DASHES else [f"+{line}", "--", str(path)]
    if ":" in str(path):
        # A number between two colons of its own would be taken for the line.
        return [str(path)]
    if editor in _COLON_LINE:
        return [f"{path}:{line}"]
    if editor in _GOTO:
        return ["--goto", f"{path}:{line}"]
    return [str(path)]
