from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.line_words import is_open_task, line_key, line_words
from app.vault.statuses import Statuses
from app.vault.task_edits import defer, tick, untick

TASKS = (
    "- [ ] Call the surveyor 📅 2026-12-01",
    "- [ ] Call the surveyor",
    "* [ ] Call [[Ann]] ⏫ 🔁 every week 📅 2026-12-01 ^call",
    "1. [ ] Call the surveyor [due:: 2026-12-01] and [priority:: high] then",
    "> - [ ] Call (@2026-12-01 09:00)",
)


@pytest.mark.parametrize("raw", TASKS)
def test_what_the_program_writes_into_a_task_changes_nothing_of_what_it_says(raw):
    ticked = tick(raw, date(2026, 11, 30)).split("\n")
    for line in (*ticked, tick(raw, date(2026, 11, 30), "dropped"), defer(raw, date(2026, 12, 4)), untick(ticked[-1])):
        assert line_key(line) == line_key(raw) != ""


def test_fields_boxes_and_marks_are_no_words():
    assert line_words("- [x] Called the surveyor ✅ 2026-11-30 ^call") == "Called the surveyor"
    assert line_words("- [/] Half [due:: 2026-12-01] done") == "Half done"
    assert line_words("> **The quote** [[Kitchen|arrived]]\r\n") == "The quote arrived"
    assert line_key("---") == "" == line_key("- [ ] 📅 2026-12-01")


def test_an_open_task_is_told_from_a_closed_one_and_from_prose():
    assert is_open_task("- [ ] Call")
    assert is_open_task("  - [/] Call")
    assert not is_open_task("- [x] Call")
    assert not is_open_task("- Call [ ] Ann")


@given(st.text(max_size=80))
def test_any_line_has_a_key(line):
    assert line_key(f"- [ ] {line}") == " ".join(line_key(f"- [ ] {line}").split())
    assert isinstance(is_open_task(line), bool)


@pytest.mark.parametrize(
    "raw", ["- TODO [#A] Call the surveyor", "\t- LATER Call the surveyor DEADLINE: <2026-12-01 Tue>"]
)
def test_what_the_program_writes_into_a_block_of_logseq_changes_nothing_of_what_it_says(raw):
    ticked = tick(raw, date(2026, 11, 30))
    for block in (ticked, tick(raw, date(2026, 11, 30), "dropped"), defer(raw, date(2026, 12, 4)), untick(ticked)):
        assert [key for key in map(line_key, block.split("\n")) if key] == ["call the surveyor"]


def test_symbols_mean_what_the_vault_says():
    assert is_open_task("- LATER Call") and not is_open_task("- DONE Call") and not is_open_task("- TODOS")
    assert not is_open_task("- [d] Call", Statuses({"d": "done"})) and is_open_task("- [d] Call")
    assert line_words("  SCHEDULED: <2026-12-01 Tue>") == "" and line_words("It was SCHEDULED: soon") != ""
