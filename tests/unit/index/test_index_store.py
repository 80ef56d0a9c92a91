from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.index.store import IndexStore
from app.vault.markdown import parse_note
from app.vault.resolve import LinkResolver


@pytest.fixture
def reader(store):
    reader = store.reader()
    yield reader
    reader.close()


def resolve_all(store: IndexStore) -> None:
    resolver = LinkResolver(store.note_names())
    with store.batch():
        links = store.links_to_resolve()
        store.set_links([(link.id, resolver.resolve(link.target, link.source)) for link in links])


def test_a_note_comes_back_as_it_was_stored(put, reader):
    put("Kitchen.md", "---\ntitle: The kitchen\naliases: [Worktop]\ntags: [house]\n---\nText #money.\n", mtime=5.0)
    note = reader.note("Kitchen.md")
    assert (note.path, note.title, note.aliases, note.problem) == ("Kitchen.md", "The kitchen", ("Worktop",), "")
    assert set(note.tags) == {"house", "money"}
    assert note.properties["title"] == "The kitchen"
    assert (note.modified, note.size) == (5.0, 73)
    assert reader.notes() == [note]
    assert reader.note("Nothing.md") is None


@pytest.mark.parametrize(
    ("written", "modified"),
    [
        ("updated: 2026-03-02T10:11:00+00:00", datetime(2026, 3, 2, 10, 11, tzinfo=UTC).timestamp()),
        ("modified: 2026-03-02", datetime(2026, 3, 2).timestamp()),
        ("updated: soon\nmodified: 2026-03-02", datetime(2026, 3, 2).timestamp()),
        ("modified: 2026-02-30", 5.0),
        ("modified: [2026-03-02]", 5.0),
        ("modified: 20260302T99", 5.0),
    ],
)
def test_a_written_modification_counts_before_the_file_s(put, reader, written, modified):
    put("a.md", f"---\n{written}\n---\nx\n", mtime=5.0)
    assert reader.note("a.md").modified == modified


def test_chunks_know_their_place(put, reader):
    put("a.md", "# One\ntext\n## Two\nmore\n")
    first, second = reader.chunks_of("a.md")
    assert (first.headings, first.line_start, first.line_end, first.text) == (("One",), 1, 2, "# One\ntext\n")
    assert (second.headings, second.ordinal, second.path) == (("One", "Two"), 1, "a.md")
    assert reader.chunks([second.id, 999]) == {second.id: second}


def test_an_edit_keeps_the_rows_of_what_it_left_alone(put, reader):
    put("a.md", "# A\nhead\n## One\nfirst\n## Two\nsecond\n## Three\nthird\n")
    before = {chunk.text: chunk.id for chunk in reader.chunks_of("a.md")}
    put("a.md", "# A\nhead\n## Zero\nnew\n## One\nfirst\n## Two\nchanged\n## Three\nthird\n")
    after = reader.chunks_of("a.md")
    assert [chunk.ordinal for chunk in after] == [*range(len(after))]
    kept = {chunk.text for chunk in after if before.get(chunk.text) == chunk.id}
    assert "## One\nfirst\n" in kept and "## Three\nthird\n" in kept and "## Two\nchanged\n" not in kept
    assert [hit.path for hit in reader.match('"changed"', 5)] == ["a.md"]
    assert reader.match('"second"', 5) == []


def test_the_same_section_twice_is_two_chunks(put, reader):
    put("a.md", "# A\n## X\nsame\n## X\nsame\n")
    assert len([chunk for chunk in reader.chunks_of("a.md") if "same" in chunk.text]) == 2
    put("a.md", "# A\n## X\nsame\n")
    assert len([chunk for chunk in reader.chunks_of("a.md") if "same" in chunk.text]) == 1


def test_chunk_rows_are_never_used_again(put, store, reader):
    put("a.md", "one")
    before = reader.chunks_of("a.md")[0].id
    store.remove_notes(["a.md"])
    put("a.md", "two")
    assert reader.chunks_of("a.md")[0].id > before


@pytest.mark.parametrize("query", ['"worktop"', '"kitchen"', '"rebuild"', '"house"', '"quotes"', '"oak"'])
def test_a_note_is_found_by_title_alias_file_name_tag_heading_and_text(put, reader, query):
    put("Rebuild.md", "---\ntitle: Kitchen\naliases: [Worktop]\ntags: [house]\n---\n# Quotes\nOak\n")
    assert [hit.path for hit in reader.match(query, 5)] == ["Rebuild.md"]


def test_new_names_reach_the_words_of_chunks_that_stay(put, reader):
    put("a.md", "---\ntags: [red]\n---\n# Head\ntext\n")
    chunk = reader.chunks_of("a.md")[0]
    put("a.md", "---\ntags: [blue]\naliases: [Other]\n---\n# Head\ntext\n")
    assert reader.chunks_of("a.md")[0].id == chunk.id
    assert [len(reader.match(f'"{word}"', 5)) for word in ("red", "blue", "other")] == [0, 1, 1]


def test_columns_can_be_named(put, reader):
    put("a.md", "# Lamp\nnothing\n")
    put("b.md", "# Other\nlamp\n")
    assert [hit.path for hit in reader.match('title : "lamp"', 5)] == ["a.md"]
    assert [hit.path for hit in reader.match('body : "lamp" NOT title : "lamp"', 5)] == ["b.md"]


def test_removed_notes_leave_nothing_but_vectors(put, store, reader):
    put("a.md", "[[b]] text\n- [ ] do 📅 2026-12-01\n")
    assert store.remove_notes(["a.md", "unknown.md"]) == {"a.md"}
    assert (reader.notes(), reader.tasks(), reader.links(), reader.match('"text"', 5)) == ([], [], [], [])
    assert reader.counts().chunks == 0


def test_task_lines_come_back_as_they_were(put, reader):
    text = (
        "# Jobs\n- [ ] Post it 📅 2026-12-01 🔼 #mail [[Ann]] ^p1\n- [x] Done 📅 2026-11-01\n- [ ] Undated\n"
        "- [/] Half [scheduled:: 2026-12-02]\n- [ ] Bad 📅 2026-02-30\n"
    )
    note = put("a.md", text)
    assert reader.tasks(False, dated_only=False) == list(note.tasks)
    assert [task.line for task in reader.tasks()] == [2, 5, 6]
    assert [task.line for task in reader.tasks(open_only=False)] == [2, 3, 5, 6]
    assert [task.line for task in reader.tasks(dated_only=False)] == [2, 4, 5, 6]
    first = reader.tasks()[0]
    assert (first.due, first.tags, first.block_id, first.heading) == (date(2026, 12, 1), ("mail",), "p1", "Jobs")


def test_a_line_that_is_no_text_is_kept_to_the_byte(put, reader):
    put("a.md", b"- [ ] caf\xe9 \xf0\x9f\x93\x85 2026-12-01\n")
    assert reader.tasks()[0].raw.encode("utf-8", "surrogateescape") == b"- [ ] caf\xe9 \xf0\x9f\x93\x85 2026-12-01"


def test_links_wait_until_they_are_looked_up(put, store, reader):
    put("a.md", "See [[b#Head]] and ![[missing.png]].\n")
    put("b.md", "[[#Head]]\n# Head\n")
    assert [(link.resolved, link.candidates) for link in reader.outgoing("a.md")] == [(None, ())] * 2
    resolve_all(store)
    first, second = reader.outgoing("a.md")
    assert (first.target, first.fragment, first.resolved, first.embed) == ("b", "Head", "b.md", False)
    assert (second.resolved, second.embed) == (None, True)
    assert [link.source for link in reader.backlinks("b.md")] == ["a.md", "b.md"]
    assert len(reader.links()) == 3
    assert store.links_to_resolve() == []


@pytest.mark.parametrize(
    ("path", "text", "target"),
    [
        ("New.md", "x", "new"),
        ("deep/New.md", "x", "New.md"),
        ("deep/New.md", "x", "deep/new#Head"),
        ("other.md", "---\naliases: [The New]\n---\n", "the new"),
        ("other.md", "# New title\n", "New Title"),
        ("Cafe\u0301.md", "x", "café"),
        ("deep/New.md", "x", "../deep/New"),
    ],
)
def test_a_note_that_comes_or_goes_has_its_links_looked_up_and_no_others(put, store, reader, path, text, target):
    put("here/a.md", f"[[{target}]] [[elsewhere]]\n")
    put("elsewhere.md", "x")
    resolve_all(store)
    assert reader.outgoing("here/a.md")[0].resolved is None
    put(path, text)
    assert [link.target for link in store.links_to_resolve()] == [target.partition("#")[0]]
    resolve_all(store)
    assert reader.outgoing("here/a.md")[0].resolved == path
    store.remove_notes([path])
    assert len(store.links_to_resolve()) == 1


def test_a_change_of_text_has_only_its_own_links_looked_up(put, store):
    put("a.md", "[[b]]\n")
    put("b.md", "[[a]]\n")
    resolve_all(store)
    put("b.md", "[[a]] more\n")
    assert [(link.source, link.led_to) for link in store.links_to_resolve()] == [("b.md", None)]


def test_a_renamed_note_keeps_its_chunks(put, store, reader, stamp):
    put("Old name.md", "text of it\n- [ ] do 📅 2026-12-01\n")
    chunk = reader.chunks_of("Old name.md")[0]
    note = parse_note("in/New name.md", "text of it\n- [ ] do 📅 2026-12-01\n".encode())
    store.rename_note("Old name.md", note, stamp("in/New name.md"))
    assert [note.path for note in reader.notes()] == ["in/New name.md"]
    assert reader.note("in/New name.md").title == "New name"
    moved = reader.chunks_of("in/New name.md")[0]
    assert (moved.id, moved.digest) == (chunk.id, chunk.digest)
    assert [len(reader.match(f'"{word}"', 5)) for word in ("old", "new")] == [0, 1]
    assert reader.tasks()[0].path == "in/New name.md"


def test_a_rename_of_or_onto_what_is_known_loses_nothing(put, store, reader, stamp):
    put("b.md", "bee")
    store.rename_note("unknown.md", parse_note("a.md", b"ay"), stamp("a.md"))
    assert [note.path for note in reader.notes()] == ["a.md", "b.md"]
    store.rename_note("a.md", parse_note("b.md", b"ay"), stamp("b.md"))
    assert [note.path for note in reader.notes()] == ["b.md"]
    assert [hit.path for hit in reader.match('"ay"', 5)] == ["b.md"]


def test_stamps_of_all_of_some_and_of_folders(put, store, stamp):
    notes = {path: put(path, path) for path in ("a.md", "b.md", "f/c.md", "f/d.md", "fa.md")}
    known = store.stamps()
    assert known == {path: (stamp(path, path.encode()), note.digest) for path, note in notes.items()}
    assert set(store.stamps(["a.md", "f", "none.md"])) == {"a.md", "f/c.md", "f/d.md"}
    assert store.paths_with_digest(notes["a.md"].digest) == ["a.md"]


def test_an_inode_may_be_larger_than_the_database_s_integers(store):
    from app.vault.note import FileStamp

    huge = FileStamp("a.md", 1, 2, 3, 2**64 - 1)
    store.replace_note(parse_note("a.md", b"x"), huge)
    assert store.stamps()["a.md"][0] == huge


def test_a_flagged_note_keeps_what_was_read_and_is_read_again(put, store, reader, stamp):
    put("a.md", "text")
    assert store.flag_note("a.md", "no permission")
    assert not store.flag_note("b.md", "no permission")
    assert reader.note("a.md").problem == "no permission"
    assert [hit.path for hit in reader.match('"text"', 5)] == ["a.md"]
    assert store.stamps()["a.md"][0] != stamp("a.md", b"text")


def test_a_batch_is_kept_whole_or_not_at_all(put, store, reader):
    before = reader.generation()
    with pytest.raises(ZeroDivisionError), store.batch():
        put("a.md", "x")
        raise ZeroDivisionError
    assert (reader.notes(), reader.generation()) == ([], before)
    with store.batch():
        put("a.md", "x")
        put("b.md", "y")
        assert reader.notes() == []
    assert len(reader.notes()) == 2
    assert reader.generation() == before + 1


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_file_holds_can_be_stored(put, reader, data):
    note = put("a.md", data)
    assert reader.note("a.md").digest == note.digest
    assert [chunk.text for chunk in reader.chunks_of("a.md")] == [
        chunk.text for chunk in note.chunks
    ] or not note.chunks
    assert reader.tasks(False, dated_only=False) == list(note.tasks)


def test_every_field_of_a_task_line_comes_back(put, store):
    line = "- [/] a ⏰ 2026-12-01 09:30 📅 2026-12-02 🆔 a1 ⛔ b2, c3 🏁 keep 🔁 every week ⏫"
    note = put("2026-11-30.md", f"- b\n  {line}\n- TODO c\n  DEADLINE: <2026-12-05 Sat 9:00>\n- [x] d 📅 2026-12-01\n")
    reader = store.reader()
    assert reader.tasks(False, dated_only=False) == list(note.tasks)
    assert [task.text for task in reader.tasks()] == ["a", "c"]
    reader.close()


def test_a_task_that_others_depend_on_concerns_the_agenda(put, store):
    put("a.md", "- [ ] a 🆔 a1\n- [ ] b\n- [x] c 🆔 c1\n")
    reader = store.reader()
    assert [task.text for task in reader.tasks()] == ["a"]
    reader.close()


def test_a_row_stays_when_only_what_is_embedded_of_it_changes(put, reader, store):
    put("a.md", "---\ntitle: Old\n---\n# A\nhead\n")
    before = reader.chunks_of("a.md")
    put("a.md", "---\ntitle: New\n---\n# A\nhead\n")
    after = reader.chunks_of("a.md")
    assert before[0].id == after[0].id
    assert before[0].digest != after[0].digest
    assert "New › A\nhead" in [text for _, text in store.missing_digests("any")]
