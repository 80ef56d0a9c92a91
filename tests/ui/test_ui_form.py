"""The form of a commitment: readings, lists, completion, and what leaving it keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from fake_workspace import QUOTE, FakeWorkspace
from pilots import main, press, running, screen_lines, screen_text, settle, toasts, type_text
from textual.pilot import Pilot

from app.config import Config
from app.errors import NotWritable
from app.ledger.commitment import Commitment
from app.ledger.conflicts import EntryChanged
from app.ledger.drafts import FIELDS
from app.ledger.entry import Entry
from widgets.dialogs.entry_form import ORDER, EntryForm


def form(pilot: Pilot) -> EntryForm:
    assert isinstance(pilot.app.screen, EntryForm)
    return pilot.app.screen


async def go_to(pilot: Pilot, field: str) -> None:
    form(pilot).row(field).box.focus()
    await settle(pilot)


def suggested(pilot: Pilot) -> list[str]:
    completions = form(pilot).completions
    return [row.key for row in completions.rows] if completions.is_open else []


async def test_every_field_but_the_words_of_a_date_is_there() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N")
        assert [row.field for row in form(pilot).rows] == list(ORDER)
        assert set(ORDER) == set(FIELDS) - {"due_phrase"}


@pytest.mark.parametrize(("size", "beside"), [((120, 40), True), ((80, 24), False)])
async def test_how_a_field_is_read_stands_beside_it_when_there_is_room(size: tuple[int, int], beside: bool) -> None:
    async with running(FakeWorkspace(), size=size) as pilot:
        await press(pilot, "N")
        await go_to(pilot, "due")
        await type_text(pilot, "friday")
        [line] = [text for text in screen_lines(pilot) if "read as friday" in text]
        assert (" due " in line) is beside


async def test_enter_in_a_list_begins_another_item_and_backspace_takes_an_empty_one_away() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "N", "x")
        await go_to(pilot, "cues")
        await press(pilot, *"one", "enter", *"two", "enter")
        assert form(pilot).row("cues").value == "one\ntwo\n"
        await press(pilot, "backspace")
        assert form(pilot).row("cues").value == "one\ntwo"
        await press(pilot, "ctrl+s")
        assert workspace.calls[-1] == ("add", {"action": "x", "cues": "one\ntwo"})


async def test_up_and_down_go_through_fields_and_through_the_lines_of_a_list() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N", "down")
        assert pilot.app.focused is form(pilot).row("when").box
        await go_to(pilot, "cues")
        await press(pilot, "a", "enter", "b", "up")
        assert pilot.app.focused is form(pilot).row("cues").box
        await press(pilot, "up")
        assert pilot.app.focused is form(pilot).row("links").box
        await press(pilot, "down", "down", "down")
        assert pilot.app.focused is form(pilot).row("blockers").box


async def test_project_links_and_tags_complete_without_a_marker() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N")
        await go_to(pilot, "project")
        await press(pilot, "k")
        assert suggested(pilot) == ["kitchen", "kitchen garden"]
        await press(pilot, "down", "tab")
        assert form(pilot).row("project").value == "kitchen garden"
        assert pilot.app.focused is form(pilot).row("project").box
        await press(pilot, "tab", "tab")
        assert pilot.app.focused is form(pilot).row("links").box
        await press(pilot, *"quo", "tab")
        assert form(pilot).row("links").value == "Projects/Kitchen#Quotes"
        await press(pilot, "enter", *"[[", "down", "down", "enter")
        assert form(pilot).row("links").value == "Projects/Kitchen#Quotes\nDaily"
        await press(pilot, "enter", *"[[hom", "enter")
        assert form(pilot).row("links").value == "Projects/Kitchen#Quotes\nDaily\nHome"
        assert suggested(pilot) == []


async def test_enter_leaves_what_is_typed_as_it_is_unless_a_suggestion_was_chosen() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N")
        await go_to(pilot, "links")
        await press(pilot, *"Kit")
        assert suggested(pilot) == ["Projects/Kitchen", "Projects/Kitchen#Quotes"]
        await press(pilot, "enter")
        assert form(pilot).row("links").value == "Kit\n" and suggested(pilot) == []


async def test_a_field_without_the_focus_shows_how_its_text_begins() -> None:
    long = "the very last Sunday of every month but December, and then the first one of the year instead"
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N")
        await type_text(pilot, long)
        assert "instead" in screen_text(pilot) and "the very last" not in screen_text(pilot)
        await press(pilot, "tab")
        assert "the very last" in screen_text(pilot) and "instead" not in screen_text(pilot)
        await press(pilot, "shift+tab")
        assert "instead" in screen_text(pilot)


async def test_fields_that_are_filled_show_how_their_text_begins() -> None:
    long = "the very last Sunday of every month but December, and then the first one of the year instead"

    class Long(FakeWorkspace):
        def draft_of(self, entry_id: str) -> dict[str, str]:
            return super().draft_of(entry_id) | {"when": long}

    async with running(Long()) as pilot:
        await press(pilot, "e")
        assert "the very last" in screen_text(pilot) and "instead" not in screen_text(pilot)


async def test_a_list_of_suggestions_closes_before_the_form() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N")
        await go_to(pilot, "tags")
        await press(pilot, "m", "escape")
        assert suggested(pilot) == [] and form(pilot).row("tags").value == "m"
        await press(pilot, "n")
        assert suggested(pilot) == []
        await press(pilot, "backspace", "left")
        assert suggested(pilot) == []


async def test_a_save_that_is_refused_says_why_and_goes_to_the_field() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "e")
        await go_to(pilot, "due")
        await type_text(pilot, "nonsense")
        await press(pilot, "shift+tab", "ctrl+s")
        assert "Not saved. due: not a date" in screen_text(pilot)
        assert pilot.app.focused is form(pilot).row("due").box
        assert not [call for call in workspace.calls if call[0] == "edit"]


async def test_escape_drops_nothing_that_was_typed_without_asking() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "e", "escape")
        assert len(pilot.app.screen_stack) == 1
        await press(pilot, "e", "x", "escape")
        assert len(pilot.app.screen_stack) == 2
        await press(pilot, "y", "escape")
        assert len(pilot.app.screen_stack) == 2
        await press(pilot, "escape")
        assert len(pilot.app.screen_stack) == 1
        assert not [call for call in workspace.calls if call[0] == "edit"]


async def test_an_edit_tells_what_the_form_was_opened_with() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "e")
        seen = workspace.entry("k7q2")
        await press(pilot, "x", "ctrl+s")
        name, entry_id, draft, told = workspace.calls[-1]
        assert (name, entry_id, told) == ("edit", "k7q2", seen)
        assert isinstance(draft, dict) and draft["action"] == f"{QUOTE.action}x"


async def test_an_entry_changed_meanwhile_shows_both_versions_and_the_form_comes_back_as_typed() -> None:
    class Elsewhere(FakeWorkspace):
        def edit(self, entry_id: str, draft: Mapping[str, str], seen: Entry | None = None) -> Commitment:
            assert seen is not None
            theirs = replace(seen, when="the price comes")
            raise EntryChanged(seen, theirs, replace(seen, action=draft["action"]))

    async with running(Elsewhere()) as pilot:
        await press(pilot, "e", *"xyz", "ctrl+s")
        assert "xyz" in screen_text(pilot) and "the price comes" in screen_text(pilot)
        await press(pilot, "escape")
        assert form(pilot).row("action").value == f"{QUOTE.action}xyz"


async def test_a_form_whose_write_the_disk_refused_is_not_opened_again() -> None:
    class Full(FakeWorkspace):
        def edit(self, entry_id: str, draft: Mapping[str, str], seen: Entry | None = None) -> Commitment:
            raise NotWritable("No space left on device", "It is kept.")

    async with running(Full()) as pilot:
        await press(pilot, "e", "x", "ctrl+s")
        assert len(pilot.app.screen_stack) == 1 and "No space left" in toasts(pilot)


async def test_the_form_has_keys_palette_entries_and_a_line_of_help() -> None:
    workspace = FakeWorkspace(config=Config(keys={"quick.form": "f2"}))
    async with running(workspace) as pilot:
        await press(pilot, "question_mark")
        text = screen_text(pilot)
        assert "commitment.form" in text and "commitment.raw" in text and "commitment.new" in text
        await press(pilot, "end", "pageup")
        assert "In dialogs" in screen_text(pilot)
        await press(pilot, "end")
        [line] = [text for text in screen_lines(pilot) if "quick.form" in text]
        assert "f2" in line and "Every field of the commitment" in line
        await press(pilot, "escape")
        await main(pilot).run_action("new_form")
        await settle(pilot)
        assert form(pilot).draft["action"] == ""
