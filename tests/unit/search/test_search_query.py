from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.search.expression import any_expression, match_expression
from app.search.query import Query, Term, parse_query
from app.search.reading import read_as

HOSTILE = st.lists(
    st.one_of(
        st.sampled_from(
            [
                '"',
                "-",
                "OR",
                "AND",
                "NOT",
                "NEAR(",
                ")",
                "*",
                "^",
                ":",
                "tag:",
                "tag:#",
                "path:",
                'title:"',
                "is:",
                "is:task",
            ]
        ),
        st.sampled_from(
            ["a OR", "-tag:#x", "prop:value", "{body}:x", "\0", "\ud800", "漢字", "ё", "--", "'", "%", "\\"]
        ),
        st.text(max_size=12),
    ),
    max_size=8,
).map(" ".join)


@pytest.fixture(scope="module")
def words() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5 (title, body, tokenize = 'porter unicode61')")
    rows = ["the kitchen quote", "the gutter quote", "a frosted morning", "Kitchen floor and tiles", "who paid me"]
    connection.executemany("INSERT INTO words (title, body) VALUES ('note', ?)", [(row,) for row in rows])
    yield connection
    connection.close()


def _found(connection: sqlite3.Connection, expression: str) -> list[str]:
    rows = connection.execute("SELECT body FROM words WHERE words MATCH ? ORDER BY rowid", (expression,))
    return [row[0] for row in rows]


def _kinds(text: str) -> list[tuple[str, str]]:
    return [(term.kind, term.value) for term in parse_query(text).terms]


def test_words_phrases_and_exclusions() -> None:
    query = parse_query('kitchen "clay drain" -roofer -"no way"')
    assert query.words == ("kitchen",)
    assert query.phrases == ("clay drain",)
    assert query.excluded == (Term("word", "roofer", negated=True), Term("phrase", "no way", negated=True))
    assert query.meaning == "kitchen clay drain"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tag:#Work/Boundary", [("tag", "work/boundary")]),
        ("tag:work/", [("tag", "work")]),
        ('path:"Daily notes"', [("path", "Daily notes")]),
        ("TITLE:Kitchen", [("title", "Kitchen")]),
        ("is:task", [("is", "task")]),
        ("is:Firing", [("is", "firing")]),
        ("is:weird", [("word", "is"), ("word", "weird")]),
        ("status:done", [("prop", "done")]),
        ("re: quote", [("word", "re:"), ("word", "quote")]),
        ("at 10:30", [("word", "at"), ("word", "10:30")]),
        ("https://example.org/a", [("word", "https"), ("word", "//example.org/a")]),
        ('"unclosed phrase', [("word", "unclosed"), ("word", "phrase")]),
        ("tag:#", [("word", "tag")]),
        ("- -- ? !", [("word", "- -- ? !")]),
        ("- --", []),
        ("", []),
        ("OR", [("word", "OR")]),
        ("a OR", [("word", "a")]),
        ("quote tag:", [("word", "quote")]),
        ("quote -due:", [("word", "quote")]),
        ("quote re:", [("word", "quote"), ("word", "re:")]),
        ("links:[[June estimate#Part|so]] x", [("links", "June estimate"), ("word", "x")]),
        ('in:"A/C#.md"', [("in", "A/C#.md")]),
        ("links:[[June est", [("links", "June"), ("word", "est")]),
        ("[[June estimate]]", [("word", "June"), ("word", "estimate")]),
        ("--verbose -v", [("word", "--verbose")]),
        ("#358 C#", [("word", "#358"), ("word", "C#")]),
        ("due:<7d", [("prop", "<7d")]),
    ],
)
def test_each_form_is_read(text: str, expected: list[tuple[str, str]]) -> None:
    assert _kinds(text) == expected


def test_or_joins_its_neighbours_only() -> None:
    query = parse_query("kitchen OR bath quote")
    assert [[term.value for term in group] for group in query.groups] == [["kitchen", "bath"], ["quote"]]
    assert [len(group) for group in parse_query("-a OR b").groups] == [1, 1]
    assert [len(group) for group in parse_query("a OR -b").groups] == [1, 1]


def test_a_property_that_no_note_has_is_words() -> None:
    assert [t.kind for t in parse_query("status:done", {"status"}).terms] == ["prop"]
    assert [t.value for t in parse_query("remark:done", {"status"}).terms] == ["remark", "done"]


@pytest.mark.parametrize(
    ("text", "prefix"),
    [("quo", True), ("kitchen quo", True), ("q", False), ("quo ", False), ('"quo"', False), ("-quo", False),
     ("tag:quo", False), ("x OR", False), ("", False), ('"unclosed quo', False)],
)  # fmt: skip
def test_the_last_word_is_unfinished_while_it_is_typed(text: str, prefix: bool) -> None:
    assert parse_query(text).prefix is prefix


def test_a_query_of_exclusions_only_asks_for_all_the_rest() -> None:
    assert parse_query("-a -b").terms == ()
    assert not parse_query("-a -b").is_empty
    assert parse_query("- ").is_empty


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kitchen quote ", ["the kitchen quote"]),
        ("kitchen qu", ["the kitchen quote"]),
        ("quote", ["the kitchen quote", "the gutter quote"]),
        ("quote -gutter", ["the kitchen quote"]),
        ("frost OR tiles ", ["a frosted morning", "Kitchen floor and tiles"]),
        ('"kitchen quote"', ["the kitchen quote"]),
        ('"quote kitchen"', []),
        ("kitchen AND quote ", []),
    ],
)
def test_every_word_is_wanted(words: sqlite3.Connection, text: str, found: list[str]) -> None:
    assert _found(words, match_expression(parse_query(text))) == found


def test_any_word_is_enough_but_phrases_and_exclusions_stay(words: sqlite3.Connection) -> None:
    assert _found(words, any_expression(parse_query("kitchen frost "))) == [
        "the kitchen quote",
        "a frosted morning",
        "Kitchen floor and tiles",
    ]
    assert _found(words, any_expression(parse_query("kitchen frost -floor"))) == [
        "the kitchen quote",
        "a frosted morning",
    ]
    assert _found(words, any_expression(parse_query('"kitchen quote" frost '))) == ["the kitchen quote"]


def test_function_words_are_left_out_while_others_are_there(words: sqlite3.Connection) -> None:
    assert _found(words, any_expression(parse_query("who has the quote "))) == ["the kitchen quote", "the gutter quote"]
    assert _found(words, any_expression(parse_query("who "))) == ["who paid me"]


@pytest.mark.parametrize("text", ["", "tag:#a", "-a", "tag:#a OR b", "?"])
def test_a_query_without_text_has_no_expression(text: str) -> None:
    assert match_expression(parse_query(text)) == any_expression(parse_query(text)) == ""


@given(HOSTILE)
@settings(max_examples=200, deadline=None)
@example('a"b OR -')
@example('OR OR "" tag:"')
def test_whatever_is_typed_can_be_asked(words: sqlite3.Connection, text: str) -> None:
    query = parse_query(text)
    for expression in (match_expression(query), any_expression(query)):
        if expression:
            assert _found(words, expression.encode("utf-8", "replace").decode()) is not None
    assert isinstance(read_as(query, any_word=True), str)
    assert query.meaning == query.meaning.strip()


@given(st.lists(st.from_regex(r"[a-z]{2,8}", fullmatch=True), min_size=1, max_size=6))
def test_plain_words_are_read_as_they_are(typed: list[str]) -> None:
    assert parse_query(" ".join(typed)).words == tuple(typed)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("kitchen quote", "words: kitchen, quote*"),
        ("kitchen quo tag:#work", "words: kitchen, quo · tag: work"),
        ("a1 OR b1 ", "words: a1 or b1"),
        ('"clay drain" -tag:#old -roofer', "phrase: “clay drain” · without: tag old, roofer"),
        ("tag:#a OR kitchen ", "either: tag a or kitchen"),
        ("status:done is:task", "status: done · is: task"),
        ("", ""),
    ],
)
def test_the_reading_is_in_words(text: str, shown: str) -> None:
    assert read_as(parse_query(text)) == shown


def test_the_reading_says_when_any_word_was_enough() -> None:
    assert read_as(parse_query("kitchen quote "), any_word=True) == "any of: kitchen, quote"
    assert read_as(parse_query("kitchen "), any_word=True) == "words: kitchen"


def test_a_very_long_paste_is_read_in_part() -> None:
    query = parse_query("word " * 100_000)
    assert isinstance(query, Query)
    assert 0 < len(query.words) <= 400
