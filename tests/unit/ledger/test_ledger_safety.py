"""The ledger is written as notes are: links, modes and other names of a file stay, and a failed flush counts."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from ledger_support import THREE, VaultOnDisk

from app.ledger.entry import Entry

CHILD = Path(__file__).with_name("failing_sync_child.py")
ROOT = Path(__file__).resolve().parents[3]


def change_all(vault: VaultOnDisk) -> None:
    """Make a change of every kind, and take all of it back."""
    ledger = vault.open()
    ledger.edit("p4ss", priority="high")
    ledger.snooze("q7te", date(2026, 12, 24))
    ledger.add(Entry("", "New"))
    ledger.resolve("r3nt")
    for _ in range(4):
        ledger.undo()
    ledger.redo()
    ledger.undo()


def test_a_linked_ledger_stays_linked(vault: VaultOnDisk, tmp_path: Path) -> None:
    dotfiles = tmp_path / "dotfiles"
    dotfiles.mkdir()
    target = dotfiles / "commitments.toml"
    target.write_text(THREE)
    target.chmod(0o640)
    vault.folder.mkdir()
    vault.ledger_file.symlink_to(target)
    change_all(vault)
    vault.open().edit("p4ss", priority="low")
    assert vault.ledger_file.is_symlink()
    assert 'priority = "low"' in target.read_text()
    assert target.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in dotfiles.iterdir()) == ["commitments.toml"]


def test_a_folder_that_is_a_link_stays_one(vault: VaultOnDisk, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    vault.folder.symlink_to(elsewhere, target_is_directory=True)
    vault.ledger_file.write_text(THREE)
    change_all(vault)
    assert vault.folder.is_symlink() and vault.read() == THREE
    assert (elsewhere / "journal.jsonl").is_file()


def test_every_name_of_a_ledger_with_several_names_sees_the_change(vault: VaultOnDisk, tmp_path: Path) -> None:
    vault.write(THREE)
    other = tmp_path / "other.toml"
    os.link(vault.ledger_file, other)
    change_all(vault)
    vault.open().edit("p4ss", priority="low")
    assert os.path.samefile(other, vault.ledger_file) and 'priority = "low"' in other.read_text()


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o660])
def test_the_modes_of_all_files_are_kept(vault: VaultOnDisk, mode: int) -> None:
    vault.write(THREE)
    vault.open().resolve("p4ss")
    files = [vault.folder / name for name in ("ledger.toml", "resolved-2026.toml", "journal.jsonl")]
    for path in files:
        path.chmod(mode)
    vault.open().resolve("q7te")
    assert [path.stat().st_mode & 0o777 for path in files] == [mode] * 3


def test_new_files_are_for_their_owner_only(vault: VaultOnDisk) -> None:
    ledger = vault.open()
    ledger.resolve(ledger.add(Entry("", "New")).id)
    assert {path.name: path.stat().st_mode & 0o777 for path in vault.folder.iterdir()} == {
        "ledger.toml": 0o600,
        "resolved-2026.toml": 0o600,
        "journal.jsonl": 0o600,
    }


def test_a_killed_programs_temporary_file_goes_with_the_next_change(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    left, others = vault.folder / ".betimes-abcd_123.tmp", vault.folder / "mine.tmp"
    left.write_bytes(b"")
    others.write_bytes(b"")
    vault.open().edit("p4ss", priority="low")
    assert (left.exists(), others.exists()) == (False, True)


def test_whichever_flush_fails_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    path = ":".join([str(ROOT), *(item for item in sys.path if item.endswith("site-packages"))])
    command = [sys.executable, "-S", str(CHILD), str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, env={"PYTHONPATH": path}, check=False)
    assert result.stderr == ""
    *outcomes, last = result.stdout.splitlines()
    assert last == "done: ['bbbb'] ['aaaa'] [] True"
    refused, made, done = "refused: ['aaaa', 'bbbb'] [] [] True", "refused, made: ['bbbb'] ['aaaa'] [] True", last
    assert outcomes[0] == refused
    assert set(outcomes) == {refused, made, done}
