from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.records import ChunkRow, NoteRow
from app.ledger.commitment import Commitment, Place
from app.salience.parts import SalienceParts
from app.search.blend import BlendWeights
from app.search.facts import Facts
from app.search.filters import admits_chunk, admits_note, has_filters, has_phrase
from app.search.folders import FolderRules
from app.search.linked import Target, linked_paths, targets
from app.search.notes import NoteTable, scalars
from app.search.query import parse_query
from app.search.ranking import (
    HEADING_NOTES,
    RankedNote,
    ScoredChunk,
    Standing,
    make_result,
    pinned_phrase,
    rank_notes,
)
from app.search.result import RankMode


def note(path: str, title: str = "", **fields: object) -> NoteRow:
    row = NoteRow(path, title or path, (), (), {}, "", 0.0, 0, "")
    return replace(row, **fields)  # type: ignore[arg-type]


def chunk(path: str, id_: int = 1, text: str = "", headings: tuple[str, ...] = (), ordinal: int = 0) -> ChunkRow:
    return ChunkRow(id_, path, ordinal, headings, 1 + 10 * ordinal, 10 + 10 * ordinal, text, "")


def scored(path: str, relevance: float, id_: int = 1, text: str = "", ordinal: int = 0) -> ScoredChunk:
    return ScoredChunk(chunk(path, id_, text, ordinal=ordinal), relevance, None, relevance)


FLAT = Standing({}, frozenset(), BlendWeights())
UNIT = st.floats(0, 1, allow_subnormal=False)


def order(rows: list[RankedNote]) -> list[str]:
    return [row.note.path for row in rows]


@given(st.lists(UNIT, min_size=1, max_size=12), UNIT, st.booleans(), st.floats(0, 3), st.floats(0, 3))
def test_order_is_that_of_relevance_where_salience_and_firing_are_equal(
    relevances: list[float], salience: float, firing: bool, w: float, f: float
) -> None:
    paths = [f"{i}.md" for i in range(len(relevances))]
    table = NoteTable(note(path) for path in paths)
    chunks = [scored(path, r) for path, r in zip(paths, relevances, strict=True)]
    standing = Standing(
        dict.fromkeys(paths, SalienceParts(salience)), frozenset(paths if firing else ()), BlendWeights(w, f)
    )
    query = parse_query("x")
    blended = rank_notes(chunks, query, table, standing, RankMode.BLEND)
    plain = rank_notes(chunks, query, table, FLAT, RankMode.PLAIN)
    assert order(blended) == order(plain)


@given(st.lists(st.tuples(UNIT, UNIT, st.booleans()), min_size=1, max_size=12), st.sampled_from(RankMode), st.randoms())
def test_candidates_never_depend_on_salience_or_firing(
    rows: list[tuple[float, float, bool]], rank: RankMode, chance: random.Random
) -> None:
    paths = [f"{i}.md" for i in range(len(rows))]
    table = NoteTable(note(path) for path in paths)
    chunks = [scored(path, row[0]) for path, row in zip(paths, rows, strict=True)]
    chance.shuffle(chunks)
    standing = Standing(
        {path: SalienceParts(row[1]) for path, row in zip(paths, rows, strict=True)},
        frozenset(path for path, row in zip(paths, rows, strict=True) if row[2]),
        BlendWeights(),
    )
    assert set(order(rank_notes(chunks, parse_query("x"), table, standing, rank))) == set(paths)


def test_salience_and_firing_lift_what_is_as_relevant() -> None:
    table = NoteTable([note("a.md"), note("b.md"), note("c.md")])
    chunks = [scored(path, 0.5) for path in ("a.md", "b.md", "c.md")]
    standing = Standing({"b.md": SalienceParts(0.5)}, frozenset({"c.md"}), BlendWeights())
    assert order(rank_notes(chunks, parse_query("x"), table, standing, RankMode.BLEND)) == ["c.md", "b.md", "a.md"]
    assert order(rank_notes(chunks, parse_query("x"), table, standing, RankMode.PLAIN)) == ["a.md", "b.md", "c.md"]


def test_a_resolved_commitment_contributes_nothing() -> None:
    table = NoteTable([note("a.md")])
    open_ = Standing({}, frozenset({"a.md"}), BlendWeights())
    [before] = rank_notes([scored("a.md", 0.5)], parse_query("x"), table, open_, RankMode.BLEND)
    [after] = rank_notes([scored("a.md", 0.5)], parse_query("x"), table, FLAT, RankMode.BLEND)
    assert before.score == pytest.approx(0.65)
    assert after.score == 0.5


def test_a_note_is_shown_by_its_best_chunk_and_counts_the_others() -> None:
    chunks = [scored("a.md", 0.2, 1), scored("a.md", 0.9, 2, ordinal=1), scored("a.md", 0.9, 3, ordinal=2)]
    [row] = rank_notes(chunks, parse_query("x"), NoteTable([note("a.md")]), FLAT, RankMode.BLEND)
    assert (row.best.chunk.id, row.more) == (2, 2)


@pytest.mark.parametrize("rank", RankMode)
def test_exact_names_and_phrases_come_first_in_every_mode(rank: RankMode) -> None:
    table = NoteTable(
        [
            note("top.md", "Top", modified=9.0),
            note("x/Clay Drain.md", "Drains", modified=1.0),
            note("alias.md", "Other", aliases=("clay  drain",), modified=2.0),
            note("said.md", "Said", modified=3.0),
        ]
    )
    chunks = [
        scored("top.md", 1.0, 1, "clay here, drain there"),
        scored("said.md", 0.1, 2, "an old Clay drain runs"),
        scored("alias.md", 0.1, 3),
        scored("x/Clay Drain.md", 0.1, 4),
    ]
    rows = rank_notes(chunks, parse_query("clay drain"), table, FLAT, rank)
    assert [(row.note.path, row.pinned) for row in rows] == [
        ("x/Clay Drain.md", "title"),
        ("alias.md", "alias"),
        ("said.md", "phrase"),
        ("top.md", None),
    ]


def test_newest_goes_by_modification() -> None:
    table = NoteTable([note("old.md", modified=1.0), note("new.md", modified=2.0)])
    chunks = [scored("old.md", 0.9), scored("new.md", 0.1)]
    assert order(rank_notes(chunks, parse_query("x"), table, FLAT, RankMode.NEWEST)) == ["new.md", "old.md"]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [("clay drain", "clay drain"), ('"of the"', "of the"), ("of the", ""), ("frost", ""), ("clay OR drain", ""),
     ('"a b" c', ""), ("clay drain tag:#x", "clay drain"), ("", "")],
)  # fmt: skip
def test_what_counts_as_an_exact_phrase(text: str, phrase: str) -> None:
    assert pinned_phrase(parse_query(text)) == phrase


def test_a_result_carries_every_factor() -> None:
    table = NoteTable([note("a.md", "A", modified=5.0)])
    parts = SalienceParts(0.5, 1.0)
    standing = Standing({"a.md": parts}, frozenset({"a.md"}), BlendWeights())
    candidate = ScoredChunk(chunk("a.md", 7, "the clay drain", ("H", "Sub")), 0.4, 0.6, 0.54)
    query = parse_query("drain")
    [row] = rank_notes([candidate], query, table, standing, RankMode.BLEND)
    result = make_result(row, query, standing)
    assert (result.heading, result.chunk_id, result.modified, result.salience) == ("H › Sub", 7, 5.0, parts)
    assert (result.words, result.cosine, result.relevance, result.firing) == (0.4, 0.6, 0.54, True)
    assert result.score == pytest.approx(0.54 * 1.15 * 1.3)
    assert result.snippet[slice(*result.marks[0])] == "drain"


BOUNDARY = note(
    "Projects/Hollin.md",
    "Hollin Farm",
    tags=("work/boundary",),
    aliases=("The Hedge",),
    properties={"Status": ["Open", {"x": "Later"}], "due": "2026-12-18", "none": None},
)


@pytest.mark.parametrize(
    ("text", "admitted"),
    [
        ("tag:#work", True), ("tag:WORK/boundary", True), ("tag:#wor", False), ("tag:#boundary", False),
        ("-tag:#work", False), ("-tag:#home", True), ("tag:#home OR tag:#work", True), ("tag:#home tag:#work", False),
        ("path:projects/", True), ("path:daily", False), ("title:hollin", True), ("title:hedge", True),
        ("title:kitchen", False), ("status:open", True), ("status:later", True), ("status:closed", False),
        ("due:2026-12", True), ("none:x", False), ("is:firing", True), ("-is:firing", False), ("hedge", True),
        ("tag:#home OR word", True),
    ],
)  # fmt: skip
def test_filters_on_notes(text: str, admitted: bool) -> None:
    fires = Commitment("k7q2", "ledger", "Walk it", links=("Projects/Hollin",))
    facts = Facts(firing=(fires,), resolve={"Projects/Hollin": "Projects/Hollin.md"}.get)
    assert admits_note(parse_query(text), BOUNDARY, facts) is admitted


CHUNK = chunk("Projects/Hollin.md", text="- [ ] Walk the north hedge\n1. [x] Peg it", headings=("Order of work",))


@pytest.mark.parametrize(
    ("text", "admitted"),
    [
        ("kitchen", True), ('"north hedge"', True), ('"hedge north"', False), ('"order of WORK"', True),
        ("-hedges", False), ("-kitchen", True), ('-"north hedge"', False), ("is:task", True), ("-is:task", False),
        ("tag:#home OR hedge", True), ("tag:#home OR kitchen", False), ("tag:#work OR kitchen", True),
        ('tag:#home OR "hedge north"', False),
    ],
)  # fmt: skip
def test_filters_on_chunks(text: str, admitted: bool) -> None:
    assert admits_chunk(parse_query(text), BOUNDARY, CHUNK, Facts()) is admitted


def test_a_chunk_without_a_checkbox_is_no_task() -> None:
    assert not admits_chunk(parse_query("is:task"), BOUNDARY, chunk("x", text="[ ] no list\n- [link](x) yes"), Facts())


def test_only_words_and_phrases_are_no_filters() -> None:
    assert not has_filters(parse_query('a "b c" -d'))
    assert has_filters(parse_query("a is:task"))


@pytest.mark.parametrize(
    ("text", "phrase", "found"), [("a (b) c", "b c", True), ("ab c", "b c", False), ("a", "?", False)]
)
def test_phrases_are_whole_words_in_order(text: str, phrase: str, found: bool) -> None:
    assert has_phrase(text, phrase) is found


def test_names_are_found_by_title_file_name_and_alias() -> None:
    table = NoteTable([BOUNDARY])
    assert table.titled(" hollin  FARM ") == table.titled("Hollin") == table.called("the hedge") == [BOUNDARY.path]
    assert table.titled("") == table.called(" ") == table.titled("nobody") == []
    assert table.properties == {"status", "due", "none"}
    assert list(scalars(["a", {"b": "c", "d": None}])) == ["a", "c"]


def test_a_commitment_points_to_its_line_and_its_links() -> None:
    known = {"Projects/Kitchen": "Projects/Kitchen.md", "Dad": "People/Dad.md"}
    commitment = Commitment(
        "x", "note", "Do it", links=("Projects/Kitchen#Quotes", "Dad", "gone", "Dad"), note=Place("Daily/1.md", 12)
    )
    found = targets(commitment, known.get)
    assert found == (Target("Daily/1.md", line=12), Target("Projects/Kitchen.md", "Quotes"), Target("People/Dad.md"))
    assert linked_paths([commitment], known.get) == {"Daily/1.md", "Projects/Kitchen.md", "People/Dad.md"}


def test_a_target_names_the_part_that_is_meant() -> None:
    part = chunk("k.md", text="one\ncame to £9,800. ^june-total\n", headings=("Kitchen", "Quotes"))
    assert Target("k.md", "quotes").names(part)
    assert Target("k.md", "Kitchen#Quotes").names(part)
    assert Target("k.md", "^june-total").names(part)
    assert Target("k.md", line=3).names(part)
    assert not Target("k.md", line=30).names(part)
    assert not Target("k.md", "^june").names(part)
    assert not Target("k.md").names(part)


@given(st.lists(st.tuples(UNIT, st.booleans()), min_size=1, max_size=30))
def test_daily_notes_yield_to_others_and_to_nobody_else(rows: list[tuple[float, bool]]) -> None:
    paths = [f"Daily/2026-11-{i:02}.md" if daily else f"{i:02}.md" for i, (_, daily) in enumerate(rows)]
    table = NoteTable(note(path) for path in paths)
    chunks = [scored(path, row[0]) for path, row in zip(paths, rows, strict=True)]
    blended = rank_notes(chunks, parse_query("x"), table, FLAT, RankMode.BLEND)
    plain = order(rank_notes(chunks, parse_query("x"), table, FLAT, RankMode.PLAIN))
    assert sorted(order(blended)) == sorted(plain)
    for daily in (True, False):
        of_kind = [path for path in plain if table.is_daily(path) is daily]
        assert [path for path in order(blended) if table.is_daily(path) is daily] == of_kind
    for row in blended:
        assert row.score == pytest.approx(row.best.relevance * row.crowding)
        assert table.is_daily(row.note.path) or row.crowding == 1.0
    places = [plain.index(path) - order(blended).index(path) for path in plain if not table.is_daily(path)]
    assert all(gained >= 0 for gained in places)


def test_daily_notes_do_not_drown_the_rest() -> None:
    paths = [f"Daily/2026-10-{day:02}.md" for day in range(1, 31)]
    table = NoteTable([*map(note, paths), note("Projects/House.md")])
    chunks = [scored(path, 0.5) for path in paths] + [scored("Projects/House.md", 0.4)]
    rows = rank_notes(chunks, parse_query("boiler"), table, FLAT, RankMode.BLEND)
    assert order(rows).index("Projects/House.md") < 9
    assert all(path.startswith("Daily/") for path in order(rows)[:3])
    off = replace(FLAT, weights=BlendWeights(0.0, 0.0))
    assert {row.crowding for row in rank_notes(chunks, parse_query("boiler"), table, off, RankMode.BLEND)} == {1.0}
    assert order(rank_notes(chunks, parse_query("boiler"), table, FLAT, RankMode.PLAIN))[-1] == "Projects/House.md"


def test_a_section_is_found_by_its_heading_before_what_is_more_relevant() -> None:
    table = NoteTable([note("a.md"), note("b.md"), note("c.md", "June quotes")])
    chunks = [
        scored("a.md", 0.9, 1, "June quotes are late"),
        ScoredChunk(chunk("b.md", 2, "nothing", ("Kitchen", "**June** Quotes")), 0.1, None, 0.1),
        ScoredChunk(chunk("b.md", 3, "more", ("Kitchen",), ordinal=1), 0.8, None, 0.8),
        scored("c.md", 0.1, 4),
    ]
    rows = rank_notes(chunks, parse_query("june quotes "), table, FLAT, RankMode.BLEND)
    assert [(row.note.path, row.pinned, row.best.chunk.id) for row in rows] == [
        ("c.md", "title", 4),
        ("b.md", "heading", 2),
        ("a.md", "phrase", 1),
    ]


def test_a_heading_that_many_notes_share_is_of_a_template() -> None:
    paths = [f"{i}.md" for i in range(HEADING_NOTES + 1)]
    chunks = [ScoredChunk(chunk(path, i, "x", ("Tasks",)), 0.1, None, 0.1) for i, path in enumerate(paths)]
    table = NoteTable(map(note, paths))
    few = rank_notes(chunks[:-1], parse_query("tasks"), table, FLAT, RankMode.BLEND)
    many = rank_notes(chunks, parse_query("tasks"), table, FLAT, RankMode.BLEND)
    assert {row.pinned for row in few} == {"heading"}
    assert {row.pinned for row in many} == {None}


def test_names_are_compared_without_accents() -> None:
    rows = rank_notes(
        [scored("x.md", 0.1)], parse_query("cafe"), NoteTable([note("x.md", "Café")]), FLAT, RankMode.BLEND
    )
    assert rows[0].pinned == "title"


def test_folders_weigh_in_the_blend_alone_and_hide_nothing() -> None:
    table = NoteTable([note("Old/a.md"), note("b.md")])
    chunks = [scored("Old/a.md", 0.5), scored("b.md", 0.4)]
    standing = Standing({}, frozenset(), BlendWeights(), FolderRules({"Old": 0.0}))
    rows = rank_notes(chunks, parse_query("x"), table, standing, RankMode.BLEND)
    assert [(row.note.path, row.score) for row in rows] == [("b.md", 0.4), ("Old/a.md", 0.0)]
    assert make_result(rows[1], parse_query("x"), standing).folder_weight == 0.0
    assert order(rank_notes(chunks, parse_query("x"), table, standing, RankMode.PLAIN)) == ["Old/a.md", "b.md"]


def test_each_chunk_can_be_a_row() -> None:
    chunks = [scored("a.md", 0.2, 1), scored("a.md", 0.9, 2, ordinal=1), scored("b.md", 0.5, 3)]
    table = NoteTable([note("a.md"), note("b.md")])
    rows = rank_notes(chunks, parse_query("x"), table, FLAT, RankMode.PLAIN, each_chunk=True)
    assert [row.best.chunk.id for row in rows] == [2, 3, 1]
