from __future__ import annotations

import json
import os
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import WriteRefused
from app.ledger.history import stacks
from app.ledger.journal import JournalLine, decode_lines, encode_line, open_tables
from app.ledger.journal_end import open_at_the_end
from app.ledger.journal_file import Journal
from app.ledger.known_ids import KnownIds
from app.ledger.rendering import same
from app.ledger.stack_tops import next_changes

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


def line(op: str, kind: str = "edited", entry_id: str = "a", **details: object) -> JournalLine:
    return JournalLine(NOW, kind, entry_id, {"id": entry_id}, {"id": entry_id, "op": op}, op, dict(details))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(encode_line(line(str(number))) for number in range(40)))
    return path


def ops(journal: Journal) -> list[str]:
    return [item.op for item in journal.lines]


# What was read before, when the file is another by now


def test_a_shorter_journal_in_its_place_is_read_anew(path: Path) -> None:
    journal = Journal(path)
    assert len(journal.lines) == 40
    other = path.with_name("other")
    other.write_bytes(encode_line(line("x", entry_id="b")))
    os.replace(other, path)
    assert (ops(journal), journal.state) == (["x"], {"b": {"id": "b", "op": "x"}})


def test_a_journal_with_other_beginnings_is_read_anew(path: Path) -> None:
    journal = Journal(path)
    journal.refresh()
    path.write_bytes(encode_line(line("before")) + path.read_bytes())
    assert ops(journal)[:2] == ["before", "0"]
    path.write_bytes(path.read_bytes().replace(b'"op": "0"', b'"op": "9"'))
    os.utime(path, ns=(1, 1))
    assert ops(journal)[:2] == ["before", "9"]


def test_a_journal_that_goes_away_and_comes_back_is_followed(path: Path) -> None:
    journal = Journal(path)
    data = path.read_bytes()
    assert len(journal.lines) == 40
    path.unlink()
    assert (journal.lines, journal.state) == ([], {})
    path.write_bytes(data)
    assert len(journal.lines) == 40


@pytest.mark.parametrize("torn", [b'{"time": "2026', b'{"time": "2026-11-30T08:00:00+00:00", "op": "y", "kin'])
def test_a_torn_line_spoils_itself_only(path: Path, torn: bytes) -> None:
    journal = Journal(path)
    journal.refresh()
    path.write_bytes(path.read_bytes() + torn)
    assert ops(journal)[-1] == "39"
    journal.append(line("z"))
    assert ops(journal)[-2:] == ["39", "z"] == ops(Journal(path))[-2:]
    assert path.read_bytes().count(torn + b"\n") == 1


def test_what_is_added_here_is_not_read_again(path: Path) -> None:
    journal = Journal(path)
    journal.refresh()
    read = journal.lines
    journal.append(line("z", entry_id="é", due=date(2026, 1, 2)))
    assert journal.lines is read and journal.lines[-1].details == {"due": date(2026, 1, 2)}
    assert journal.lines == Journal(path).lines


# What was added since a mark


def test_what_others_added_is_found_from_a_mark(path: Path) -> None:
    journal = Journal(path)
    mark = journal.mark()
    assert journal.since(mark) == []
    Journal(path).append(line("x"), line("y"))
    assert [item.op for item in journal.since(mark) or ()] == ["x", "y"]


def shorten(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-200])


def replace(path: Path) -> None:
    path.with_name("new").write_bytes(path.read_bytes() + encode_line(line("x")))
    os.replace(path.with_name("new"), path)


def rewrite_the_end(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"op": "39"', b'"op": "38"') + encode_line(line("x")))


@pytest.mark.parametrize("change", [shorten, replace, rewrite_the_end, Path.unlink])
def test_another_file_is_told_from_the_one_that_was_marked(path: Path, change: object) -> None:
    journal = Journal(path)
    mark = journal.mark()
    change(path)  # type: ignore[operator]
    assert journal.since(mark) is None


def test_a_mark_in_a_torn_line_is_none_to_go_on_from(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b'{"torn')
    journal = Journal(path)
    mark = journal.mark()
    assert journal.since(mark) == []
    Journal(path).append(line("x"))
    assert journal.since(mark) is None


def test_a_journal_that_was_missing_is_no_start(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    mark = journal.mark()
    assert journal.since(mark) == []
    journal.append(line("x"))
    assert journal.since(mark) is None


# The open entries at the end, without reading every line

entry_ids = st.sampled_from(["aaaa", "bbbb", 'q"uote', "ünï", "c\nd"])
tables = st.none() | st.fixed_dictionaries(
    {"id": entry_ids, "action": st.sampled_from(["x", '"after": null', ', "after": null}', '"next": {', "}{", "üé"])},
    optional={"due": st.dates(), "after": st.just("null"), "next": st.fixed_dictionaries({"id": entry_ids})},
)
parts = st.fixed_dictionaries({"id": entry_ids, "before": tables, "after": tables})
details = st.fixed_dictionaries(
    {},
    optional={
        "next": parts,
        "entries": st.lists(parts, max_size=2),
        "path": st.just("N.md"),
        "closing": st.just({"outcome": "done"}),
    },
)
journal_lines = st.builds(
    JournalLine, st.just(NOW), st.sampled_from(["edited", "added"]), entry_ids, tables, tables, st.just("o"), details
)


@given(st.lists(journal_lines, max_size=8), st.lists(st.tuples(st.integers(0, 8), st.integers(1, 400)), max_size=3))
def test_the_end_tells_what_all_lines_tell(lines: list[JournalLine], torn: list[tuple[int, int]]) -> None:
    raw = [encode_line(item) for item in lines]
    for index, length in torn:
        raw.insert(
            index, encode_line(JournalLine(NOW, "edited", "aaaa", None, {"id": "t"}, ""))[:length].strip() + b"\n"
        )
    data = b"".join(raw)
    found, expected = open_at_the_end(data), open_tables(decode_lines(data))
    assert found.keys() == expected.keys()
    assert all(same(found[key], expected[key]) for key in expected)


@given(st.binary(max_size=300))
def test_no_bytes_are_an_error_at_the_end(data: bytes) -> None:
    assert open_at_the_end(data) == open_tables(decode_lines(data))


def test_lines_in_another_form_count_as_well(path: Path) -> None:
    with path.open("ab") as file:
        file.write(
            b'\xef\xbb\xbf{"op":"1","id":"a","kind":"edited","time":"2026-11-30T08:00:00","after":null,"before":{}}\r\n'
        )
    assert Journal(path).tables() == {} == Journal(path).state


# Ids and entries


def test_an_id_is_found_wherever_it_stands(path: Path) -> None:
    journal = Journal(path)
    journal.append(line("x", next={"id": "nnnn", "before": None, "after": {"id": "nnnn"}}), line("y", entry_id="ü"))
    assert [journal.mentions(name) for name in ("a", "nnnn", "ü", "zzzz")] == [True, True, True, False]
    assert journal.ids() == {"a", "nnnn", "ü"}


def test_known_ids_are_kept_between_two_runs_and_follow_the_journal(path: Path) -> None:
    journal, kept = Journal(path), path.with_name("ids.json")
    known = KnownIds(journal, kept)
    assert (known.mentions("a"), known.mentions("zzzz"), kept.exists()) == (True, False, False)
    known.gather()
    journal.append(line("z", entry_id="zzzz"))
    assert known.mentions("zzzz")
    known = KnownIds(Journal(path), kept)
    Journal(path).append(line("z", entry_id="yyyy"))
    assert [known.mentions(name) for name in ("a", "zzzz", "yyyy", "xxxx")] == [True, True, True, False]
    journal.append(*(line(str(number), entry_id=f"n{number}") for number in range(600)))
    assert known.mentions("n599")
    assert "n599" in kept.read_text()


@pytest.mark.parametrize("content", [b"", b"[]", b'{"version": 1, "ids": 1}', b'{"version": 1, "ids": "\\n"}'])
def test_damaged_known_ids_are_searched_for(path: Path, content: bytes) -> None:
    kept = path.with_name("ids.json")
    kept.write_bytes(content)
    known = KnownIds(Journal(path), kept)
    assert (known.mentions("a"), known.mentions("zzzz")) == (True, False)


def test_known_ids_of_another_journal_are_of_no_use(path: Path) -> None:
    kept = path.with_name("ids.json")
    KnownIds(Journal(path), kept).gather()
    replace(path)
    Journal(path).append(line("z", entry_id="zzzz"))
    assert KnownIds(Journal(path), kept).mentions("zzzz")


def test_an_id_across_two_pieces_is_found(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"x" * (2**20 - path.stat().st_size - 3) + b'"qqqq"\n')
    assert Journal(path).mentions("qqqq")


def test_an_id_that_is_no_text_is_passed_over(path: Path) -> None:
    path.write_bytes(b'{"id": "bad \\q"} {"id": "good"}\n')
    assert Journal(path).ids() == {"good"}


def test_what_is_said_of_one_entry_is_found_without_the_rest(path: Path) -> None:
    journal = Journal(path)
    journal.append(line("x", entry_id="b"), line("y", next={"id": "b", "after": None}))
    assert [item.op for item in journal.about("b")] == ["x", "y"]


def test_nothing_is_added_to_a_read_only_journal(path: Path) -> None:
    Journal(path).check_writable()
    path.chmod(0o444)
    with pytest.raises(WriteRefused, match="read-only"):
        Journal(path).check_writable()
    Journal(path.with_name("none")).check_writable()


# Undo and redo, from the end

steps = st.lists(
    st.tuples(st.sampled_from(["edited", "edited-by-hand", "undo", "redo", "undo-skipped"]), st.integers(0, 6)),
    max_size=20,
)


@given(steps, st.integers(1, 5), st.sampled_from(["undo", "redo"]))
def test_the_next_changes_are_those_of_the_whole_journal(taken: list[tuple[str, int]], first: int, kind: str) -> None:
    lines: list[JournalLine] = []
    for number, (step, meant) in enumerate(taken):
        key = {"redo": "redoes"}.get(step, "undoes")
        op = str(number % 9)
        lines.append(line(op, step, **({} if step.startswith("edited") else {key: str(meant)})))
    endings = [(lines[-size:], False) for size in range(first, len(lines), 3)]
    done, undone = stacks(lines)
    found = list(next_changes([*endings, (lines, True)], kind))
    expected = (done if kind == "undo" else undone)[::-1]
    assert found == expected


def test_undo_reads_the_end_of_a_long_journal_only(path: Path) -> None:
    lines = [line(f"n{number}", filler="x" * 100) for number in range(3000)]
    Journal(path).append(*lines, line("u", "undo", undoes="n2999"))
    journal = Journal(path)
    assert next(next_changes(journal.endings(), "undo")).op == "n2998"
    assert next(next_changes(journal.endings(), "redo")).op == "n2999"
    assert journal._size == 0
    assert [item.op for item in next_changes(journal.endings(), "undo")][-1] == "0"


def test_the_journal_is_plain_json_that_others_can_read(path: Path) -> None:
    assert all(json.loads(raw)["kind"] == "edited" for raw in path.read_bytes().splitlines())
