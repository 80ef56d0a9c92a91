from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.text import safe_body, safe_line, safe_name

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
