from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from app.vault.chunks import NEIGHBOUR, chunk_passages
from app.vault.decoding import NotText, clean, decode, split_lines
from app.vault.frontmatter import split_frontmatter
from app.vault.markdown import parse_note
from app.vault.note import Chunk, Note
from app.vault.plain import plain


def _note(text: str) -> Note:
    return parse_note("Name.md", text.encode("utf-8"))


def _spans(note: Note) -> list[tuple[int, int]]:
    return [(chunk.line_start, chunk.line_end) for chunk in note.chunks]


def _words(count: int) -> str:
    return " ".join(["word"] * count)


def test_each_section_is_a_chunk() -> None:
    note = _note("intro\n\n# One\na\n\n## Two\n\nb\n\n# Three\n\nc\n\n")
    assert [(c.ordinal, c.headings) for c in note.chunks] == [
        (0, ()),
        (1, ("One",)),
        (2, ("One", "Two")),
        (3, ("Three",)),
    ]
    assert _spans(note) == [(1, 1), (3, 4), (6, 8), (10, 12)]
    assert note.chunks[2].text == "## Two\n\nb\n"
    assert note.chunks[2].embedding_text == "One \u203a Two\nb"
    assert note.chunks[2].digest == hashlib.sha256("One \u203a Two\nb".encode()).hexdigest()


def test_a_heading_over_a_deeper_one_goes_with_it() -> None:
    note = _note("# One\n\n## Two\n\ntext\n\n## Three\n## Four\nmore\n")
    assert [(c.headings[-1], c.line_start, c.line_end) for c in note.chunks] == [
        ("Two", 1, 5),
        ("Three", 7, 7),
        ("Four", 8, 9),
    ]


def test_frontmatter_is_in_no_chunk() -> None:
    note = _note("---\na: b\n---\n\ntext\n")
    assert _spans(note) == [(5, 5)]


def test_a_note_without_text_is_found_by_its_title() -> None:
    for text in ("", "\n\n", "---\na: b\n---\n\n"):
        (chunk,) = _note(text).chunks
        assert (chunk.line_start, chunk.line_end, chunk.text, chunk.embedding_text) == (1, 1, "", "Name")


def test_long_sections_are_cut_between_paragraphs() -> None:
    note = _note("# H\n\n" + f"{_words(90)}\n\n" * 5)
    assert _spans(note) == [(1, 5), (7, 9), (11, 11)]
    assert all(chunk.headings == ("H",) for chunk in note.chunks)


def test_a_small_remainder_stays_with_what_precedes() -> None:
    assert _spans(_note(f"{_words(190)}\n\n{_words(30)}\n")) == [(1, 3)]


def test_lists_and_tables_are_cut_between_items_and_rows() -> None:
    listed = _note(f"- {_words(50)}\n  goes on\n" * 8)
    assert _spans(listed) == [(1, 6), (7, 12), (13, 16)]
    rows = _note("| a | b |\n|---|---|\n" + f"| {_words(30)} | {_words(30)} |\n" * 9)
    assert len(rows.chunks) == 3


def test_a_very_long_paragraph_is_cut_between_lines() -> None:
    assert _spans(_note(f"{_words(70)}\n" * 9)) == [(1, 2), (3, 4), (5, 6), (7, 8), (9, 9)]


def test_code_is_not_cut_at_its_blank_lines_unless_it_must() -> None:
    short = _note("```\n" + f"{_words(30)}\n\n" * 9 + "```\n")
    assert _spans(short) == [(1, 20)]


def test_scripts_without_spaces_are_cut_too() -> None:
    assert len(_note("\u6587\u5b57" * 200 + "\n\n" + "\u6587\u5b57" * 200).chunks) == 2


def test_the_model_reads_words_and_no_boilerplate() -> None:
    note = _note(
        "---\ntags: x\n---\n# Name\n\n- [ ] do **this** [[a|then]] that ^id\n%% not this %%<!-- nor\nthis -->\n"
        "> [!note]- Mind\n> the ![[gap#^x]]\n\n" + "```py\n" + "code\n" * 40 + "```\n~~~\nshort_code = [x](y)\n~~~\n"
    )
    assert note.chunks[0].embedding_text == "Name\ndo this then that\nMind\nthe gap x\nshort_code = [x](y)"
    assert "not this" in note.chunks[0].text


def test_plain_words() -> None:
    assert plain("*a* __b__ ~~c~~ ==d== `e_f` g_h_i") == "a b c d e_f g_h_i"
    assert plain("[x [y]](z(1).md 'title') ![alt](i.png) [](q)") == "x [y] alt"
    assert plain("see https://www.a.org/very/long?x=1 or <https://b.org>") == "see a.org or b.org"
    assert plain("1. one\n  * [x] two\r\n\r\n***\n| a | b |\n|---|:-:|\n<br>") == "one\ntwo\na b"
    assert plain("- - [ ] deep ^id-1\n[ ] not a list\n- [x](y.md)") == "deep\nnot a list\nx"


_MARKDOWN = st.text(alphabet="ab \t\n\r#-*+>`~|:.[]()!^%<>\\_=1$\u00e9\u4f60\u2028\ud83d", max_size=400)


def _check(note: Note, data: bytes) -> None:
    try:
        text = clean(decode(data).text)
    except NotText:
        assert note.problem and not note.chunks
        return
    lines = split_lines(text)
    body = split_frontmatter(text).body_line
    last = 0
    covered: set[int] = set()
    for ordinal, chunk in enumerate(note.chunks):
        assert chunk.ordinal == ordinal
        assert last < chunk.line_start <= chunk.line_end <= max(len(lines), 1)
        last = chunk.line_end
        covered |= set(range(chunk.line_start, chunk.line_end + 1))
        assert chunk.text == "" or chunk.text == "".join(lines[chunk.line_start - 1 : chunk.line_end])
        chunk.embedding_text.encode("utf-8")
    filled = {number for number, line in enumerate(lines, start=1) if number >= body and line.strip()}
    assert filled <= covered
    assert not filled or min(covered) >= body
    for line in [*(x.line for x in note.links), *(x.line for x in note.headings), *(x.line for x in note.tasks)]:
        assert 1 <= line <= len(lines)


@given(_MARKDOWN)
def test_any_markdown_is_read_and_each_line_is_in_one_chunk(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    _check(parse_note("n.md", data), data)


@given(
    st.lists(
        st.sampled_from(
            [
                "# A",
                "## B",
                "- [ ] t",
                "\t- x",
                "> q",
                "```",
                "%%",
                "<!--",
                "-->",
                "---",
                "| a |",
                "|--|",
                "",
                "w " * 150,
                "===",
                "<p>",
                "[^1]: x",
            ]
        )
    )
)
def test_any_mixture_of_blocks_is_read(lines: list[str]) -> None:
    data = "\n".join(lines).encode()
    _check(parse_note("n.md", data), data)


@given(st.binary(max_size=300))
def test_any_bytes_are_read(data: bytes) -> None:
    _check(parse_note("n.md", data), data)


def test_chunks_are_values() -> None:
    assert _note("a").chunks == _note("a").chunks
    assert isinstance(_note("a").chunks[0], Chunk)


def test_a_short_part_of_a_section_is_embedded_with_what_precedes_it() -> None:
    long = " ".join(f"w{i}" for i in range(280))
    note = parse_note("a.md", f"# A\n\n{long}\n\nYes, but {'not ' * 27}on Friday.\n\n## B\n\nShort.\n".encode())
    texts = [chunk.embedding_text for chunk in note.chunks]
    end = " ".join(f"w{i}" for i in range(280 - NEIGHBOUR, 280))
    assert texts[1:] == [f"A\n{end}\nYes, but {'not ' * 27}on Friday.", "A › B\nShort."]


def test_passages_are_chunks_each() -> None:
    found = chunk_passages("", ["Is it **late**?\nI ask.", "", "Yes."])
    assert [(chunk.ordinal, chunk.line_start, chunk.line_end) for chunk in found] == [(0, 1, 2), (1, 3, 3), (2, 4, 4)]
    assert [chunk.embedding_text for chunk in found] == ["Is it late?\nI ask.", "", "Is it late? I ask.\nYes."]
    assert chunk_passages("T", ["Yes."])[0].embedding_text == "T\nYes."
