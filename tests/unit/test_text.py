from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text import safe_body, safe_json, safe_line, safe_name

CANARIES = ("\x1b]52;c;AAAA\x07", "\x1b[2J", "\x9b31m", "\x7f", "\x00", "\u202egpj.exe")


@pytest.mark.parametrize("canary", CANARIES)
@pytest.mark.parametrize("make_safe", [safe_body, safe_line, safe_name])
def test_nothing_that_a_terminal_obeys_passes(make_safe, canary):
    safe = make_safe(f"before {canary} after")
    assert not any(unicodedata.category(c) in {"Cc", "Cs"} for c in safe)
    assert "\u202e" not in safe
    assert safe.startswith("before ") and safe.endswith(" after")


@given(st.text(st.characters(codec=None, categories=("L", "Cc", "Cf", "Cs", "Zl", "Zp")), max_size=80))
def test_a_name_is_one_line_of_printable_characters(text):
    safe = safe_name(text)
    assert not any(unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"} for c in safe)
    assert not set(safe) & set("\u200b\u2060\ufeff\u202e\u2066")


def test_a_body_keeps_its_lines_and_opens_its_tabs():
    assert safe_body("a\tb\r\nc\u2028d") == "a    b\nc d"


def test_ordinary_text_is_left_alone():
    text = "Café 日本 👩‍💻 [not markup] £9,310"
    assert safe_body(text) == safe_line(text) == safe_name(text) == text


def test_a_name_that_is_not_utf8_is_shown_escaped():
    assert safe_name("bad\udcff.md") == "bad\\xff.md"


def test_zero_width_characters_are_visible_in_names_and_kept_in_bodies():
    assert safe_name("k7\u200bq2") == "k7<U+200B>q2"
    assert safe_body("a\u200bb") == "a\u200bb"


@pytest.mark.parametrize(
    "name",
    [
        "😀👩\u200d💻",
        "می\u200cخواهم",
        "क\u094d\u200dष",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_what_a_script_or_pictograph_needs_stays(name):
    assert safe_name(name) == safe_line(name) == safe_body(name) == name


def test_joiners_are_visible_where_they_join_nothing():
    assert safe_name("k7\u200dq2") == safe_line("k7\u200dq2") == "k7<U+200D>q2"
    assert safe_name("k7\u200cq2") == "k7<U+200C>q2"
    assert safe_body("k7\u200dq2") == "k7\u200dq2"


def test_a_line_shows_what_nobody_sees_but_the_blanks_and_hyphens_of_words():
    assert safe_line("pay\u200b Ann") == "pay<U+200B> Ann"
    assert safe_line("ไทย\u200bไทย co\u00adop") == "ไทย\u200bไทย co\u00adop"
    assert safe_name("ไทย\u200bไทย co\u00adop") == "ไทย<U+200B>ไทย co<U+00AD>op"


def test_links_in_a_body_are_shown_as_names_are():
    assert (
        safe_body("a\u200b [[No\u200bte]] https://go\u200bod.org")
        == "a\u200b [[No<U+200B>te]] https://go<U+200B>od.org"
    )


def test_a_message_in_tags_is_shown():
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "hi")
    assert safe_body(f"a{hidden}") == safe_line(f"a{hidden}") == "a<U+E0068><U+E0069>"


@given(st.text(st.characters(codec=None), max_size=60))
def test_what_was_made_safe_stays_as_it_is(text):
    assert safe_name(safe_name(text)) == safe_name(text)
    assert safe_line(safe_line(text)) == safe_line(text)


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_json_says_the_same_with_nothing_that_a_terminal_obeys(text):
    written = safe_json(json.dumps({"a": text}, ensure_ascii=False))
    assert json.loads(written) == {"a": text}
    assert not any(unicodedata.category(c) == "Cc" for c in written)
