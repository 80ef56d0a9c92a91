from __future__ import annotations

import time
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.rendering import render_block
from app.ledger.structure import is_plain, part_about
from app.ledger.toml_file import parse_document

keys = st.sampled_from(["action", "due", "cues", "outcome", "x"])
scalars = st.text(max_size=6) | st.dates() | st.datetimes() | st.booleans() | st.integers()
values = scalars | st.lists(scalars, max_size=3) | st.dictionaries(keys, scalars, max_size=2)
tables = st.lists(
    st.tuples(st.sampled_from(["aaaa", "bbbb", "c-c_c"]), st.dictionaries(keys, values, max_size=4)), max_size=5
)


@given(tables, st.sampled_from(["aaaa", "bbbb", "c-c_c", "none"]), st.sampled_from(["\n", "\r\n"]))
def test_one_entrys_part_is_what_the_whole_says_of_it(
    found: list[tuple[str, dict[str, object]]], entry_id: str, newline: str
) -> None:
    text = "# head\n\n" + "\n# between\n".join(render_block({"id": name} | table) for name, table in found)
    text = text.replace("\n", newline)
    if not is_plain(text):
        return
    data = text.encode()
    whole, part = parse_document(data, "x"), part_about(data, text, entry_id)
    assert part is not None
    wanted = [
        (table, block) for table, block in zip(whole.tables, whole.blocks, strict=True) if table["id"] == entry_id
    ]
    assert (list(part.tables), list(part.blocks)) == ([item[0] for item in wanted], [item[1] for item in wanted])
    assert part.encoded() == data


@given(st.text(alphabet="[]entry\"'#=\\\n\r{}, a1", max_size=60))
def test_what_is_called_plain_goes_on_after_its_end(text: str) -> None:
    if not is_plain(text):
        return
    appended = text + ("" if not text or text.endswith("\n") else "\n") + '[[entry]]\nid = "zzzz"\n'
    try:
        parsed = tomllib.loads(appended)
    except tomllib.TOMLDecodeError as error:
        assert any(reason in str(error) for reason in ("overwrite", "mutate", "twice", "inline table", "Invalid date"))
        return
    assert parsed["entry"][-1] == {"id": "zzzz"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", True),
        ("# only this", True),
        ('[[entry]]\r\nid = "a" # c\r\n', True),
        ('[[entry]]\nremark = "said \\"no\\" \\u00e9"\nn = -1.5\nl = [\n    "[[entry]]",\n    2026-01-01,\n]\n', True),
        ("[[entry]]\nu = { a = 1, b = [1, 2] }\nk = 'v'\nt = true\nd = 2026-01-01T08:00:00+01:00\n", True),
        ('[[entry]]\nid = "open\n', False),
        ("[[entry]]\nid = '''\n[[entry]]\n'''\n", False),
        ("[[entry]]\nl = [\n[[entry]]\n", False),
        ("[[ entry ]]\n", False),
        ("[table]\n", False),
        ("a.b = 1\n", False),
        ("x = [[1], [2]]\n", False),
        ('x = "bad \\q"\n', False),
        ("x = 1 2\n", False),
        ("x = \n", False),
    ],
)
def test_plain_is_what_a_pattern_can_be_sure_of(text: str, expected: bool) -> None:
    assert is_plain(text) is expected


@pytest.mark.parametrize(
    "piece", ['"', "[", "{", "'", '\\"', '["a",', "{ a = 1, ", "# ", " \n", "a = ", '[\n"x"', "\r\n"]
)
def test_hostile_text_is_judged_at_once(piece: str) -> None:
    started = time.monotonic()
    for before in ("", "x = ", 'x = "', "x = [", "x = {"):
        assert is_plain(before + piece * 10_000) in (True, False)
    assert time.monotonic() - started < 5


def test_an_id_that_may_be_written_in_several_ways_needs_the_whole() -> None:
    text = '[[entry]]\nid = "a\\"b"\n'
    assert part_about(text.encode(), text, 'a"b') is None


def test_an_id_within_an_entry_is_not_the_entrys() -> None:
    text = '[[entry]]\nx = { y = 1 }\nid = "aaaa"\nid = "bbbb"\n'
    with pytest.raises(tomllib.TOMLDecodeError):
        part_about(text.encode(), text, "bbbb")
