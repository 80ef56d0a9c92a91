from __future__ import annotations

import json
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import LedgerError
from app.ledger.history import describe, stacks
from app.ledger.journal import JournalLine, decode_lines, encode_line, open_tables
from app.ledger.journal_file import Journal
from app.ledger.rendering import same

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)

values = st.recursive(
    st.text() | st.integers() | st.floats() | st.booleans() | st.dates() | st.times() | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["toml", "a", "ü"]), inner, max_size=2),
    max_leaves=5,
)


@given(st.dictionaries(st.text(max_size=4), values, max_size=4))
def test_a_line_is_read_as_it_was_written(table: dict[str, object]) -> None:
    line = JournalLine(NOW, "edited", "aaaa", None, table, "0p", {"undoes": "x"})
    (read,) = decode_lines(encode_line(line))
    assert same(read.after, table)
    assert (read.time, read.kind, read.id, read.before, read.op, read.details) == (
        NOW,
        "edited",
        "aaaa",
        None,
        "0p",
        {"undoes": "x"},
    )


@given(st.binary(max_size=200))
def test_no_bytes_are_an_error(data: bytes) -> None:
    whole = encode_line(JournalLine(NOW, "added", "aaaa", None, {"id": "aaaa"}, "1"))
    assert next(iter(decode_lines(whole + data))).id == "aaaa"


def test_one_line_is_one_line_of_plain_json() -> None:
    encoded = encode_line(JournalLine(NOW, "added", "aaaa", None, {"due": date(2026, 1, 2), "n": "a\nb"}, "1"))
    assert encoded.count(b"\n") == 1
    assert json.loads(encoded)["after"] == {"due": {"toml": "2026-01-02"}, "n": "a\nb"}
    assert json.loads(encoded)["time"] == "2026-11-30T08:00:00+00:00"


def test_the_ledger_of_any_past_day_can_be_rebuilt() -> None:
    first, second = {"id": "a", "due": date(2026, 1, 1)}, {"id": "b"}
    lines = [
        JournalLine(NOW, "added", "a", None, first, "1"),
        JournalLine(NOW, "task-resolved", "N.md:1", "- [ ] x", "- [x] x", "2", {"path": "N.md", "line": 1}),
        JournalLine(NOW, "resolved", "a", first, None, "3", {"next": {"id": "b", "before": None, "after": second}}),
        JournalLine(NOW, "undo", "a", None, first, "4", {"next": {"id": "b", "before": second, "after": None}}),
    ]
    assert [open_tables(lines[:count]) for count in range(5)] == [
        {},
        {"a": first},
        {"a": first},
        {"b": second},
        {"a": first},
    ]


def test_a_growing_journal_is_read_on_from_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "j" / "journal.jsonl"
    journal, other = Journal(path), Journal(path)
    journal.append(JournalLine(NOW, "added", "a", None, {"id": "a"}, "1"))
    other.refresh()
    other.append(JournalLine(NOW, "removed-by-hand", "a", {"id": "a"}, None, "2"))
    journal.refresh()
    assert [line.op for line in journal.lines] == ["1", "2"]
    assert journal.state == {}


def test_a_journal_that_is_no_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="cannot be read"):
        Journal(tmp_path).refresh()


def line(op: str, kind: str = "edited", **details: object) -> JournalLine:
    return JournalLine(NOW, kind, "a", {"action": "x", "n": 1}, {"action": "x", "n": 2}, op, dict(details))


def test_undo_and_redo_move_changes_between_the_stacks() -> None:
    lines = [line("1"), line("2"), line("h", "edited-by-hand"), line("3", "undo", undoes="2")]
    done, undone = stacks(lines)
    assert ([item.op for item in done], [item.op for item in undone]) == (["1"], ["2"])
    done, undone = stacks([*lines, line("4", "redo", redoes="2"), line("5", "undo", undoes="nothing")])
    assert ([item.op for item in done], undone) == (["1", "2"], [])
    done, undone = stacks([*lines, line("6")])
    assert ([item.op for item in done], undone) == (["1", "6"], [])
    done, undone = stacks([*lines, line("7", "undo-skipped", undoes="1"), line("8", "undo-skipped", undoes="2")])
    assert (done, undone) == ([], [])


ONLY_X = {"action": "x"}
DROPPED = {"closing": {"outcome": "dropped"}}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (line("1"), "edited n of 'x'"),
        (JournalLine(NOW, "edited", "a", ONLY_X, ONLY_X), "edited nothing of 'x'"),
        (JournalLine(NOW, "added", "a", None, ONLY_X), "added 'x'"),
        (JournalLine(NOW, "reopened", "abcd", None, {"at": time(1)}), "reopened 'abcd'"),
        (JournalLine(NOW, "resolved", "a", ONLY_X, None, "", DROPPED), "resolved as dropped 'x'"),
        (JournalLine(NOW, "task-moved", "N:1", "  * [ ] Boiler 📅", "", "", {"path": "N"}), "moved 'Boiler 📅'"),
        (JournalLine(NOW, "task-resolved", "N:1", "odd", "", "", {"path": "N"}), "resolved 'odd'"),
    ],
)
def test_changes_are_described(change: JournalLine, said: str) -> None:
    assert describe(change) == said
