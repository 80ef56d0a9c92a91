"""What can be completed where the caret stands, and what it becomes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.dialogs.tokens import Kind, adds_something, completed, token_in_field, token_in_line


@pytest.mark.parametrize(
    ("line", "kind", "typed"),
    [
        ("ring Ann @kit|", "project", "kit"),
        ("ring Ann @|", "project", ""),
        ('ring Ann @"kitchen wo|', "project", "kitchen wo"),
        ("#mon|", "tags", "mon"),
        ("pay #mon| today", "tags", "mon"),
        ("see [[Projects/Kit|", "links", "Projects/Kit"),
        ("see [[Kit|]] soon", "links", "Kit"),
        ("see [[Kitchen#Qu|", "links", "Kitchen#Qu"),
        ("see [[Home]] and [[|", "links", ""),
    ],
)
def test_a_marker_before_the_caret_says_what_completes(line: str, kind: str, typed: str) -> None:
    caret = line.index("|")
    token = token_in_line(line.replace("|", ""), caret)
    assert token is not None and (token.kind, token.typed) == (kind, typed)


@pytest.mark.parametrize(
    "line",
    ["|", "ring Ann|", "ann@home.org|", "see [[Home]]|", "@kit |", "#mo|ney", 'say "@home"|', "a#b|", "see [[a]] #|x"],
)
def test_elsewhere_nothing_completes(line: str) -> None:
    assert token_in_line(line.replace("|", ""), line.index("|")) is None


@pytest.mark.parametrize(
    ("line", "suggestion", "becomes"),
    [
        ("ring @kit|", "kitchen", "ring @kitchen |"),
        ("ring @kit| today", "kitchen", "ring @kitchen| today"),
        ("ring @kit|", "kitchen garden", 'ring @"kitchen garden" |'),
        ('ring @"kitchen g|', "kitchen garden", 'ring @"kitchen garden" |'),
        ("#mon|", "money/tax", "#money/tax |"),
        ("see [[Kit| soon", "Projects/Kitchen", "see [[Projects/Kitchen]]| soon"),
        ("see [[Kit|]] soon", "Projects/Kitchen", "see [[Projects/Kitchen]]| soon"),
        ("see [[Kit|", "Projects/Kitchen", "see [[Projects/Kitchen]] |"),
    ],
)
def test_a_suggestion_takes_the_place_of_what_was_typed(line: str, suggestion: str, becomes: str) -> None:
    text, caret = line.replace("|", ""), line.index("|")
    token = token_in_line(text, caret)
    assert token is not None
    text, caret = completed(text, token, suggestion)
    assert text[:caret] + "|" + text[caret:] == becomes


def test_a_field_completes_as_a_whole_and_needs_no_marker() -> None:
    token = token_in_field("links", "[[Kit", 5)
    assert token is not None and token.typed == "Kit"
    assert completed("[[Kit", token, "Projects/Kitchen") == ("Projects/Kitchen", 16)
    assert token_in_field("project", "kitchen", 3) is None
    assert token_in_field("tags", "  ", 2) is None and token_in_field("links", "[[Home]]", 8) is None
    assert token_in_field("links", "", 0) is None


@pytest.mark.parametrize(("kind", "text"), [("links", "[["), ("links", "![["), ("tags", "#"), ("project", "@")])
def test_a_marker_alone_in_a_field_asks_for_everything(kind: Kind, text: str) -> None:
    token = token_in_field(kind, text, len(text))
    assert token is not None and token.typed == "" and token.is_open is (kind == "links")


def test_a_link_is_open_until_its_brackets_close() -> None:
    opened, closed = token_in_line("see [[Kit", 9), token_in_line("see [[Kit]]", 9)
    assert opened is not None and closed is not None and opened.is_open and not closed.is_open


def test_what_is_typed_in_full_already_is_nothing_to_take() -> None:
    whole, part = token_in_line("@kitchen", 8), token_in_line("[[Home", 6)
    assert whole is not None and not adds_something(whole, "kitchen") and adds_something(whole, "kitchen garden")
    assert part is not None and adds_something(part, "Home")


@given(st.text(alphabet='ab @#[]" ', max_size=30), st.integers(0, 30))
def test_taking_a_suggestion_keeps_everything_around_it(text: str, caret: int) -> None:
    caret = min(caret, len(text))
    token = token_in_line(text, caret)
    if token is not None:
        after, place = completed(text, token, "x")
        assert after.startswith(text[: token.start]) and after.endswith(text[token.end :])
        assert token.start < place <= len(after)
