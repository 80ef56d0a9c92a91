from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.headings import heading_key, leads_to
from app.vault.outline import read_outline

NOTE = """---
aliases: [a]
---
# Kitchen *plans*
Where it stands. ^stand
## Quotes, final?
- the rail ^Rail-1
```
## In code
^code
```
%% ^hidden %%
## Colours
### Quotes, final?
Setext
======
## Colours
"""


@pytest.mark.parametrize(
    ("fragment", "line"),
    [
        ("Kitchen plans", 4),
        ("Kitchen *plans*", 4),
        ("kitchen PLANS", 4),
        ("Quotes, final?", 6),
        ("Quotes final", 6),
        ("Kitchen plans#Quotes final", 6),
        ("Kitchen plans#Colours#Quotes final", 14),
        ("Colours#Quotes final", 14),
        ("Colours", 13),
        ("Setext", 15),
        ("Setext#Colours", 17),
        ("kitchen-plans", 4),
        ("quotes-final", 6),
        ("quotes-final-1", 14),
        ("colours-1", 17),
        ("^stand", 5),
        ("^rail-1", 7),
        ("#^Rail-1", 7),
        ("In code", None),
        ("^code", None),
        ("^hidden", None),
        ("Setext#Quotes final", None),
        ("Quotes final#Kitchen plans", None),
        ("^", None),
        ("", None),
        ("#", None),
        ("nowhere", None),
    ],
)
def test_the_part_that_a_link_names_is_found(fragment: str, line: int | None) -> None:
    assert read_outline(NOTE).find(fragment) == line


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_editors_do(end: str) -> None:
    text = end.join(["---", "a: b", "---", "x\x0b\u2028y", "# One", "text ^two"])
    assert (read_outline(text).find("One"), read_outline(text).find("^two")) == (5, 6)


def test_composed_and_decomposed_headings_are_the_same() -> None:
    assert read_outline("# Cafe\u0301\n").find("Caf\u00e9") == 1
    assert heading_key("CAF\u00c9") == heading_key("cafe\u0301")


def test_levels_between_may_be_left_out_but_not_their_order() -> None:
    assert leads_to(["a", "c"], ["a", "b", "c"])
    assert not leads_to(["b", "a", "c"], ["a", "b", "c"])
    assert not leads_to(["a"], [])


@given(st.text(max_size=300), st.text(max_size=40))
def test_no_note_and_no_fragment_breaks_it(text: str, fragment: str) -> None:
    found = read_outline(text).find(fragment)
    assert found is None or 1 <= found <= len(text) + 1


_HEADING = st.text(st.characters(categories=("Ll", "Lu", "Nd"), include_characters=" "), min_size=1, max_size=12)


@given(st.lists(st.tuples(st.integers(1, 6), _HEADING.filter(str.strip)), min_size=1, max_size=8))
def test_every_heading_is_found_by_its_whole_path(headings: list[tuple[int, str]]) -> None:
    outline = read_outline("".join(f"{'#' * level} {text}\n\n" for level, text in headings))
    for number, (level, text) in enumerate(headings):
        above: list[tuple[int, str]] = []
        for other in headings[: number + 1]:
            above = [*(item for item in above if item[0] < other[0]), other]
        line = outline.find("#".join(part for _, part in above))
        assert line is not None and line <= number * 2 + 1
        assert heading_key(outline.headings[(line - 1) // 2].text) == heading_key(text), (level, text)
