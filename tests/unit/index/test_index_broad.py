from __future__ import annotations

import pytest

from app.index import broad


@pytest.fixture
def reader(store, put, monkeypatch):
    monkeypatch.setattr(broad, "MOST_RANKED", 5)
    put("early.md", "common words and the rare zebra")
    put("Common.md", "# Common\nsomething")
    for number in range(20):
        put(f"{number:02}.md", f"common words in note {number}")
    reader = store.reader()
    yield reader
    reader.close()


def found(reader, expression: str, limit: int = 10) -> list[str]:
    return [hit.path for hit in reader.match(expression, limit)]


def test_a_word_that_most_chunks_have_still_finds_titles_and_the_latest(reader):
    paths = found(reader, '"common"')
    assert paths[0] == "Common.md"
    assert paths[1:] == [f"{number:02}.md" for number in range(19, 10, -1)]


def test_a_prefix_of_one_letter_is_answered_too(reader):
    assert found(reader, '"c"*')[0] == "Common.md"


@pytest.mark.parametrize("expression", ['("common" OR "zebra")', '("common" OR "words" OR "zebra")'])
def test_a_rare_word_is_not_crowded_out_by_common_ones(reader, expression):
    assert found(reader, expression)[0] == "early.md"


def test_all_words_narrow_before_anything_is_left_out(reader):
    assert found(reader, '"common" AND "zebra"') == ["early.md"]
    assert found(reader, '"common" AND "words"', 3)
    assert found(reader, '("common") NOT ("zebra")')


def test_few_matches_are_all_ranked(reader, monkeypatch):
    monkeypatch.setattr(broad, "MOST_RANKED", 100)
    assert len(found(reader, '("common" OR "zebra")', 50)) == 22
