"""The application with two faults of its own, each on a key: for what happens after an error of the program."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType

from app.config import Config, EmbeddingConfig
from app.crashes import Crashes
from app.paths import Locations
from app.unsaved import DraftBox
from app.workspace import Workspace
from widgets.shell import BetimesApp

SECRET = "what a note says and no log may"


class Faulty(BetimesApp):
    """Betimes, and two keys that break it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f8", "break_thread", "Break a thread", priority=True),
        Binding("f9", "break_screen", "Break the screen", priority=True),
    ]

    def action_break_screen(self) -> None:
        """Raise what quotes a note."""
        raise KeyError(SECRET)

    def action_break_thread(self) -> None:
        """Do the same in a thread of its own."""
        threading.Thread(target=self.action_break_screen, name="index").start()


if __name__ == "__main__":
    places = Locations.default()
    root = Path(sys.argv[1])
    workspace = Workspace.open(root, config=Config(embedding=EmbeddingConfig(enabled=False)), locations=places)
    drafts, crashes = DraftBox(places.drafts(workspace.root)), Crashes(places.crashes)
    app = Faulty(workspace, agenda=workspace.agenda(), drafts=drafts, crashes=crashes)
    sys.exit(app.live(workspace.close))
