"""Handing the terminal to the person's editor and taking it back."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from textual.app import App, SuspendNotSupported

from app.errors import UsageError


def run_editor(app: App[None], argv: Sequence[str]) -> int:
    """Run an editor in the terminal and wait for it; the screen is painted anew afterwards.

    Returns:
        Its exit code, 0 when all went well.

    Raises:
        UsageError: It cannot be started, or this terminal cannot be handed over.
    """
    try:
        with app.suspend():
            return subprocess.run(list(argv), check=False).returncode
    except OSError as error:
        raise UsageError(f"{argv[0]} cannot be started: {error.strerror}", "Set $VISUAL or $EDITOR.") from error
    except SuspendNotSupported as error:
        raise UsageError("This terminal cannot be handed to an editor") from error
    finally:
        app.refresh(repaint=True, layout=True)
