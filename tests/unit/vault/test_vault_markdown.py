from __future__ import annotations

import hashlib

import pytest

from app.vault.limits import LONGEST_LINE, PARSED_BYTES
from app.vault.markdown import parse_note
from app.vault.note import BlockId, Heading, Note


def _note(text: str, path: str = "a/Name.md") -> Note:
    return parse_note(path, text.encode("utf-8"))


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: ' Written '\n---\n# Heading\n", "Written"),
        ("text\n\n## Two\n\n# **One** of [[a|b]] `c`\n", "One of b c"),
        ("One\n===\n", "One"),
        ("---\ntitle:\n---\n## Two\n", "Name"),
        ("---\ntitle: [a]\n---\n", "Name"),
        ("`# code`\n\n    # code\n", "Name"),
        ("", "Name"),
    ],
)
def test_a_title_comes_from_properties_heading_or_name(text: str, title: str) -> None:
    assert _note(text).title == title


@pytest.mark.parametrize(("path", "title"), [("x.markdown", "x"), ("a.b.md", "a.b"), ("Q.MD", "Q")])
def test_the_name_loses_its_ending(path: str, title: str) -> None:
    assert _note("", path).title == title


@pytest.mark.parametrize(
    ("block", "aliases"),
    [
        ("aliases: [a, b]", ("a", "b")),
        ("alias: a, b", ("a", "b")),
        ("Aliases: x", ("x",)),
        ("aliases:", ()),
        ("aliases: {a: b}", ()),
    ],
)
def test_aliases_are_a_list_or_text_with_commas(block: str, aliases: tuple[str, ...]) -> None:
    assert _note(f"---\n{block}\n---\n").aliases == aliases


def test_the_digest_is_of_the_bytes() -> None:
    assert _note("a\r\n").digest == hashlib.sha256(b"a\r\n").hexdigest()


def test_headings_that_divide_a_note() -> None:
    note = _note(
        "---\na: b\n---\n# One #\n\nTwo\n---\n\n### #3 ###\n> # quoted\n\n- # listed\n\n"
        "%%\n# hidden\n%%\n\n#no\n####### no\n#\n"
    )
    assert note.headings == (Heading(1, "One", 4), Heading(2, "Two", 6), Heading(3, "#3", 9), Heading(1, "", 20))


def test_block_ids_stand_at_the_end_of_a_block() -> None:
    text = (
        "Text ^one\nof ^two\n\n- item ^three\n  - sub ^4-a\n\n> quote\n\n^five\n\n"
        "`^code` x^6 ^no_ne\n\n```\n^seven\n```\n"
    )
    assert _note(text).blocks == (BlockId("two", 2), BlockId("three", 4), BlockId("4-a", 5), BlockId("five", 9))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_tasks_are_list_items_of_every_kind(end: str) -> None:
    lines = [
        "# H",
        "- [ ] a",
        "\t* [x] b",
        "1. [/] c",
        "",
        "> [!note]",
        "> 1) [-] d",
        "> - [ ] e",
        "",
        "+ [ ] f \u2028 g",
    ]
    note = _note(end.join(lines))
    assert [(task.line, task.raw) for task in note.tasks] == [(n, lines[n - 1]) for n in (2, 3, 4, 7, 8, 10)]
    assert {task.heading for task in note.tasks} == {"H"}


@pytest.mark.parametrize(
    "text",
    [
        "```\n- [ ] a\n```",
        "~~~~\n- [ ] a\n~~~\n- [ ] b\n",
        "x\n\n    - [ ] a\n",
        "- x\n\n  ```\n  - [ ] a\n  ```\n",
        "%%\n- [ ] a\n\n- [ ] b\n%%",
        "<!--\n- [ ] a\n\n- [ ] b\n-->",
        "<!-- - [ ] a",
        "- [C](c.md)",
        "- [[note]]",
        "---\na:\n- [ ] b\n---\n",
        "`x\n- ` [ ] a",
    ],
)
def test_what_stands_in_code_or_comments_is_no_task(text: str) -> None:
    assert _note(text).tasks == ()


def test_a_stray_comment_sign_hides_nothing() -> None:
    assert len(_note("%%\n- [ ] a\n").tasks) == 1
    assert len(_note("100 %% of it\n\n- [ ] a\n\n50 %% of it").tasks) == 1
    assert len(_note("- [ ] a %% aside %% b\n- [ ] c").tasks) == 2


def test_tabs_do_not_hide_the_last_item_of_a_list() -> None:
    note = _note("- [ ] a\n\t- [ ] b\n\t- [x] c\n\t- [ ] d [x:: y]\n- e\n")
    assert [task.line for task in note.tasks] == [1, 2, 3, 4]


def test_a_task_keeps_bytes_that_are_not_utf_8() -> None:
    note = parse_note("a.md", b"- [ ] caf\xe9\n")
    assert note.tasks[0].raw == "- [ ] caf\udce9"
    assert note.chunks[0].text == "- [ ] caf\ufffd\n"


def test_lines_count_from_the_top_of_the_file() -> None:
    note = _note("---\na: '[[front]]'\n---\n\n# H\n\n- [ ] [[body]] #t ^b\n")
    assert [(link.target, link.line) for link in note.links] == [("front", 2), ("body", 7)]
    assert (note.tasks[0].line, note.blocks[0].line, note.chunks[0].line_start) == (7, 7, 5)


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\0\0", b"\xff\xfea"])
def test_what_is_not_text_keeps_its_name(data: bytes) -> None:
    note = parse_note("x.md", data)
    assert (note.title, note.chunks) == ("x", ())
    assert note.problem


def test_utf_16_and_marks_are_read() -> None:
    assert parse_note("x.md", b"\xff\xfe" + "---\ntags: a\n---\n# \u00e9\n".encode("utf-16-le")).title == "\u00e9"
    assert parse_note("x.md", b"\xef\xbb\xbf---\ntitle: y\n---\n").title == "y"


def test_a_malformed_block_is_a_problem_and_the_body_is_read() -> None:
    note = _note("---\nstatus: one: two\ntags: a\n---\n# H\n")
    assert "cannot be read in full" in note.problem
    assert (note.title, note.tags) == ("H", ("a",))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_huge_note_is_read_in_part_and_says_so(encoding: str) -> None:
    text = "- [ ] a \U0001f4c5\n" * 10 + ("lorem \U0001f4c5" * 50 + "\n") * (PARSED_BYTES // 400)
    note = parse_note("x.md", text.encode(encoding))
    assert len(note.tasks) == 10
    assert "longer than 2 MB" in note.problem
    assert note.problem.endswith(f"only the first {note.chunks[-1].line_end:,} lines were read")


def test_a_line_longer_than_what_is_read_is_cut() -> None:
    note = parse_note("x.md", b"a" * (PARSED_BYTES + 5))
    assert len(note.chunks[0].text) == LONGEST_LINE
    assert "longer than 2 MB" in note.problem and "line 1 is longer than" in note.problem
