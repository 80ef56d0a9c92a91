"""What is typed into a dialog is kept, and comes back where it was typed, on what is there by now."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pilots import press, screen_text, settle, toasts, type_text
from textual.pilot import Pilot

from app.unsaved import Draft, DraftBox
from app.workspace import Workspace
from tests.support import open_workspace, write_notes
from widgets.dialogs.entry_form import EntryForm
from widgets.dialogs.kept import KeepsDraft
from widgets.dialogs.quick_add import QuickAdd
from widgets.dialogs.raw_problem import RawProblem
from widgets.dialogs.resolve import ResolveDialog
from widgets.dialogs.task_form import TaskForm
from widgets.shell import BetimesApp

LEDGER = '[[entry]]\nid = "k7q2"\naction = "Call the plumber"\ndue = 2026-11-30\n'
RAW = LEDGER.replace("plumber", "roofer")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "vault", {"a.md": "- [ ] Feed 📅 2026-12-02\n", ".betimes/ledger.toml": LEDGER})


@asynccontextmanager
async def living(vault: Path) -> AsyncIterator[tuple[Pilot[None], Workspace]]:
    workspace, box = open_workspace(vault), DraftBox(vault.parent / "drafts")
    try:
        async with BetimesApp(workspace, agenda=workspace.agenda(), drafts=box).run_test() as pilot:
            await settle(pilot)
            yield pilot, workspace
    finally:
        box.close()
        workspace.close()


def leave(vault: Path, *drafts: Draft) -> None:
    """Leave drafts as a program that was killed does."""
    box = DraftBox(vault.parent / "drafts")
    for number, draft in enumerate(drafts):
        box.put(number, draft)
    box.close()


def kept(vault: Path) -> list[str]:
    return [path.read_text() for path in (vault.parent / "drafts").glob("*.json")]


async def until(pilot: Pilot[None], condition: object) -> None:
    for _ in range(200):
        if condition():  # type: ignore[operator]
            return
        await pilot.pause(0.05)
    raise AssertionError(screen_text(pilot))


async def reopened(pilot: Pilot[None], kind: type[KeepsDraft]) -> None:
    await until(pilot, lambda: "Typed and not saved" in screen_text(pilot))
    await press(pilot, "k")
    await until(pilot, lambda: isinstance(pilot.app.screen, kind))
    await settle(pilot)


async def test_a_form_comes_back_on_the_entry_as_it_is_now_and_is_deleted_when_saved(vault: Path) -> None:
    stored = {"action": "Call the plumber", "due": "2026-11-30", "project": "old"}
    draft = Draft("form", "Edit", {"entry": "k7q2", "stored": stored, "draft": {**stored, "action": "Call", "due": ""}})
    leave(vault, draft)
    async with living(vault) as (pilot, workspace):
        await reopened(pilot, EntryForm)
        form = pilot.app.screen
        assert isinstance(form, EntryForm)
        assert (form.draft["action"], form.draft["due"], form.draft["project"]) == ("Call", "", "")
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: kept(vault) == [])
        assert workspace.ledger.entry("k7q2").action == "Call"


async def test_fields_that_somebody_else_changed_too_are_named(vault: Path) -> None:
    stored = {"action": "Ring", "due": "2026-11-30"}
    leave(vault, Draft("form", "Edit", {"entry": "k7q2", "stored": stored, "draft": {**stored, "action": "Phone"}}))
    async with living(vault) as (pilot, _):
        await reopened(pilot, EntryForm)
        assert "Changed meanwhile, and typed here: action" in screen_text(pilot)


@pytest.mark.parametrize(
    "draft",
    [
        Draft("form", "Edit", {"entry": "gone", "stored": {}, "draft": {"action": "Keep me"}}),
        Draft("resolve", "Resolve: Keep me", {"item": "gone", "action": "Keep me", "remark": "told her"}),
        Draft("raw", "Keep me", {"entry": "gone", "seen": "a", "text": "b"}),
        Draft("line", "Keep me", {"line": "no.md:3", "action": "Keep me", "typed": {"due": "friday"}}),
    ],
    ids=lambda draft: draft.kind,
)
async def test_what_was_typed_for_something_that_is_gone_can_be_taken_along(vault: Path, draft: Draft) -> None:
    leave(vault, draft)
    async with living(vault) as (pilot, _):
        await reopened(pilot, QuickAdd)
        assert "Keep me" in screen_text(pilot) and "closed or gone by now" in screen_text(pilot)


async def test_task_line_remark_and_raw_text_come_back_one_after_the_other(vault: Path) -> None:
    leave(
        vault,
        Draft("line", "Line", {"line": "a.md:1", "action": "Feed", "typed": {"due": "2026-12-03"}}),
        Draft("resolve", "Resolve", {"item": "k7q2", "action": "Call", "remark": "told her", "outcome": "dropped"}),
        Draft("raw", "Raw", {"entry": "k7q2", "seen": "older", "text": RAW}),
    )
    async with living(vault) as (pilot, workspace):
        for _ in range(3):
            await until(pilot, lambda: "Typed and not saved" in screen_text(pilot))
            await press(pilot, "k")
            await until(pilot, lambda: isinstance(pilot.app.screen, KeepsDraft))
            await settle(pilot)
            screen = pilot.app.screen
            if isinstance(screen, TaskForm):
                assert screen.changes == {"due": "2026-12-03"}
                await press(pilot, "ctrl+s")
            elif isinstance(screen, ResolveDialog):
                assert "told her" in screen_text(pilot) and screen.choices.current.key == "dropped"  # type: ignore[union-attr]
                await press(pilot, "escape")
            else:
                assert isinstance(screen, RawProblem) and "Call the roofer" in screen_text(pilot)
                await press(pilot, "down", "enter")
            await settle(pilot)
        await until(pilot, lambda: kept(vault) == [])
    assert "2026-12-03" in (vault / "a.md").read_text()


async def test_not_now_asks_again_at_the_next_start_and_discard_never(vault: Path) -> None:
    leave(vault, Draft("quick", "New commitment", {"text": "Pay", "changed": {"due": "friday"}}))
    for key, left in (("escape", 1), ("d", 0)):
        async with living(vault) as (pilot, _):
            await until(pilot, lambda: "Pay" in screen_text(pilot) and "due: friday" in screen_text(pilot))
            await press(pilot, key)
            await until(pilot, lambda: len(kept(vault)) == left)  # noqa: B023
    async with living(vault) as (pilot, _):
        await settle(pilot)
        assert "Typed and not saved" not in screen_text(pilot)


async def test_a_change_that_the_disk_does_not_take_stays_a_draft_until_it_does(vault: Path) -> None:
    async with living(vault) as (pilot, workspace):
        (vault / ".betimes").chmod(0o500)
        ledger = vault / ".betimes" / "ledger.toml"
        ledger.chmod(0o400)
        try:
            await press(pilot, "n")
            await type_text(pilot, "Pay the roofer")
            await press(pilot, "enter")
            await until(pilot, lambda: "Not saved yet" in toasts(pilot))
            await until(pilot, lambda: "Pay the roofer" in "".join(kept(vault)))
        finally:
            (vault / ".betimes").chmod(0o700)
            ledger.chmod(0o600)
        await press(pilot, "ctrl+w")
        await until(pilot, lambda: kept(vault) == [])
        assert "Pay the roofer" in ledger.read_text()


async def test_a_folder_that_takes_no_draft_is_said_once_and_stops_nobody(vault: Path) -> None:
    (vault.parent / "drafts").write_text("no folder")
    async with living(vault) as (pilot, workspace):
        await press(pilot, "n")
        await type_text(pilot, "Pay the roofer")
        await until(pilot, lambda: "cannot be kept for the next start" in toasts(pilot))
        await press(pilot, "enter")
        await until(pilot, lambda: "Saved: Pay the roofer" in toasts(pilot))
