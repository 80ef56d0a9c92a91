"""The screen on a real workspace: the demonstration vault, its ledger, its index, and files that change."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pilots import main, press, screen_text, settle, type_text
from real_vault import running_on as running
from real_vault import until

from app.workspace import Workspace
from widgets.shell import BetimesApp


async def test_type_resolve_undo(demo_vault: Path, open_vault: Callable[[Path], Workspace]) -> None:
    ledger = demo_vault / ".betimes" / "ledger.toml"
    before = ledger.read_bytes()
    async with running(open_vault(demo_vault)) as pilot:
        assert "NOW" in screen_text(pilot) and "THIS WEEK" in screen_text(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "stopcock")
        await until(pilot, lambda: "House facts" in screen_text(pilot))
        await press(pilot, "escape")
        main(pilot).agenda.move_to("commitment:n147")
        await settle(pilot)
        await press(pilot, "r", "enter")
        await until(pilot, lambda: main(pilot).commitment is not None and main(pilot).commitment.id != "n147")
        assert b'"n147"' not in ledger.read_bytes()
        await press(pilot, "u")
        await until(pilot, lambda: b'"n147"' in ledger.read_bytes())
        assert sorted(ledger.read_bytes().splitlines()) == sorted(before.splitlines())


async def test_a_task_line_is_ticked_in_its_note(demo_vault: Path, open_vault: Callable[[Path], Workspace]) -> None:
    note = demo_vault / "Areas" / "Family.md"
    before = note.read_bytes()
    async with running(open_vault(demo_vault)) as pilot:
        await until(pilot, lambda: "Dentist for both" in str(main(pilot).agenda.agenda))
        firing = main(pilot).agenda.agenda.firing  # type: ignore[union-attr]
        dentist = next(item.id for item in firing if item.action == "Dentist for both children")
        main(pilot).agenda.move_to(f"commitment:{dentist}")
        await until(pilot, lambda: main(pilot).commitment is not None and main(pilot).commitment.id == dentist)
        await press(pilot, "r", "enter")
        await until(pilot, lambda: note.read_bytes() != before)
        await until(pilot, lambda: "Dentist for both" not in "".join(map(str, main(pilot).agenda.agenda.firing)))  # type: ignore[union-attr]
        await press(pilot, "u")
        await until(pilot, lambda: note.read_bytes() == before)


async def test_a_file_changed_outside_shows(demo_vault: Path, open_vault: Callable[[Path], Workspace]) -> None:
    async with running(open_vault(demo_vault)) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "quandary")
        await until(pilot, lambda: main(pilot).results.found is not None)
        assert not [item for item in main(pilot).results.found.results if item.title == "New note"]  # type: ignore[union-attr]
        (demo_vault / "New note.md").write_text("A quandary.\n- [ ] Weigh it 📅 2026-11-29\n", encoding="utf-8")
        await until(pilot, lambda: "New note" in screen_text(pilot))
        await until(pilot, lambda: "Weigh it" in str(main(pilot).agenda.agenda))


async def test_a_new_entry_and_a_bad_date(demo_vault: Path, open_vault: Callable[[Path], Workspace]) -> None:
    async with running(open_vault(demo_vault)) as pilot:
        await press(pilot, "N")
        await type_text(pilot, "Ring Ann")
        await press(pilot, "tab", "tab")
        await type_text(pilot, "03/04/2027")
        await until(pilot, lambda: "!" in screen_text(pilot))
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "03/04/2027" in screen_text(pilot))
        assert len(pilot.app.screen_stack) == 2
        await press(pilot, "escape", "escape")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 1)


async def test_explain_and_rank_on_real_results(demo_vault: Path, open_vault: Callable[[Path], Workspace]) -> None:
    async with running(open_vault(demo_vault)) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "kitchen quote")
        await until(pilot, lambda: "OPERATIVE" in screen_text(pilot))
        await press(pilot, "down", "x")
        await until(pilot, lambda: "importance" in screen_text(pilot) and "recency" in screen_text(pilot))
        await press(pilot, "escape", "b")
        await until(pilot, lambda: "plain" in screen_text(pilot))


async def test_an_empty_folder_says_what_to_do(tmp_path: Path, open_vault: Callable[[Path], Workspace]) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    app = BetimesApp(open_vault(root))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Put .md files in the folder" in screen_text(pilot))
        assert "Press n to write down" in screen_text(pilot)


async def test_a_ledger_that_does_not_parse_is_shown_with_its_place(
    demo_vault: Path, open_vault: Callable[[Path], Workspace]
) -> None:
    async with running(open_vault(demo_vault)) as pilot:
        with (demo_vault / ".betimes" / "ledger.toml").open("a") as ledger:
            ledger.write("\n[[entry]\n")
        await until(pilot, lambda: "line" in screen_text(pilot).splitlines()[0])
        assert "NOW" in screen_text(pilot)
        await press(pilot, "home")
        main(pilot).agenda.move_to("commitment:n147")
        await settle(pilot)
        await press(pilot, "r", "enter")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2 and "line" in screen_text(pilot))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
async def test_a_note_that_cannot_be_read_is_told(demo_vault: Path, open_vault: Callable[[Path], Workspace]) -> None:
    note = demo_vault / "Areas" / "Family.md"
    note.chmod(0)
    async with running(open_vault(demo_vault)) as pilot:
        assert "with problems" in screen_text(pilot)


async def test_a_false_alarm_of_a_query_is_over_with_one_key_and_undo_brings_it_back(
    demo_vault: Path, open_vault: Callable[[Path], Workspace]
) -> None:
    ledger = demo_vault / ".betimes" / "ledger.toml"
    before = ledger.read_bytes()
    async with running(open_vault(demo_vault)) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "kitchen quote")
        await until(pilot, lambda: "OPERATIVE" in screen_text(pilot))
        await press(pilot, "down", "home", "f")
        await until(pilot, lambda: b'    "kitchen quote",\n' in ledger.read_bytes())
        await until(pilot, lambda: "OPERATIVE" not in screen_text(pilot))
        await press(pilot, "u")
        await until(pilot, lambda: ledger.read_bytes() == before)
        await until(pilot, lambda: "OPERATIVE" in screen_text(pilot))
