"""Handing the terminal to the person's editor and taking it back."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Sequence

from textual.app import App, SuspendNotSupported

from app.errors import UsageError
from widgets.living import LivingApp
from widgets.toasts import toast


def open_note(app: App[None], argv: Sequence[str]) -> None:
    """Open a note in an editor, and say so when that did not end as it should.

    Raises:
        UsageError: It cannot be started, or this terminal cannot be handed over.
    """
    code = run_editor(app, argv)
    if code:
        toast(app, ended(argv[0], code), "The note is as the editor left it.", "warning")


def ended(program: str, code: int) -> str:
    """Return how an editor ended, in words."""
    if code > 0:
        return f"{program} ended with code {code}"
    try:
        return f"{program} was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"{program} was ended by signal {-code}"


def run_editor(app: App[None], argv: Sequence[str]) -> int:
    """Run an editor in the terminal and wait for it; the screen is painted anew afterwards.

    Returns:
        Its exit code, 0 when all went well; the number of the signal that ended it, below 0.

    Raises:
        UsageError: It cannot be started, or this terminal cannot be handed over.
    """
    try:
        with app.suspend():
            if isinstance(app, LivingApp):
                return app.lifetime.lend(argv)
            return subprocess.run(list(argv), check=False).returncode
    except OSError as error:
        raise UsageError(f"{argv[0]} cannot be started: {error.strerror}", "Set $VISUAL or $EDITOR.") from error
    except SuspendNotSupported as error:
        raise UsageError("This terminal cannot be handed to an editor") from error
    finally:
        app.refresh(repaint=True, layout=True)
