from __future__ import annotations

import stat
from datetime import datetime, timedelta
from pathlib import Path

from app.crashes import MOST, Crashes

SECRET = "Lena sends her price on Friday"
NOW = datetime(2026, 11, 30, 8, 0)


def fails(note: str) -> BaseException:
    try:
        try:
            int(note)
        except ValueError as error:
            raise KeyError(note) from error
    except KeyError as error:
        return error
    raise AssertionError


def test_a_record_says_where_and_nothing_of_what_anybody_wrote(tmp_path: Path) -> None:
    said = Crashes(tmp_path / "state" / "crashes").record(fails(SECRET), "screen", NOW)
    (path,) = (tmp_path / "state" / "crashes").iterdir()
    text = path.read_text()
    assert said.startswith("KeyError in ") and "test_crashes.py:" in said and said.endswith(str(path))
    assert text.index("builtins.ValueError") < text.index("builtins.KeyError")
    assert "test_crashes.py:" in text and "screen" in text and "textual" in text
    assert SECRET not in text + said and "Lena" not in text + said
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_an_error_of_the_system_keeps_its_number_but_not_its_file(tmp_path: Path) -> None:
    Crashes(tmp_path).record(OSError(28, "No space left", f"/home/me/{SECRET}.md"), "thread index", NOW)
    (path,) = tmp_path.iterdir()
    assert "[errno 28]" in path.read_text() and SECRET not in path.read_text()


def test_errors_that_come_from_each_other_in_a_ring_end(tmp_path: Path) -> None:
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert "ValueError" in Crashes(tmp_path).record(first, "screen", NOW)


def test_only_the_latest_records_are_kept(tmp_path: Path) -> None:
    crashes = Crashes(tmp_path)
    for minute in range(MOST + 3):
        crashes.record(ValueError(), "screen", NOW + timedelta(minutes=minute))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == MOST and names[0].startswith("crash-20261130-080300")


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = Crashes(tmp_path / "file").record(ValueError(), "screen", NOW)
    assert "cannot be written" in said
