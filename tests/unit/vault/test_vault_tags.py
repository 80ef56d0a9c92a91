from __future__ import annotations

import pytest

from app.vault.markdown import parse_note
from app.vault.tags import body_tags


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("#a text #B/c, (#d) **#e** #f-g_h.", ["a", "b/c", "d", "e", "f-g_h"]),
        (
            "#\u00e9t\u00e9 #\u4f60\u597d #\U0001f468\u200d\U0001f469",
            ["\u00e9t\u00e9", "\u4f60\u597d", "\U0001f468\u200d\U0001f469"],
        ),
        ("#1984 #y1984 #1/a #// # # a##b a#b ##c", ["y1984", "1/a"]),
        ("[[Note#Heading]] [x](y.md#z) https://a.org/#frag [[#Head]] [#1234](u) &#39;", []),
        ("#a/ #a! #b\u2014c", ["a", "a", "b"]),
        ("# Heading #tag", ["tag"]),
        ("no hash", []),
    ],
)
def test_tags_of_a_text(text: str, tags: list[str]) -> None:
    assert list(body_tags(text)) == tags


@pytest.mark.parametrize(
    "text",
    [
        "`#a`",
        "```\n#a\n```",
        "%% #a %%",
        "<!-- #a -->",
        '<p style="color: #abc">x</p>',
        'x <b style="color: #abc">y</b>',
    ],
)
def test_tags_in_code_comments_and_html_do_not_count(text: str) -> None:
    assert parse_note("n.md", text.encode()).tags == ()


@pytest.mark.parametrize(
    ("block", "tags"),
    [
        ("tags: [A, '#b', c d]", ("a", "b", "c d")),
        ("tags: a, b c", ("a", "b", "c")),
        ("TAG:\n  - a", ("a",)),
        ("tags:", ()),
        ("tags: [[a], {b: c}, 2024]", ()),
        ("title: '#a'", ()),
    ],
)
def test_tags_of_the_properties(block: str, tags: tuple[str, ...]) -> None:
    assert parse_note("n.md", f"---\n{block}\n---\n".encode()).tags == tags


def test_each_tag_counts_once() -> None:
    assert parse_note("n.md", b"---\ntags: [A]\n---\n#a #b\n\n#B\n").tags == ("a", "b")
