from __future__ import annotations

import pytest
from fake_workspace import FakeWorkspace
from pilots import main, press, running, screen_text, toasts, type_text
from textual.pilot import Pilot

from widgets.hidden import Hidden


async def searched(pilot: Pilot, text: str = "e") -> None:
    await press(pilot, "slash")
    await type_text(pilot, text)
    await press(pilot, "down")


def paths(pilot: Pilot) -> list[str]:
    return [item.path for item in main(pilot).results.found.results]


async def test_more_like_this_is_a_query_in_the_box_and_escape_leads_back_to_the_row() -> None:
    workspace = FakeWorkspace()
    async with running(workspace, size=(120, 30)) as pilot:
        await searched(pilot)
        await press(pilot, "down")
        chosen = main(pilot).results.result.path
        await press(pilot, "M")
        assert main(pilot).query_box.value == f"like:[[{chosen.removesuffix('.md')}]]"
        assert ("words", main(pilot).query_box.value, "blend") in workspace.calls
        assert "back to “e”" in screen_text(pilot) and pilot.app.focused is main(pilot).results
        await press(pilot, "escape")
        assert main(pilot).query_box.value == "e"
        assert pilot.app.focused is main(pilot).results and main(pilot).results.result.path == chosen
        assert "back to “e”" not in screen_text(pilot)
        await press(pilot, "escape")
        assert pilot.app.focused is main(pilot).query_box


async def test_more_of_more_is_left_step_by_step_and_typing_leaves_it_at_once() -> None:
    async with running(FakeWorkspace()) as pilot:
        await searched(pilot)
        await press(pilot, "M", "down", "M")
        assert main(pilot).query_box.value.startswith("like:")
        second = main(pilot).query_box.value
        await press(pilot, "escape")
        assert main(pilot).query_box.value not in ("e", second)
        await press(pilot, "escape")
        assert main(pilot).query_box.value == "e"
        await press(pilot, "M", "w")
        assert main(pilot).query_box.value == "w"
        await press(pilot, "escape")
        assert main(pilot).query_box.value == "w" and pilot.app.focused is main(pilot).agenda


async def test_more_like_nothing_says_what_to_do() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "M")
        assert "Highlight a result first" in toasts(pilot)


async def test_not_this_hides_a_result_for_its_query_and_the_cursor_goes_on() -> None:
    async with running(FakeWorkspace()) as pilot:
        await searched(pilot)
        first, second, *_ = paths(pilot)
        await press(pilot, "f")
        assert first not in paths(pilot) and main(pilot).results.result.path == second
        assert "1 note hidden for this query" in screen_text(pilot) and "Hidden for this query" in toasts(pilot)
        await press(pilot, "b")
        assert first not in paths(pilot)
        await press(pilot, "slash", "o")
        assert first in paths(pilot) and "hidden for" not in screen_text(pilot)
        await press(pilot, "slash", "e")
        assert first not in paths(pilot)


async def test_undo_shows_it_again_and_highlights_it() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await searched(pilot)
        before = paths(pilot)
        await press(pilot, "f", "f", "u")
        assert len(paths(pilot)) == len(before) - 1 and "1 note hidden" in screen_text(pilot)
        assert main(pilot).results.result.path == before[1]
        await press(pilot, "u")
        assert paths(pilot) == before and "hidden for" not in screen_text(pilot)
        await press(pilot, "u")
        assert "nothing to undo" in toasts(pilot)


async def test_undo_is_for_the_last_thing_done() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await searched(pilot, "quote")
        await press(pilot, "end", "f", "home", "r", "enter")
        resolved = workspace.current
        await press(pilot, "u")
        assert workspace.current is not resolved and "hidden for this query" in screen_text(pilot)


async def test_all_hidden_says_so_and_does_not_claim_that_nothing_was_found() -> None:
    async with running(FakeWorkspace(notes={"Only.md": "# Only june\n"})) as pilot:
        await searched(pilot, "june")
        await press(pilot, "f")
        assert "1 note hidden" in screen_text(pilot) and "Nothing found" not in screen_text(pilot)
        await press(pilot, "u")
        assert paths(pilot) == ["Only.md"]


async def test_not_this_on_a_commitment_of_the_band_stays_a_verdict() -> None:
    async with running(FakeWorkspace()) as pilot:
        await searched(pilot, "quote")
        await press(pilot, "home", "f")
        assert "hidden for this query" not in screen_text(pilot)


@pytest.mark.parametrize("other", ["e  x", " e x "])
def test_spaces_make_no_other_query_and_words_do(other: str) -> None:
    hidden = Hidden()
    hidden.hide("e x", "a.md")
    assert hidden.show_last("e") is None and hidden.show_last(other) == "a.md"
    hidden.hide("e x", "a.md")
    hidden.settle()
    assert hidden.show_last("e x") is None


async def test_all_that_is_hidden_can_be_had_back_long_after() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await searched(pilot)
        before = paths(pilot)
        await press(pilot, "f", "f", "escape", "escape", "r", "enter", "slash", "down", "end")
        assert "2 notes hidden for this query" in screen_text(pilot)
        await press(pilot, "f", "x", "M", "enter")
        assert paths(pilot) == before and "hidden for" not in screen_text(pilot)
        assert not [call for call in workspace.calls if call[0] == "opened"]
