"""A note with its links in both directions and its properties."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import open_workspace, write_notes

NOTES = {
    "Projects/Kitchen.md": """---
budget: 4200
with: ["[[Lena]]", Bob]
---
## Quotes
See [[Lena#Phone]], [[Lena#Address]] and [[Nobody]].
![[plan.pdf]] [x](../a%20b.md#the-part) [[#Quotes]] [[v1.2]]
[[Twin]] ![](pics/a.png) ![](pics/none.png) [[data]]
""",
    "Lena.md": "# Lena\n## Phone\n[[Kitchen]] here\n",
    "a b.md": "## The *part*\ntext\n\n- [[Kitchen#Quotes]]\n",
    "x/Twin.md": "[[Twin]]\n",
    "y/Twin.md": "two\n",
    "Props.md": "---\nup: '[[Kitchen]]'\n---\n",
}


@pytest.fixture
def view(tmp_path):
    root = write_notes(tmp_path / "vault", NOTES)
    (root / "Projects/pics").mkdir()
    (root / "Projects/pics/a.png").write_bytes(b"")
    (root / "data").write_bytes(b"")
    workspace = open_workspace(root)
    workspace.update(meaning=False)
    yield workspace.note_view
    workspace.close()


def test_links_out_tell_where_they_lead(view) -> None:
    found = view("Projects/Kitchen.md").outgoing
    assert [(link.written, link.state, link.other, link.line) for link in found] == [
        ("Lena", "note", "Lena.md", 3),
        ("Lena#Phone", "note", "Lena.md", 6),
        ("Lena#Address", "no such part", "Lena.md", 6),
        ("Nobody", "unresolved", None, 6),
        ("plan.pdf", "file", None, 7),
        ("#Quotes", "note", "Projects/Kitchen.md", 7),
        ("v1.2", "unresolved", None, 7),
        ("../a b.md#the-part", "note", "a b.md", 7),
        ("Twin", "ambiguous", "x/Twin.md", 8),
        ("data", "file", None, 8),
        ("pics/a.png", "file", None, 8),
        ("pics/none.png", "unresolved", None, 8),
    ]
    assert found[0].text == "with: [[Lena]], Bob"
    assert found[3].text == "See [[Lena#Phone]], [[Lena#Address]] and [[Nobody]]."
    assert found[8].candidates == ("x/Twin.md", "y/Twin.md")


def test_links_in_tell_where_they_stand(view) -> None:
    back = sorted(view("Projects/Kitchen.md").backlinks, key=lambda link: str(link.other))
    assert [(link.other, link.title, link.line, link.text) for link in back] == [
        ("Lena.md", "Lena", 3, "[[Kitchen]] here"),
        ("Props.md", "Props", 2, "up: [[Kitchen]]"),
        ("a b.md", "a b", 4, "- [[Kitchen#Quotes]]"),
    ]


def test_a_note_does_not_link_to_itself_from_outside(view) -> None:
    assert [link.other for link in view("x/Twin.md").backlinks] == ["Projects/Kitchen.md"]


def test_properties_tell_what_they_are(view) -> None:
    assert [(item.name, item.kind, item.said) for item in view("Projects/Kitchen.md").properties] == [
        ("budget", "number", "4200"),
        ("with", "list", "[[Lena]], Bob"),
    ]


def test_a_note_that_is_not_in_the_index_has_nothing(view) -> None:
    found = view("nowhere.md")
    assert (found.title, found.outgoing, found.backlinks, found.properties, found.more) == ("nowhere.md", (), (), (), 0)


def test_very_many_links_are_counted(tmp_path) -> None:
    lines = "".join(f"[[n{number}]]\n" for number in range(2005))
    workspace = open_workspace(write_notes(tmp_path / "vault", {"Hub.md": lines}))
    workspace.update(meaning=False)
    found = workspace.note_view("Hub.md")
    assert (len(found.outgoing), found.more) == (2000, 5)
    workspace.close()


def test_the_margin_of_a_note_has_its_properties_and_the_first_links_that_lead_there(tmp_path: Path) -> None:
    notes = {"A.md": "---\nstatus: open\n---\n[[A]]\n"} | {f"{n}.md": f"see [[A]], as in {n}\n" for n in range(5)}
    workspace = open_workspace(write_notes(tmp_path / "vault", notes))
    workspace.update(meaning=False)
    margin = workspace.note_margin("A.md", 3)
    assert [item.other for item in margin.backlinks] == ["0.md", "1.md", "2.md"] and margin.more == 2
    assert margin.backlinks[0].text == "see [[A]], as in 0" and margin.backlinks[0].title == "0"
    assert [item.name for item in margin.properties] == ["status"] and margin.outgoing == ()
    assert workspace.note_margin("gone.md", 3).title == "gone.md"
    workspace.close()
