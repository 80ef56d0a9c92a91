from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.alike import Like, like_text, read_like
from app.search.result import Arm, RankMode, SearchResult
from app.workspace import Workspace
from tests.support import open_workspace, write_notes

NOTES = {
    "Projects/Kitchen.md": "# Kitchen\n\n## Quotes\n\nThe joiner sent a quote for the cabinets.\n\n## C# tools\n\n"
    "A program for the garden hedge.\n",
    "Joiner.md": "---\ntags: [people]\n---\nThe maker sends a price for cabinets.\n",
    "Garden.md": "The hedge of the garden.\n",
    "Odd ]] name.md": "A quote that nobody wanted.\n",
    "C# #2.md": "# Sharp\n\nA quote about sharp things.\n",
    "Empty.md": "",
}
SECTION = "like:[[Projects/Kitchen#Kitchen#Quotes]]"


@pytest.fixture(params=[True, False], ids=["vectors", "words"])
def workspace(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Workspace]:
    opened = open_workspace(write_notes(tmp_path / "vault", NOTES))
    opened.update(meaning=request.param)
    yield opened
    opened.close()


def test_the_section_finds_what_is_like_it_and_not_its_own_note(workspace: Workspace) -> None:
    found = workspace.search_words(SECTION, RankMode.PLAIN)
    paths = [item.path for item in found.results]
    assert paths[0] == "Joiner.md" and "Projects/Kitchen.md" not in paths
    assert found.read_as == "like: Kitchen › Quotes" and found.query == SECTION
    assert found.operative == () and found.maybe == ()
    assert workspace.search_fused(SECTION, RankMode.PLAIN).results == found.results


def test_another_section_finds_another_note(workspace: Workspace) -> None:
    other = workspace.search_words("like:[[Projects/Kitchen#Kitchen#C  tools]]", RankMode.PLAIN)
    assert other.results[0].path == "Garden.md"


def test_filters_beside_it_hold(workspace: Workspace) -> None:
    found = workspace.search_words(f"{SECTION} tag:#people", RankMode.PLAIN)
    assert [item.path for item in found.results] == ["Joiner.md"]
    assert found.read_as.endswith("tag: people")


def test_the_factors_of_such_a_result_are_explained(workspace: Workspace) -> None:
    found = workspace.search_words(SECTION, RankMode.BLEND)
    parts = workspace.explain(found.results[0], found).parts
    assert parts[0].terms[0].name == ("meaning" if found.arm is Arm.MEANING else "words")
    assert parts[0].value == pytest.approx(sum(term.points for term in parts[0].terms))


def test_what_names_no_note_is_searched_as_words(workspace: Workspace) -> None:
    found = workspace.search_words("like:[[No such note]]", RankMode.PLAIN)
    assert "words" in found.read_as or "any of" in found.read_as


def test_a_note_without_text_is_like_nothing(workspace: Workspace) -> None:
    assert workspace.search_words("like:[[Empty]]", RankMode.PLAIN).results == ()


def test_the_query_of_a_result_leads_back_to_its_section(workspace: Workspace) -> None:
    for item in workspace.search_words("quote OR hedge OR program", RankMode.PLAIN).results:
        found = workspace.search_words(like_text(item), RankMode.PLAIN)
        assert found.read_as.startswith(f"like: {item.title}") and item.path not in [row.path for row in found.results]


def resolve(name: str) -> str | None:
    return {"A": "A.md", "C#": "C#.md", "x ]] y": "x ]] y.md"}.get(name)


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("like:[[A]]", Like("A.md")),
        ("  LIKE:[[A#One#Two]] tag:#x", Like("A.md", ("One", "Two"), "tag:#x")),
        ("like:[[C#]]", Like("C#.md")),
        ("like:[[C##Part]]", Like("C#.md", ("Part",))),
        ("like:[[x ]] y]] more", Like("x ]] y.md", (), "more")),
        ("like:[[B]]", None),
        ("like:[[A", None),
        ("like:[[]]", None),
        ("like: A", None),
        ("I like:[[A]]", None),
    ],
)
def test_what_is_read(text: str, like: Like | None) -> None:
    assert read_like(text, resolve) == like


@given(st.text())
def test_nothing_typed_is_an_error(text: str) -> None:
    assert read_like(f"like:[[{text}", resolve) is None or "]]" in text


def test_a_very_long_query_is_read_at_once() -> None:
    assert read_like("like:[[" + "#a]]" * 2_000, lambda name: None) is None


def test_headings_with_signs_of_links_are_asked_for_without_them(workspace: Workspace) -> None:
    found = workspace.search_words("program", RankMode.PLAIN).results[0]
    assert isinstance(found, SearchResult)
    assert like_text(replace(found, heading="C# tools")) == "like:[[Projects/Kitchen#C  tools]]"
