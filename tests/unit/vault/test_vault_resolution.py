"""Which note a link means: what is spelt out, names of other programs, and what holds for any vault."""

from __future__ import annotations

import posixpath
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.links import read_wiki_link
from app.vault.markdown import parse_note
from app.vault.resolve import LinkResolver, NoteName, comparable, page_name

NOTES = [
    NoteName("sub/Plan.md", "Plan"),
    NoteName("Work/sub/Plan.md", "Plan"),
    NoteName("Work/Start.md", "Start"),
    NoteName("Whiteboard___Object.md", "Whiteboard___Object"),
    NoteName("pages/what%3F.md", "what%3F"),
    NoteName("v1.2.md", "v1.2"),
    NoteName("Straße.md"),
]


@pytest.mark.parametrize(
    ("target", "source", "expected"),
    [
        ("sub/Plan.md", "Work/Start.md", ("Work/sub/Plan.md", "sub/Plan.md")),
        ("sub/Plan", "Work/Start.md", ("sub/Plan.md", "Work/sub/Plan.md")),
        ("sub/Plan.md", "Index.md", ("sub/Plan.md",)),
        ("/sub/Plan.md", "Work/Start.md", ("sub/Plan.md",)),
        ("/Start", "x.md", ("Work/Start.md",)),
        ("../sub/Plan.md", "Work/Start.md", ("sub/Plan.md",)),
        ("./../sub/./Plan", "Work/Start.md", ("sub/Plan.md",)),
        ("Whiteboard/Object", "x.md", ("Whiteboard___Object.md",)),
        ("whiteboard/object", "x.md", ("Whiteboard___Object.md",)),
        ("what?", "x.md", ("pages/what%3F.md",)),
        ("v1.2", "x.md", ("v1.2.md",)),
        ("v1", "x.md", ()),
        ("STRASSE", "x.md", ("Straße.md",)),
        ("/", "x.md", ()),
        ("..", "x.md", ()),
    ],
)
def test_paths_and_names_of_other_programs(target: str, source: str, expected: tuple[str, ...]) -> None:
    assert LinkResolver(NOTES).resolve(target, source).candidates == expected


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/B___C.md", "B/C"),
        ("x%3Fy.md", "x?y"),
        ("a___b.txt", ""),
        ("plain.md", ""),
        ("100%.md", ""),
        ("%FF.md", "\ufffd"),
    ],
)
def test_the_name_of_a_page(path: str, name: str) -> None:
    assert page_name(path) == name


_LETTERS = st.text(st.sampled_from("aAbBéÉß ñ-_1."), min_size=1, max_size=5).filter(
    lambda name: name.strip() == name and name.strip(".") == name and not name.startswith(" ")
)
_PATHS = st.lists(_LETTERS, min_size=1, max_size=3).map(lambda parts: "/".join(parts) + ".md")


@given(st.lists(_PATHS, min_size=1, max_size=8, unique=True), _PATHS)
def test_every_note_is_found_by_its_path_and_its_name(paths: list[str], source: str) -> None:
    resolver = LinkResolver(NoteName(path) for path in paths)
    for path in paths:
        rooted = resolver.resolve(f"/{path}", source)
        assert path in rooted.candidates and rooted.path == rooted.candidates[0]
        for form in ("NFC", "NFD"):
            name = unicodedata.normalize(form, posixpath.basename(path).removesuffix(".md").upper())
            if name.casefold() == unicodedata.normalize(form, posixpath.basename(path)[:-3]).casefold():
                assert path in resolver.resolve(name, source).candidates


@given(st.lists(_PATHS, max_size=8, unique=True), st.text(max_size=30), _PATHS, st.randoms(use_true_random=False))
def test_any_target_is_resolved_the_same_in_any_order(paths: list[str], target: str, source: str, random) -> None:
    names = [NoteName(path, path[:2], (path[-5:],)) for path in paths]
    found = LinkResolver(names).resolve(target, source)
    random.shuffle(names)
    assert LinkResolver(names).resolve(target, source) == found
    assert set(found.candidates) <= {*paths, source} and len(set(found.candidates)) == len(found.candidates)


@given(st.lists(_PATHS, max_size=8, unique=True), _PATHS, _PATHS)
def test_a_new_note_only_changes_links_that_name_it(paths: list[str], new: str, source: str) -> None:
    """What the index relies on: only links with one of a changed note's names are looked up again."""
    before = LinkResolver(NoteName(path) for path in paths)
    after = LinkResolver(NoteName(path) for path in {*paths, new})
    names = {posixpath.basename(comparable(new)), comparable(page_name(new))}
    for path in paths:
        for target in (path, path[:-3], posixpath.basename(path)[:-3]):
            if before.resolve(target, source) != after.resolve(target, source):
                key = comparable(target)
                assert key in names or posixpath.basename(key) in names


_INSIDE = st.text(st.characters(exclude_characters="[]|#\r\n\\", exclude_categories=("Cs", "Cc")), max_size=12)


@given(_INSIDE, _INSIDE, _INSIDE)
def test_a_wikilink_is_read_back(target: str, fragment: str, text: str) -> None:
    inner = target + (f"#{fragment}" if fragment else "") + (f"|{text}" if text else "")
    link = read_wiki_link(inner)
    if not target.strip() and not fragment.strip():
        assert link is None
    else:
        assert link is not None
        assert (link.target, link.fragment, link.text) == (target.strip(), fragment.strip(), text.strip())


@given(st.text(max_size=200))
def test_links_of_any_text_stand_on_its_lines(text: str) -> None:
    note = parse_note("n.md", text.encode("utf-8", "surrogatepass"))
    resolver = LinkResolver([NoteName("n.md")])
    for link in note.links:
        assert link.line >= 1 and (link.target or link.fragment)
        resolver.resolve(link.target, "n.md")


@pytest.mark.parametrize(
    "text", ["[[" * 5000, "[[a|" * 2500, "[a](" * 2500, "[[a#" * 2500 + "]]", "![[" * 3000, "%" * 10_000]
)
def test_hostile_lines_cost_little(text: str) -> None:
    assert len(parse_note("n.md", text.encode()).links) <= 1
