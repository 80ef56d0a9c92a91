"""What is fuzzed: for each target a strategy made of its grammar's own fragments, and what must hold of every input."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from hypothesis import strategies as st

from app.embedding.wire import Frame, FrameDecoder, WireError
from app.errors import WriteRefused
from app.ledger.dates import Lead, NotADate, Reading, parse_lead, read_phrase
from app.ledger.drafts import Reader
from app.ledger.journal import JournalLine, decode_line, encode_line
from app.ledger.quick_add import read_line
from app.ledger.suggestions.scanning import find_suggestions
from app.ledger.tables import entry_of
from app.ledger.toml_file import LedgerSyntaxError, parse_document
from app.search.expression import any_expression, match_expression
from app.search.query import parse_query
from app.search.reading import read_as
from app.vault.decoding import NotText, clean, decode, split_lines
from app.vault.markdown import parse_note
from app.vault.note import Note
from app.vault.recurrence import RuleNotUnderstood, find_rule, next_date, read_rule
from app.vault.task_edits import defer, reschedule, set_field, tick, untick, with_block_id
from app.vault.tasks import parse_task
from tests.faults import fuzz_texts

TODAY = date(2026, 11, 30)
READER = Reader(TODAY, True, ("en", "de", "fr", "es"))


@dataclass(frozen=True, slots=True)
class Target:
    """A parser.

    Attributes:
        strategy: Makes inputs.
        check: Raises when something does not hold.
    """

    strategy: st.SearchStrategy[Any]
    check: Callable[[Any], None]


NOTE_BYTES = st.one_of(
    fuzz_texts.NOTES.map(lambda text: text.encode("utf-8", "surrogatepass")),
    fuzz_texts.NOTES.map(lambda text: b"---\n" + text.encode("utf-8", "surrogatepass") + b"\n---\n- [ ] x"),
    fuzz_texts.NOTES.map(lambda text: b"+++\n" + text.encode("utf-8", "surrogatepass") + b"\n+++\n- [ ] x"),
    st.tuples(fuzz_texts.NOTES, st.binary(max_size=8), st.sampled_from([b"", b"\xff\xfe", b"\xef\xbb\xbf"])).map(
        lambda parts: parts[2] + parts[0].encode("utf-8", "surrogatepass") + parts[1]
    ),
)


def check_note(data: bytes) -> None:
    """A note of any bytes is read, and reads back: lines in order, tasks as they stand, text that can be stored."""
    note = parse_note("Folder/2026-11-30 a.md", data)
    assert note == parse_note("Folder/2026-11-30 a.md", data)
    assert note.chunks or note.problem
    for before, after in zip(note.chunks, note.chunks[1:], strict=False):
        assert before.line_start <= before.line_end < after.line_start
    try:
        lines = [line.rstrip("\r\n") for line in split_lines(decode(data).text)]
    except NotText:
        return
    for task in note.tasks:
        assert "\n".join(lines[task.line - 1 :][: task.raw.count("\n") + 1]) == task.raw
    words = {word for line in lines for word in clean(line).split()}
    in_chunks = {word for chunk in note.chunks for word in chunk.text.split()}
    assert in_chunks <= words | {word for line in lines for word in clean(line).strip("\ufeff").split()}
    _storable(note)


def _storable(note: Note) -> None:
    values = [note.title, *note.aliases, *note.tags, note.problem, json.dumps(dict(note.properties))]
    values += [link.target for link in note.links] + [chunk.embedding_text for chunk in note.chunks]
    for value in values:
        value.encode("utf-8")


EDITS: tuple[Callable[[str], str | None], ...] = (
    lambda raw: tick(raw, TODAY),
    lambda raw: tick(raw, TODAY, "dropped"),
    untick,
    lambda raw: reschedule(raw, date(2027, 1, 31)),
    lambda raw: defer(raw, date(2027, 1, 31)),
    lambda raw: set_field(raw, "priority", "high"),
    lambda raw: set_field(raw, "repeat", "every week"),
    lambda raw: with_block_id(raw, "new"),
)


def check_task(raw: str) -> None:
    """A line is read, and what an edit makes of it is a task that says what was meant, or it is refused."""
    task = parse_task("a.md", 1, raw)
    if task is None:
        return
    assert task.raw == raw
    for number, edit in enumerate(EDITS):
        try:
            after = edit(raw)
        except WriteRefused:
            continue
        if after is None:
            continue
        read = [parse_task("a.md", 1, line) for line in after.split("\n")]
        assert any(found is not None for found in read), after
        if number < 2 and task.is_open:
            assert any(found is not None and not found.is_open for found in read), after


def check_date(text: str) -> None:
    """Any phrase is a reading or no date, the same each time; so are leads and rules."""
    found: Reading | None = None
    try:
        found = read_phrase(text, TODAY, languages=("en", "de", "fr", "es", "zh"), fallback=False)
    except NotADate as error:
        assert str(error)
    if found is not None:
        assert found == read_phrase(text, TODAY, languages=("en", "de", "fr", "es", "zh"), fallback=False)
        assert found.said
    with suppress(NotADate):
        assert isinstance(parse_lead(text), Lead)
    with suppress(RuleNotUnderstood):
        assert next_date(read_rule(text), TODAY, TODAY) > TODAY
    inside = find_rule(text)
    assert inside is None or 0 <= inside.start < inside.end <= len(text)


def _words() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("CREATE VIRTUAL TABLE words USING fts5 (title, headings, body, tokenize = 'porter unicode61')")
    connection.execute("INSERT INTO words VALUES ('a', 'b', 'the kitchen quote who paid')")
    return connection


WORDS = _words()


def check_query(text: str) -> None:
    """Anything typed can be asked of the index, and is told how it was read."""
    for known in (None, {"prop"}):
        query = parse_query(text, known)
        for expression in (match_expression(query), any_expression(query)):
            if expression:
                WORDS.execute("SELECT count(*) FROM words WHERE words MATCH ?", (expression,)).fetchone()
        read_as(query, any_word=True).encode("utf-8", "surrogatepass")
        assert query.meaning == query.meaning.strip()


LEDGER_BYTES = st.tuples(fuzz_texts.LEDGERS, st.sampled_from([b"", b"", b"\xef\xbb\xbf", b"\xff"])).map(
    lambda parts: parts[1] + parts[0].encode("utf-8", "surrogatepass")
)


def check_ledger(data: bytes) -> None:
    """A ledger is read or its fault has a place; what is read gives back its bytes, and one entry changes alone."""
    try:
        document = parse_document(data, "ledger.toml")
    except LedgerSyntaxError as error:
        assert error.message
        return
    assert document.encoded() == data
    for index, table in enumerate(document.tables):
        entry_of(table)
        changed = {**table, "action": "Changed \u2028 \\ \" ''' text"}
        try:
            after = document.with_table(index, changed)
        except WriteRefused:
            continue
        again = parse_document(after.encoded(), "ledger.toml")
        assert [dict(found) for found in again.tables[:index]] == [dict(found) for found in document.tables[:index]]
        assert again.tables[index]["action"] == changed["action"]
        assert len(again.tables) == len(document.tables)


HEADERS = st.dictionaries(
    st.sampled_from(["op", "id", "kind", "texts", "rows", "dimension"]),
    st.one_of(st.text(max_size=8), st.integers(), st.none(), st.lists(st.text(max_size=4), max_size=3)),
    max_size=4,
).map(lambda header: {"op": "encode", **header})
STREAMS = st.tuples(
    st.lists(st.tuples(HEADERS, st.binary(max_size=24)), max_size=4),
    st.one_of(
        st.just(b""),
        st.binary(max_size=12),
        st.sampled_from([b"\x10\x00\x00\x00", b"\xff" * 8, b"\x02\x00\x00\x00\x00\x00\x00\x00[]", b"[" * 3000]),
        st.integers(1, 200_000).map(lambda depth: depth.to_bytes(4, "little") + b"\0" * 4 + b"[" * depth),
    ),
    st.integers(1, 40),
)


def check_wire(stream: tuple[list[tuple[dict[str, Any], bytes]], bytes, int]) -> None:
    """Frames come through in pieces of any size; stray bytes are told or waited for, and are never a frame."""
    packed, stray, size = stream
    frames = [Frame(header, payload) for header, payload in packed if isinstance(header["op"], str)]
    data = b"".join(frame.pack() for frame in frames)
    decoder = FrameDecoder()
    size = size if len(stray) < 100 else 65_536
    found = [frame for at in range(0, len(data), size) for frame in decoder.feed(data[at : at + size])]
    assert found == frames
    try:
        for at in range(0, len(stray), size):
            for frame in decoder.feed(stray[at : at + size]):
                assert isinstance(frame.header["op"], str)
    except WireError as error:
        assert str(error)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6), st.dates().map(str)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["id", "toml", "due"]), inner, max_size=3)
    ),
    max_leaves=6,
)
HEAD = b'{"time": "2026-11-30T08:00:00+01:00", "kind": "added", "id": "a", "op": "o", "before": null, "after": '
LINES = st.one_of(
    st.fixed_dictionaries(
        {"time": st.sampled_from(["2026-11-30T08:00:00+01:00", "x"]), "kind": st.just("added"), "id": st.just("a1")},
        optional={name: JSON for name in ("before", "after", "op", "path", "line", "gap", "task", "remark", "parts")},
    ).map(lambda line: json.dumps(line).encode()),
    st.tuples(JSON, st.integers(0, 40)).map(lambda parts: json.dumps(parts[0]).encode()[: parts[1]]),
    st.integers(1, 100_000).map(lambda depth: b'{"time": ' + b"[" * depth),
    st.integers(100, 990).map(lambda depth: HEAD + b'{"a": ' * depth + b"1" + b"}" * depth + b"}"),
)
TABLES = st.dictionaries(
    st.sampled_from(["id", "action", "due", "tags", "when"]),
    st.one_of(st.text(max_size=8), st.dates(), st.lists(st.text(max_size=4), max_size=2), st.integers(), st.booleans()),
    max_size=4,
)


def check_journal(given: tuple[bytes, dict[str, Any]]) -> None:
    """A line of any bytes is read or passed over; what was written is read again."""
    raw, table = given
    decode_line(raw)
    line = JournalLine(datetime(2026, 11, 30, tzinfo=UTC), "added", "a1", None, table, "op", {})
    assert decode_line(encode_line(line).rstrip(b"\n")) == line


def check_prose(text: str) -> None:
    """A typed line gives fields that lie in it; a text gives suggestions that stand in it."""
    line = read_line(text, READER)
    for part in line.parts:
        assert 0 <= part.start <= part.end <= len(text)
    for found in find_suggestions("a.md", text, 0, TODAY, "diary", READER):
        assert found.sentence and found.draft


TARGETS = {
    "notes": Target(NOTE_BYTES, check_note),
    "task lines": Target(fuzz_texts.TASKS, check_task),
    "dates": Target(fuzz_texts.PHRASES, check_date),
    "queries": Target(fuzz_texts.QUERIES, check_query),
    "ledger files": Target(LEDGER_BYTES, check_ledger),
    "wire format": Target(STREAMS, check_wire),
    "journals": Target(st.tuples(LINES, TABLES), check_journal),
    "typed lines and prose": Target(fuzz_texts.PROSE, check_prose),
}
