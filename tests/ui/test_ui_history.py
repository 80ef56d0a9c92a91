"""What was done before: the list of steps, what each changed, and going back."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime

from fake_safety import STEPS, moment
from fake_workspace import FakeWorkspace
from pilots import main, press, running, screen_lines, screen_text, settle, toasts

from app.errors import LedgerError, WriteRefused
from app.ledger.steps import FieldChange, Step
from widgets.dialogs.history import change_lines, time_words
from widgets.row_list import RowList

NOW = moment(30, 8, 0)


async def test_h_shows_what_was_done_to_the_highlighted_entry() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "j", "h")
        shown = screen_text(pilot)
        assert "History of 'Submit packet'" in shown and "Paint the fence" not in shown
        assert "Sun 29 Nov 18:02  took back: edited due of 'Submit packet'" in shown
        assert "2026-12-05 → 2026-11-28" in shown
        await press(pilot, "end")
        assert "2026-11-28 →" not in screen_text(pilot) and "Submit packet" in screen_text(pilot)
        await press(pilot, "h")
        assert len(pilot.app.screen_stack) == 1


async def test_the_history_of_a_task_line_goes_by_its_place() -> None:
    asked: list[str | None] = []

    class Asked(FakeWorkspace):
        def steps(self, entry_id: str | None = None) -> list[Step]:
            asked.append(entry_id)
            return []

    async with running(Asked()) as pilot:
        await press(pilot, "j", "j", "h")
        assert asked == ["Home.md:4"] and "Nothing is recorded yet." in screen_text(pilot)
        await press(pilot, "enter", "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_what_was_done_by_hand_stands_out_and_comes_back() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "H")
        assert "removed by hand 'Paint the fence'" in screen_text(pilot)
        assert "- Paint the fence" in screen_text(pilot)
        await press(pilot, "enter")
        assert "Bring it back" in screen_text(pilot) and "2026-12-24" in screen_text(pilot)
        await press(pilot, "y")
        assert ("restore", "7") in workspace.calls and "Restored: Submit packet" in toasts(pilot)
        assert main(pilot).commitment is not None and main(pilot).commitment.id == "p4ck"


async def test_going_back_can_be_thought_better_of() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "H", "enter", "n")
        assert len(pilot.app.screen_stack) == 2
        await press(pilot, "enter", "escape", "escape")
        assert not [call for call in workspace.calls if call[0] == "restore"]


async def test_a_step_with_nothing_before_it_says_so() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "H", "end", "enter")
        assert "There is nothing before this step" in toasts(pilot) and len(pilot.app.screen_stack) == 2


async def test_a_refused_restore_is_told() -> None:
    async with running(FakeWorkspace(refusals=[WriteRefused("not now", "Later.")])) as pilot:
        await press(pilot, "H", "enter", "enter")
        assert "not now" in toasts(pilot)


async def test_a_journal_that_cannot_be_read_says_why() -> None:
    class Unreadable(FakeWorkspace):
        def steps(self, entry_id: str | None = None) -> list[Step]:
            raise LedgerError("journal.jsonl cannot be read", "Check its permissions.")

    async with running(Unreadable()) as pilot:
        await press(pilot, "H")
        assert "journal.jsonl cannot be read. Check its permissions." in screen_text(pilot)


async def test_the_dialog_stands_before_the_journal_is_read() -> None:
    class Slow(FakeWorkspace):
        gate = threading.Event()

        def steps(self, entry_id: str | None = None) -> list[Step]:
            self.gate.wait(5)
            return list(STEPS)

    async with running(Slow()) as pilot:
        await pilot.press("H")
        assert "Reading the journal" in screen_text(pilot)
        Slow.gate.set()
        await settle(pilot)
        assert "Paint the fence" in screen_text(pilot) and "Reading the journal" not in screen_text(pilot)


async def test_twenty_five_thousand_steps_open_and_move_at_once() -> None:
    changes = (FieldChange("due", "2026-12-01", "2026-12-02"),)
    many = tuple(Step(str(n), NOW, f"edited due of 'Entry {n}'", "a", False, True, changes) for n in range(25_000))
    async with running(FakeWorkspace(recorded=many)) as pilot:
        began = time.perf_counter()
        await press(pilot, "H")
        assert "Entry 0'" in screen_text(pilot)
        await press(pilot, "end")
        assert "Entry 24999'" in screen_text(pilot)
        assert time.perf_counter() - began < 4.0
        assert len(pilot.app.screen.query_one(RowList)._drawn) < 200


def test_moments_are_local_and_name_another_year() -> None:
    assert time_words(datetime(2026, 11, 29, 23, 30, tzinfo=UTC), NOW) == "Mon 30 Nov 00:30"
    assert time_words(datetime(2025, 3, 2, 7, 5, tzinfo=UTC), NOW) == "Sun  2 Mar 2025 08:05"
    assert time_words(datetime(2026, 11, 29, 23, 30), NOW) == "Sun 29 Nov 23:30"


def test_only_the_items_of_a_list_that_came_or_went_are_shown() -> None:
    lines = [part.plain for part in change_lines(STEPS[3], NOW)]
    assert lines[1:] == ["tags        money", "cues        - a price"]


async def test_text_of_an_entry_is_never_markup() -> None:
    step = Step(
        "1", NOW, "added '[/] [@click=app.quit]x[/]'", "a", False, True, (FieldChange("when", "", "a[b]c\x1b"),)
    )
    async with running(FakeWorkspace(recorded=(step,))) as pilot:
        await press(pilot, "H")
        assert [text for text in screen_lines(pilot) if "added '[/] [@click=app.quit]x[/]'" in text]
        assert "a[b]c" in screen_text(pilot)
