"""Suggestions on the screen: the sentence and its reading, making an entry of it, never seeing it again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pilots import main, press, screen_text, toasts
from real_vault import running_on, until
from textual.pilot import Pilot

from app.config import Config, EmbeddingConfig
from app.workspace import Workspace
from tests.support import open_workspace, write_notes

NOTE = (
    "# Thursday\n\nTold Martin I'd have the drawings to him by Friday. ^m4r\n\nI promised Ann the ladder by Monday.\n"
)
SENTENCE = "I promised Ann the ladder by Monday."


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    root = write_notes(tmp_path / "notes", {"Daily/2026-11-26.md": NOTE})
    found = open_workspace(root, Config(embedding=EmbeddingConfig(enabled=False)))
    found.update(meaning=False)
    yield found
    found.close()


async def highlighted(pilot: Pilot, action: str) -> None:
    await until(pilot, lambda: main(pilot).commitment is not None)
    await until(pilot, lambda: action in [item.action for item in main(pilot).agenda.agenda.suggested])
    while main(pilot).commitment.action != action:
        await press(pilot, "down")


async def test_a_suggestion_shows_its_sentence_and_becomes_an_entry_linked_to_its_block(workspace: Workspace) -> None:
    async with running_on(workspace) as pilot:
        await highlighted(pilot, "have the drawings to him")
        assert "SUGGESTED 2" in screen_text(pilot) and "“Told Martin" in screen_text(pilot)
        await press(pilot, "e")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "EntryForm")
        assert "have the drawings to him" in screen_text(pilot) and "2026-11-27" in screen_text(pilot)
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: len(workspace.agenda().suggested) == 1)
        (entry,) = workspace.commitments()
        assert (entry.action, entry.links) == ("have the drawings to him", ("Daily/2026-11-26#^m4r",))
        await until(pilot, lambda: "SUGGESTED 1" in screen_text(pilot))
        await press(pilot, "u")
        await until(pilot, lambda: len(workspace.agenda().suggested) == 2 and not workspace.commitments())


async def test_a_form_in_which_nothing_was_typed_closes_at_once(workspace: Workspace) -> None:
    async with running_on(workspace) as pilot:
        await highlighted(pilot, "have the drawings to him")
        await press(pilot, "e")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "EntryForm")
        await press(pilot, "escape")
        await until(pilot, lambda: pilot.app.screen is main(pilot))
        assert not workspace.commitments() and not toasts(pilot)


async def test_one_key_dismisses_a_suggestion_for_good(workspace: Workspace) -> None:
    async with running_on(workspace) as pilot:
        await highlighted(pilot, "I promised Ann the ladder")
        await press(pilot, "f")
        await until(pilot, lambda: f"Dismissed: “{SENTENCE}”" in toasts(pilot))
        await until(pilot, lambda: "SUGGESTED 1" in screen_text(pilot))
        await press(pilot, "u")
        await until(pilot, lambda: "Undone: dismissed the suggestion" in toasts(pilot))
        await until(pilot, lambda: "SUGGESTED 2" in screen_text(pilot))
        await press(pilot, "ctrl+r")
        await until(pilot, lambda: "SUGGESTED 1" in screen_text(pilot))
    workspace.update(meaning=False)
    assert SENTENCE not in [item.sentence for item in workspace.agenda().suggested]
    assert (workspace.root / "Daily/2026-11-26.md").read_text("utf-8") == NOTE


@pytest.mark.parametrize("key", ["r", "s", "h", "a"])
async def test_what_is_only_suggested_is_no_commitment_yet(workspace: Workspace, key: str) -> None:
    async with running_on(workspace) as pilot:
        await highlighted(pilot, "I promised Ann the ladder")
        await press(pilot, key)
        await until(pilot, lambda: "only suggested" in toasts(pilot))
        assert "e: make it an entry   f: never again" in toasts(pilot)
        assert type(pilot.app.screen).__name__ == "MainScreen"


async def test_it_is_explained_and_its_card_says_what_can_be_done(workspace: Workspace) -> None:
    async with running_on(workspace) as pilot:
        await highlighted(pilot, "I promised Ann the ladder")
        await until(pilot, lambda: "Suggested by" in screen_text(pilot))
        assert "f: never again" in screen_text(pilot)
        await press(pilot, "x")
        await until(pilot, lambda: "counts for nothing until" in screen_text(pilot))
