from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from fake_workspace import FakeStatus, FakeWorkspace
from pilots import main, press, running, screen_text, settle, toasts, type_text
from textual.events import Key, Paste

from app.errors import QueryInterrupted
from app.events import EmbedderState, IndexChanged
from app.search.result import RankMode, SearchResults


async def test_slash_focuses_search_and_letters_type_there() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "slash", *"quote")
        assert main(pilot).query_box.value == "quote"
        text = screen_text(pilot)
        assert "OPERATIVE Reconcile" in text and "maybe Overlay" in text and "Daily" in text
        assert ("words", "quote", "blend") in workspace.calls and ("fused", "quote", "blend") in workspace.calls


async def test_an_unbound_letter_typed_in_the_agenda_goes_to_search() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "w", "o")
        assert main(pilot).query_box.value == "wo"
        assert pilot.app.focused is main(pilot).query_box


async def test_letters_that_arrive_all_at_once_are_all_typed() -> None:
    async with running(FakeWorkspace()) as pilot:
        for letter in "water":
            pilot.app.post_message(Key(letter, letter))
        await settle(pilot)
        assert main(pilot).query_box.value == "water"
        assert len(pilot.app.screen_stack) == 1


async def test_pasting_anywhere_searches() -> None:
    async with running(FakeWorkspace()) as pilot:
        main(pilot).post_message(Paste("june\nsecond line"))
        await settle(pilot)
        assert main(pilot).query_box.value == "june"


async def test_the_model_is_asked_once_after_a_pause_in_typing() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        for text in ("j", "ju", "jun", "june"):
            main(pilot).query_box.value = text
        await settle(pilot)
        assert [call[1] for call in workspace.calls if call[0] == "fused"] == ["june"]


async def test_words_stay_while_the_model_loads() -> None:
    workspace = FakeWorkspace(state=FakeStatus(embedder=EmbedderState.LOADING))
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "june")
        assert main(pilot).results.result is not None
        assert "words only, model loading" in screen_text(pilot)
        assert toasts(pilot) == ""


async def test_an_answer_to_another_query_or_rank_is_dropped() -> None:
    from widgets.search_flow import SearchReady

    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "june")
        before = main(pilot).results.found
        stale = workspace.search_words("quote", RankMode.BLEND)
        main(pilot).post_message(SearchReady(stale, ("quote", RankMode.BLEND), settled=True))
        main(pilot).post_message(SearchReady(stale, ("june", RankMode.PLAIN), settled=True))
        await settle(pilot)
        assert main(pilot).results.found is before


async def test_a_moved_highlight_is_kept_when_the_better_answer_comes() -> None:
    workspace = FakeWorkspace()
    workspace.meaning.clear()
    async with running(workspace) as pilot:
        await pilot.press("slash", "e", "tab", "down")
        await pilot.pause(0.3)
        kept = main(pilot).results.result
        assert kept is not None and main(pilot).results.found is not None
        order = [item.chunk_id for item in main(pilot).results.found.results]
        workspace.meaning.set()
        await settle(pilot)
        assert [item.chunk_id for item in main(pilot).results.found.results] == order[::-1]
        assert main(pilot).results.result == kept


async def test_busy_is_said_late() -> None:
    workspace = FakeWorkspace()
    workspace.meaning.clear()
    async with running(workspace) as pilot:
        await pilot.press("slash", "e")
        await pilot.pause(0.2)
        assert "searching" not in screen_text(pilot)
        await pilot.pause(0.5)
        assert "searching" in screen_text(pilot)
        workspace.meaning.set()
        await settle(pilot)
        assert "searching" not in screen_text(pilot)


async def test_results_show_the_note_at_the_match_and_enter_opens_it() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "morning")
        assert "The quote came in this morning." in screen_text(pilot)
        await press(pilot, "enter")
        assert pilot.app.focused is main(pilot).preview
        assert ("opened", "Daily.md", "morning") in workspace.calls
        await press(pilot, "escape")
        assert pilot.app.focused is main(pilot).results
        await press(pilot, "escape")
        assert pilot.app.focused is main(pilot).query_box
        await press(pilot, "escape")
        assert pilot.app.focused is main(pilot).agenda


async def test_what_is_being_read_stays_when_the_answer_changes() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "e")
        await press(pilot, "enter")
        reading = main(pilot).preview.page
        workspace.notes = {"First.md": "# First e\n", **workspace.notes, "Last.md": "# Last e\n"}
        workspace.callback(IndexChanged(frozenset({"First.md"})))
        await settle(pilot)
        assert len(main(pilot).results.found.results) == 5
        assert main(pilot).preview.page is reading


async def test_the_editor_opens_at_the_match_or_where_the_person_reads() -> None:
    workspace = FakeWorkspace(notes={"Long.md": "\n".join(f"line {number}" for number in range(1, 200)) + "\nneedle\n"})
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "needle")
        await press(pilot, "enter", "o")
        await press(pilot, "end", "o", "home", "down", "o")
        opened = [call[2] for call in workspace.calls if call[0] == "editor"]
        assert opened[0] == 1 and opened[1] > 150 and opened[2] in (1, 2)


async def test_down_goes_to_the_results_and_up_comes_back() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "june")
        await press(pilot, "down")
        assert pilot.app.focused is main(pilot).results
        await press(pilot, "up")
        assert pilot.app.focused is main(pilot).query_box


async def test_a_commitment_of_the_band_can_be_resolved() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "quote")
        await press(pilot, "down", "home", "r", "enter")
        assert ("resolve", "k7q2", "done", "") in workspace.calls


async def test_b_cycles_the_rank_mode_and_searches_again() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "june")
        await press(pilot, "down", "b")
        assert ("fused", "june", "plain") in workspace.calls
        assert "plain" in screen_text(pilot)
        await press(pilot, "b", "b")
        assert "blend" in screen_text(pilot)


async def test_a_changed_index_runs_the_open_query_once_more() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "june")
        workspace.calls.clear()
        workspace.notes["New.md"] = "# New\njune again\n"
        workspace.callback(IndexChanged(frozenset({"New.md"})))
        await settle(pilot)
        assert [call[0] for call in workspace.calls].count("words") == 1
        assert "June again" in screen_text(pilot) or "june again" in screen_text(pilot)


async def test_an_emptied_box_forgets_the_search() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "june")
        await press(pilot, *["backspace"] * 4)
        assert main(pilot).results.found is None
        assert "Type to search" in screen_text(pilot)


async def test_nothing_found_says_so() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "zzz")
        assert "Nothing found." in screen_text(pilot)


async def test_a_search_that_fails_is_a_toast() -> None:
    from app.errors import StoreError

    class Broken(FakeWorkspace):
        def search_words(self, text, rank):  # type: ignore[no-untyped-def]
            raise StoreError("The index cannot be read", "Run betimes index --rebuild.")

    async with running(Broken()) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "z")
        assert "The index cannot be read" in toasts(pilot)


async def test_a_task_that_breaks_is_told_and_the_screen_lives() -> None:
    class Broken(FakeWorkspace):
        def search_words(self, text, rank):  # type: ignore[no-untyped-def]
            raise ValueError("[/] what")

    async with running(Broken()) as pilot:
        await press(pilot, "slash")
        await pilot.press("z")
        await pilot.pause(0.3)
        assert "[/] what" in toasts(pilot)
        assert pilot.app.is_running


@pytest.mark.parametrize("heading", ["Kitchen", "Kitchen › Quotes"])
def test_a_heading_that_repeats_the_title_is_said_once(heading: str) -> None:
    from fake_workspace import result

    from widgets.glyphs import UNICODE
    from widgets.result_rows import ResultRow

    row = ResultRow(replace(result("Kitchen.md", 1, "text", ""), heading=heading))
    assert row.draw(60, UNICODE)[0].plain.count("Kitchen") == 1


async def test_a_letter_typed_elsewhere_begins_another_query() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "tag:#work")
        await press(pilot, "escape", "w", "o")
        assert main(pilot).query_box.value == "wo"
        await press(pilot, "escape")
        main(pilot).post_message(Paste("june"))
        await settle(pilot)
        assert main(pilot).query_box.value == "june"


async def test_slash_selects_the_last_query_so_that_it_can_be_replaced_or_edited() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "slash")
        await type_text(pilot, "quote")
        await press(pilot, "escape", "slash", "right", "s")
        assert main(pilot).query_box.value == "quotes"
        await press(pilot, "escape", "slash", "x")
        assert main(pilot).query_box.value == "x"


async def test_a_query_that_was_interrupted_says_nothing() -> None:
    class Interrupted(FakeWorkspace):
        interrupted = threading.Event()

        def interrupt_search(self) -> None:
            self.interrupted.set()
            threading.Event().wait(0.05)

        def search_words(self, text: str, rank: RankMode) -> SearchResults:
            if text == "qu":
                self.interrupted.clear()
                self.interrupted.wait(5)
                raise QueryInterrupted("The query was interrupted.")
            return super().search_words(text, rank)

    async with running(Interrupted()) as pilot:
        await press(pilot, "slash")
        main(pilot).query_box.value = "qu"
        await pilot.pause(0.2)
        main(pilot).query_box.value = "quote"
        await settle(pilot)
        assert toasts(pilot) == "" and "OPERATIVE Reconcile" in screen_text(pilot)
        await type_text(pilot, " x")
        assert "interrupted" not in toasts(pilot)
