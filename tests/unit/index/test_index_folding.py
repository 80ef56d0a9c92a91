from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.folding import fold, terms
from app.index.migrations import TOKENIZER


def found(text: str, query: str) -> bool:
    """Index a text and look for a phrase, both folded."""
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE VIRTUAL TABLE t USING fts5 (body, tokenize = '{TOKENIZER}', prefix = '2 3')")
    connection.execute("INSERT INTO t VALUES (?)", (fold(text),))
    hits = connection.execute("SELECT 1 FROM t WHERE t MATCH ?", ('"{}"'.format(fold(query).replace('"', " ")),))
    result = bool(hits.fetchall())
    connection.close()
    return result


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Ёлка под снегом", "елка"),
        ("το μέλι", "μελι"),
        ("ο λόγος", "λογοσ"),
        ("Straße", "strasse"),
        ("the ﬁnal ﬂoor", "final floor"),
        ("ＦＵＬＬ width", "full"),
        ("café crème", "cafe creme"),
        ("cafe\u0301", "café"),
        ("私は東京に住む", "東京"),
        ("私は東京に住む", "京に"),
        ("ｶﾀｶﾅ", "カタカナ"),
        ("서울에서 만나요", "서울"),
        ("สวัสดีครับ", "ดี"),
        ("שָׁלוֹם", "שלום"),
        ("مُحَمَّد", "محمد"),
        ("running quotes", "quote"),
    ],
)
def test_what_looks_alike_is_found(text, query):
    assert found(text, query)


@pytest.mark.parametrize(("text", "query"), [("東西京", "東京"), ("ёлка", "палка"), ("йод", "иод")])
def test_what_is_different_is_not_found(text, query):
    assert not found(text, query)


def test_plain_text_is_not_touched():
    text = "Plain text, as most notes are."
    assert fold(text) is text


def test_terms_are_the_words_of_the_index_before_stemming():
    assert terms("Réunion: Æsop's naïve_plan (v2)") == ["reunion", "æsop", "s", "naive", "plan", "v2"]
    assert terms("йод") == ["йод"]
    assert terms("東京") == ["東", "京"]


@given(st.text())
def test_folding_again_changes_no_words(text):
    assert terms(fold(text)) == terms(text)


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x24F, exclude_categories=["C"]), min_size=1))
def test_any_word_of_a_text_is_found_in_it(text):
    assert all(found(text, word) for word in terms(text))
