from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.errors import VaultError
from app.salience.operations import OperationsLog

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


def test_a_missing_log_has_no_mentions(tmp_path: Path) -> None:
    assert OperationsLog(tmp_path / "none.jsonl").mentions() == {}


def test_what_is_appended_is_read_back(tmp_path: Path) -> None:
    log = OperationsLog(tmp_path / ".betimes" / "operations.jsonl")
    log.append("opened", "Projects/Küche.md", NOW, query="kitchen \n quote")
    log.append("edited", "Projects/Küche.md", NOW + timedelta(hours=1))
    assert log.mentions() == {"Projects/Küche.md": [NOW, NOW + timedelta(hours=1)]}
    first = json.loads(log.path.read_text().splitlines()[0])
    assert (first["kind"], first["query"]) == ("opened", "kitchen \n quote")


def test_only_new_lines_are_read_and_other_writers_count(tmp_path: Path) -> None:
    path = tmp_path / "operations.jsonl"
    mine, theirs = OperationsLog(path), OperationsLog(path)
    mine.append("opened", "a.md", NOW)
    assert list(mine.mentions()) == ["a.md"]
    theirs.append("opened", "b.md", NOW)
    assert list(mine.mentions()) == ["a.md", "b.md"]
    assert mine.mentions() == theirs.mentions()


def test_a_log_that_was_replaced_or_cut_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "operations.jsonl"
    log = OperationsLog(path)
    log.append("opened", "a.md", NOW)
    log.append("opened", "b.md", NOW)
    assert len(log.mentions()) == 2
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[1])
    assert list(log.mentions()) == ["b.md"]
    path.unlink()
    assert log.mentions() == {}


def test_what_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "operations.jsonl"
    good = json.dumps({"time": NOW.isoformat(), "kind": "opened", "path": "a.md"}).encode()
    bad = [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"path": "x"}',
        b'{"path": 1, "time": "2026-11-30"}',
        b"\xff\xfe",
        b"[" * 100_000,
    ]
    bad += [b'{"path": "x", "time": "yesterday"}', b'{"path": "x", "time": 5}']
    path.write_bytes(b"\n".join([*bad, good]) + b"\n" + b'{"time": "20')
    assert list(OperationsLog(path).mentions()) == ["a.md"]


def test_a_torn_last_line_does_not_swallow_the_next(tmp_path: Path) -> None:
    path = tmp_path / "operations.jsonl"
    path.write_bytes(b'{"time": "2026-')
    log = OperationsLog(path)
    log.append("opened", "a.md", NOW)
    assert list(log.mentions()) == ["a.md"]
    assert path.read_bytes().startswith(b'{"time": "2026-\n{')


def test_a_log_that_cannot_be_written_or_read_says_where(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(VaultError, match="cannot be written"):
        OperationsLog(tmp_path / "file" / "operations.jsonl").append("opened", "a.md", NOW)
    os.mkdir(tmp_path / "folder")
    with pytest.raises(VaultError, match="cannot be read"):
        OperationsLog(tmp_path / "folder").mentions()


def test_the_log_is_private(tmp_path: Path) -> None:
    log = OperationsLog(tmp_path / "operations.jsonl")
    log.append("opened", "a.md", NOW)
    assert log.path.stat().st_mode & 0o077 == 0


def test_use_goes_with_a_renamed_note(tmp_path: Path) -> None:
    log = OperationsLog(tmp_path / "operations.jsonl")
    log.append("opened", "a.md", NOW)
    log.append_renames({"a.md": "b.md", "x.md": "y.md"}, NOW)
    log.append("opened", "b.md", NOW + timedelta(hours=1))
    log.append("opened", "a.md", NOW + timedelta(hours=2))
    expected = {"b.md": [NOW, NOW + timedelta(hours=1)], "a.md": [NOW + timedelta(hours=2)]}
    assert log.mentions() == OperationsLog(log.path).mentions() == expected
    assert log.renames() == {"a.md": "b.md", "x.md": "y.md"}
    log.append_renames({"b.md": "a.md"}, NOW)
    assert list(log.mentions()) == ["a.md"] and len(log.mentions()["a.md"]) == 3


def test_a_rename_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "operations.jsonl"
    times = '"time": "2026-11-30T08:00:00+00:00", "kind": "renamed"'
    path.write_text(
        f'{{{times}, "path": 3, "to": "b"}}\n{{{times}, "path": "a"}}\n{{{times}, "path": "a", "to": "a"}}\n'
    )
    assert (OperationsLog(path).renames(), OperationsLog(path).mentions()) == ({}, {})
