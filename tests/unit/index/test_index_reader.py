from __future__ import annotations

import threading
import time

import pytest

from app.errors import QueryInterrupted, StoreError
from app.index.lexical import EXACT_BONUS


@pytest.fixture
def reader(store):
    reader = store.reader()
    yield reader
    reader.close()


def test_better_matches_come_first_and_scores_are_not_negative(put, reader):
    put("title.md", "# Vendor\nnothing else\n")
    put("heading.md", "# Other\n## Vendor\nnothing else\n")
    put("body.md", "# Other\nthe vendor is nothing else\n")
    for number in range(5):
        put(f"filler{number}.md", "nothing else here\n")
    hits = reader.match('"vendor"', 10)
    assert [hit.path for hit in hits] == ["title.md", "heading.md", "body.md"]
    assert hits[0].bm25 > hits[1].bm25 > hits[2].bm25 > 0
    assert all(hit.bm25 >= 0 for hit in reader.match('"nothing"', 10))
    assert len(reader.match('"vendor"', 2)) == 2


def test_the_form_that_was_typed_comes_before_other_forms(put, reader):
    put("a.md", "# X\nquoting one two three\n")
    put("b.md", "# X\nquotes one two three\n")
    put("c.md", "# X\nquote one two three\n")
    plain = {hit.path: hit.bm25 for hit in reader.match('"quotes"', 5)}
    assert len(set(plain.values())) == 1
    best = reader.match('"quotes"', 5, ["quotes"])
    assert best[0].path == "b.md"
    assert best[0].bm25 == pytest.approx(plain["b.md"] * (1 + EXACT_BONUS))
    assert reader.match('"quotes"', 5, [" "]) == reader.match('"quotes"', 5)


def test_part_of_a_word_is_not_its_form(put, reader):
    put("a.md", "misquotes quotes9 quote\n")
    put("b.md", "misquotes quotes9 quotes\n")
    assert [hit.path for hit in reader.match('"quote"', 5, ["quotes"])] == ["b.md", "a.md"]


def test_expressions_need_not_be_folded(put, reader):
    put("a.md", "私は東京に住む。Ёлка\n")
    assert [hit.path for hit in reader.match('"東京"', 5)] == ["a.md"]
    assert [hit.path for hit in reader.match('"ёлка"', 5)] == ["a.md"]


def test_words_are_completed_from_the_vault(put, reader):
    put("a.md", "estimates estimate estimated a1b2 esté\n")
    assert reader.completions("estim") == ["estimate", "estimated", "estimates"]
    assert reader.completions("a1") == []


def test_an_expression_that_does_not_parse_is_an_error_that_says_so(reader):
    with pytest.raises(StoreError, match="syntax error"):
        reader.match('"a" AND AND', 5)


def test_it_cannot_write(reader):
    with pytest.raises(StoreError, match="readonly"):
        reader._rows("DELETE FROM note")


def test_counts_tell_what_waits_for_vectors(put, store, reader):
    import numpy as np

    put("a.md", "# A\none\n## B\ntwo\n")
    put("b.md", b"\x00binary")
    digest = store.missing_digests("m")[0][0]
    store.store_vectors("m", [digest], np.ones((1, 3), np.float32))
    counts = reader.counts("m")
    assert (counts.notes, counts.chunks, counts.embedded, counts.pending) == (2, 2, 1, 1)
    assert reader.counts().pending == 2


def test_a_query_can_be_interrupted_from_another_thread(reader):
    endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    done = threading.Event()

    def interrupt() -> None:
        while not done.wait(0.02):
            reader.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    started = time.monotonic()
    with pytest.raises(QueryInterrupted):
        reader._rows(endless)
    done.set()
    thread.join()
    assert time.monotonic() - started < 5
    assert reader.notes() == []


def test_interrupting_what_is_closed_is_no_error(store):
    reader = store.reader()
    reader.close()
    reader.interrupt()
    with pytest.raises(StoreError):
        reader.notes()


def test_reading_goes_on_while_a_batch_is_written(put, store, reader):
    put("a.md", "x")
    with store.batch():
        put("b.md", "y")
        started = time.monotonic()
        assert len(reader.notes()) == 1
        assert time.monotonic() - started < 1
    assert len(reader.notes()) == 2


def test_there_is_no_reader_of_nothing(store):
    store.path.unlink()
    with pytest.raises(StoreError):
        store.reader().notes()


def test_searching_while_notes_are_replaced_finds_what_is_there(world):
    """A hit may vanish between matching and reading it: no error, and no stale row."""
    stop = threading.Event()
    errors = []

    def search():
        reader = world.store.reader()
        try:
            while not stop.is_set():
                reader.match('"zebra"', 50, ("zebra",))
        except (StoreError, KeyError) as error:
            errors.append(error)
        finally:
            reader.close()

    world.write("a.md", "zebra 0")
    world.reconcile()
    thread = threading.Thread(target=search)
    thread.start()
    for number in range(60):
        world.write("a.md", f"zebra {number} " + "word " * (number % 7))
        world.reconcile("a.md")
    stop.set()
    thread.join()
    assert errors == []
    assert world.found('"zebra"') == ["a.md"]


def test_other_forms_never_hide_the_one_that_was_typed(put, store):
    with store.batch():
        for number in range(150):
            put(f"{number}.md", "university university university")
        put("stars.md", f"{'Of many things. ' * 60}The universe.")
    reader = store.reader()
    found = reader.match('"universe"', 100, ["universe"])
    assert found[0].path == "stars.md"
    assert reader.match('"universe"', 100)[0].path != "stars.md"
    assert reader.exact_first('"universe"', reader.match('"universe"', 100), ["universe"], lambda path: False)
    reader.close()


def test_headings_are_found_by_their_words(put, store):
    put("a.md", "# A\n\n## Late quotes\n\ntext\n\n## Other\n\nlate quotes\n")
    reader = store.reader()
    assert [(path, headings) for _, path, headings in reader.headed("Late Quotes", 9)] == [
        ("a.md", ("A", "Late quotes"))
    ]
    assert reader.headed(' "-" ', 9) == []
    reader.close()


def test_some_chunks_can_be_scored(put, store):
    put("a.md", "an apple")
    put("b.md", "a pear")
    put("c.md", "apple apple")
    reader = store.reader()
    hits = {hit.chunk_id: hit.bm25 for hit in reader.match('"apple"', 9)}
    [first] = [chunk.id for chunk in reader.chunks_of("a.md")]
    [other] = [chunk.id for chunk in reader.chunks_of("b.md")]
    assert reader.scores('"apple"', [first, other]) == {first: hits[first]}
    reader.close()
