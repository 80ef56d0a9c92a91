"""Every state that an index may be found in: told as it is found, and made anew by `--fix` alone."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.index.matrix_file import SUFFIX
from tests.unit.doctor.doctor_support import Patient


@pytest.fixture
def indexed(patient: Patient) -> Patient:
    patient.run("index")
    return patient


def change(index: Path, *statements: str) -> None:
    with closing(sqlite3.connect(index, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def as_folder(index: Path) -> None:
    index.unlink()
    index.mkdir()
    (index / "mine.txt").write_text("x")


def torn(index: Path) -> None:
    data = index.read_bytes()
    index.write_bytes(data[: len(data) // 2])


def overwritten(index: Path) -> None:
    with index.open("r+b") as file:
        file.write(b"\xff" * 4096)


def in_the_middle(index: Path) -> None:
    pages = index.stat().st_size // 4096
    with index.open("r+b") as file:
        for page in range(1, pages):
            file.seek(4096 * page)
            file.write(b"\xff" * 4096)


def words_gone(index: Path) -> None:
    change(index, "DELETE FROM words_data WHERE id > 10")


def other_vault(index: Path) -> None:
    change(index, "UPDATE meta SET value = '/elsewhere' WHERE key = 'vault'")


DAMAGE = {
    "a folder": as_folder,
    "text": lambda index: index.write_text("not a database, but long enough to have a header " * 9),
    "half of it": torn,
    "its head": overwritten,
    "its middle": in_the_middle,
    "its words": words_gone,
    "another vault's": other_vault,
    "no tables": lambda index: change(index, "DROP TABLE note"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_damage_is_told_and_left_until_it_is_to_be_fixed(indexed: Patient, what: str):
    DAMAGE[what](indexed.index)
    before = listing(indexed.index)
    checks = indexed.checks(status=3)
    assert checks["index.damaged"]["fixable"] and checks["links.unknown"]["state"] == "note"
    assert listing(indexed.index) == before
    notes = indexed.bytes()
    answer = indexed.doctor("--fix")
    assert [item["code"] for item in answer["fixed"]] == ["index.damaged"], answer
    checks = {check["code"]: check for check in answer["checks"]}
    assert checks["index.file"]["message"].startswith("2 notes") and "index.damaged" not in checks
    assert indexed.bytes() == notes and "Kitchen.md" in indexed.run("search", "cabinets")
    if what == "a folder":
        assert (indexed.index.with_name(f"{indexed.index.name}.unusable") / "mine.txt").exists()
    assert "Delete it" in checks["index.aside"]["hint"]


def listing(index: Path) -> dict[str, bytes]:
    companions = ("-shm", "-wal")  # looking makes them, and makes them go
    found = (path for path in index.parent.rglob("*") if path.is_file() and not path.name.endswith(companions))
    return {str(path): hashlib.sha256(path.read_bytes()).digest() for path in found}


def test_the_index_of_a_newer_version_is_left_alone(indexed: Patient):
    change(indexed.index, "PRAGMA user_version = 999")
    before = indexed.index.read_bytes()
    checks = indexed.checks("--fix")
    assert checks["index.newer"]["hint"].startswith("Update Betimes") and checks["index.file"]["state"] == "ok"
    assert indexed.index.read_bytes() == before and "links.all" in checks


def test_an_older_one_is_brought_up_to_date(indexed: Patient):
    (indexed.root / "New.md").write_text("x")
    shutil.rmtree(indexed.index.parent)
    assert indexed.checks()["index.file"]["message"].startswith("3 notes")


def test_how_far_it_is_behind_is_told(indexed: Patient):
    (indexed.root / "New.md").write_text("x")
    (indexed.root / "Diary.md").unlink()
    assert "1 are new or changed and 1 are gone" in indexed.checks("--quick")["index.behind"]["message"]
    assert "index.behind" not in indexed.checks()
    assert "index.behind" not in indexed.checks("--quick")


def test_a_file_of_vectors_that_is_none_is_deleted(indexed: Patient):
    change(indexed.index, "INSERT INTO model (name, dimension, matrix, places) VALUES ('m', 4, 'abc', 1)")
    matrix = indexed.index.with_name(f"{indexed.index.stem}-abc{SUFFIX}")
    for data in (b"short", b"x" * 8192):
        matrix.write_bytes(data)
        matrix.chmod(0o600)
        assert indexed.checks("--quick")["matrix.damaged"]["fixable"]
    assert [item["code"] for item in indexed.doctor("--fix")["fixed"]] == ["matrix.damaged"]
    assert not matrix.exists()


def test_what_others_can_read_is_closed_to_them(indexed: Patient):
    indexed.index.chmod(0o644)
    indexed.index.parent.chmod(0o755)
    found = [c for c in indexed.doctor("--quick")["checks"] if c["code"] == "permissions.open"]
    assert len(found) >= 2 and all(check["fixable"] for check in found)
    indexed.doctor("--fix")
    assert indexed.index.stat().st_mode & 0o777 == 0o600 and indexed.index.parent.stat().st_mode & 0o777 == 0o700
    assert "permissions.kept" in indexed.checks("--quick")


def test_an_index_that_another_program_writes_is_looked_at_all_the_same(indexed: Patient):
    with closing(sqlite3.connect(indexed.index, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert indexed.checks("--quick")["index.file"]["state"] == "ok"
        connection.execute("ROLLBACK")
