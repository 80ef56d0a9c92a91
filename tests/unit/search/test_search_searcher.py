from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.embedding.hashing import HashEmbedder
from app.index.indexer import Indexer
from app.index.reader import IndexReader
from app.index.store import IndexStore
from app.index.vectors import VectorIndex
from app.ledger.commitment import Commitment, Place
from app.salience.parts import SalienceParts
from app.search.blend import BlendWeights
from app.search.candidates import LEXICAL
from app.search.folders import FolderRules
from app.search.notes import NoteTable
from app.search.query import parse_query
from app.search.result import Arm, RankMode, SearchResults
from app.search.searcher import BAND, Searcher
from app.vault.files import Vault

EMBEDDER = HashEmbedder({"stopcock": "water", "cupboards": "kitchen", "price": "quote"}, dimension=512)
NOTES = {
    "Projects/Kitchen.md": """---
aliases: [Kitchen renovation]
tags: [home/kitchen]
status: open
updated: 2026-11-22
---
# Kitchen

The back room at Tanyard Row.

## Quotes

The quote of June came to 9,800. ^june-total

## Tasks

- [ ] Ask about the skip 📅 2026-11-26
""",
    "Daily/2026-11-05.md": "---\nupdated: 2026-11-05\n---\nThe roofer's quote arrived for the back gutter.\n",
    "Daily/2026-11-27.md": "---\nupdated: 2026-11-27\n---\nPost: the price for all the cupboards, itemised.\n",
    "Reference/House facts.md": "---\ntags: [home]\nupdated: 2026-01-01\n---\nThe stopcock is under the stairs.\n",
    "People/Dad.md": "---\naliases: [Arthur]\nupdated: 2026-02-01\n---\nForty years a signalman.\n",
    "Daily/2026-11-29.md": "---\nupdated: 2026-11-29\n---\nIt was about Arthur. He slipped.\n",
    "漢字.md": "---\nupdated: 2026-03-01\n---\n台所の見積もりが届いた\n",
    "Empty.md": "",
}
RESOLVE = {"Projects/Kitchen": "Projects/Kitchen.md", "People/Dad": "People/Dad.md"}.get


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexReader]:
    root = tmp_path_factory.mktemp("vault")
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    store = IndexStore.open(tmp_path_factory.mktemp("cache") / "index.db", str(root))
    indexer = Indexer(Vault(Path(root)), store)
    assert list(indexer.reconcile(None, threading.Event()))
    assert list(indexer.embed_pending(EMBEDDER, threading.Event()))
    found = store.reader()
    yield found
    found.close()
    store.close()


@pytest.fixture(scope="module")
def vectors(reader: IndexReader) -> VectorIndex:
    return VectorIndex(*reader.vectors(EMBEDDER.model))


@pytest.fixture(scope="module")
def searcher(reader: IndexReader, vectors: VectorIndex) -> Searcher:
    return Searcher(reader, vectors, {}, frozenset())


def fused(searcher: Searcher, text: str, arm: Arm = Arm.FUSED, rank: RankMode = RankMode.BLEND) -> SearchResults:
    vector = EMBEDDER.encode_query([parse_query(text).meaning]).result()[0]
    return searcher.fused(text, vector, arm=arm, rank=rank)


def paths(found: SearchResults) -> list[str]:
    return [result.path for result in found.results]


def test_words_want_all_of_them(searcher: Searcher) -> None:
    found = searcher.words("kitchen quo")
    assert paths(found) == ["Projects/Kitchen.md"]
    result = found.results[0]
    assert (result.heading, result.line_start, result.words) == ("Kitchen › Quotes", 11, 1.0)
    assert [result.snippet[start:end] for start, end in result.marks] == ["quote"]
    assert found.read_as == "words: kitchen, quo*"
    assert found.arm is Arm.WORDS


def test_when_no_chunk_has_all_words_any_is_enough(searcher: Searcher) -> None:
    found = searcher.words("stopcock signalman ")
    assert set(paths(found)) == {"Reference/House facts.md", "People/Dad.md"}
    assert found.read_as == "any of: stopcock, signalman"
    assert paths(searcher.words("zebra ")) == []


def test_meaning_finds_what_has_no_word_of_the_query(searcher: Searcher) -> None:
    assert paths(searcher.words("water ")) == []
    found = fused(searcher, "water")
    assert paths(found)[0] == "Reference/House facts.md"
    assert found.results[0].words == 0.0
    assert (found.results[0].cosine or 0) > 0.2


def test_words_and_meaning_each_find_what_the_other_cannot(searcher: Searcher) -> None:
    assert {"Daily/2026-11-05.md", "Daily/2026-11-27.md", "Projects/Kitchen.md"} <= set(
        paths(fused(searcher, "kitchen quote"))[:3]
    )


def test_relevance_is_the_convex_combination(searcher: Searcher) -> None:
    for result in fused(searcher, "kitchen quote").results:
        assert result.relevance == pytest.approx(0.75 * max(result.cosine or 0.0, 0.0) + 0.25 * result.words)
    for result in fused(searcher, "kitchen quote", Arm.MEANING).results:
        assert (result.words, result.relevance) == (0.0, pytest.approx(max(result.cosine or 0.0, 0.0)))


@pytest.mark.parametrize("rank", RankMode)
def test_exact_names_come_first_in_every_mode(searcher: Searcher, rank: RankMode) -> None:
    for found in (searcher.words("Arthur", rank=rank), fused(searcher, "Arthur", rank=rank)):
        assert (found.results[0].path, found.results[0].pinned) == ("People/Dad.md", "alias")
        assert "Daily/2026-11-29.md" in paths(found)
    assert searcher.words("kitchen", rank=rank).results[0].pinned == "title"
    assert searcher.words("house facts", rank=rank).results[0].pinned == "title"
    assert searcher.words("the quote of June", rank=rank).results[0].pinned == "phrase"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tag:#home", {"Projects/Kitchen.md", "Reference/House facts.md"}),
        ("tag:#home/kitchen", {"Projects/Kitchen.md"}),
        ("status:open", {"Projects/Kitchen.md"}),
        ("updated:=2026/11/22", {"Projects/Kitchen.md"}),
        ("updated:>2026-12-31", set()),
        ("status:=open", {"Projects/Kitchen.md"}),
        ("status:closed", set()),
        ("path:daily quote ", {"Daily/2026-11-05.md"}),
        ("quote -roofer", {"Projects/Kitchen.md"}),
        ('"back gutter"', {"Daily/2026-11-05.md"}),
        ("is:task", {"Projects/Kitchen.md"}),
        ("title:dad", {"People/Dad.md"}),
        ("stopcock OR signalman ", {"Reference/House facts.md", "People/Dad.md"}),
        ("tag:#home/kitchen OR signalman", {"Projects/Kitchen.md", "People/Dad.md"}),
        ("is:firing", set()),
        ("見積もり", {"漢字.md"}),
        ("", set()),
        ("_", set()),
        ("-quote", NOTES.keys() - {"Daily/2026-11-05.md"}),
    ],
)
def test_operators_narrow_the_list_in_every_arm(searcher: Searcher, text: str, expected: set[str]) -> None:
    assert set(paths(searcher.words(text))) == expected
    by_meaning = set(paths(fused(searcher, text)))
    assert by_meaning == expected or parse_query(text).words


def test_filters_hold_for_what_was_found_by_meaning(searcher: Searcher) -> None:
    assert set(paths(fused(searcher, "tag:#home water quote"))) == {"Projects/Kitchen.md", "Reference/House facts.md"}
    assert "Daily/2026-11-05.md" not in paths(fused(searcher, "quote -roofer"))


def test_a_filter_alone_lists_every_note_newest_first_when_asked(searcher: Searcher) -> None:
    found = searcher.words("path:daily", rank=RankMode.NEWEST)
    assert paths(found) == ["Daily/2026-11-29.md", "Daily/2026-11-27.md", "Daily/2026-11-05.md"]


def test_firing_lifts_a_note_and_is_shown(reader: IndexReader, vectors: VectorIndex, searcher: Searcher) -> None:
    lifted = Searcher(reader, vectors, {}, frozenset({"Daily/2026-11-05.md"}), BlendWeights(0.3, 2.0))
    before, after = fused(searcher, "quote price"), fused(lifted, "quote price")
    assert set(paths(before)) == set(paths(after))
    assert paths(after)[0] == "Daily/2026-11-05.md"
    assert after.results[0].firing
    assert after.results[0].score == pytest.approx(after.results[0].relevance * 3.0)


SALIENCE = st.dictionaries(st.sampled_from(sorted(NOTES)), st.floats(0, 1).map(SalienceParts))


@given(
    SALIENCE,
    st.frozensets(st.sampled_from(sorted(NOTES))),
    st.sampled_from(["quote", "kitchen quo", "Arthur", "water"]),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_set_of_results_never_depends_on_salience_or_firing(
    reader: IndexReader,
    vectors: VectorIndex,
    searcher: Searcher,
    salience: dict[str, SalienceParts],
    firing: frozenset[str],
    text: str,
) -> None:
    lifted = Searcher(reader, vectors, salience, firing)
    assert set(paths(lifted.words(text))) == set(paths(searcher.words(text)))
    assert set(paths(fused(lifted, text))) == set(paths(fused(searcher, text)))
    assert paths(fused(lifted, text, rank=RankMode.PLAIN)) == paths(fused(searcher, text, rank=RankMode.PLAIN))


PIECES = st.sampled_from(
    [
        '"',
        "-",
        "OR",
        "NEAR(",
        "*",
        "tag:#",
        "tag:#home",
        "path:",
        'title:"',
        "is:task",
        "is:firing",
        "status:open",
        "-tag:#x",
    ]
    + ["kitchen", "quo", "漢字", "\0", "\ud800", "{body}:", "AND", "NOT", "(", ")", "^", "'", '"clay drain"']
)


@given(st.lists(PIECES | st.text(max_size=10), max_size=7), st.sampled_from(["", " "]))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_typed_is_an_error(searcher: Searcher, pieces: list[str], joint: str) -> None:
    text = joint.join(pieces)
    by_words, by_both = searcher.words(text), fused(searcher, text)
    assert by_words.query == by_both.query == text
    for result in (*by_words.results, *by_both.results):
        assert result.path in NOTES
        assert result.score >= 0.0


def test_without_vectors_words_answer(reader: IndexReader) -> None:
    alone = Searcher(reader, None, {}, frozenset(), table=NoteTable(reader.notes()))
    found = fused(alone, "kitchen quote")
    assert (found.arm, paths(found)) == (Arm.WORDS, ["Projects/Kitchen.md"])


def test_the_limit_cuts_the_list(searcher: Searcher) -> None:
    assert len(searcher.words("quote ", limit=1).results) == 1


@pytest.mark.parametrize("text", ["invoice", "invoice path:/"])
def test_a_long_note_does_not_crowd_others_out(tmp_path: Path, text: str) -> None:
    root = tmp_path / "vault"
    (root / "Work").mkdir(parents=True)
    days = "".join(f"## Day {day}\n\nSent the invoice of day {day}.\n\n" for day in range(2 * LEXICAL))
    (root / "Work/Log.md").write_text(f"# Log\n\n{days}", encoding="utf-8")
    for name in ("Ann", "Ben"):
        (root / f"Work/{name}.md").write_text(f"# {name}\n\n{'Long talk. ' * 100}The invoice is late.\n")
    store = IndexStore.open(tmp_path / "index.db", str(root))
    assert list(Indexer(Vault(root), store).reconcile(None, threading.Event()))
    reader = store.reader()
    found = Searcher(reader, None, {}, frozenset(), table=NoteTable(reader.notes())).words(text)
    reader.close()
    store.close()
    assert set(paths(found)) == {"Work/Log.md", "Work/Ann.md", "Work/Ben.md"}


KITCHEN = Commitment("k7q2", "ledger", "Reconcile", links=("Projects/Kitchen#Quotes", "People/Dad", "gone"))


def test_the_band_points_to_the_section_that_is_meant(searcher: Searcher) -> None:
    vector = EMBEDDER.encode_query(["kitchen quote"]).result()[0]
    [row] = searcher.operative([KITCHEN], RESOLVE, "kitchen quote", vector)
    assert [(place.path, place.heading) for place in row.results] == [
        ("Projects/Kitchen.md", "Kitchen › Quotes"),
        ("People/Dad.md", ""),
    ]
    assert row.results[0].cosine is not None


def test_a_task_line_points_to_where_it_stands(searcher: Searcher) -> None:
    task = Commitment("t", "note", "Ask", note=Place("Projects/Kitchen.md", 17))
    [row] = searcher.operative([task], RESOLVE)
    assert [place.heading for place in row.results] == ["Kitchen › Tasks"]


def test_the_band_holds_three_and_keeps_what_points_nowhere(searcher: Searcher) -> None:
    lost = Commitment("x", "ledger", "Do it", links=("gone",))
    rows = searcher.operative([lost, *[KITCHEN] * 5], RESOLVE)
    assert len(rows) == BAND
    assert rows[0].results == ()


def test_hidden_folders_are_left_out_unless_the_query_names_them(reader: IndexReader, vectors: VectorIndex) -> None:
    hiding = Searcher(reader, vectors, {}, frozenset(), folders=FolderRules(hidden=("Daily",)))
    for found in (hiding.words("quote "), fused(hiding, "quote"), fused(hiding, "quote", Arm.MEANING)):
        assert paths(found)
        assert not [path for path in paths(found) if path.startswith("Daily/")]
    assert paths(hiding.words("quote path:daily ")) == ["Daily/2026-11-05.md"]


def test_only_some_chunks_can_be_seen(reader: IndexReader, vectors: VectorIndex) -> None:
    [wanted] = reader.chunks_of("People/Dad.md")
    seeing = Searcher(reader, vectors, {}, frozenset(), sees=lambda chunk_id: chunk_id == wanted.id)
    for found in (seeing.words("signalman "), fused(seeing, "forty years about Arthur"), seeing.words("Kitchen")):
        assert set(paths(found)) <= {"People/Dad.md"}
    assert paths(seeing.words("signalman ")) == ["People/Dad.md"]


def test_a_section_is_found_by_its_very_heading(searcher: Searcher) -> None:
    for found in (searcher.words("quotes"), fused(searcher, "quotes")):
        assert (found.results[0].path, found.results[0].pinned) == ("Projects/Kitchen.md", "heading")
        assert found.results[0].heading == "Kitchen › Quotes"


def test_the_words_of_what_meaning_found_count_however_many_match_better(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    for number in range(2 * LEXICAL):
        (root / f"{number}.md").write_text("---\ntitle: x\n---\ninvoice\n", encoding="utf-8")
    (root / "late.md").write_text("The invoice of the long plumber, stopcock, stopcock, stopcock\n")
    store = IndexStore.open(tmp_path / "index.db", str(root))
    indexer = Indexer(Vault(root), store)
    assert list(indexer.reconcile(None, threading.Event()))
    assert list(indexer.embed_pending(EMBEDDER, threading.Event()))
    reader = store.reader()
    vector = EMBEDDER.encode_query(["water invoice"]).result()[0]
    searcher = Searcher(reader, VectorIndex(*reader.vectors(EMBEDDER.model)), {}, frozenset())
    found = searcher.fused("water OR invoice", vector, limit=500)
    reader.close()
    store.close()
    [late] = [result for result in found.results if result.path == "late.md"]
    assert late.words > 0.0


def test_other_standing_scores_order_the_same_candidates(searcher: Searcher) -> None:
    vector = EMBEDDER.encode_query(["quote"]).result()[0]
    plain, lifted = searcher.under("quote", vector, [{}, {"Daily/2026-11-27.md": SalienceParts(1.0)}])
    assert [row.note.path for row in plain] == paths(fused(searcher, "quote"))
    assert {row.note.path for row in plain} == {row.note.path for row in lifted}
    scores = {row.note.path: row.score for row in plain}
    assert all(row.score >= scores[row.note.path] for row in lifted)
    assert searcher.under("", vector, [{}]) == [[]]
