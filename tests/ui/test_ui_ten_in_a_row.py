"""A person resolves, snoozes and edits ten entries in a row, with the keyboard alone and without waiting."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pilots import main, press, screen_text, settle, toasts
from real_vault import running_on, until
from textual.events import Key
from textual.pilot import Pilot

from app.workspace import Workspace

COUNT = 12
HEAD = "# Kept by hand: this comment stays.\n"
RESOLVE = ["r", "enter"]
DROP = ["r", "down", *"no use", "enter"]
SNOOZE = ["s", "enter"]
FRIDAY = ["s", *"friday", "enter"]
EDIT = ["e", *" now", "ctrl+s", "down"]
STEPS = (RESOLVE, SNOOZE, EDIT, DROP, FRIDAY, RESOLVE, EDIT, SNOOZE, RESOLVE, EDIT)
NAMES = {" ": "space"}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Twelve entries that are due: the first one is the latest."""
    root = tmp_path / "vault"
    (root / ".betimes").mkdir(parents=True)
    (root / "Note.md").write_text("# Note\n", encoding="utf-8")
    entries = [
        f'[[entry]]\nid = "en{n:02}"\naction = "Matter {n:02}"\ndue = 2026-11-{n + 1:02}  # as told\nmine = {n}\n'
        for n in range(COUNT)
    ]
    (root / ".betimes" / "ledger.toml").write_text(HEAD + "\n".join(entries), encoding="utf-8")
    return root


def open_entries(root: Path) -> dict[str, dict[str, Any]]:
    text = (root / ".betimes" / "ledger.toml").read_text(encoding="utf-8")
    assert text.startswith(HEAD)
    return {entry["id"]: entry for entry in tomllib.loads(text)["entry"]}


def closed_entries(root: Path) -> dict[str, dict[str, Any]]:
    text = (root / ".betimes" / "resolved-2026.toml").read_text(encoding="utf-8")
    return {entry["id"]: entry for entry in tomllib.loads(text)["entry"]}


def send(pilot: Pilot, keys: Iterable[str]) -> None:
    """Type without waiting for anything."""
    for key in keys:
        pilot.app.post_message(Key(NAMES.get(key, key), key if len(key) == 1 else None))


def check(root: Path) -> None:
    """See that each step was done to its own entry, and nothing else was touched."""
    entries, closed = open_entries(root), closed_entries(root)
    assert {entry_id: entry["outcome"] for entry_id, entry in closed.items()} == {
        "en00": "done",
        "en03": "dropped",
        "en05": "done",
        "en08": "done",
    }
    assert closed["en03"]["remark"] == "no use"
    assert sorted(entries) == sorted({f"en{n:02}" for n in range(COUNT)} - closed.keys())
    assert {entry_id: entry["snoozed"] for entry_id, entry in entries.items() if "snoozed" in entry} == {
        "en01": date(2026, 12, 1),
        "en04": date(2026, 12, 4),
        "en07": date(2026, 12, 1),
    }
    edited = {entry_id for entry_id, entry in entries.items() if entry["action"].endswith(" now")}
    assert edited == {"en02", "en06", "en09"}
    for entry_id, entry in (entries | closed).items():
        number = int(entry_id.removeprefix("en"))
        assert entry["mine"] == number and entry["due"] == date(2026, 11, number + 1)


async def test_ten_in_a_row_at_full_speed(vault: Path, open_vault: Callable[[Path], Workspace]) -> None:
    async with running_on(open_vault(vault), size=(80, 24)) as pilot:
        for keys in STEPS:
            send(pilot, keys)
        await until(pilot, lambda: "NOW 5" in screen_text(pilot) and not main(pilot).is_busy("ledger"))
        await settle(pilot)
        check(vault)
        item = main(pilot).commitment
        assert item is not None and item.id == "en10"
        assert len(pilot.app.screen_stack) == 1


async def test_ten_in_a_row_with_a_look_after_each(vault: Path, open_vault: Callable[[Path], Workspace]) -> None:
    async with running_on(open_vault(vault), size=(80, 24)) as pilot:
        for number, keys in enumerate(STEPS):
            item = main(pilot).commitment
            assert item is not None and item.id == f"en{number:02}"
            await press(pilot, *(NAMES.get(key, key) for key in keys))
            await settle(pilot)
        check(vault)
        assert "Resolved" not in toasts(pilot) and "Done: Matter 08" in toasts(pilot)


async def test_ten_steps_are_taken_back_as_quickly(vault: Path, open_vault: Callable[[Path], Workspace]) -> None:
    before = open_entries(vault)
    async with running_on(open_vault(vault), size=(80, 24)) as pilot:
        for keys in STEPS:
            send(pilot, keys)
        send(pilot, ["u"] * len(STEPS))
        await until(pilot, lambda: "NOW 12" in screen_text(pilot) and not main(pilot).is_busy("ledger"))
        assert open_entries(vault) == before


async def test_quitting_at_once_loses_nothing(vault: Path, open_vault: Callable[[Path], Workspace]) -> None:
    async with running_on(open_vault(vault), size=(80, 24)) as pilot:
        for keys in STEPS:
            send(pilot, keys)
        send(pilot, ["q"])
        await until(pilot, lambda: not pilot.app.is_running)
    check(vault)
