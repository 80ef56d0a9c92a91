from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.drafts import Reader
from app.ledger.suggestions import NoteDay, find_suggestions, linked_draft, note_day, sentence_key, voice_of
from app.ledger.suggestions.prose import prose_sentences

DAY = date(2026, 11, 26)


def texts(markdown):
    return [(sentence.line, sentence.text) for sentence in prose_sentences(markdown)]


def test_sentences_with_the_line_on_which_they_begin():
    text = (
        "One thing and another, told at such a length that the line is wrapped here\nby the editor. Two.\n\n"
        "Three! Four?\n"
    )
    assert texts(text) == [
        (1, "One thing and another, told at such a length that the line is wrapped here by the editor."),
        (2, "Two."),
        (4, "Three!"),
        (4, "Four?"),
    ]


def test_a_short_line_was_ended_by_its_writer():
    assert texts("rings resized\nhotel block\n") == [(1, "rings resized"), (2, "hotel block")]


def test_abbreviations_and_numbers_end_nothing():
    assert texts("Ring Mr. Lacey at no. 4 by 12. Mai, e.g. at noon.") == [
        (1, "Ring Mr. Lacey at no. 4 by 12. Mai, e.g. at noon.")
    ]
    assert texts("They come on the 12. She pays.") == [(1, "They come on the 12."), (1, "She pays.")]


def test_code_quotes_tables_headings_tasks_comments_and_templates_are_no_prose():
    text = (
        "# I'll go\n\n```\nI'll go in May\n```\n\n> I'll go\n> then\n\n| I'll | go |\n|---|---|\n| a | b |\n\n"
        "- [ ] I'll go\n  with her\n- [x] done\n\n%% I'll go %%\n\n<!-- I'll go -->\n\nkey:: value of it\n\n"
        "{{date}} I'll go\n\nTODO\n=====\n\n    I'll go\n\n- item **one** [[Note|here]] ^b1\n"
    )
    assert texts(text) == [(text.count("\n"), "item one here")]


def test_what_is_struck_out_or_a_sentence_of_code_is_not_said():
    assert texts("~~I'll go by Friday.~~\n\n`I'll go by Friday.`\n\n~~Gone.~~ Call `make it` by then\n") == [
        (5, "Call make it by then")
    ]


def test_a_block_id_belongs_to_all_sentences_of_its_paragraph():
    found = list(prose_sentences("One. Two. ^abc\n\nThree.\n"))
    assert [sentence.block for sentence in found] == ["abc", "abc", ""]


@given(st.text(max_size=400))
def test_any_text_has_sentences_on_lines_that_it_has(text):
    lines = text.count("\n") + text.count("\r") + 1
    assert all(1 <= sentence.line <= lines and sentence.text for sentence in prose_sentences(text))


@pytest.mark.parametrize(
    ("path", "properties", "day"),
    [
        ("Daily/2026-11-26.md", {}, NoteDay(DAY, True)),
        ("Daily/2026-11-26 Thursday.md", {}, NoteDay(DAY, True)),
        ("journals/2026_11_26.md", {}, NoteDay(DAY, True)),
        ("20261126.md", {}, NoteDay(DAY, True)),
        ("Plan.md", {"Date": "2026-11-26T10:00"}, NoteDay(DAY, True)),
        ("2026-13-45.md", {"date": "2026-11-26"}, NoteDay(DAY, True)),
        ("Plan.md", {"date": "2026-99-99"}, NoteDay(date.fromtimestamp(1_780_000_000), False)),
        ("Plan 1202611260.md", {"date": ["x"]}, NoteDay(date.fromtimestamp(1_780_000_000), False)),
    ],
)
def test_the_day_of_a_note(path, properties, day):
    assert note_day(path, properties, 1_780_000_000) == day


def test_a_time_outside_the_calendar_is_long_ago():
    assert note_day("a.md", {}, 1e30) == NoteDay(date.min, False)


def test_how_personal_a_note_is():
    assert voice_of("2026-11-26.md", "plain", NoteDay(DAY, True)) == "diary"
    assert voice_of("Plan.md", "plain", NoteDay(DAY, False)) == "reference"
    assert voice_of("2026-11-26.md", "run `a` and\n", NoteDay(DAY, True)) == "technical"
    assert voice_of("Templates/Daily.md", "plain", NoteDay(DAY, True)) is None


def test_a_suggestion_knows_its_line_its_reading_and_its_link():
    text = "Quiet.\n\nI promised Ann the ladder by Monday at 9am. ^lad\n"
    (found,) = find_suggestions("Daily/x.md", text, 10, DAY, "diary", Reader(date(2030, 1, 1)))
    assert (found.line, found.sentence) == (12, "I promised Ann the ladder by Monday at 9am.")
    assert found.draft["due"].startswith("2026-11-30")
    assert found.said.startswith("I promised Ann the ladder") and "Mon 30 Nov 2026" in found.said
    assert linked_draft(found)["links"] == "Daily/x#^lad"
    assert linked_draft(replace(found, path="Daily/x.markdown", block=""))["links"] == "Daily/x.markdown"
    assert "links" not in linked_draft(replace(found, path="C# notes.md"))


def test_the_key_is_that_of_the_words():
    assert sentence_key("Ring Ann, by Friday!") == sentence_key("ring  **Ann** by friday")
    assert sentence_key("Ring Ann by Friday") != sentence_key("Ring Ann by Monday")
