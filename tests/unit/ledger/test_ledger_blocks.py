from __future__ import annotations

import tomllib
from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import WriteRefused
from app.ledger.block_edit import edit_block, parse_block
from app.ledger.blocks import find_blocks
from app.ledger.plain_toml import read_plain
from app.ledger.rendering import render_block, render_pair, same
from app.ledger.scanner import comments_in

HARD = '''\
title = "before the entries"
list = [
    [1, 2], # [[entry]]
    ["[[entry]]"],
]
# [[entry]] in a comment
text = """
[[entry]]
id = "not one"
"""

[[ entry ]]  # first
id = "aaaa"
note = \'\'\'
[[entry]]\'\'\'
quoted = "a # [[entry]] \\" b" # real comment

[entry.more]
deep = { x = "}", y = [ "]" ] }

[[entry.more.items]]
n = 1

[other]
id = "zzzz"

[["entry"]]
id = "bbbb"
[ 'entry' . sub ]
"dotted.key".x = 2026-08-15 10:00:00
# the end'''


def test_blocks_are_found_in_a_hard_text() -> None:
    blocks = find_blocks(HARD)
    tables = tomllib.loads(HARD)["entry"]
    assert [parse_block(HARD[block.start : block.end]) for block in blocks] == tables
    assert HARD[blocks[0].start :].startswith("[[ entry ]]  # first")
    assert HARD[blocks[0].end :].startswith("\n[other]")
    assert HARD[blocks[1].end :] == "# the end"


BLOCK = """\
[[entry]]
id = "q7te"  # short
action = "Compare"
  cues = [
    "one", # from Ann
    "two # not a comment",
  ]  # all of them
due = 2026-08-15# glued
extra.deep = 1
project = "kitchen"
"""


def edited(**changes: object) -> str:
    table = parse_block(BLOCK)
    for key, value in changes.items():
        if value is None:
            del table[key]
        else:
            table[key] = value
    return edit_block(BLOCK, table)


def test_only_the_changed_value_is_rewritten() -> None:
    assert edited(due=date(2027, 1, 2)) == BLOCK.replace("2026-08-15", "2027-01-02")


def test_comments_inside_a_list_stay_in_it_and_those_of_another_value_move_above_it() -> None:
    text = edited(cues=["three"])
    assert '  cues = [\n    "three",\n    # from Ann\n  ]  # all of them\n' in text
    assert edited(cues=[]).count("  # from Ann\n  cues = []  # all of them\n") == 1
    assert comments_in(text) == ["# short", "# from Ann", "# all of them", "# glued"]


def test_the_comment_of_a_removed_key_stays() -> None:
    assert "# glued\nextra" in edited(due=None)


def test_an_added_key_takes_its_usual_place() -> None:
    text = edited(lead="3 days", tags=["x"], outcome="done")
    assert text.index("due =") < text.index("lead =") < text.index("extra.deep")
    assert text.endswith('project = "kitchen"\ntags = ["x"]\noutcome = "done"\n')


def test_a_key_without_a_line_of_its_own_makes_the_whole_block_new_and_keeps_comments() -> None:
    text = edited(extra={"deep": 2, "other": [{"a": 1}]})
    assert parse_block(text)["extra"] == {"deep": 2, "other": [{"a": 1}]}
    assert comments_in(text) == comments_in(BLOCK)


def test_a_block_without_a_final_line_end_keeps_none() -> None:
    bare = '[[entry]]\nid = "aaaa"\naction = "x"'
    assert edit_block(bare, {"id": "aaaa", "action": "x", "tags": ["y"]}) == bare + '\ntags = ["y"]'
    assert edit_block(bare, {"id": "aaaa"}) == '[[entry]]\nid = "aaaa"'
    assert edit_block(bare, {"id": "aaaa", "action": "y"}) == bare.replace('"x"', '"y"')


def test_windows_line_ends_are_used_for_new_lines() -> None:
    table = parse_block(BLOCK) | {"lead": "1 day", "cues": ["z" * 80, "y" * 80]}
    text = edit_block(BLOCK.replace("\n", "\r\n"), table, "\r\n")
    assert "\n" not in text.replace("\r\n", "")


def test_what_would_not_read_back_is_refused() -> None:
    with pytest.raises(WriteRefused):
        edit_block(BLOCK, {"id": "q7te", "due": datetime(2026, 1, 1, tzinfo=timezone(timedelta(seconds=30)))})


values = st.recursive(
    st.text(max_size=20)
    | st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats()
    | st.dates()
    | st.datetimes(min_value=datetime(1900, 1, 1)).map(lambda value: value.replace(microsecond=0)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
keys = st.sampled_from(["id", "action", "cues", "due", "lead", "tags", "odd key", "", "ü", "a.b"]) | st.text(max_size=4)
tables = st.dictionaries(keys, values, max_size=7)


@settings(max_examples=50)
@given(tables)
def test_a_rendered_block_reads_back(table: dict[str, object]) -> None:
    assert same(tomllib.loads(render_block(table))["entry"], [table])


@settings(max_examples=50)
@given(tables, tables, st.sampled_from(["\n", "\r\n"]))
def test_any_table_becomes_any_other_and_no_comment_is_lost(
    old: dict[str, object], new: dict[str, object], newline: str
) -> None:
    pairs = "".join(render_pair(key, value) + "  # mine\n" for key, value in old.items())
    block = f"[[entry]] # head\n# own line\n{pairs}".replace("\n", newline)
    text = edit_block(block, new, newline)
    assert same(parse_block(text), new)
    assert sorted(comments_in(text)) == ["# head", *["# mine"] * len(old), "# own line"]


PLAIN_LINES = (
    "[[entry]]", "[[entry]] # c", "", "# comment", 'id = "a"', 'action = "b # c"', "due = 2026-08-15",
    "due = 2026-02-30", "at = 2026-08-15T10:00:00+01:00", "at = 2026-08-15 10:00:00Z # z", "at = 2026-08-15T10:00:00",
    "n = 1", 'x = "\\n"', "tags = []", 'tags = ["a", "b"]', 'tags = [\n  "a",\n  "b",\n]', 'tags = ["a" "b"]',
    "tags = [,]", 'tags = ["a",,]', 'm = """', "[other]", '  id = "c"', "id = ", "tags = [\n# c\n]", "\r", "\x00",
    'é = "x"', 'e = ""', 'e = """"',
)  # fmt: skip


@given(st.lists(st.sampled_from(PLAIN_LINES), max_size=12), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_the_fast_reader_agrees_with_tomllib_or_stands_back(lines: list[str], newline: str, ended: bool) -> None:
    text = newline.join(["[[entry]]", *lines]) + (newline if ended else "")
    found = read_plain(text)
    if found is not None:
        parsed = tomllib.loads(text)
        assert parsed.keys() <= {"entry"}
        assert same(found[0], parsed["entry"])
        assert found[1] == find_blocks(text)


def test_the_fast_reader_reads_what_ledgers_hold() -> None:
    table = {"id": "a", "cues": ["x" * 60, "y" * 60], "due": date(2026, 8, 15), "created": datetime(2026, 1, 1)}
    assert read_plain(render_block(table) + "\n# c\n" + render_block({"id": "b"})) is not None
    assert read_plain("# nothing yet\n") == ([], [])
