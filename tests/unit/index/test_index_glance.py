from __future__ import annotations

import sqlite3

import pytest

from app.index.glance import Glance, glance


def test_a_glance_shows_the_dated_open_task_lines(put, store):
    put("a.md", "- [ ] one 📅 2026-12-01\n- [x] two 📅 2026-12-01\n- [ ] three\n- [ ] four 📅 2026-02-31\n")
    assert [task.line for task in glance(store.path).tasks] == [1, 4]
    assert glance(store.path).notes == 1


@pytest.mark.parametrize("content", [None, b"", b"not a database" * 100])
def test_an_index_that_cannot_be_read_shows_nothing(tmp_path, content):
    path = tmp_path / "index.sqlite3"
    if content is not None:
        path.write_bytes(content)
    assert glance(path) == Glance()
    assert path.exists() is (content is not None)


def test_an_index_of_another_version_shows_nothing(put, store):
    put("a.md", "- [ ] one 📅 2026-12-01\n")
    path = store.path
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    assert glance(path) == Glance()
