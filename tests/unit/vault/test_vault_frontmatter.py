from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.frontmatter import split_frontmatter


def test_scalars_stay_the_text_that_was_written() -> None:
    found = split_frontmatter("---\na: no\nb: 1:30\nc: 01234\nd: 1.10\ne: 2026-02-30\nf: true\ng:\n---\nbody\n")
    assert found.properties == {
        "a": "no",
        "b": "1:30",
        "c": "01234",
        "d": "1.10",
        "e": "2026-02-30",
        "f": "true",
        "g": None,
    }
    assert (found.body_line, found.problem) == (10, "")


def test_lists_and_mappings_are_kept() -> None:
    found = split_frontmatter("---\ntags: [a, b]\nwho:\n  name: [x]\n---\n")
    assert found.properties == {"tags": ["a", "b"], "who": {"name": ["x"]}}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_closes_a_block(end: str) -> None:
    found = split_frontmatter(end.join(["---", "title: x", "--- ", "body"]))
    assert (found.properties, found.body_line) == ({"title": "x"}, 4)


@pytest.mark.parametrize(
    "text", ["", "body", " ---\na: b\n---\n", "---\na: b\n", "----\na: b\n---\n", "text\n---\na: b\n---\n"]
)
def test_without_a_closed_block_at_the_head_all_is_body(text: str) -> None:
    assert split_frontmatter(text).body_line == 1


@pytest.mark.parametrize("text", ["---\nJust words between rules\n---\n", "---\n- a\n- b\n---\n"])
def test_a_rule_over_words_is_no_block(text: str) -> None:
    found = split_frontmatter(text)
    assert (found.properties, found.body_line, found.problem) == ({}, 1, "")


@pytest.mark.parametrize("block", ["", "# only a remark\n"])
def test_an_empty_block_is_a_block(block: str) -> None:
    found = split_frontmatter(f"---\n{block}---\nbody")
    assert (found.properties, found.body_line) == ({}, 3 + block.count("\n"))


@pytest.mark.parametrize(
    "line",
    ["title: Assignment 1: X", "tags: @x", "\ttab: x", 'quote: "open', "a: [1, 2", "x: \x01"],
)
def test_a_malformed_block_keeps_what_can_be_read_and_says_so(line: str) -> None:
    found = split_frontmatter(f"---\nstatus: 'open'\n{line}\nnames:\n  - Ann\n  - \"Bob\"\n---\nbody\n")
    assert found.properties["status"] == "open"
    assert found.properties["names"] == ["Ann", "Bob"]
    assert found.body_line == 8
    assert "cannot be read in full" in found.problem


def test_the_placeholders_of_a_template_are_no_fault() -> None:
    found = split_frontmatter("---\ndate: {{date}}\ntags: [a]\n---\nbody\n")
    assert (found.problem, found.body_line) == ("", 5)
    assert found.properties["date"] == "{{date}}"


def test_the_line_of_the_fault_is_named() -> None:
    assert "line 3" in split_frontmatter("---\na: b\ntitle: x: y\n---\n").problem


def _bomb() -> str:
    levels = ["a0: &a0 [" + ", ".join("x" * 9) + "]"]
    levels += [f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 9) + "]" for n in range(1, 9)]
    return "\n".join(levels)


@pytest.mark.parametrize(
    "block",
    [_bomb(), "a: " + "[" * 3000, "- " * 20000, "a: &a [*a]", "? " * 5000, "x: y\n" * 30000, "k: " + "z" * 70000],
    ids=["aliases", "brackets", "items", "itself", "keys", "many", "long"],
)
def test_a_hostile_block_costs_little(block: str) -> None:
    start = time.process_time()
    found = split_frontmatter(f"---\n{block}\n---\nbody\n")
    assert time.process_time() - start < 2
    assert found.body_line == block.count("\n") + 4
    assert found.problem


def test_an_alias_used_with_measure_is_fine() -> None:
    assert split_frontmatter("---\na: &x [1]\nb: *x\n---\n").properties == {"a": ["1"], "b": ["1"]}


def test_json_between_the_fences_is_read() -> None:
    assert split_frontmatter('---\n{"title": "x", "n": [1]}\n---\n').properties == {"title": "x", "n": ["1"]}


def test_toml_between_plus_signs_is_read() -> None:
    found = split_frontmatter("+++\ntitle = 'x'\ndraft = true\ndate = 2026-01-02\n[more]\nn = 1\n+++\nbody")
    assert found.properties == {"title": "x", "draft": "true", "date": "2026-01-02", "more": {"n": "1"}}
    assert found.body_line == 8


def test_malformed_toml_is_told() -> None:
    found = split_frontmatter("+++\ntitle = \n+++\nbody")
    assert found.problem and found.body_line == 4


def test_a_long_note_that_begins_with_a_rule_is_body() -> None:
    assert split_frontmatter("---\n" + "words\n" * 20000).body_line == 1


@given(st.text(alphabet="ab:-[]{}&*!|>%@`'\"#,? \t\n\r\u00e9\x01", max_size=80))
def test_nothing_between_the_fences_raises(block: str) -> None:
    found = split_frontmatter(f"---\n{block}\n---\nbody")
    assert found.body_line >= 1
    assert isinstance(found.properties, dict)
