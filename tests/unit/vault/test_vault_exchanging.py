from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.errors import WriteRefused
from app.vault import atomic
from app.vault.exchanging import exchange


def test_two_files_change_places_or_nothing_happens(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"1")
    other.write_bytes(b"2")
    done = exchange(one, other)
    assert (one.read_bytes(), other.read_bytes()) == ((b"2", b"1") if done else (b"1", b"2"))
    if done:
        with pytest.raises(FileNotFoundError):
            exchange(one, tmp_path / "gone")


def test_what_was_written_after_the_last_look_comes_back(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "note.md"
    ours.write_bytes(b"ours")
    theirs.write_bytes(b"theirs")
    if not exchange(ours, theirs) or not exchange(ours, theirs):
        pytest.skip("files cannot change places here")
    with pytest.raises(WriteRefused, match="another program"):
        atomic._put_in_place(ours, theirs, b"what was read")
    assert theirs.read_bytes() == b"theirs" and sorted(os.listdir(tmp_path)) == ["note.md", "ours"]
    theirs.unlink()
    with pytest.raises(WriteRefused, match="another program"):
        atomic._put_in_place(ours, theirs, b"what was read")
