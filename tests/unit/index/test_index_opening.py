from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from app.errors import StoreError
from app.index import meta
from app.index.glance import Glance, glance
from app.index.migrations import APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION
from app.index.note_rows import replace_note
from app.index.opening import open_database
from app.index.store import IndexStore
from app.index.transaction import IndexRemade
from app.vault.markdown import parse_note
from app.vault.note import FileStamp


def fill(database: Path, count: int = 25) -> None:
    store = IndexStore.open(database, "/notes")
    with store.batch():
        for number in range(count):
            data = f"# Note {number}\nsome words {number} and more of them\n".encode() * 20
            store.replace_note(parse_note(f"{number}.md", data), FileStamp(f"{number}.md", len(data), 1, 1, number))
    store.close()


def notes_in(database: Path) -> tuple[int, str]:
    """Open, count the notes, and see that the index can be written."""
    store = IndexStore.open(database, "/notes")
    reader = store.reader()
    count = len(reader.notes())
    store.replace_note(parse_note("probe.md", b"probe"), FileStamp("probe.md", 5, 1, 1, 1))
    assert [hit.path for hit in reader.match('"probe"', 5)] == ["probe.md"]
    store.verify()
    notice = store.notice
    reader.close()
    store.close()
    return count, notice


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def overwrite(path: Path, offset: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "mine.txt").write_text("somebody's")


def of_another_program(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE theirs (x)")
    connection.commit()
    connection.close()


def with_another_id(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA application_id = 7")
    connection.close()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("not a database at all " * 400),
    "short text": lambda path: path.write_text("?"),
    "first page": lambda path: overwrite(path, 0, b"\xff" * 4096),
    "first page but its magic": lambda path: overwrite(path, 100, b"\xff" * 3996),
    "half": lambda path: os.truncate(path, path.stat().st_size // 2),
    "header only": lambda path: os.truncate(path, 100),
    "folder": replace_by_folder,
    "another program's tables": of_another_program,
    "another program's id": with_another_id,
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_what_is_no_index_is_moved_aside_and_made_anew(database, damage):
    fill(database)
    damage(database)
    count, notice = notes_in(database)
    assert count == 0
    assert "made anew" in notice and "index.sqlite3.unusable" in notice
    assert (database.parent / "index.sqlite3.unusable").exists()
    assert notes_in(database) == (1, "")


def test_an_empty_file_is_a_new_index(database):
    fill(database)
    database.write_bytes(b"")
    assert notes_in(database) == (0, "The index was empty; it is made anew.")
    assert notes_in(database) == (1, "")


def test_only_one_damaged_file_is_kept_but_every_folder(database):
    fill(database)
    for _ in range(2):
        database.write_text("damaged")
        notes_in(database)
    assert len(list(database.parent.glob("*.unusable*"))) == 1
    for _ in range(2):
        replace_by_folder(database)
        notes_in(database)
    assert len(list(database.parent.glob("*.unusable*/mine.txt"))) == 2
    database.write_text("damaged")
    assert "made anew" in notes_in(database)[1]


@pytest.mark.parametrize("suffix", ["-wal", "-journal", "-shm"])
def test_garbage_beside_the_file_does_no_harm(database, suffix):
    fill(database)
    database.with_name(database.name + suffix).write_bytes(os.urandom(8192))
    assert notes_in(database)[0] in (0, 25)


def test_a_newer_index_is_left_alone_to_the_byte(database):
    fill(database)
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    before = digest(database)
    count, notice = notes_in(database)
    assert (count, digest(database)) == (0, before)
    assert "newer version" in notice and "left alone" in notice
    assert notes_in(database)[0] == 1
    assert digest(database) == before
    assert (database.parent / f"index-v{SCHEMA_VERSION}.sqlite3").exists()


def test_a_newer_index_whose_version_is_still_in_its_log_is_left_alone(database):
    fill(database)
    newer = sqlite3.connect(database)
    newer.execute("PRAGMA wal_autocheckpoint = 0")
    newer.execute("PRAGMA user_version = 999")
    before = digest(database)
    assert notes_in(database)[0] == 0
    assert digest(database) == before
    newer.close()


def test_the_index_of_another_folder_is_not_used(database):
    fill(database)
    store = IndexStore.open(database, "/other")
    assert "belongs to another folder (/notes)" in store.notice
    assert store.stamps() == {}
    store.close()


def test_a_vault_whose_name_is_no_text_has_an_index(database):
    for _ in range(2):
        store = IndexStore.open(database, "/notes/\udcff")
        assert store.notice == ""
        store.close()


def test_nobody_else_can_read_it(tmp_path):
    before = os.umask(0)
    try:
        database = tmp_path / "cache" / "vaults" / "x" / "index.sqlite3"
        store = IndexStore.open(database, "/notes")
        store.replace_note(parse_note("a.md", b"x"), FileStamp("a.md", 1, 1, 1, 1))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in database.parent.iterdir()}
        assert len(modes) == 3 and set(modes.values()) == {0o600}
        assert stat.S_IMODE(database.parent.stat().st_mode) == 0o700
        store.close()
    finally:
        os.umask(before)


def test_a_place_where_nothing_can_be_kept_is_an_error_with_advice(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be kept") as caught:
        open_database(tmp_path / "file" / "index.sqlite3", "/notes")
    assert "XDG_CACHE_HOME" in caught.value.hint


def test_where_nothing_can_be_kept_a_temporary_folder_does_for_one_run(tmp_path):
    (tmp_path / "file").write_text("x")
    store = IndexStore.open(tmp_path / "file" / "index.sqlite3", "/notes")
    folder = store.path.parent
    assert "cannot be kept" in store.notice and "XDG_CACHE_HOME" in store.notice and "Until then" in store.notice
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    store.replace_note(parse_note("a.md", b"fresh"), FileStamp("a.md", 5, 1, 1, 1))
    reader = store.reader()
    assert [hit.path for hit in reader.match('"fresh"', 5)] == ["a.md"]
    reader.close()
    store.close()
    assert not folder.exists()


def test_damage_inside_is_found_by_looking_for_it_and_an_empty_index_takes_over(database):
    fill(database)
    store = IndexStore.open(database, "/notes")
    reader = store.reader()
    store._connection.execute("UPDATE words_data SET block = zeroblob(40) WHERE id > 100")
    with pytest.raises(IndexRemade, match="damaged"):
        store.verify()
    assert reader.notes() == []
    store.replace_note(parse_note("a.md", b"fresh"), FileStamp("a.md", 5, 1, 1, 1))
    assert [hit.path for hit in reader.match('"fresh"', 5)] == ["a.md"]
    reader.close()
    store.close()


def test_damaged_pages_are_found_by_looking_for_them(database):
    fill(database, 200)
    size = database.stat().st_size
    overwrite(database, size // 2 // 4096 * 4096, b"\xff" * 4096 * 8)
    store = IndexStore.open(database, "/notes")
    with pytest.raises(IndexRemade):
        store.verify()
    assert "made anew" in store.notice
    store.close()


def test_damage_met_while_writing_is_repaired_too(database):
    fill(database, 200)
    store = IndexStore.open(database, "/notes")
    store._connection.execute("DELETE FROM words_data")
    with pytest.raises(IndexRemade):
        for number in range(200):
            store.replace_note(parse_note(f"{number}.md", b"new"), FileStamp(f"{number}.md", 3, 1, 1, 1))
    assert store.stamps() == {}
    store.close()


def test_the_whole_file_is_looked_over_once_a_day(database):
    fill(database)
    store = IndexStore.open(database, "/notes")
    day = 86_400.0
    store.verify_daily(10 * day)
    store._connection.execute("UPDATE words_data SET block = zeroblob(40) WHERE id > 100")
    store.verify_daily(10.9 * day)
    with pytest.raises(IndexRemade):
        store.verify_daily(11 * day)
    store.close()


def test_notes_are_read_again_when_the_program_reads_them_differently(database, monkeypatch):
    fill(database, 3)
    monkeypatch.setattr("app.index.opening.CONTENT_VERSION", 99)
    store = IndexStore.open(database, "/notes")
    assert [known[1] for known in store.stamps().values()] == ["", "", ""]
    store.close()
    assert notes_in(database)[0] == 3


def test_a_locked_index_is_no_damaged_one(database, monkeypatch):
    fill(database)
    monkeypatch.setattr("app.index.opening.BUSY_SECONDS", 0.05)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store = IndexStore.open(database, "/notes")
    with pytest.raises(StoreError, match="Another program is writing"):
        store.remove_notes(["1.md"])
    other.execute("ROLLBACK")
    assert store.remove_notes(["1.md"]) == {"1.md"}
    other.close()
    store.close()


def test_files_of_ours_are_told_by_their_id(database):
    fill(database, 1)
    assert int.from_bytes(database.read_bytes()[68:72], "big") == APPLICATION_ID


def test_notes_are_read_again_when_the_settings_read_them_differently(database):
    fill(database, 2)
    for reading, digests in (("other", ["", ""]), ("other", ["", ""])):
        store = IndexStore.open(database, "/notes", reading)
        assert [known[1] for known in store.stamps().values()] == digests
        store.close()
    store = IndexStore.open(database, "/notes", "other")
    store.replace_note(parse_note("0.md", b"x"), FileStamp("0.md", 1, 1, 1, 0))
    store.close()
    store = IndexStore.open(database, "/notes", "other")
    assert any(known[1] for known in store.stamps().values())
    store.close()


def test_an_index_made_before_suggestions_is_upgraded_and_all_notes_are_read_again(database):
    database.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(database, isolation_level=None)
    for step in MIGRATIONS[:2]:
        step(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 2")
    meta.put(connection, meta.VAULT, "/notes")
    meta.put(connection, meta.CONTENT, 1)
    replace_note(connection, parse_note("a.md", b"I'll ring Ann by Friday."), FileStamp("a.md", 24, 1, 1, 1))
    connection.close()
    assert glance(database) == Glance()
    store = IndexStore.open(database, "/notes")
    assert (store.notice, [known[1] for known in store.stamps().values()]) == ("", [""])
    assert [note.path for note in store.unscanned()] == ["a.md"]
    store.close()
    assert notes_in(database) == (1, "")
