from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.list_edit import edit_list
from app.ledger.rendering import render_value
from app.ledger.scanner import comments_in

CUES = '[ # all\n    "they sent a price", # from Ann\n\n    # heard\n    "we hear, # the cost"\n]'


@pytest.mark.parametrize(
    ("new", "text"),
    [
        (
            ["they sent a price", "we hear, # the cost", "third"],
            '[ # all\n    "they sent a price", # from Ann\n\n    # heard\n    "we hear, # the cost",\n    "third",\n]',
        ),
        (["we hear, # the cost"], '[ # all\n    # from Ann\n\n    # heard\n    "we hear, # the cost",\n]'),
        (
            ["first", "they sent a price"],
            '[ # all\n    "first",\n    "they sent a price", # from Ann\n\n    # heard\n]',
        ),
    ],
)
def test_only_the_lines_of_items_that_come_or_go_change(new: list[str], text: str) -> None:
    assert edit_list(CUES, new, "\n") == text


@pytest.mark.parametrize("text", ['["a", "b"]', '["a",\n"b"]', '[\n"a", "b",\n]', "[\n]", '[\n"a"\n]\n]', "[]"])
def test_a_list_of_another_layout_is_left_to_others(text: str) -> None:
    assert edit_list(text, ["a", "c"], "\n") is None or text == "[\n]"


def test_nothing_left_is_left_to_others() -> None:
    assert edit_list(CUES, [], "\n") is None


_ITEMS = st.lists(st.text(max_size=8) | st.sampled_from(["a # b", "x\u2028y", "'", '"', "[", "]", "a,"]), max_size=5)


@given(_ITEMS.filter(bool), _ITEMS.filter(bool), st.booleans(), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_any_list_becomes_any_other_and_no_comment_is_lost(
    old: list[str], new: list[str], with_comments: bool, newline: str, comma: bool
) -> None:
    commas = [","] * (len(old) - 1) + ["," if comma else ""]
    mine = " # mine" if with_comments else ""
    lines = [f"  {render_value(item)}{end}{mine}{newline}" for item, end in zip(old, commas, strict=True)]
    text = f"[{newline}{''.join(lines)}]"
    edited = edit_list(text, new, newline)
    assert edited is not None
    assert tomllib.loads(f"x = {edited}")["x"] == new
    assert comments_in(edited) == comments_in(text)
    assert (edited.count("\n") == edited.count("\r\n")) is (newline == "\r\n")
    if comma:
        assert edit_list(edit_list(text, [*old, "one more"], newline) or "", old, newline) == text
