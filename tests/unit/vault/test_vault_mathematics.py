from __future__ import annotations

import time

import pytest

from app.vault.markdown import parse_note

TASK = "- [ ] x 📅 2026-12-01"


def tasks(text: str) -> list[int]:
    return [task.line for task in parse_note("a.md", text.encode()).tasks]


@pytest.mark.parametrize(
    "text",
    [
        f"$$\n{TASK}\n$$\n",
        f"$$ a = b\n\n{TASK}\nc = d $$\n",
        f"> $$\n> {TASK}\n> $$\n",
        f"Text.\n\n  $$\r\n{TASK}\r\n  $$",
        "$$\n- [] x 📅 2026-12-01\n$$\n",
        f"- point\n  $$\n  {TASK}\n  $$\n",
    ],
)
def test_a_task_within_mathematics_is_none(text: str) -> None:
    assert tasks(text) == []


@pytest.mark.parametrize(
    "text",
    [
        f"$$\n{TASK}\n",
        f"It costs $$ a lot.\n\n{TASK}\n\nAnd $$ more.\n",
        f"$$ is my sign for dear.\n\n{TASK}\n\nThe place is $$ and loud.\n",
        f"$$ a = b $$\n\n{TASK}\n\n$$ c = d $$\n",
        f"$$$ three stars\n\n{TASK}\n\n$$$\n",
        f"\\$$\n\n{TASK}\n\n$$\n",
        f"`$$`\n\n{TASK}\n\n`$$`\n",
        f"```\n$$\n```\n\n{TASK}\n\n$$\n",
        f"$5 and $6\n\n{TASK}\n\n$7\n",
        f"%% $$ %%\n\n{TASK}\n\n$$\n",
    ],
)
def test_a_sign_that_opens_no_block_hides_nothing(text: str) -> None:
    assert len(tasks(text)) == 1


def test_what_follows_a_block_counts_and_so_do_two_blocks() -> None:
    assert tasks(f"$$\n{TASK}\n$$\n{TASK}\n$$\n{TASK}\n$$\n\n{TASK}\n") == [4, 9]


def test_links_tags_and_headings_within_mathematics_are_none_and_its_words_are_found() -> None:
    note = parse_note("a.md", b"$$\n# [[Note]] #tag\n$$\n# Title\n")
    assert (note.links, note.tags, [heading.text for heading in note.headings]) == ((), (), ["Title"])
    assert "[[Note]]" in note.chunks[0].text


@pytest.mark.parametrize("unit", ["$$", "$$ ", "$$\n", "a $$ ", " ", "> ", "$"])
def test_long_notes_cost_little(unit: str) -> None:
    began = time.perf_counter()
    parse_note("a.md", ("$$ " + unit * 20_000).encode())
    assert time.perf_counter() - began < 3
