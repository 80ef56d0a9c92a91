from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fake_workspace import AGENDA, PACKET, FakeStatus, FakeWorkspace
from pilots import press, running, screen_lines, screen_text, settle, toasts, type_text
from textual import events

from app.config import Config
from app.events import EmbedderChanged, EmbedderState, IndexProgress, Notice
from widgets.actions import ACTIONS, MOVES
from widgets.panes import visible_blocks
from widgets.preview import Preview
from widgets.row_list import RowList
from widgets.search_bar import SearchBar


async def test_the_workspace_starts_after_the_first_paint_and_q_quits() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        assert ("start",) in workspace.calls
        await pilot.press("q")
        await pilot.pause()
        assert not pilot.app.is_running


async def test_tab_goes_round_the_panes() -> None:
    async with running(FakeWorkspace()) as pilot:
        visited = []
        for key in ("tab", "tab", "tab", "tab", "shift+tab"):
            await press(pilot, key)
            visited.append(pilot.app.focused.id if pilot.app.focused else "")
        assert visited == ["query", "results", "preview", "agenda", "preview"]


@pytest.mark.parametrize(
    ("size", "pane", "blocks"),
    [
        ((80, 24), "agenda", {"agenda", "search", "preview"}),
        ((40, 10), "agenda", {"agenda"}),
        ((40, 10), "results", {"search"}),
        ((40, 10), "preview", {"preview"}),
        ((80, 10), "preview", {"agenda", "preview"}),
        ((40, 50), "query", {"agenda", "search", "preview"}),
    ],
)
def test_panes_stack_on_small_terminals(size: tuple[int, int], pane: str, blocks: set[str]) -> None:
    assert visible_blocks(*size, pane) == blocks  # type: ignore[arg-type]


async def test_forty_by_ten_is_usable() -> None:
    workspace = FakeWorkspace(banner="Demonstration: a throw-away copy, as of Monday 30 November 2026")
    async with running(workspace, size=(40, 10)) as pilot:
        assert "Submit packet" in screen_text(pilot)
        await press(pilot, "slash")
        await type_text(pilot, "june")
        assert "Kitchen" in screen_text(pilot) and "Submit packet" not in screen_text(pilot)
        await press(pilot, "enter")
        assert "June estimate" in screen_text(pilot)
        await press(pilot, "escape", "escape", "escape", "r", "enter")
        assert [call for call in workspace.calls if call[0] == "resolve"]


@pytest.mark.parametrize("size", [(20, 5), (2, 3), (1, 1)])
async def test_no_size_breaks_it(size: tuple[int, int]) -> None:
    async with running(FakeWorkspace()) as pilot:
        for step in (size, (80, 24), size):
            await pilot.resize_terminal(*step)
            await press(pilot, "tab")
        assert pilot.app.is_running


async def test_keys_help_shows_the_persons_own_keys() -> None:
    workspace = FakeWorkspace(config=Config(keys={"commitment.resolve": "d"}))
    async with running(workspace, size=(100, 40)) as pilot:
        await press(pilot, "question_mark")
        found = next(text for text in screen_lines(pilot) if "commitment.resolve" in text)
        assert "Resolve the commitment" in found and " d " in found
        await press(pilot, "escape", "d", "enter")
        assert [call for call in workspace.calls if call[0] == "resolve"]


def test_every_binding_has_an_id_and_a_description() -> None:
    bindings = [*ACTIONS, *MOVES, *RowList.BINDINGS, *Preview.BINDINGS, *SearchBar.BINDINGS]
    assert all(binding.id and binding.description for binding in bindings)  # type: ignore[union-attr]
    ids = [binding.id for binding in bindings]  # type: ignore[union-attr]
    assert len(ids) == len(set(ids))


async def test_the_palette_runs_actions_and_themes() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "ctrl+p")
        await pilot.pause(0.3)
        await pilot.press(*"betimes-light".replace("-", " ").split()[0], "minus", *"light")
        await pilot.pause(0.5)
        await pilot.press("enter")
        await settle(pilot)
        assert pilot.app.theme == "betimes-light"
        await press(pilot, "ctrl+p")
        await pilot.pause(0.3)
        await pilot.press(*"resolve")
        await pilot.pause(0.5)
        await pilot.press("enter")
        await settle(pilot)
        assert "superseded" in screen_text(pilot)


async def test_explain_a_commitment_and_a_result() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "x")
        assert "because of" in screen_text(pilot)
        await press(pilot, "escape", "slash")
        await type_text(pilot, "june")
        await press(pilot, "down", "x")
        assert "bm25" in screen_text(pilot)


async def test_the_banner_and_a_broken_ledger_stand_above_all() -> None:
    state = FakeStatus(ledger_problem="ledger.toml, line 3, column 7: not TOML. The last good one is shown.")
    async with running(FakeWorkspace(banner="As of Monday", state=state), size=(100, 24)) as pilot:
        lines = list(screen_lines(pilot))
        assert "line 3, column 7" in lines[0] and "As of Monday" in lines[1]


async def test_whoever_comes_back_has_notes_and_clock_looked_at() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        assert ("look_again",) not in workspace.calls
        pilot.app.post_message(events.AppBlur())
        pilot.app.post_message(events.AppFocus())
        await settle(pilot)
        assert workspace.calls.count(("look_again",)) == 1
        pilot.app.app_resume_signal.publish(pilot.app)
        await settle(pilot)
        assert workspace.calls.count(("look_again",)) == 2


async def test_a_vault_that_is_away_is_told_before_what_can_wait() -> None:
    notice = "/disk/Notes is not there: as last read"
    workspace = FakeWorkspace(state=FakeStatus(problems=2, watch_notice=notice, is_away=True))
    async with running(workspace, size=(130, 24)) as pilot:
        text = list(screen_lines(pilot))[-1]
        assert notice in text and text.index(notice) < text.index("2 with problems")


async def test_the_status_line_follows_indexing_and_the_model() -> None:
    workspace = FakeWorkspace(state=FakeStatus(embedder=EmbedderState.LOADING))
    async with running(workspace, size=(170, 24)) as pilot:
        progress = IndexProgress("embedding", 340, 1204, 130.0)
        workspace.state = FakeStatus(indexing=progress, problems=2, watch_notice="looking every 5 s")
        workspace.callback(progress)
        await settle(pilot)
        text = list(screen_lines(pilot))[-1]
        assert "340/1,204 chunks, 2 min left" in text and "█" in text and "2 with problems" in text
        workspace.state = FakeStatus(embedder=EmbedderState.FAILED, embedder_detail="no files")
        workspace.callback(EmbedderChanged(EmbedderState.FAILED))
        await settle(pilot)
        assert "words only, model failed (no files)" in screen_text(pilot)


@pytest.mark.parametrize("state", [EmbedderState.LOADING, EmbedderState.READY])
async def test_what_search_can_do_and_how_far_it_is_fit_on_80_columns(state: EmbedderState) -> None:
    seconds = None if state is EmbedderState.LOADING else 40.0
    progress = IndexProgress("embedding", 120, 300, seconds)
    async with running(FakeWorkspace(state=FakeStatus(embedder=state, indexing=progress, notes=59))) as pilot:
        text = list(screen_lines(pilot))[-1]
        assert ("model loading" in text) is (state is EmbedderState.LOADING)
        assert "embedding 40%" in text and "i stops" in text and "? keys" in text


async def test_a_notice_names_the_persons_own_key() -> None:
    workspace = FakeWorkspace(config=Config(keys={"ledger.history-all": "f7"}))
    async with running(workspace) as pilot:
        workspace.callback(Notice("Ledger: removed", "The history restores it.", "warning", "history_all"))
        await settle(pilot)
        assert "f7: The history restores it." in toasts(pilot)


async def test_i_stops_indexing_and_goes_on() -> None:
    workspace = FakeWorkspace()
    async with running(workspace, size=(120, 24)) as pilot:
        await press(pilot, "i")
        workspace.callback(IndexProgress("reading", 1, 2))
        await settle(pilot)
        assert workspace.state.paused and "i goes on" in screen_text(pilot)
        await press(pilot, "i")
        assert not workspace.state.paused


async def test_notices_are_toasts_and_never_markup() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        workspace.callback(Notice("[/] [@click=app.quit]x[/] \x1b[31m", "[b]hint", "warning"))
        await settle(pilot)
        assert "[@click=app.quit]" in toasts(pilot) and "\x1b" not in toasts(pilot)


HOSTILE = "[/] [b]x[/b] [@click=app.quit]q[/] \x1b]52;c;AAAA\x07 \x9b31m \x7f \u202e [["


async def test_hostile_text_is_drawn_as_text_everywhere() -> None:
    item = replace(PACKET, id=HOSTILE, action=HOSTILE, when=HOSTILE, project=HOSTILE, links=(HOSTILE,), tags=(HOSTILE,))
    workspace = FakeWorkspace(
        banner=HOSTILE,
        current=replace(AGENDA, firing=(item,)),
        state=FakeStatus(ledger_problem=HOSTILE, watch_notice=HOSTILE),
        notes={f"{HOSTILE}.md": f"# {HOSTILE}\n{HOSTILE} june\n- [ ] {HOSTILE}\n"},
    )
    async with running(workspace, size=(160, 45)) as pilot:
        seen = screen_text(pilot)
        await press(pilot, "r")
        seen += screen_text(pilot)
        await press(pilot, "escape", "x")
        seen += screen_text(pilot)
        await press(pilot, "escape", "e")
        seen += screen_text(pilot)
        await press(pilot, "escape", "slash")
        await type_text(pilot, "june")
        await press(pilot, "enter")
        seen += screen_text(pilot)
        assert "[@click=app.quit]q[/]" in seen and "␛]52;c;AAAA␇" in seen
        assert not [character for character in "\x1b\x07\x9b\x7f\u202e" if character in seen]
        assert pilot.app.is_running


async def test_the_editor_gets_the_note_at_its_line(tmp_path: Path) -> None:
    workspace = FakeWorkspace(editor=["true"])
    async with running(workspace) as pilot:
        await press(pilot, "o")
        assert ("editor", "Daily.md", 4) in workspace.calls
        assert "cannot be handed to an editor" in toasts(pilot)
        await press(pilot, "end", "o", "enter")
        assert ("editor", "Home.md", 9) in workspace.calls


async def test_a_theme_that_is_not_there_is_told() -> None:
    async with running(FakeWorkspace(config=Config(theme="neon", glyphs="ascii"))) as pilot:
        assert "there is no theme neon" in toasts(pilot)
        assert pilot.app.theme == "betimes-dark"
        assert "* 2 d late" in screen_text(pilot)
