from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.lexical import BODY_WEIGHT, HEADINGS_WEIGHT, TITLE_WEIGHT
from app.index.prefixes import expand_prefixes, fold_strings

VOCABULARY = ("estimate", "estimates", "play", "player")


def complete(prefix: str) -> list[str]:
    return [word for word in VOCABULARY if word.startswith(prefix) and word != prefix]


@pytest.mark.parametrize(
    ("expression", "expanded"),
    [
        ('"estimat" *', '("estimat" * OR "estimate" OR "estimates")'),
        ('"vendor" "play" *', '"vendor" AND ("play" * OR "player")'),
        ('"vendor" AND "play" *', '"vendor" AND ("play" * OR "player")'),
        ('"play" * "vendor"', '("play" * OR "player") AND "vendor"'),
        ('("vendor" "play" *) NOT "x"', '("vendor" AND ("play" * OR "player")) NOT "x"'),
        ('title : "play" *', 'title : ("play" * OR "player")'),
        ('"play" * OR "estimat" *', '("play" * OR "player") OR ("estimat" * OR "estimate" OR "estimates")'),
        ('"play" * "estimat" *', '("play" * OR "player") AND ("estimat" * OR "estimate" OR "estimates")'),
        ('"est" *', '"est" *'),
        ('"a" + "play" *', '"a" + "play" *'),
        ('"big play" *', '"big play" *'),
        ('"zzzz" *', '"zzzz" *'),
        ('"play"', '"play"'),
    ],
)
def test_a_prefix_also_stands_for_the_words_that_begin_with_it(expression, expanded):
    assert expand_prefixes(expression, complete) == expanded


@pytest.mark.parametrize("length", range(2, len("reconciliation") + 1))
def test_no_letter_of_a_word_being_typed_loses_the_note(store, put, length):
    put("a.md", "The reconciliation of the vendor's estimates.")
    reader = store.reader()
    prefix = "reconciliation"[:length]
    assert [hit.path for hit in reader.match(f'"vendor" "{prefix}" *', 5)] == ["a.md"]
    reader.close()


def test_strings_are_folded_and_stay_strings():
    assert fold_strings('"Ё" AND title : "a""b" *') == '"Е" AND title : "a b" *'
    assert fold_strings('"＂x"') == '" x"'


QUOTED = st.text(max_size=12).map(lambda text: '"{}"'.format(text.replace('"', '""').replace("\x00", "")))
OPERAND = st.one_of(QUOTED, QUOTED.map(lambda word: f"{word} *"), st.just('"play" *'))


@given(st.lists(OPERAND, min_size=1, max_size=4), st.sampled_from([" ", " AND ", " OR ", " NOT "]))
def test_whatever_is_quoted_can_be_asked_for(tmp_path_factory, operands, joint):
    import sqlite3

    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5 (body)")
    expression = expand_prefixes(fold_strings(joint.join(operands)), complete)
    assert connection.execute("SELECT count(*) FROM t WHERE t MATCH ?", (expression,)).fetchone() == (0,)
    connection.close()


def test_a_title_counts_more_than_a_heading_than_the_text():
    assert TITLE_WEIGHT > HEADINGS_WEIGHT > BODY_WEIGHT > 0
