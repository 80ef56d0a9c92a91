"""Links of entries that broke, and their repair in one step that can be undone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import WriteRefused
from app.ledger.entry import Entry
from app.ledger.link_repair import (
    BrokenLink,
    broken_links,
    changes_of,
    link_fragment,
    link_name,
    relinked,
    shortest_name,
    subject_of,
)

NOW = {"Lena": "Lena.md", "Kitchen 2026": "Projects/Kitchen 2026.md"}
BEFORE = {"Kitchen": "Projects/Kitchen 2026.md", "Projects/Kitchen": "Projects/Kitchen 2026.md", "Odd": "a#b.md"}


def broken(*links: str) -> list[tuple[str, str]]:
    entry = Entry("aaaa", "Ask", links=links)
    name_of = {"Projects/Kitchen 2026.md": "Kitchen 2026", "a#b.md": "a#b"}.get
    return [(item.link, item.repaired) for item in broken_links([entry], NOW.get, BEFORE.get, name_of)]


@pytest.mark.parametrize(
    ("link", "repaired"),
    [
        ("Kitchen", "Kitchen 2026"),
        ("Kitchen#Quotes#Final", "Kitchen 2026#Quotes#Final"),
        ("Kitchen#^rail", "Kitchen 2026#^rail"),
        ("Projects/Kitchen", "Projects/Kitchen 2026"),
        ("Projects/Kitchen#Quotes|the quotes", "Projects/Kitchen 2026#Quotes|the quotes"),
        ("[[Kitchen]]", "[[Kitchen 2026]]"),
        ("![[Kitchen#Quotes]]", "![[Kitchen 2026#Quotes]]"),
        ("Garden", ""),
        ("Odd", ""),
    ],
)
def test_only_the_name_in_a_link_is_repaired(link: str, repaired: str) -> None:
    assert broken(link) == [(link, repaired)]


def test_links_that_lead_somewhere_or_name_nothing_are_not_broken() -> None:
    assert broken("Lena", "Lena#Phone", "[[Lena|her]]", "#Quotes", "", "[[]]") == []
    assert broken("Garden", "Garden") == [("Garden", "")]


@pytest.mark.parametrize(
    ("link", "name", "fragment"),
    [
        ("Kitchen", "Kitchen", ""),
        (" Projects/Kitchen # Quotes ", "Projects/Kitchen", "Quotes"),
        ("[[Kitchen#Quotes|text]]", "Kitchen", "Quotes"),
        ("![[Kitchen#^b]]", "Kitchen", "^b"),
        ("[[Kitchen]]", "Kitchen", ""),
        ("#Quotes", "", "Quotes"),
        ("[[", "", ""),
    ],
)
def test_a_link_of_an_entry_may_be_written_with_brackets(link: str, name: str, fragment: str) -> None:
    assert (link_name(link), link_fragment(link)) == (name, fragment)


@given(st.text(max_size=40))
def test_any_link_can_be_looked_at(link: str) -> None:
    assert not set("[]|#") & set(link_name(link))
    for item in broken_links([Entry("a", "b", links=(link,))], lambda _: None, lambda _: "New.md", lambda _: "New"):
        assert item.repaired.replace("New", link_name(link), 1) == link or "New" in link


def test_a_note_is_named_as_shortly_as_it_is_found() -> None:
    assert shortest_name("Projects/Kitchen.md", lambda name: ["Projects/Kitchen.md"]) == "Kitchen"
    assert (
        shortest_name("Projects/Kitchen.md", lambda name: ["Kitchen.md", "Projects/Kitchen.md"]) == "Projects/Kitchen"
    )


def test_what_a_repair_is_called() -> None:
    one = BrokenLink("a", "A", "Kitchen", "Projects/New.md", "New")
    other = BrokenLink("b", "B", "Garden", "Green.md", "Green")
    assert subject_of([one, BrokenLink("c", "C", "x")]) == "New"
    assert subject_of([one, other]) == "2 notes"
    assert changes_of([one, other, BrokenLink("c", "C", "x")]) == {"a": {"Kitchen": "New"}, "b": {"Garden": "Green"}}
    assert relinked(["Kitchen", "New", 3], {"Kitchen": "New"}) == ["New", 3]


LEDGER = """# mine
[[entry]]
id = "aaaa"
action = "Ask"
links = ["Kitchen#Quotes", "Lena"]  # why
colour = "red"

[[entry]]
id = "bbbb"
action = "Call"
links = [ 'Kitchen' ]
"""


def test_links_of_several_entries_are_changed_in_one_step_and_taken_back(vault) -> None:
    vault.write(LEDGER)
    ledger = vault.open()
    changes = {"aaaa": {"Kitchen#Quotes": "New#Quotes"}, "bbbb": {"Kitchen": "New"}, "gone": {"a": "b"}}
    assert ledger.relink(changes, "New") == ("aaaa", "bbbb")
    after = vault.read()
    assert '"New#Quotes"' in after and "# mine" in after and "# why" in after and 'colour = "red"' in after
    assert ledger.undo().description == "repaired links to 'New'"
    assert [entry.links for entry in ledger.entries] == [("Kitchen#Quotes", "Lena"), ("Kitchen",)]
    ledger.redo()
    assert [entry.links for entry in vault.open().entries] == [("New#Quotes", "Lena"), ("New",)]
    assert [line.kind for line in ledger.history("bbbb")][-1] == "redo"


def test_what_is_no_longer_so_is_left_alone(vault) -> None:
    vault.write(LEDGER)
    ledger = vault.open()
    before = vault.read()
    assert ledger.relink({"aaaa": {"Garden": "Green"}, "zzzz": {"Kitchen": "New"}}, "Green") == ()
    assert vault.read() == before


def test_a_repair_after_a_change_by_hand_is_taken_back_only_where_it_stands(vault) -> None:
    vault.write(LEDGER)
    ledger = vault.open()
    ledger.relink({"aaaa": {"Kitchen#Quotes": "New#Quotes"}}, "New")
    vault.write(vault.read().replace('action = "Ask"', 'action = "Ask again"'))
    ledger.reload()
    with pytest.raises(Exception, match="nothing to undo"):
        ledger.undo()
    assert ledger.entry("aaaa").links == ("New#Quotes", "Lena")


def test_a_ledger_that_cannot_be_written_is_told(vault) -> None:
    vault.write(LEDGER)
    ledger = vault.open()
    vault.write(LEDGER + '[[entry]]\nid = "aaaa"\naction = "twice"\nlinks = ["Kitchen#Quotes"]\n')
    try:
        done = ledger.relink({"aaaa": {"Kitchen#Quotes": "New"}}, "New")
    except WriteRefused:
        done = ()
    assert done == () and '"New"' not in vault.read()
