from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import UsageError
from app.vault.scratch import read_back, scratch_file


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_only_its_owner_can_read_it_and_nothing_of_it_stays(folder):
    with scratch_file("größer\r\n", "entry.toml") as path:
        assert path.name == "entry.toml" and folder in path.parents
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
        assert read_back(path) == "größer\r\n"
        (path.parent / "entry.toml~").write_text("an editor's copy")
    assert list(folder.iterdir()) == []


def test_it_goes_away_when_something_fails(folder):
    with pytest.raises(ZeroDivisionError), scratch_file("x", "entry.toml"):
        raise ZeroDivisionError
    assert list(folder.iterdir()) == []


def test_what_did_not_come_back_is_told(folder):
    with scratch_file("x", "entry.toml") as path:
        path.write_bytes(b"\xff\xfe")
        with pytest.raises(UsageError, match="UTF-8"):
            read_back(path)
        path.unlink()
        with pytest.raises(UsageError, match="did not come back"):
            read_back(path)


def test_a_temporary_folder_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    with pytest.raises(UsageError, match="missing cannot be written"), scratch_file("x", "entry.toml"):
        pass


def test_a_name_that_is_no_file_is_told(folder):
    with pytest.raises(UsageError, match="cannot be written"), scratch_file("x", str(Path("no") / "folder.toml")):
        pass
    assert list(folder.iterdir()) == []
