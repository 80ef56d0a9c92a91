"""The README's picture, made from the real program on the demonstration vault: `python -m tests.screenshot`."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from app.clock import clock_as_of
from app.config import Config
from app.demo import TODAY, copy_demo_vault
from app.paths import Locations
from app.workspace import Workspace
from widgets.shell import BetimesApp

SECONDS = 10.0
"""So long until no toast stands in the picture any more."""
PICTURE = Path(__file__).resolve().parents[1] / ".github" / "screen.svg"


async def take(folder: Path) -> None:
    workspace = Workspace.open(
        copy_demo_vault(folder / "Demo vault"),
        config=Config(),
        locations=Locations.below(folder),
        clock=clock_as_of(TODAY),
    )
    workspace.banner = "Demonstration: a throw-away copy, as of Monday 30 November 2026"
    workspace.update(meaning=True)
    app = BetimesApp(workspace, agenda=workspace.agenda())
    async with app.run_test(size=(110, 34)) as pilot:
        await pilot.press("home", "f")  # the false alarm of the tour: a school trip taken for a school place
        await asyncio.sleep(SECONDS)
        await pilot.press("slash", *("space" if letter == " " else letter for letter in "kitchen quote"))
        await asyncio.sleep(3)
        await pilot.press("down")
        await asyncio.sleep(1)
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_text(app.export_screenshot(title="Betimes"), encoding="utf-8")
    workspace.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        asyncio.run(take(Path(place)))
