from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st
from ledger_support import THREE

from app.errors import LedgerError
from app.ledger.rereading import read_changed
from app.ledger.toml_file import Document, parse_document

pieces = st.sampled_from(
    [
        "[[entry]]\n",
        "# x\n",
        'id = "a"\n',
        "due = 2026-02-30\n",
        "due = 2026-02-03\n",
        "\n",
        '"',
        "'''",
        "[",
        "[other]\n",
    ]
    + [
        "[entry.sub]\n",
        "x = 1\n",
        'k = "v" # c\n',
        "\r\n",
        "é",
        "[[entry]]",
        "a.b = 2\n",
        '[[entry]]\nid = "n"\n',
        "\\",
    ]
)
long_text = (
    THREE
    + "\n[[entry]]\nid = 'm'\naction = '''\n[[entry]]\n'''\n\n[extra]\nz = 1\n\n"
    + THREE.replace('id = "', 'id = "x')
)
starts = st.sampled_from([THREE, long_text, THREE.replace("\n", "\r\n"), "\ufeff" + THREE, "\n[[entry]]\n"])


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, str]:
    text = before = draw(starts)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.sampled_from([0, 0, 1, 5, 40, 200]))
        text = text[:start] + "".join(draw(st.lists(pieces, max_size=3))) + text[end:]
    return before, text


def parsed(text: str) -> Document | None:
    try:
        return parse_document(text.encode(), "x")
    except LedgerError:
        return None


@given(changed())
def test_what_is_read_again_is_what_the_whole_says(texts: tuple[str, str]) -> None:
    before, after = texts
    known = parse_document(before.encode(), "x")
    found = read_changed(after.encode(), known)
    if found is not None:
        whole = parsed(after)
        assert whole == found
        assert found.encoded() == after.encode()


def test_unchanged_entries_stay_the_very_objects_that_they_were() -> None:
    known = parse_document(THREE.encode(), "x")
    found = read_changed(THREE.replace("Pay the rent", "Pay all rent").encode(), known)
    assert found is not None
    assert [a is b for a, b in zip(found.tables, known.tables, strict=True)] == [True, True, False]


def test_what_is_not_plain_is_read_with_the_whole() -> None:
    known = parse_document(THREE.encode(), "x")
    assert read_changed(THREE.replace("b = [1, 2]", "b = [1, 3]").encode(), known) is None


PLAIN = "# head\n\n" + "\n".join(f'[[entry]]\nid = "a{n}"\naction = "x {n}" # c\n# between\n' for n in range(5))


def test_one_changed_entry_is_read_alone() -> None:
    known = parse_document(PLAIN.encode(), "x")
    found = read_changed(PLAIN.replace('"x 2"', '"y"').encode(), known)
    assert found is not None
    assert [a is b for a, b in zip(found.tables, known.tables, strict=True)] == [True, True, False, True, True]
    assert [found.block(index) for index in range(5)][2] == '[[entry]]\nid = "a2"\naction = "y" # c\n'


def test_entries_that_went_or_came_leave_the_others_alone() -> None:
    known = parse_document(PLAIN.encode(), "x")
    middle = PLAIN.index('[[entry]]\nid = "a2"')
    shorter = read_changed((PLAIN[:middle] + PLAIN[PLAIN.index('[[entry]]\nid = "a3"') :]).encode(), known)
    longer = read_changed((PLAIN[:middle] + '[[entry]]\nid = "n"\n' + PLAIN[middle:]).encode(), known)
    assert shorter is not None and longer is not None
    assert [table["id"] for table in shorter.tables] == ["a0", "a1", "a3", "a4"]
    assert [table["id"] for table in longer.tables] == ["a0", "a1", "n", "a2", "a3", "a4"]
    assert shorter.tables[3] is known.tables[4] and longer.tables[5] is known.tables[4]


def test_what_is_no_text_or_has_another_mark_is_read_as_a_whole() -> None:
    known = parse_document(PLAIN.encode(), "x")
    assert read_changed(PLAIN.encode() + b"\xff", known) is None
    assert read_changed(b"\xef\xbb\xbf" + PLAIN.encode(), known) is None
    assert read_changed(PLAIN.encode(), parse_document(b"# nothing\n", "x")) is None
    assert tomllib.loads(PLAIN)
