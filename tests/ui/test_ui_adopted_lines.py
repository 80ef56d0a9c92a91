"""Entries made of task lines on the screen, while other programs change the lines. Real files, a real ledger."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pilots import main, press, screen_text, toasts
from real_vault import running_on, until
from textual.pilot import Pilot
from textual.widgets import Input

from app.config import Config, EmbeddingConfig
from app.workspace import Workspace
from tests.support import open_workspace, write_notes

NOTE = "# Kitchen\n- [ ] Order tiles 📅 2026-12-04 ^tiles\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    root = write_notes(tmp_path / "notes", {"Kitchen.md": NOTE})
    found = open_workspace(root, Config(embedding=EmbeddingConfig(enabled=False)))
    found.update(meaning=False)
    yield found
    found.close()


def adopt(workspace: Workspace) -> None:
    line = workspace.ledger.find_line("Kitchen.md:2")
    workspace.ledger.adopt(line, workspace.ledger.adopting_draft(line))


def text(workspace: Workspace) -> str:
    return (workspace.root / "Kitchen.md").read_text("utf-8")


def rows(pilot: Pilot) -> int:
    return screen_text(pilot).count("Order tiles")


async def test_a_line_ticked_by_another_program_leaves_the_agenda_and_says_so(workspace: Workspace) -> None:
    adopt(workspace)
    async with running_on(workspace) as pilot:
        await until(pilot, lambda: main(pilot).commitment is not None)
        (workspace.root / "Kitchen.md").write_text(NOTE.replace("[ ]", "[x]"), "utf-8")
        await until(pilot, lambda: main(pilot).commitment is None)
        await until(pilot, lambda: "ticked in Kitchen.md" in toasts(pilot))
        await press(pilot, "u")
        await until(pilot, lambda: main(pilot).commitment is not None)
        await pilot.pause(1.0)
        assert main(pilot).commitment is not None and "[x]" in text(workspace)


async def test_a_command_that_makes_an_entry_of_a_line_leaves_one_row(workspace: Workspace) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from app.config import Config, EmbeddingConfig; from tests.support import open_workspace\n"
        "off = Config(embedding=EmbeddingConfig(enabled=False)); workspace = open_workspace(Path(sys.argv[1]), off)\n"
        "workspace.update(meaning=False); line = workspace.ledger.find_line('Kitchen.md:2')\n"
        "workspace.ledger.adopt(line, workspace.ledger.adopting_draft(line)); workspace.close()\n"
    )
    (workspace.root / "Kitchen.md").write_text(NOTE.replace(" ^tiles", ""), "utf-8")
    async with running_on(workspace) as pilot:
        await until(pilot, lambda: main(pilot).commitment is not None)
        before = rows(pilot)
        command = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            program,
            str(workspace.root),
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert await command.wait() == 0
        await until(pilot, lambda: [item.home for item in workspace.commitments()] == ["ledger"])
        await until(pilot, lambda: (main(pilot).commitment or main(pilot)).id == workspace.commitments()[0].id)
        await until(pilot, lambda: rows(pilot) <= before)


async def test_the_form_of_an_entry_writes_its_line_too(workspace: Workspace) -> None:
    adopt(workspace)
    async with running_on(workspace) as pilot:
        await until(pilot, lambda: main(pilot).commitment is not None)
        await press(pilot, "e")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "EntryForm")
        pilot.app.screen.query_one("#due", Input).value = "2026-12-10"
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: text(workspace) == NOTE.replace("2026-12-04", "2026-12-10"))
        await until(pilot, lambda: "Saved: Order tiles" in toasts(pilot))
        await press(pilot, "u")
        await until(pilot, lambda: text(workspace) == NOTE)
        assert str(workspace.commitments()[0].due) == "2026-12-04"


async def test_a_line_that_is_not_found_is_said_when_its_entry_is_done(workspace: Workspace) -> None:
    adopt(workspace)
    async with running_on(workspace) as pilot:
        await until(pilot, lambda: main(pilot).commitment is not None)
        (workspace.root / "Kitchen.md").write_text(NOTE.replace(" ^tiles", ""), "utf-8")
        await press(pilot, "r")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "ResolveDialog")
        await press(pilot, "enter")
        await until(pilot, lambda: "Its line was not found" in toasts(pilot))


async def test_the_form_of_a_line_previews_a_repetition_from_the_date_that_is_typed(workspace: Workspace) -> None:
    async with running_on(workspace) as pilot:
        await until(pilot, lambda: main(pilot).commitment is not None)
        await press(pilot, "e")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "TaskForm")
        pilot.app.screen.query_one("#due", Input).value = "2026-12-07"
        pilot.app.screen.query_one("#repeat", Input).value = "fortnightly"
        await until(pilot, lambda: "21 Dec" in screen_text(pilot))
        await press(pilot, "enter")
        await until(pilot, lambda: "📅 2026-12-07 🔁 every 2 weeks ^tiles" in text(workspace))
