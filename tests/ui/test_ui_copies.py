"""Conflict copies of the ledger: the banner, the comparison, and the merge."""

from __future__ import annotations

from dataclasses import replace

from fake_safety import BROKEN, COPY
from fake_workspace import FakeWorkspace
from pilots import press, running, screen_lines, screen_text, settle, toasts

from app.errors import LedgerError, WriteRefused
from app.events import LedgerChanged
from app.ledger.copies import LedgerCopy


async def test_the_banner_names_the_copies_and_the_key() -> None:
    workspace = FakeWorkspace(found=(replace(COPY, path=".betimes/ledger 3.toml"),))
    async with running(workspace) as pilot:
        assert "Conflict copy of the ledger, m compares and merges: ledger 3.toml" in screen_text(pilot)
        workspace.found += (BROKEN,)
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert "2 conflict copies of the ledger, m compares and merges: ledger 3.toml" in screen_text(pilot)
        workspace.found = ()
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert "onflict cop" not in screen_text(pilot)


async def test_without_copies_the_key_says_so() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "m")
        assert "There is no conflict copy" in toasts(pilot)


async def test_everything_in_a_copy_is_listed_with_what_a_merge_does() -> None:
    async with running(FakeWorkspace(found=(COPY,))) as pilot:
        await press(pilot, "m")
        shown = screen_text(pilot)
        for text in ("ONLY THERE 2", "CLOSED THERE 1", "DIFFERENT 2", "CLOSED OR REMOVED HERE 1", "OLDER STATES 1"):
            assert text in shown
        assert "Enter merges: 2 added, 1 closed, 3 kept as ours." in shown
        assert "in the copy" in shown and "2026-12-04" in shown


async def test_space_takes_theirs_and_gives_it_back() -> None:
    workspace = FakeWorkspace(found=(COPY,))
    async with running(workspace) as pilot:
        await press(pilot, "m", "space", "j", "j", "j")
        assert [text for text in screen_lines(pilot) if "due" in text and "2026-11-28" in text and "2026-12-05" in text]
        await press(pilot, "space")
        assert "[x] takes theirs" in screen_text(pilot) and "1 taken from the copy, 2 kept" in screen_text(pilot)
        await press(pilot, "space", "j", "space", "j", "space")
        assert "2 taken from the copy, 1 kept" in screen_text(pilot) and "takes theirs, closed" in screen_text(pilot)
        await press(pilot, "enter")
        assert ("merge", COPY.path, frozenset({"h3dg", "0ld1"})) in workspace.calls
        assert "2 added, 1 closed, 1 taken from the copy, 1 kept as ours" in toasts(pilot)
        assert "onflict copy" not in screen_text(pilot)


async def test_several_copies_come_one_after_the_other() -> None:
    second = replace(COPY, path=".betimes/ledger 3.toml")
    workspace = FakeWorkspace(found=(COPY, BROKEN, second))
    async with running(workspace) as pilot:
        await press(pilot, "m")
        assert "2 more" in screen_text(pilot)
        await press(pilot, "enter")
        assert "line 3, column 7" in screen_text(pilot) and "cannot be merged" in screen_text(pilot)
        await press(pilot, "enter")
        assert "ledger 3.toml" in screen_text(pilot).splitlines()[0]
        await press(pilot, "enter")
        assert [call[1] for call in workspace.calls if call[0] == "merge"] == [COPY.path, second.path]
        assert len(pilot.app.screen_stack) == 1 and "merges: ledger 2.toml" in screen_text(pilot)


async def test_escape_merges_nothing() -> None:
    workspace = FakeWorkspace(found=(COPY, BROKEN))
    async with running(workspace) as pilot:
        await press(pilot, "m", "escape")
        assert len(pilot.app.screen_stack) == 1 and not [call for call in workspace.calls if call[0] == "merge"]


async def test_a_refused_merge_is_told_and_the_copies_are_read_again() -> None:
    workspace = FakeWorkspace(found=(COPY,), refusals=[WriteRefused("the copy was changed", "Look again.")])
    async with running(workspace) as pilot:
        await press(pilot, "m")
        workspace.found = (replace(COPY, only_there=()),)
        await press(pilot, "enter")
        assert "the copy was changed" in toasts(pilot)
        await press(pilot, "m")
        assert "ONLY THERE" not in screen_text(pilot)


async def test_a_copy_that_cannot_be_renamed_is_told() -> None:
    class Stays(FakeWorkspace):
        def merge(self, copy: LedgerCopy, take: object = ()) -> object:
            return replace(super().merge(copy, ()), renamed="")

    async with running(Stays(found=(COPY,))) as pilot:
        await press(pilot, "m", "enter")
        assert "could not be renamed" in toasts(pilot)


async def test_a_ledger_that_cannot_be_read_has_no_copies_yet() -> None:
    class Broken(FakeWorkspace):
        def copies(self) -> tuple[LedgerCopy, ...]:
            raise LedgerError("ledger.toml, line 3")

    async with running(Broken()) as pilot:
        await press(pilot, "m")
        assert "There is no conflict copy" in toasts(pilot)
