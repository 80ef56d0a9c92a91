from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.frontmatter import split_frontmatter
from app.vault.markdown import parse_note
from app.vault.note import PropertyValue
from app.vault.properties import kind_of, meets, named, read_moment, read_number, read_properties, say, unlinked


@pytest.mark.parametrize(
    ("value", "kind", "said"),
    [
        (None, "empty", ""),
        ("  ", "empty", ""),
        ("True", "checkbox", "True"),
        ("4200", "number", "4200"),
        ("-1.5e3", "number", "-1.5e3"),
        ("007", "text", "007"),
        ("1:30", "text", "1:30"),
        ("2026-08-15", "date", "2026-08-15"),
        ("2026/8/5", "date", "2026/8/5"),
        ("[[2026-08-15]]", "date", "[[2026-08-15]]"),
        ("2026-08-15T10:00:00", "date-time", "2026-08-15T10:00:00"),
        ("2026-08-15 9:30", "date-time", "2026-08-15 9:30"),
        ("2026-02-30", "text", "2026-02-30"),
        ("2026-08/15", "text", "2026-08/15"),
        ("two\nlines", "text", "two lines"),
        (["a", "b"], "list", "a, b"),
        ([], "list", ""),
        (["a", {"b": ["c", None]}], "list", "a, {b: c, }"),
        ({"a": {"b": "c"}}, "table", "a: {b: c}"),
    ],
)
def test_what_a_value_is_and_how_it_is_shown(value: PropertyValue, kind: str, said: str) -> None:
    assert (kind_of(value), say(value)) == (kind, said)


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        ("2026-08-15", date(2026, 8, 15)),
        ("2026.08.15", date(2026, 8, 15)),
        ("[[Daily/2026-08-15|yesterday]]", date(2026, 8, 15)),
        (["2026-08-15", "2026-08-16"], date(2026, 8, 15)),
        ("20260815", date(2026, 8, 15)),
        ("2026-W33-6", date(2026, 8, 15)),
        ("2026-08-15, 10:00", datetime(2026, 8, 15, 10)),
        ("2026-08-15T10:00Z", datetime(2026, 8, 15, 10, tzinfo=UTC)),
        ("2026-08-15 10:00:30+00:00", datetime(2026, 8, 15, 10, 0, 30, tzinfo=UTC)),
        ("2026-08-15 25:00", None),
        ("2026-08-15 and more", None),
        ("soon", None),
        ({"a": "b"}, None),
        (None, None),
    ],
)
def test_dates_are_read_in_the_forms_that_programs_write(value: PropertyValue, moment: object) -> None:
    assert read_moment(value) == moment


@pytest.mark.parametrize(
    ("text", "wanted", "result"),
    [
        ("5", "<6", True),
        ("10", "<6", False),
        ("5.0", "=5", True),
        ("2026-08-15", ">=2026-08-15", True),
        ("2026-08-15T10:00", "=2026-08-15", True),
        ("2026-08-15T10:00", "<2026-08-15T11:00", True),
        ("2026-08-15T10:00Z", ">2026-08-15T11:00", False),
        ("High", "=high", True),
        ("high", ">3", False),
        ("2026-08-15", ">3", False),
        ("high", "high", None),
        ("x", "<", None),
    ],
)
def test_numbers_and_dates_are_compared_with_their_like(text: str, wanted: str, result: bool | None) -> None:
    assert meets(text, wanted) is result


def test_the_first_name_that_has_a_value_counts_whatever_its_case() -> None:
    properties: dict[str, PropertyValue] = {"Modified": "b", "Updated": None, "UPDATED": "a"}
    assert named(properties, "updated", "modified") == "a"
    assert named(properties, "created") is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[[Projects/Kitchen]]", "Kitchen"),
        ("[[Kitchen.md|the kitchen]]", "Kitchen"),
        ("[[Kitchen#Quotes]]", "Kitchen"),
        (" Kitchen ", "Kitchen"),
        ("[[a]] and [[b]]", "[[a]] and [[b]]"),
    ],
)
def test_a_link_as_a_value_is_the_name_that_it_shows(text: str, name: str) -> None:
    assert unlinked(text) == name


ODD = [
    "a: &x [1, *x]\n",
    "a: !!python/object:os.system x\n",
    "? [a, b]\n: c\n",
    "1: one\n2026-01-01: two\ntrue: three\n~: four\n",
    "on: yes\noff: no\n",
    "a: |\n  two\n  lines\nb: >-\n  folded\n  text\n",
    "a: {b: {c: {d: {e: {f: {g: {h: {i: {j: k}}}}}}}}}\n",
    "date: 2026-02-30\ntime: 12:34:56\n",
    "<<: {a: b}\nc: d\n",
    "a: b\na: c\n",
    "tags: {a: b}\naliases: {c: d}\nimportance: [high, low]\nproject: {x: y}\n",
    "aliases: [[nested, list], null, 3]\ntags: [[x], {y: z}]\n",
    "\ufeffa: b\n",
    "title: [a, b]\n",
    "importance: .inf\nupdated: .nan\n",
]


@pytest.mark.parametrize("block", ODD)
def test_odd_yaml_is_shown_and_never_breaks_a_note(block: str) -> None:
    note = parse_note("n.md", f"---\n{block}---\nbody [[x]]\n".encode())
    shown = read_properties(note.properties)
    assert note.title and len(shown) == len(note.properties)
    assert all("\n" not in item.said for item in shown)


_VALUES = st.recursive(
    st.none() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(max_size=8), _VALUES, max_size=5))
def test_any_value_is_shown_in_one_line(properties: dict[str, PropertyValue]) -> None:
    for item in read_properties(properties):
        assert len(item.said.splitlines()) <= 1


@given(st.text(max_size=120))
def test_any_text_is_read_as_a_value(text: str) -> None:
    assert kind_of(text)
    assert read_moment(text) is None or len(text) > 0
    assert read_number(text) is None or float(text) == read_number(text)
    meets(text, text)


@given(st.text(max_size=300))
def test_any_block_is_read_and_shown(block: str) -> None:
    found = split_frontmatter(f"---\n{block}\n---\n")
    assert len(read_properties(found.properties)) == len(found.properties)


def test_deep_values_end_in_dots() -> None:
    value: PropertyValue = "x"
    for _ in range(40):
        value = [value]
    assert say(value) == "…" and kind_of(value) == "list"
