"""Row "index db corrupted" and its kin: whatever happens to the index, it heals, and says so once."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.index.migrations import MIGRATIONS, SCHEMA_VERSION
from tests.faults.healing_world import Life, database_of, fill_vault, overwrite, with_sql, wrong_vectors
from tests.support import wait_until

PAGE = 4096


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A vault, and the places of a run that has ended well."""
    folder = tmp_path_factory.mktemp("healing")
    root, places = fill_vault(folder / "notes"), folder / "places"
    with Life(root, places) as life:
        life.wait_until_whole()
        assert life.notices == []
    return root, places


@pytest.fixture
def world(indexed: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """The vault, and places of this test's own, in which the index is as it was left."""
    root, places = indexed
    shutil.copytree(places, tmp_path / "places")
    return root, tmp_path / "places"


def to_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "mine.txt").write_text("somebody's")


def to_another_program(path: Path) -> None:
    path.unlink()
    with_sql("CREATE TABLE theirs (x)", "INSERT INTO theirs VALUES (1)")(path)


def matrix_of(path: Path) -> Path:
    (matrix,) = path.parent.glob("*.vectors")
    return matrix


def middle(path: Path) -> int:
    return path.stat().st_size // 2 // PAGE * PAGE


def harm_one_row(path: Path) -> None:
    matrix = matrix_of(path)
    times = matrix.stat()
    overwrite(matrix, PAGE + 64 * 4 * 7, b"\xff" * 128)  # the eighth of 60: samples might well miss it
    os.utime(matrix, ns=(times.st_atime_ns, times.st_mtime_ns))


HARM: dict[str, tuple[Callable[[Path], object], str]] = {
    "4 KB of 0xff at the start": (lambda path: overwrite(path, 0, b"\xff" * PAGE), "is not a database"),
    "4 KB of 0xff in the middle": (lambda path: overwrite(path, middle(path), b"\xff" * PAGE), "damaged ("),
    "cut to half": (lambda path: os.truncate(path, path.stat().st_size // 2), "breaks off"),
    "cut to nothing": (lambda path: os.truncate(path, 0), "was empty"),
    "text": (lambda path: path.write_text("no database " * 900), "is not a database"),
    "a folder": (to_folder, "is not a file"),
    "another program's": (to_another_program, "belongs to another program"),
    "words that quick_check takes for sound": (
        with_sql("UPDATE words_data SET block = zeroblob(40) WHERE id > 100"),
        "was damaged",
    ),
    "random -wal": (lambda path: path.with_name(path.name + "-wal").write_bytes(os.urandom(9000)), ""),
    "half of the vectors too short": (
        with_sql("UPDATE vector SET data = substr(data, 1, 100) WHERE rowid % 2"),
        "were not whole",
    ),
    "a damaged row in the matrix": (harm_one_row, ""),
    "a matrix cut short": (lambda path: os.truncate(matrix_of(path), 5000), ""),
    "no matrix": (lambda path: matrix_of(path).unlink(), ""),
}


@pytest.mark.parametrize("name", HARM)
def test_index_db_corrupted_it_is_made_whole_and_that_is_said_once(world: tuple[Path, Path], name: str) -> None:
    root, places = world
    harm, said = HARM[name]
    harm(database_of(places))
    with Life(root, places) as life:
        assert wait_until(lambda: bool(life.notices) == bool(said), 30)
        life.wait_until_whole()
        vectors = life.workspace._upkeep.knowledge.vectors
        assert vectors is not None and abs(vectors.matrix @ vectors.matrix.T).max() < 1.01
        assert len(life.notices) == bool(said) and all(said in notice for notice in life.notices), life.notices
    assert wrong_vectors(database_of(places)) == []
    if name == "a folder":
        assert [path.read_text() for path in places.glob("cache/vaults/*/*.unusable*/mine.txt")] == ["somebody's"]
    with Life(root, places) as life:
        life.wait_until_whole()
        assert life.notices == []


@pytest.mark.parametrize("what", ["file", "folder", "replaced"])
def test_index_db_corrupted_deleted_while_it_runs(world: tuple[Path, Path], what: str) -> None:
    root, places = world
    with Life(root, places) as life:
        life.wait_until_whole()
        database = database_of(places)
        if what == "folder":
            shutil.rmtree(database.parent)
        else:
            database.unlink()
        if what == "replaced":
            database.write_bytes(b"something else " * 600)
        life.look_again()
        assert wait_until(lambda: any("deleted or replaced" in said for said in life.notices) and database.exists(), 30)
        life.wait_until_whole()
        assert sum("deleted or replaced" in said for said in life.notices) == 1
    assert wrong_vectors(database) == []


def test_index_db_corrupted_under_a_reader_while_it_runs(world: tuple[Path, Path]) -> None:
    """A search meets the damage: it fails, and without anybody's doing the next one is answered."""
    root, places = world
    with Life(root, places) as life:
        life.wait_until_whole()
        database = database_of(places)
        with_sql("PRAGMA wal_checkpoint(TRUNCATE)")(database)
        overwrite(database, PAGE, b"\xff" * (database.stat().st_size - PAGE))
        with_sql("PRAGMA user_version = 5")(database)  # what readers keep of the pages is not good any more
        assert wait_until(lambda: life.found("zebra") == [] or bool(life.notices), 30)
        assert wait_until(lambda: bool(life.notices), 30)
        life.wait_until_whole()
        assert len(life.notices) == 1 and "was damaged" in life.notices[0]
        assert "made anew" in life.notices[0]
    assert wrong_vectors(database_of(places)) == []


def test_index_db_corrupted_what_a_reader_saw_is_mended_by_the_next_start(world: tuple[Path, Path]) -> None:
    """A command that meets damage cannot mend it: it leaves a mark."""
    from app.index.store import IndexStore

    root, places = world
    store = IndexStore.open(database_of(places), str(root))
    reader = store.reader()
    reader._place.report("database disk image is malformed", 0)
    reader.close()
    store.close()
    with Life(root, places) as life:
        life.wait_until_whole()
        assert len(life.notices) == 1 and "malformed" in life.notices[0]
    assert not list(places.glob("cache/vaults/*/*-damaged"))


def test_schema_version_from_the_future_is_left_alone_and_the_program_is_usable(world: tuple[Path, Path]) -> None:
    root, places = world
    database = database_of(places)
    with_sql("PRAGMA journal_mode = DELETE", f"PRAGMA user_version = {SCHEMA_VERSION + 900}")(database)
    before = hashlib.sha256(database.read_bytes()).hexdigest()
    for expected in (1, 1):  # it is said at each start: who has two versions is to know
        with Life(root, places) as life:
            assert wait_until(lambda: bool(life.notices), 30)
            life.wait_until_whole()
            assert len(life.notices) == expected and "newer version of Betimes" in life.notices[0]
        assert hashlib.sha256(database.read_bytes()).hexdigest() == before


def test_index_folder_that_takes_nothing_a_temporary_one_does(world: tuple[Path, Path], tmp_path: Path) -> None:
    root, _ = world
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "cache").write_text("in the way")
    with Life(root, tmp_path / "other") as life:
        life.wait_until_whole()
        folder = life.workspace.index_path.parent
        assert len(life.notices) == 1 and "cannot be kept" in life.notices[0]
        assert folder.stat().st_mode & 0o777 == 0o700
    assert not folder.exists()


def test_index_log_journal_permissions_what_was_open_to_others_is_closed(world: tuple[Path, Path]) -> None:
    root, places = world
    for path in [places / "cache", *(places / "cache").rglob("*")]:
        path.chmod(0o777 if path.is_dir() else 0o666)
    (places / "state").mkdir(mode=0o777, exist_ok=True)
    (places / "state" / "last-vault").write_text("x")
    (places / "state" / "last-vault").chmod(0o644)
    with Life(root, places) as life:
        life.wait_until_whole()
        ours = [*(places / "cache").rglob("*"), *(places / "state").rglob("*"), places / "cache", places / "state"]
        wide = {str(path): oct(path.stat().st_mode) for path in ours if path.stat().st_mode & 0o077}
    assert wide == {}


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION))
def test_schema_version_of_before_is_migrated(tmp_path: Path, version: int) -> None:
    from app.index.migrations import APPLICATION_ID, migrate

    with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as connection:
        for step in MIGRATIONS[:version]:
            step(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {version}")
        migrate(connection)
        tables = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        ).fetchall()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh)
        assert tables == fresh.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        ).fetchall()  # fmt: skip
