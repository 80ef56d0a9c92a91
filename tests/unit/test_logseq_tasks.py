"""Blocks of Logseq from the note to the agenda and back, as a command and a screen do it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime, time
from pathlib import Path

import pytest

from app.cli.run import run
from app.errors import WriteRefused
from app.ledger.following import LAST
from app.paths import Locations
from app.workspace import Workspace
from tests.support import open_workspace, write_notes

PAGE = (
    "- House\r\n"
    "\t- TODO [#B] Call the surveyor #house\r\n"
    "\t  id:: 65a0\r\n"
    "\t  SCHEDULED: <2026-12-04 Fri>\r\n"
    "\t- LATER Pay the rent\r\n"
    "\t  DEADLINE: <2026-11-30 Mon 09:30 ++1m>\r\n"
    "- DOING Read the report\r\n"
    "- TODO Water\r\n"
    "  SCHEDULED: <2026-11-28 Sat .+3d>"
)
NAME = "pages/House.md"
CALL, RENT, READ, WATER = f"{NAME}:2", f"{NAME}:5", f"{NAME}:7", f"{NAME}:8"
DAY = "2026-11-30"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = write_notes(tmp_path / "notes", {})
    (root / "pages").mkdir(parents=True)
    (root / NAME).write_bytes(PAGE.encode())
    return root


@pytest.fixture
def workspace(root: Path) -> Iterator[Workspace]:
    found = open_workspace(root)
    found.update(meaning=False)
    yield found
    found.close()


def text(workspace: Workspace) -> str:
    return (workspace.root / NAME).read_bytes().decode()


def test_blocks_are_in_the_agenda_with_all_their_lines(workspace: Workspace) -> None:
    call, rent, water = (workspace.find(name) for name in (CALL, RENT, WATER))
    assert (call.due, call.is_scheduled, call.under) == (date(2026, 12, 4), True, "House")
    assert call.raw == "\t- TODO [#B] Call the surveyor #house\n\t  id:: 65a0\n\t  SCHEDULED: <2026-12-04 Fri>"
    assert (rent.due, rent.repeat) == (datetime.combine(date(2026, 11, 30), time(9, 30)), "every month")
    assert workspace.ledger.following(rent) == "next: Wed 30 Dec 09:30"
    assert workspace.ledger.following(water) == "next: Thu 3 Dec"
    assert workspace.ledger.following(workspace.find(READ)) == "" != LAST


@pytest.mark.parametrize(
    ("name", "status", "before", "after"),
    [
        (CALL, "done", "TODO [#B] Call", "DONE [#B] Call"),
        (RENT, "open", "<2026-11-30 Mon 09:30 ++1m>", "<2026-12-30 Wed 09:30 ++1m>"),
        (READ, "done", "DOING", "DONE"),
        (WATER, "open", "<2026-11-28 Sat .+3d>", "<2026-12-03 Thu .+3d>"),
    ],
)
def test_resolving_changes_one_token_and_undo_gives_back_the_bytes(
    workspace: Workspace, name: str, status: str, before: str, after: str
) -> None:
    closed = workspace.ledger.resolve(workspace.find(name))
    assert (text(workspace), closed.status) == (PAGE.replace(before, after), "done")
    items = {item.id: item for item in workspace.commitments()}
    assert (name in items) == (status == "open")
    workspace.ledger.undo()
    assert text(workspace) == PAGE
    workspace.ledger.redo()
    assert text(workspace) == PAGE.replace(before, after)


def test_dates_are_moved_added_and_taken_out(workspace: Workspace) -> None:
    call = workspace.ledger.edit_line(workspace.find(CALL), {"scheduled": "2026-12-11"})
    assert text(workspace) == PAGE.replace("2026-12-04 Fri", "2026-12-11 Fri") and call.due == date(2026, 12, 11)
    call = workspace.ledger.edit_line(call, {"due": "2026-12-31", "priority": "high"})
    assert "\t- TODO [#A] Call the surveyor #house\r\n\t  DEADLINE: <2026-12-31 Thu>\r\n\t  id:: 65a0" in text(
        workspace
    )
    assert (call.due, call.priority, call.under) == (date(2026, 12, 31), "high", "House")
    workspace.ledger.edit_line(call, {"scheduled": "", "repeat": "every 2 weeks"})
    assert "DEADLINE: <2026-12-31 Thu ++2w>\r\n\t  id:: 65a0\r\n\t- LATER" in text(workspace)
    for _ in range(3):
        workspace.ledger.undo()
    assert text(workspace) == PAGE


def test_putting_off_moves_the_scheduled_day_and_leaves_the_deadline(workspace: Workspace) -> None:
    rent = workspace.ledger.snooze(workspace.find(RENT), "2026-12-05")
    assert "\t- LATER Pay the rent\r\n\t  SCHEDULED: <2026-12-05 Sat>\r\n\t  DEADLINE: <2026-11-30" in text(workspace)
    assert [item.id for item in workspace.agenda().snoozed] == [RENT]
    assert (rent.due, rent.snoozed) == (datetime(2026, 11, 30, 9, 30), date(2026, 12, 5))
    workspace.ledger.snooze(rent, "off")
    assert text(workspace) == PAGE
    workspace.ledger.snooze(workspace.find(CALL), "2026-12-09")
    assert text(workspace) == PAGE.replace("2026-12-04 Fri", "2026-12-09 Wed")
    for _ in range(3):
        workspace.ledger.undo()
    assert text(workspace) == PAGE


def test_a_block_whose_dates_another_program_changed_is_left_alone(workspace: Workspace) -> None:
    call = workspace.find(CALL)
    theirs = PAGE.replace("2026-12-04 Fri", "2026-12-07 Mon")
    (workspace.root / NAME).write_bytes(theirs.encode())
    with pytest.raises(WriteRefused, match="no longer what was shown"):
        workspace.ledger.resolve(call)
    assert text(workspace) == theirs
    workspace.update(meaning=False)
    workspace.ledger.resolve(workspace.find(CALL))
    assert text(workspace) == theirs.replace("TODO [#B]", "DONE [#B]")


def test_the_command_line_does_the_same(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def betimes(*words: str) -> tuple[int, dict[str, object]]:
        options = ["--vault", str(root), "--as-of", DAY, "--json", "--no-semantic"]
        status = run([words[0], *options, *words[1:]], Locations.below(tmp_path / "places"))
        printed = capsys.readouterr()
        return status, json.loads(printed.out or printed.err.splitlines()[-1])

    assert betimes("edit", CALL, "due=2026-12-20")[1]["due"] == "2026-12-20"
    assert betimes("snooze", RENT.replace(":5", ":6"), "2026-12-05")[1]["snoozed"] == "2026-12-05"
    assert betimes("resolve", CALL)[1]["status"] == "done"
    assert betimes("reopen", CALL)[1]["status"] == "open"
    assert betimes("edit", CALL, "start=2026-12-20")[0] == 4
    assert betimes("snooze", WATER.replace(":8", ":10"), "off")[0] == 4
    for _ in range(4):
        assert betimes("undo")[0] == 0
    assert (root / NAME).read_bytes() == PAGE.encode()
