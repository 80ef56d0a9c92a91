from __future__ import annotations

import pytest

from app.vault.links import read_wiki_link
from app.vault.markdown import parse_note
from app.vault.note import Link
from app.vault.resolve import LinkResolver, NoteName, Resolution


def _links(text: str) -> list[Link]:
    return list(parse_note("n.md", text.encode("utf-8")).links)


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("[[Note]]", Link("Note", "", "", 1, "wiki")),
        ("[[a/Note.md|shown]]", Link("a/Note.md", "", "shown", 1, "wiki")),
        ("[[Note#H1#H2]]", Link("Note", "H1#H2", "", 1, "wiki")),
        ("[[ Note # H ]]", Link("Note", "H", "", 1, "wiki")),
        ("[[#^block|x]]", Link("", "^block", "x", 1, "wiki")),
        ("![[img.png|100x20]]", Link("img.png", "", "100x20", 1, "wiki", True)),
        ("| a |\n|---|\n| [[Note\\|shown]] |", Link("Note", "", "shown", 3, "wiki")),
        ("[shown *b* `c`](My%20Note.md#A%20b)", Link("My Note.md", "A b", "shown b c", 1, "markdown")),
        ("[x](<My Note.md>)", Link("My Note.md", "", "x", 1, "markdown")),
        ("![alt](img.png)", Link("img.png", "", "alt", 1, "markdown", True)),
        ("[x]\n\n[x]: ../b.md", Link("../b.md", "", "x", 1, "markdown")),
        ("[x](b%ff.md)", Link("b\ufffd.md", "", "x", 1, "markdown")),
        ("# Head [[Note]]", Link("Note", "", "", 1, "wiki")),
        ("[^1]\n\n[^1]: see [[Note]]", Link("Note", "", "", 3, "wiki")),
        ("<b>[[Note]]</b>", Link("Note", "", "", 1, "wiki")),
    ],
)
def test_each_syntax_is_read(text: str, link: Link) -> None:
    assert _links(text) == [link]


@pytest.mark.parametrize(
    "text",
    [
        "[x](https://a.org/b.md)",
        "<mailto:a@b.org>",
        "[x](//host/a)",
        "`[[Note]]`",
        "```\n[[Note]]\n```",
        "%% [[Note]] [x](b.md) %%",
        "<!-- [[Note]] -->",
        "[[]]",
        "[[ | x]]",
        "[[a\nb]]",
        "\\[[Note]]",
        "[x]()",
        "[[a",
    ],
)
def test_what_is_no_link_within_the_vault(text: str) -> None:
    assert _links(text) == []


def test_links_come_in_the_order_of_their_lines() -> None:
    found = _links("[[a]] [b](b.md)\n[c](c.md)\n![[d]][[e]]\n")
    assert [(link.target, link.line) for link in found] == [("a", 1), ("b.md", 1), ("c.md", 2), ("d", 3), ("e", 3)]


def test_an_image_within_a_link_gives_both() -> None:
    assert {(link.target, link.embed, link.text) for link in _links("[![alt](i.png)](b.md)")} == {
        ("i.png", True, "alt"),
        ("b.md", False, ""),
    }


def test_the_inside_of_a_wikilink_can_be_read_alone() -> None:
    assert read_wiki_link("Projects/Kitchen#Quotes") == Link("Projects/Kitchen", "Quotes", "", 0, "wiki")


NOTES = [
    NoteName("Index.md", "Start here"),
    NoteName("Projects/Kitchen.md", "The kitchen", ("cuisine",)),
    NoteName("Archive/2025/Kitchen.md", "Old"),
    NoteName("Archive/Garden.md", "Garden"),
    NoteName("b/Twin.md"),
    NoteName("a/Twin.md"),
    NoteName("caf\u00e9.md"),
    NoteName("cafe\u0301.md"),
]


@pytest.mark.parametrize(
    ("target", "source", "expected"),
    [
        ("Index", "x.md", ("Index.md",)),
        ("index.MD", "x.md", ("Index.md",)),
        ("Index#Heading", "x.md", ("Index.md",)),
        ("Kitchen", "x.md", ("Projects/Kitchen.md", "Archive/2025/Kitchen.md")),
        ("Kitchen", "Archive/2025/x.md", ("Archive/2025/Kitchen.md", "Projects/Kitchen.md")),
        ("Twin", "x.md", ("a/Twin.md", "b/Twin.md")),
        ("Projects/Kitchen", "x.md", ("Projects/Kitchen.md",)),
        ("/Projects/Kitchen", "x.md", ("Projects/Kitchen.md",)),
        ("2025/Kitchen.md", "x.md", ("Archive/2025/Kitchen.md",)),
        ("2025/Kitchen.md", "Archive/x.md", ("Archive/2025/Kitchen.md",)),
        ("./Kitchen.md", "Projects/x.md", ("Projects/Kitchen.md",)),
        ("../Garden", "Archive/2025/x.md", ("Archive/Garden.md",)),
        ("../Index.md", "Projects/x.md", ("Index.md",)),
        ("../../Index.md", "Projects/x.md", ()),
        ("Cuisine", "x.md", ("Projects/Kitchen.md",)),
        ("start here", "x.md", ("Index.md",)),
        ("", "x.md", ("x.md",)),
        ("#Heading", "x.md", ("x.md",)),
        ("nowhere", "x.md", ()),
        ("no/where", "x.md", ()),
        ("caf\u00e9", "x.md", ("caf\u00e9.md", "cafe\u0301.md")),
    ],
)
def test_links_are_resolved_as_obsidian_does(target: str, source: str, expected: tuple[str, ...]) -> None:
    found = LinkResolver(NOTES).resolve(target, source)
    assert found == Resolution(expected[0] if expected else None, expected)


def test_the_order_of_the_notes_does_not_matter() -> None:
    for target in ("Kitchen", "Twin", "caf\u00e9"):
        assert LinkResolver(NOTES).resolve(target, "x.md") == LinkResolver(NOTES[::-1]).resolve(target, "x.md")
