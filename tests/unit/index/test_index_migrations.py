from __future__ import annotations

import sqlite3

import pytest

from app.errors import StoreError
from app.index import migrations
from app.index.migrations import SCHEMA_VERSION, migrate, schema_version


@pytest.fixture
def connection():
    connection = sqlite3.connect(":memory:", isolation_level=None)
    yield connection
    connection.close()


def test_a_new_database_gets_all_tables(connection):
    migrate(connection)
    assert schema_version(connection) == SCHEMA_VERSION
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    assert {"note", "chunk", "words", "task", "link", "vector", "meta"} <= tables
    migrate(connection)


def test_only_the_missing_steps_are_taken(connection, monkeypatch):
    migrate(connection)
    monkeypatch.setattr(
        migrations, "MIGRATIONS", (*migrations.MIGRATIONS, lambda c: c.execute("CREATE TABLE extra (x)"))
    )
    monkeypatch.setattr(migrations, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    migrate(connection)
    assert schema_version(connection) == SCHEMA_VERSION + 1
    assert connection.execute("SELECT count(*) FROM extra").fetchone() == (0,)


def test_a_step_that_fails_changes_nothing(connection, monkeypatch):
    def fails(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE half (x)")
        connection.execute("SELECT no_such_column FROM half")

    monkeypatch.setattr(migrations, "MIGRATIONS", (fails,))
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection)
    assert schema_version(connection) == 0
    assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_newer_tables_are_not_touched(connection):
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(StoreError, match="versions up to") as caught:
        migrate(connection)
    assert "Update" in caught.value.hint
    assert schema_version(connection) == SCHEMA_VERSION + 1
