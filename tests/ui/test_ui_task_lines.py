"""Task lines on the screen: their form, making entries of them, opening ticked ones. Real files, a real ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pilots import main, press, screen_text, toasts
from real_vault import running_on, until
from textual.pilot import Pilot
from textual.widgets import Input

from app.config import Config, EmbeddingConfig, TasksConfig
from app.search.result import RankMode
from app.workspace import Workspace
from tests.support import open_workspace, write_notes
from widgets.card import card_lines

NOTE = "# Kitchen\n- [ ] Order tiles 📅 2026-12-04 #home\n- [x] Paid ✅ 2026-11-02\n- [-] Left ❌ 2026-11-03"


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    root = write_notes(tmp_path / "notes", {"Kitchen.md": NOTE})
    found = open_workspace(root, Config(embedding=EmbeddingConfig(enabled=False)))
    found.update(meaning=False)
    yield found
    found.close()


def text(workspace: Workspace) -> str:
    return (workspace.root / "Kitchen.md").read_text("utf-8")


async def opened(pilot: Pilot, key: str, name: str) -> None:
    await until(pilot, lambda: main(pilot).commitment is not None)
    await press(pilot, key)
    await until(pilot, lambda: type(pilot.app.screen).__name__ == name)


def fill(pilot: Pilot, field: str, typed: str) -> None:
    pilot.app.screen.query_one(f"#{field}", Input).value = typed


async def test_the_edit_key_changes_single_tokens_of_the_line(workspace: Workspace) -> None:
    async with running_on(workspace) as pilot:
        await opened(pilot, "e", "TaskForm")
        assert "Kitchen.md:2" in screen_text(pilot) and "2026-12-04" in screen_text(pilot)
        fill(pilot, "due", "in 6 days")
        fill(pilot, "priority", "huge")
        await press(pilot, "enter")
        assert "none of highest" in screen_text(pilot) and text(workspace) == NOTE
        fill(pilot, "priority", "high")
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "- [ ] Order tiles 📅 2026-12-06 #home ⏫\n" in text(workspace))
        await until(pilot, lambda: "Saved: Order tiles" in toasts(pilot))
        await press(pilot, "u")
        await until(pilot, lambda: text(workspace) == NOTE)


async def test_a_refused_edit_is_offered_again_on_the_line_as_it_is_now(workspace: Workspace) -> None:
    async with running_on(workspace) as pilot:
        await opened(pilot, "e", "TaskForm")
        theirs = NOTE.replace("2026-12-04", "2026-12-24")
        (workspace.root / "Kitchen.md").write_text(theirs, "utf-8")
        fill(pilot, "start", "2026-12-02")
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "no longer what was shown" in screen_text(pilot))
        assert text(workspace) == theirs and "2026-12-24" in screen_text(pilot) and "2026-12-02" in screen_text(pilot)
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "📅 2026-12-24 #home 🛫 2026-12-02\n" in text(workspace))


async def test_a_task_line_becomes_an_entry(workspace: Workspace) -> None:
    async with running_on(workspace) as pilot:
        await opened(pilot, "p", "EntryForm")
        assert "Make the task line an entry" in screen_text(pilot) and "Kitchen#^" in screen_text(pilot)
        fill(pilot, "lead", "3 days")
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: " ^" in text(workspace))
        await until(pilot, lambda: [item.home for item in workspace.commitments()] == ["ledger"])
        assert workspace.commitments()[0].lead == "3 days"
        await until(pilot, lambda: main(pilot).commitment is not None and main(pilot).commitment.home == "ledger")
        await press(pilot, "p")
        assert "entry already" in toasts(pilot)
        await press(pilot, "u")
        await until(pilot, lambda: text(workspace) == NOTE)


async def test_a_ticked_line_is_opened_again_from_its_note(workspace: Workspace) -> None:
    async with running_on(workspace) as pilot:
        await opened(pilot, "R", "PickDialog")
        assert "Paid" in screen_text(pilot) and "Left" in screen_text(pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: "- [ ] Paid\n" in text(workspace))
        await press(pilot, "u")
        await until(pilot, lambda: text(workspace) == NOTE)


async def test_where_nothing_is_ticked_that_is_said(workspace: Workspace) -> None:
    (workspace.root / "Kitchen.md").write_text("- [ ] Order tiles 📅 2026-12-04\n", "utf-8")
    async with running_on(workspace) as pilot:
        await until(pilot, lambda: main(pilot).commitment is not None)
        await press(pilot, "R")
        await until(pilot, lambda: "No task line" in toasts(pilot))


CYCLE = Config(embedding=EmbeddingConfig(enabled=False), tasks=TasksConfig(cycle={" ": "/"}))


async def test_a_key_writes_the_next_status_and_the_row_says_it(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "notes", {"Kitchen.md": NOTE.replace("#home", "🔁 every week")})
    workspace = open_workspace(root, CYCLE)
    workspace.update(meaning=False)
    before = text(workspace)
    async with running_on(workspace) as pilot:
        await until(pilot, lambda: main(pilot).commitment is not None)
        await press(pilot, "t")
        await until(pilot, lambda: text(workspace) == before.replace("[ ]", "[/]"))
        await until(pilot, lambda: "In progress: Order tiles" in toasts(pilot))
        await until(pilot, lambda: "in progress: Order" in screen_text(pilot))
        await press(pilot, "t")
        await until(pilot, lambda: "- [x] Order tiles 📅 2026-12-04 🔁 every week ✅ 2026-11-30" in text(workspace))
        await until(pilot, lambda: "Done: Order tiles. Next: Fri 11 Dec" in toasts(pilot))
        await press(pilot, "u")
        await until(pilot, lambda: text(workspace) == before.replace("[ ]", "[/]"))
        await press(pilot, "u")
        await until(pilot, lambda: text(workspace) == before)
    workspace.close()


async def test_an_entry_has_no_status_to_go_on_with(workspace: Workspace) -> None:
    workspace.ledger.resolve(workspace.agenda().upcoming[0])
    workspace.ledger.add({"action": "Water the plants", "due": "2026-11-30"})
    async with running_on(workspace) as pilot:
        await until(pilot, lambda: main(pilot).commitment is not None)
        await press(pilot, "t")
        await until(pilot, lambda: "only a task line of a note has a status" in toasts(pilot))


async def test_the_word_that_makes_a_line_a_task_is_not_shown_and_search_finds_it(tmp_path: Path) -> None:
    note = "# Kitchen\n- [ ] #task Order tiles 📅 2026-12-04\n"
    root = write_notes(tmp_path / "notes", {"Kitchen.md": note})
    config = Config(embedding=EmbeddingConfig(enabled=False), tasks=TasksConfig(filter="#task"))
    workspace = open_workspace(root, config)
    workspace.update(meaning=False)
    assert [item.path for item in workspace.search_words("#task", RankMode.PLAIN).results] == ["Kitchen.md"]
    async with running_on(workspace) as pilot:
        await until(pilot, lambda: main(pilot).commitment is not None)
        agenda = "\n".join(line[:32] for line in screen_text(pilot).splitlines())
        assert "Order tiles" in agenda and "#task" not in agenda
        card = [content.plain for content in card_lines(workspace.agenda().upcoming[0], workspace.now().date())]
        assert card[0] == "Order tiles" and (workspace.root / "Kitchen.md").read_text("utf-8") == note
    workspace.close()


async def test_the_form_holds_the_time_of_a_reminder_and_writes_it(tmp_path: Path) -> None:
    note = "# Kitchen\n- [ ] Ring Ann (@2026-12-04 09:00)\n"
    workspace = open_workspace(write_notes(tmp_path / "notes", {"Kitchen.md": note}), CYCLE)
    workspace.update(meaning=False)
    async with running_on(workspace) as pilot:
        await opened(pilot, "e", "TaskForm")
        assert pilot.app.screen.query_one("#due", Input).value == "2026-12-04 09:00"
        fill(pilot, "due", "saturday 5pm")
        await press(pilot, "enter")
        await until(pilot, lambda: text(workspace) == note.replace("12-04 09:00", "12-05 17:00"))
    workspace.close()
