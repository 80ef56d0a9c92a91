from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from app.errors import UsageError, WriteRefused
from app.vault.note import TaskLine
from app.vault.statuses import DEFAULT_STATUSES, Statuses
from app.vault.task_edits import DEFAULT_STYLE, TaskStyle
from app.vault.task_status import next_symbol, read_symbol, set_status
from app.vault.tasks import parse_task

TODAY = date(2026, 11, 30)
CYCLING = Statuses({"?": "on-hold", "D": "done"}, {" ": "/", "/": "D", "?": "/"})


def task(raw: str) -> TaskLine:
    found = parse_task("a.md", 1, raw)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("raw", "statuses", "symbol"),
    [
        ("- [ ] x", DEFAULT_STATUSES, "x"),
        ("- [/] x", DEFAULT_STATUSES, "x"),
        ("- [x] x", DEFAULT_STATUSES, " "),
        ("- [ ] x", CYCLING, "/"),
        ("- [/] x", CYCLING, "D"),
        ("- [D] x", CYCLING, " "),
        ("- TODO x", CYCLING, "/"),
        ("- LATER x", DEFAULT_STATUSES, "/"),
        ("- DOING x", DEFAULT_STATUSES, "x"),
        ("- WAITING x", DEFAULT_STATUSES, "/"),
        ("- DONE x", DEFAULT_STATUSES, " "),
    ],
)
def test_the_settings_say_which_status_follows_and_for_logseq_its_words(
    raw: str, statuses: Statuses, symbol: str
) -> None:
    assert next_symbol(task(raw), statuses) == symbol


@pytest.mark.parametrize(
    ("raw", "symbol", "after"),
    [
        ("\t* [ ]  x 📅 2026-12-01  ^a ", "/", "\t* [/]  x 📅 2026-12-01  ^a "),
        ("- [/] x", "?", "- [?] x"),
        ("- [/] x", "/", "- [/] x"),
        ("- [ ] x", "x", "- [x] x ✅ 2026-11-30"),
        ("- [ ] x", "D", "- [D] x ✅ 2026-11-30"),
        ("- [ ] x", "X", "- [X] x ✅ 2026-11-30"),
        ("- [ ] x [due:: 2026-12-01]", "x", "- [x] x [due:: 2026-12-01] [completion:: 2026-11-30]"),
        ("- [ ] x", "-", "- [-] x ❌ 2026-11-30"),
        ("- [x] x ✅ 2026-11-02", "/", "- [/] x"),
        ("- [x] x ✅ 2026-11-02", " ", "- [ ] x"),
        (
            "- [/] x 🔁 every week 📅 2026-12-01",
            "D",
            "- [ ] x 🔁 every week 📅 2026-12-08\n- [D] x 🔁 every week 📅 2026-12-01 ✅ 2026-11-30",
        ),
        ("- TODO x", "/", "- DOING x"),
        ("- LATER x", "/", "- NOW x"),
        ("- NOW x", " ", "- LATER x"),
        ("- NOW x", "h", "- WAITING x"),
        ("- DOING x", "x", "- DONE x"),
        ("- DOING x", "-", "- CANCELED x"),
        ("- WAIT x", "h", "- WAIT x"),
    ],
)
def test_one_token_changes_and_what_closes_a_task_does_all_that_closing_does(raw: str, symbol: str, after: str) -> None:
    assert set_status(raw, symbol, TODAY, TaskStyle(statuses=CYCLING)) == after


def test_what_is_closed_is_not_closed_again_in_another_way() -> None:
    with pytest.raises(WriteRefused, match="closed already"):
        set_status("- [x] x 🔁 every week 📅 2026-12-01", "-", TODAY, DEFAULT_STYLE)
    with pytest.raises(WriteRefused, match="no marker"):
        set_status("- TODO x", "?", TODAY, DEFAULT_STYLE)
    with pytest.raises(WriteRefused, match="checkbox"):
        set_status("- x", "/", TODAY, DEFAULT_STYLE)


@pytest.mark.parametrize(
    ("typed", "symbol"),
    [
        ("/", "/"),
        (" ", " "),
        ("", " "),
        ("[/]", "/"),
        ("in progress", "/"),
        ("On Hold", "?"),
        ("done", "D"),
        ("!", "!"),
    ],
)
def test_a_status_is_typed_as_its_symbol_or_by_name(typed: str, symbol: str) -> None:
    assert read_symbol(typed, task("- [/] x"), replace(CYCLING)) == symbol


@pytest.mark.parametrize("typed", ["finished", "//", "\n\n\x00\x01", "\x07"])
def test_what_is_no_status_is_said(typed: str) -> None:
    with pytest.raises(UsageError, match="neither one character nor a status"):
        read_symbol(typed, task("- [ ] x"), CYCLING)


def test_a_state_without_a_symbol_is_said() -> None:
    with pytest.raises(UsageError, match="no symbol of this vault"):
        read_symbol("on hold", task("- [ ] x"), Statuses({"h": "done"}))
