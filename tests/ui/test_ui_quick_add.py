"""Quick add: one line, what was understood of it, and what becomes of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from types import SimpleNamespace

import pytest
from fake_workspace import FakeWorkspace
from pilots import main, press, running, screen_lines, screen_text, settle, toasts, type_text
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.widgets import Input

from app.errors import LedgerError, NotWritable
from app.ledger.commitment import Commitment
from widgets.dialogs.quick_add import QuickAdd

LINE = "submit packet by 15 Aug, 3 days ahead, every year !high #money #tax @kitchen [[Projects/Kitchen#Quotes]]"
DRAFT = {
    "action": "submit packet",
    "due": "15 Aug",
    "lead": "3 days ahead",
    "repeat": "every year",
    "priority": "high",
    "tags": "money\ntax",
    "project": "kitchen",
    "links": "Projects/Kitchen#Quotes",
}


def dialog(pilot: Pilot) -> QuickAdd:
    assert isinstance(pilot.app.screen, QuickAdd)
    return pilot.app.screen


def added(workspace: FakeWorkspace) -> list[object]:
    return [call[1] for call in workspace.calls if call[0] == "add"]


def shown(pilot: Pilot) -> list[str]:
    return [row.field for row in dialog(pilot).rows if row.display]


async def write(pilot: Pilot, text: str) -> None:
    await press(pilot, "n")
    await type_text(pilot, text)


async def test_what_is_understood_stands_under_the_line_as_it_is_typed() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, LINE)
        text = screen_text(pilot)
        assert shown(pilot) == ["action", "due", "lead", "repeat", "project", "priority", "links", "tags"]
        assert "Sun 15 Aug 2027, in 8 months" in text and "3 days before" in text and "next Tue 15 Aug 2028" in text
        assert dialog(pilot).row("tags").value == "money\ntax"
        assert not dialog(pilot).query_one("Box").show_vertical_scrollbar


async def test_the_parts_stand_out_in_the_line_as_long_as_they_are_what_was_read() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, "ring Ann !high by nonsense")
        marks = dialog(pilot).text.marks
        assert [(mark[2], mark[3]) for mark in marks] == [("!high", False), ("by nonsense", True)]
        line = dialog(pilot).text
        assert [span.start for span in line._value.spans] == [9, 15]
        line.marks = [(0, 4, "sing", False)]
        assert line._value.spans == []


async def test_an_empty_line_shows_what_can_stand_in_it() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "n")
        assert "every month on the 15th" in screen_text(pilot) and shown(pilot) == []
        await press(pilot, "enter")
        assert "say what is to be done" in screen_text(pilot) and pilot.app.focused is dialog(pilot).text


async def test_enter_stores_what_was_understood() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, LINE)
        await press(pilot, "enter")
        assert added(workspace) == [DRAFT]
        assert len(pilot.app.screen_stack) == 1 and "Saved: submit packet" in toasts(pilot)
        assert main(pilot).commitment is not None and main(pilot).commitment.id == "new1"


async def test_a_line_pasted_and_entered_in_one_burst_is_stored_whole() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        for event in (Key("n", "n"), Paste(LINE), Key("enter", None)):
            pilot.app.post_message(event)
        await settle(pilot)
        await pilot.pause(0.2)
        assert added(workspace) == [DRAFT]


async def test_the_end_of_a_long_line_is_in_view() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, LINE)
        assert "[[Projects/Kitchen#Quotes]]" in screen_text(pilot)
        await press(pilot, "home")
        assert "submit packet by 15 Aug" in screen_text(pilot)


async def test_keys_typed_in_one_burst_act_in_their_order() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        for key in ("n", *"ab #c", "enter", "n", *"de", "enter"):
            pilot.app.post_message(Key("space" if key == " " else key, key if len(key) == 1 else None))
        await settle(pilot)
        await pilot.pause(0.5)
        assert added(workspace) == [{"action": "ab", "tags": "c"}, {"action": "de"}]


async def test_what_is_changed_under_the_line_wins_and_is_marked() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, "ring Ann by 15 Aug")
        await press(pilot, "down", "down", "home", "ctrl+k")
        await type_text(pilot, "friday")
        assert "due *" in screen_text(pilot) and "* changed here" in screen_text(pilot)
        assert "read as friday" in screen_text(pilot)
        dialog(pilot).text.value = "ring Bob by 2027-04-03"
        await settle(pilot)
        assert dialog(pilot).row("due").value == "friday" and dialog(pilot).row("action").value == "ring Bob"
        await press(pilot, "ctrl+s")
        assert added(workspace) == [{"action": "ring Bob", "due": "friday"}]


async def test_a_field_changed_back_follows_the_line_again() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, "ring Ann by 15 Aug")
        await press(pilot, "tab", "tab", "x")
        assert "due *" in screen_text(pilot)
        await press(pilot, "backspace")
        assert "due *" not in screen_text(pilot)
        dialog(pilot).text.value = "ring Ann by friday"
        await settle(pilot)
        assert dialog(pilot).row("due").value == "friday"


async def test_a_field_that_is_emptied_is_left_out() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, "ring Ann by 15 Aug")
        await press(pilot, "tab", "tab", "home", "ctrl+k", "enter")
        assert added(workspace) == [{"action": "ring Ann"}]


async def test_what_cannot_be_read_is_said_and_gets_the_focus() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, "ring Ann by nonsense")
        await press(pilot, "enter")
        assert added(workspace) == [] and "Not stored. due: not a date" in screen_text(pilot)
        assert pilot.app.focused is dialog(pilot).row("due").box
        await press(pilot, "home", "ctrl+k")
        await type_text(pilot, "friday")
        assert "Not stored" not in screen_text(pilot)
        await press(pilot, "enter")
        assert added(workspace) == [{"action": "ring Ann by nonsense", "due": "friday"}]


async def test_a_link_that_is_still_being_typed_is_no_problem_until_enter() -> None:
    class Unclosed(FakeWorkspace):
        def read_line(self, text: str) -> SimpleNamespace:
            part = SimpleNamespace(
                field="links", start=0, end=5, typed="[[kit", said="", problem="not closed", choices=()
            )
            return SimpleNamespace(draft={"action": text}, parts=(part,))

    async with running(Unclosed()) as pilot:
        await write(pilot, "[[kit")
        assert "not closed" not in screen_text(pilot) and shown(pilot) == ["action"]
        await press(pilot, "escape", "enter")
        assert "Not stored. links: not closed" in screen_text(pilot) and shown(pilot) == ["action", "links"]


async def test_enter_once_more_stores_it_as_text() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, "ring Ann !soon")
        await press(pilot, "enter")
        assert "Enter once more stores it" in screen_text(pilot)
        await press(pilot, "enter")
        assert added(workspace) == [{"action": "ring Ann !soon"}]


async def test_a_field_that_was_typed_wrong_cannot_be_stored_as_text() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, "ring Ann by 15 Aug")
        await press(pilot, "tab", "tab", "home", "ctrl+k")
        await type_text(pilot, "nonsense")
        await press(pilot, "enter", "enter", "enter")
        assert added(workspace) == [] and "once more" not in screen_text(pilot)


async def test_a_date_with_two_meanings_is_asked() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, "ring Ann by 03/04/2027, 3 days ahead")
        assert "Sat 3 Apr 2027" in screen_text(pilot) and "Thu 4 Mar 2027" in screen_text(pilot)
        await press(pilot, "enter", "enter")
        assert added(workspace) == [] and "say which is meant" in screen_text(pilot)
        await press(pilot, "down", "down", "enter")
        assert dialog(pilot).text.value == "ring Ann by 2027-03-04, 3 days ahead"
        assert pilot.app.focused is dialog(pilot).text and "Which" not in screen_text(pilot)
        await press(pilot, "enter")
        assert added(workspace) == [{"action": "ring Ann", "due": "2027-03-04", "lead": "3 days ahead"}]


async def test_up_and_down_lead_from_the_line_into_the_choices() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, "ring Ann by 03/04/2027")
        await press(pilot, "down")
        assert any("▌by 2027-04-03" in line for line in screen_lines(pilot))
        await press(pilot, "up")
        assert pilot.app.focused is dialog(pilot).text
        await press(pilot, "up", "up", "enter")
        assert dialog(pilot).text.value == "ring Ann by 2027-04-03" and pilot.app.focused is dialog(pilot).text
        await press(pilot, "down")
        assert pilot.app.focused is dialog(pilot).row("action").box


async def test_enter_without_a_choice_leads_to_the_choices_and_says_how() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, "ring Ann by 03/04/2027")
        await press(pilot, "enter")
        text = screen_text(pilot)
        assert "Up and down choose" in text and pilot.app.focused is dialog(pilot).query_one("#choices")
        await press(pilot, "up", "enter")
        assert dialog(pilot).text.value == "ring Ann by 2027-03-04"


async def test_a_long_part_is_shown_from_its_begin() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, "ring Ann when " + "the quote of the very slow joiner arrives " * 3)
        row = dialog(pilot).row("when")
        assert row.box.scroll_offset.x == 0 and row.box.value.startswith("the quote")


async def test_the_full_form_takes_everything_over() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, "ring Ann by 15 Aug #money")
        await press(pilot, "ctrl+o")
        fields = {box.id: box.value for box in pilot.app.screen.query(Input)}
        assert (fields["action"], fields["due"]) == ("ring Ann", "15 Aug")
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 2 and "drops what you typed" in toasts(pilot)
        await press(pilot, "ctrl+s")
        assert added(workspace) == [{"action": "ring Ann", "due": "15 Aug", "tags": "money"}]


async def test_escape_keeps_nothing_but_asks_once_more() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "n", "escape")
        assert len(pilot.app.screen_stack) == 1
        await write(pilot, "ring Ann")
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 2
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 1 and added(workspace) == []


async def test_what_the_ledger_refuses_comes_back_as_typed() -> None:
    class Broken(FakeWorkspace):
        def add(self, draft: Mapping[str, str]) -> Commitment:
            raise LedgerError("ledger.toml, line 3: Invalid value", "Correct that line.")

    async with running(Broken()) as pilot:
        await write(pilot, "ring Ann by 15 Aug")
        await press(pilot, "tab", "tab", "home", "ctrl+k")
        await type_text(pilot, "friday")
        await press(pilot, "enter")
        assert "Invalid value" in screen_text(pilot)
        assert dialog(pilot).text.value == "ring Ann by 15 Aug" and dialog(pilot).row("due").value == "friday"
        assert "due *" in screen_text(pilot)


async def test_what_the_disk_does_not_take_is_not_asked_for_again() -> None:
    class Full(FakeWorkspace):
        def add(self, draft: Mapping[str, str]) -> Commitment:
            raise NotWritable("No space left on device", "It is kept.")

    async with running(Full()) as pilot:
        await write(pilot, "ring Ann")
        await press(pilot, "enter")
        assert len(pilot.app.screen_stack) == 1 and "No space left" in toasts(pilot)


# Completion


def suggested(pilot: Pilot) -> list[str]:
    completions = dialog(pilot).completions
    return [row.key for row in completions.rows] if completions.is_open else []


async def test_markers_open_a_list_from_which_enter_takes() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, "ring Ann @")
        assert suggested(pilot) == ["kitchen", "kitchen garden", "house"]
        assert any("▌kitchen" in line for line in screen_lines(pilot))
        await press(pilot, "down", "enter")
        assert dialog(pilot).text.value == 'ring Ann @"kitchen garden" ' and suggested(pilot) == []
        await type_text(pilot, "#mon")
        await press(pilot, "tab")
        assert dialog(pilot).text.value.endswith("#money ")
        await type_text(pilot, "[[quo")
        await press(pilot, "enter")
        assert dialog(pilot).text.value.endswith("[[Projects/Kitchen#Quotes]] ")
        assert pilot.app.focused is dialog(pilot).text and added(workspace) == []
        await press(pilot, "enter")
        assert len(added(workspace)) == 1


async def test_the_list_lies_under_the_caret_and_never_leaves_the_screen() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, "ring Ann " * 12 + "[[")
        line, completions = dialog(pilot).text, dialog(pilot).completions
        assert completions.region.y == line.region.y + 1 and completions.size.height == 4
        assert pilot.app.screen.region.contains_region(completions.region)


async def test_escape_closes_the_list_only() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, "ring Ann @k")
        await press(pilot, "escape")
        assert suggested(pilot) == [] and "drops what you typed" not in toasts(pilot)
        await press(pilot, "escape", "escape")
        assert len(pilot.app.screen_stack) == 1


async def test_a_word_that_is_complete_is_no_obstacle_to_enter() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, "ring Ann @kitchen")
        assert suggested(pilot) == ["kitchen", "kitchen garden"]
        await press(pilot, "enter")
        assert added(workspace) == [{"action": "ring Ann", "project": "kitchen"}]


@pytest.mark.parametrize("typed", ["#mon", "@kit"])
async def test_enter_stores_a_new_tag_or_project_as_it_was_typed(typed: str) -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await write(pilot, f"ring Ann {typed}")
        assert suggested(pilot)
        await press(pilot, "enter")
        [draft] = added(workspace)
        assert isinstance(draft, dict) and typed[1:] in draft.values()


async def test_links_in_a_row_complete_by_their_marker_too() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, "ring Ann [[Home]]")
        await press(pilot, "tab", "tab", "end", "enter", *"[[")
        assert suggested(pilot) == ["Projects/Kitchen", "Projects/Kitchen#Quotes", "Daily", "Home"]
        await press(pilot, *"dai", "enter")
        assert dialog(pilot).row("links").value == "Home\nDaily"


async def test_the_list_closes_when_the_caret_leaves_or_nothing_fits() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, "ring @k")
        await press(pilot, "left")
        assert suggested(pilot) == []
        await press(pilot, "end", "x")
        assert suggested(pilot) == []
        await press(pilot, "backspace")
        assert suggested(pilot) != []
        await press(pilot, "shift+tab")
        assert suggested(pilot) == []


async def test_the_mouse_takes_a_suggestion() -> None:
    async with running(FakeWorkspace()) as pilot:
        await write(pilot, "ring @")
        await pilot.click(dialog(pilot).completions, offset=(3, 2))
        await settle(pilot)
        assert dialog(pilot).text.value == "ring @house " and pilot.app.focused is dialog(pilot).text


async def test_slow_suggestions_hold_nothing_up_and_come_too_late() -> None:
    class Slow(FakeWorkspace):
        gate = threading.Event()

        def suggest(self, kind: str, typed: str) -> tuple[str, ...]:
            if typed == "":
                self.gate.wait(5)
            return super().suggest(kind, typed)

    workspace = Slow()
    async with running(workspace) as pilot:
        await press(pilot, "n", "@")
        box = dialog(pilot).text
        await pilot.press(*"hou", "space", "x")
        assert box.value == "@hou x"
        workspace.gate.set()
        await settle(pilot)
        assert suggested(pilot) == []
