from __future__ import annotations

import pytest
from fake_workspace import FakeWorkspace
from pilots import main, press, running, screen_lines, screen_text, settle, toasts, type_text
from textual.pilot import Pilot

from app.config import SavedSearch
from app.search.result import Chip
from widgets.chips import chip_line
from widgets.query_completions import query_token
from widgets.search_screen import NO_QUERY, NONE_SAVED, within


async def search(pilot: Pilot, text: str) -> None:
    await press(pilot, "slash")
    await type_text(pilot, text)


def under_the_box(pilot: Pilot) -> str:
    region = main(pilot).chips.region
    return list(screen_lines(pilot))[region.y][region.x : region.right].strip()


async def test_the_reading_stands_under_the_box_and_changes_with_it() -> None:
    async with running(FakeWorkspace(), size=(120, 40)) as pilot:
        assert "tag:" in under_the_box(pilot)
        await search(pilot, "june tag:#home -roof is:weird ")
        assert under_the_box(pilot).startswith("words june · tag home · without roof · words is weird (no filter)")
        await press(pilot, "ctrl+u")
        assert "tag:" in under_the_box(pilot)


async def test_the_line_of_chips_never_moves_the_results() -> None:
    async with running(FakeWorkspace()) as pilot:
        before = main(pilot).results.region
        await search(pilot, "june tag:#home ")
        assert main(pilot).results.region == before


def test_chips_are_text_and_never_markup() -> None:
    assert chip_line((Chip("tag", "[/]\x1b[31m"),)).plain == "tag [/]␛[31m"
    assert chip_line((Chip("", "", "C++ as written first"),)).plain == "C++ as written first"


async def test_values_are_offered_while_they_are_typed_and_tab_takes_one() -> None:
    async with running(FakeWorkspace()) as pilot:
        await search(pilot, "tag:ho")
        assert "home/kitchen" in screen_text(pilot)
        await press(pilot, "tab")
        assert main(pilot).query_box.value == "tag:home/kitchen "
        assert pilot.app.focused is main(pilot).query_box
        await type_text(pilot, "#mo")
        await press(pilot, "down", "enter")
        assert main(pilot).query_box.value == "tag:home/kitchen #money "


async def test_plain_words_are_not_in_the_way_of_a_list() -> None:
    async with running(FakeWorkspace()) as pilot:
        await search(pilot, "ta")
        assert "title:" not in "\n".join(list(screen_lines(pilot))[5:])
        await press(pilot, "down")
        assert pilot.app.focused is main(pilot).results


async def test_a_key_offers_operators_and_then_their_values() -> None:
    async with running(FakeWorkspace()) as pilot:
        await search(pilot, "june ta")
        await press(pilot, "ctrl+@", "tab")
        assert main(pilot).query_box.value == "june tag:"
        assert "home/kitchen" in screen_text(pilot)
        await press(pilot, "escape")
        assert pilot.app.focused is main(pilot).query_box
        assert "home/kitchen" not in screen_text(pilot)
        await press(pilot, "tab")
        assert pilot.app.focused is main(pilot).results


async def test_enter_takes_an_open_link_and_opens_the_result_otherwise() -> None:
    async with running(FakeWorkspace()) as pilot:
        await search(pilot, "links:[[Len")
        await press(pilot, "enter")
        assert main(pilot).query_box.value == "links:[[Lena Marsh]] "
        await press(pilot, "ctrl+u")
        await type_text(pilot, "tag:mo")
        await press(pilot, "enter")
        assert main(pilot).query_box.value == "tag:mo"


async def test_the_list_goes_with_the_focus() -> None:
    async with running(FakeWorkspace()) as pilot:
        await search(pilot, "tag:ho")
        main(pilot).results.focus()
        await settle(pilot)
        assert "home/kitchen" not in "\n".join(list(screen_lines(pilot))[4:])


@pytest.mark.parametrize(
    ("text", "start", "end", "closing"),
    [("tag:ho", 4, 6, " "), ("links:[[Le]] x", 6, 12, ""), ('path:"a b" c', 5, 10, ""), ("x #ho", 2, 5, " ")],
)
def test_what_a_suggestion_takes_the_place_of(text: str, start: int, end: int, closing: str) -> None:
    caret = {"links:[[Le]] x": 10, 'path:"a b" c': 9}.get(text, len(text))
    token = query_token(text, caret, names=False)
    assert token is not None and (token.start, token.end, token.closing) == (start, end, closing)


async def test_up_goes_through_the_searches_before_and_down_comes_back() -> None:
    workspace = FakeWorkspace()
    workspace.searches.kept = ["june", "quote"]
    async with running(workspace) as pilot:
        await search(pilot, "morn")
        seen = []
        for key in ("up", "up", "up", "down", "down"):
            await press(pilot, key)
            seen.append(main(pilot).query_box.value)
        assert seen == ["quote", "june", "june", "quote", "morn"]
        assert ("words", "june", "blend") in workspace.calls
        await press(pilot, "down")
        assert pilot.app.focused is main(pilot).results
        assert workspace.searches.kept == ["june", "quote", "morn"]


async def test_a_recalled_search_can_be_changed_and_is_remembered_as_such() -> None:
    workspace = FakeWorkspace()
    workspace.searches.kept = ["june", "quote"]
    async with running(workspace) as pilot:
        await press(pilot, "slash", "up", "s", "up")
        assert main(pilot).query_box.value == "quote"
        await press(pilot, "down", "enter")
        assert workspace.searches.kept[-1] == "quotes"


async def test_a_search_is_saved_under_a_name_with_a_key_and_run_by_it() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "ctrl+s")
        assert NO_QUERY in toasts(pilot)
        await search(pilot, "june")
        await press(pilot, "ctrl+s")
        await type_text(pilot, "Quotes [/]")
        await press(pilot, "tab")
        await type_text(pilot, "r")
        await press(pilot, "enter")
        assert "the key r is taken" in screen_text(pilot) and not workspace.searches.saved
        await press(pilot, "ctrl+u")
        await type_text(pilot, "alt+1")
        await press(pilot, "enter")
        assert workspace.searches.saved == {"Quotes [/]": SavedSearch("Quotes [/]", "june", "alt+1")}
        await press(pilot, "ctrl+u", "escape", "alt+1")
        assert main(pilot).query_box.value == "june"
        await press(pilot, "ctrl+s", "enter")
        assert list(workspace.searches.saved) == ["Quotes [/]"]
        await press(pilot, "ctrl+p")
        await type_text(pilot, "Search: Quotes")
        await pilot.pause(0.5)
        assert "Search: Quotes [/]" in screen_text(pilot)


async def test_saved_searches_have_their_keys_from_the_start_and_a_taken_one_is_told() -> None:
    workspace = FakeWorkspace()
    workspace.searches.saved = {
        "Late": SavedSearch("Late", "quote", "f6"),
        "Wrong": SavedSearch("Wrong", "x", "s"),
        "Odd": SavedSearch("Odd", "x", "no key"),
    }
    async with running(workspace) as pilot:
        assert "“Wrong”: the key s is taken" in toasts(pilot) and "there is no key no key" in toasts(pilot)
        await press(pilot, "f6")
        assert main(pilot).query_box.value == "quote"


async def test_saved_searches_are_chosen_from_a_list_and_taken_away() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "S")
        assert NONE_SAVED in toasts(pilot)
        workspace.searches.saved = {"Late": SavedSearch("Late", "quote"), "June": SavedSearch("June", "june")}
        await press(pilot, "S", "down", "enter")
        assert main(pilot).query_box.value == "june"
        await press(pilot, "escape", "S", "d")
        assert list(workspace.searches.saved) == ["June"]


async def test_a_search_that_cannot_be_saved_is_told() -> None:
    workspace = FakeWorkspace()
    workspace.searches.refuses = True
    async with running(workspace) as pilot:
        await search(pilot, "june")
        await press(pilot, "ctrl+s")
        await type_text(pilot, "June")
        await press(pilot, "enter")
        assert "config.toml cannot be written" in toasts(pilot)


async def test_search_within_the_note_that_is_highlighted() -> None:
    async with running(FakeWorkspace()) as pilot:
        await search(pilot, "estimate")
        await press(pilot, "down", "F")
        assert main(pilot).query_box.value == "in:[[Projects/Kitchen]] "
        assert pilot.app.focused is main(pilot).query_box


async def test_the_history_can_be_forgotten() -> None:
    workspace = FakeWorkspace()
    workspace.searches.kept = ["june"]
    async with running(workspace) as pilot:
        main(pilot).forget_history()
        await settle(pilot)
        assert workspace.searches.kept == [] and main(pilot).query_box.history == ()


def test_a_note_with_signs_in_its_name_is_quoted() -> None:
    assert within("A/C#.md") == 'in:"A/C#.md"'
    assert within("A/C.md") == "in:[[A/C]]"
