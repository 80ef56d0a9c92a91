from __future__ import annotations

import re
from datetime import date, datetime

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.errors import WriteRefused
from app.vault.task_edits import defer, reschedule, set_field, takes_time, tick, untick
from app.vault.task_shape import read_shape
from app.vault.tasks import parse_task

TODAY = date(2026, 11, 30)
PIECES = [
    *"📅⏳🛫✅❌⏫",
    "2026-08-15",
    "2026-02-30",
    " ",
    "  ",
    "\u00a0",
    "[due:: 2026-01-01]",
    "(start:: 2026-01-02)",
    "]",
    "[",
]
PIECES += [
    "(@2026-01-01 09:00)",
    "`",
    "%%",
    "<!--",
    "-->",
    " ^id",
    "#tag",
    "word",
    "\x00",
    "\udce9",
    "[completion:: ]",
    "\\",
]
SOUP = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=12).map("".join)
LINES = SOUP.map(lambda text: "- [ ] " + re.sub(r"[\r\n]", " ", text))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- [ ] Call 📅 2026-11-26", "- [x] Call 📅 2026-11-26 ✅ 2026-11-30"),
        ("- [/] Call ⏳ 2026-11-28", "- [x] Call ⏳ 2026-11-28 ✅ 2026-11-30"),
        ("\t> 1. [ ] Call", "\t> 1. [x] Call ✅ 2026-11-30"),
        ("- [ ] Call [due:: 2026-12-04]", "- [x] Call [due:: 2026-12-04] [completion:: 2026-11-30]"),
        ("- [ ] Call  [due:: 2026-12-04]", "- [x] Call  [due:: 2026-12-04]  [completion:: 2026-11-30]"),
        ("- [ ] Call (due:: 2026-12-04) ⏫", "- [x] Call (due:: 2026-12-04) ⏫ (completion:: 2026-11-30)"),
        ("- [ ] Call ⏫ [due:: 2026-12-04]", "- [x] Call ⏫ [due:: 2026-12-04] ✅ 2026-11-30"),
        ("- [ ] Call (@2026-12-04 09:00)", "- [x] Call (@2026-12-04 09:00) ✅ 2026-11-30"),
        ("- [ ] Call 📅 2026-11-26 ^id", "- [x] Call 📅 2026-11-26 ✅ 2026-11-30 ^id"),
        ("- [ ] Call 📅 2026-11-26  ^id \t", "- [x] Call 📅 2026-11-26 ✅ 2026-11-30  ^id \t"),
        ("- [ ] Call 📅 2026-11-26  ", "- [x] Call 📅 2026-11-26 ✅ 2026-11-30  "),
        ("- [ ] Call ✅ 2025-01-01 more", "- [x] Call ✅ 2026-11-30 more"),
        ("- [ ] Call [completion:: ]", "- [x] Call [completion:: 2026-11-30]"),
        ("- [ ] Call <!-- it goes on", "- [x] Call ✅ 2026-11-30 <!-- it goes on"),
        ("- [ ]", "- [x] ✅ 2026-11-30"),
    ],
)
def test_ticking_changes_the_box_and_adds_the_date_as_the_line_writes_dates(before: str, after: str) -> None:
    assert tick(before, TODAY) == after


@pytest.mark.parametrize("outcome", ["dropped", "superseded"])
def test_other_outcomes_cancel(outcome: str) -> None:
    assert tick("- [ ] Call 📅 2026-11-26", TODAY, outcome) == "- [-] Call 📅 2026-11-26 ❌ 2026-11-30"  # type: ignore[arg-type]
    assert tick("- [ ] Call [due:: 2026-11-26]", TODAY, "dropped").endswith(
        "[due:: 2026-11-26] [cancelled:: 2026-11-30]"
    )


def test_unticking_removes_what_ticking_added() -> None:
    assert untick("- [x] Call 📅 2026-11-26 ✅ 2026-11-30 ^id") == "- [ ] Call 📅 2026-11-26 ^id"
    assert untick("- [-] Call  [cancelled:: 2026-11-30]") == "- [ ] Call"
    assert untick("- [x] ✅ 2026-11-30") == "- [ ]"
    assert untick("- [X] Call ✅ 2026-11-30#tag") == "- [ ] Call #tag"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- [ ] Call 📅 2026-11-26 ⏳ 2026-11-20", "- [ ] Call 📅 2027-01-09 ⏳ 2026-11-20"),
        ("- [ ] Call 🗓\ufe0f\u00a02026-11-26 more", "- [ ] Call 🗓\ufe0f\u00a02027-01-09 more"),
        ("- [ ] Call ⏳ 2026-11-20", "- [ ] Call ⏳ 2027-01-09"),
        ("- [ ] Call (@2026-11-20 09:00)", "- [ ] Call (@2027-01-09 09:00)"),
        ("- [ ] Call [due:: [[2026-11-20|x]]]", "- [ ] Call [due:: [[2027-01-09|x]]]"),
        ("- [ ] Call [due:: ]", "- [ ] Call [due:: 2027-01-09]"),
        ("- [ ] Call 📅 next friday", "- [ ] Call 📅 2027-01-09"),
        ("- [ ] Call 📅 2026-02-30", "- [ ] Call 📅 2027-01-09"),
        ("- [ ] Call ^id", "- [ ] Call 📅 2027-01-09 ^id"),
        ("- [ ] Call [start:: 2026-01-01]", "- [ ] Call [start:: 2026-01-01] [due:: 2027-01-09]"),
    ],
)
def test_rescheduling_changes_the_date_that_counts(before: str, after: str) -> None:
    assert reschedule(before, date(2027, 1, 9)) == after


@pytest.mark.parametrize(
    ("before", "following"),
    [
        (
            "- [/] Test 🔁 every 3 months when done 📅 2026-12-06",
            "- [ ] Test 🔁 every 3 months when done 📅 2027-02-28",
        ),
        (
            "- [ ] Rent [repeat:: every month] [due:: 2026-01-31]",
            "- [ ] Rent [repeat:: every month] [due:: 2026-02-28]",
        ),
        (
            "- [ ] Bins 🆔 b1 ⛔ a1 🔁 every week ➕ 2026-01-01 🛫 2026-11-25 📅 2026-11-26 #home ^b",
            "- [ ] Bins 🔁 every week ➕ 2026-11-30 🛫 2026-12-02 📅 2026-12-03 #home",
        ),
        ("- [ ] Walk ⏳ 2026-11-29 🔁 every day", "- [ ] Walk ⏳ 2026-11-30 🔁 every day"),
        ("- [ ] Walk 🛫 2026-11-27 🔁 every Friday", "- [ ] Walk 🛫 2026-12-04 🔁 every Friday"),
        (
            "- [ ] Rent 🔁 every month on the 31st 🛫 2026-02-18 ⏳ 2026-02-25 📅 2026-02-28",
            "- [ ] Rent 🔁 every month on the 31st 🛫 2026-03-21 ⏳ 2026-03-28 📅 2026-03-31",
        ),
        ("- [ ] Rent 🔁 every month 📅 2026-02-28", "- [ ] Rent 🔁 every month 📅 2026-03-28"),
        (
            "- [ ] Bins 🔁 every Monday and Thursday 🏁 keep 📅 2026-11-30 ⏳ 2026-02-30",
            "- [ ] Bins 🔁 every Monday and Thursday 🏁 keep 📅 2026-12-03 ⏳ 2026-02-30",
        ),
        (
            "> * [ ] Bins  (repeat:: every! 2 weeks)  (scheduled:: 2026-11-01)  [onCompletion:: keep]",
            "> * [ ] Bins  (repeat:: every! 2 weeks)  (scheduled:: 2026-12-14)  [onCompletion:: keep]",
        ),
        ("- [ ] Tablet (@2026-11-30 09:00) 🔁 every day at 9", "- [ ] Tablet (@2026-12-01 09:00) 🔁 every day at 9"),
        ("- [ ] Bins 🔁 every Mon-Fri 📅 2026-12-04 #a", "- [ ] Bins 🔁 every Mon-Fri 📅 2026-12-07 #a"),
        (
            "- [ ] Bins 🔁 every day at 9:30 when done 📅 2026-11-01",
            "- [ ] Bins 🔁 every day at 9:30 when done 📅 2026-12-01",
        ),
        ("- [ ] Bins [repeat:: daily] [due:: 2026-11-26]", "- [ ] Bins [repeat:: daily] [due:: 2026-11-27]"),
    ],
)
def test_a_repeating_task_gets_its_next_line_above(before: str, following: str) -> None:
    first, second = tick(before, TODAY).split("\n")
    assert first == following
    assert second.lstrip("> ")[1:].startswith(" [x]")
    assert untick(second).partition("] ")[2] == before.partition("] ")[2]


def test_a_repeating_task_that_is_dropped_is_over() -> None:
    assert "\n" not in tick("- [ ] Walk 🔁 now and then 📅 2026-11-29", TODAY, "dropped")
    assert "\n" not in tick("- [ ] Walk 🔁 every day 📅 2026-11-29 🏁 delete", TODAY, "dropped")


def test_the_last_occurrence_of_a_rule_gets_no_next_line() -> None:
    line = "- [ ] Pay [repeat:: every week until 2026-12-06] [due:: {}]"
    assert tick(line.format("2026-11-30"), TODAY).count("\n") == 0
    assert tick(line.format("2026-11-29"), TODAY).count("\n") == 1
    assert "\n" not in tick("- [ ] Pay 🔁 every week until 2026-12-06 📅 2026-11-30", TODAY)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("- [ ] Walk 🔁 every 2 weekdays 📅 2026-11-29", "every 2 weekdays"),
        ("- [ ] Walk 🔁 every day blah 📅 2026-11-29", "blah"),
        ("- [ ] Drink 🔁 every 2 hours 📅 2026-11-29", "every 2 hours"),
        ("- [ ] Walk 🔁 every day", "no date"),
        ("- [ ] Walk 🔁 every day 📅 2026-02-30", "2026-02-30"),
        ("- [ ] Walk 🔁 every 9999 years 📅 2026-02-03", "every 9999 years"),
        ("- [ ] Walk 🔁 every 5 years 📅 2026-02-03 ⏳ 9998-02-03", "every 5 years"),
        ("- [ ] Walk 🔁 every day 📅 2026-11-29 <!-- why", "comment"),
        ("- [ ] Walk 🔁 every day 📅 2026-11-29 %% why", "comment"),
        ("- [ ] Walk 📅 2026-11-29 🏁 delete <!-- why", "comment"),
        ("- [ ] Walk 📅 2026-11-29 🏁 delete %% a %% %% why", "comment"),
        ("- [x] Walk", "closed"),
        ("- [-] Walk", "closed"),
        ("Walk", "checkbox"),
    ],
)
def test_a_tick_that_cannot_be_right_is_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(WriteRefused, match=reason):
        tick(line, TODAY)


def test_opening_an_open_task_or_dating_a_line_that_is_none_is_refused() -> None:
    with pytest.raises(WriteRefused, match="open already"):
        untick("- [ ] Walk")
    with pytest.raises(WriteRefused, match="checkbox"):
        reschedule("Walk", TODAY)


@given(LINES)
def test_unticking_gives_back_the_very_line(line: str) -> None:
    shape = read_shape(line)
    assert shape is not None
    assume(not any(field.kind in ("done", "cancelled") for field in shape.fields) and not re.search(r"\S<!--", line))
    assert untick(tick(line, TODAY)) == line


@given(LINES)
def test_a_ticked_line_reads_as_done_today(line: str) -> None:
    task = parse_task("a.md", 1, tick(line, TODAY))
    assert task is not None
    assert (task.status, task.done) == ("x", TODAY)


@given(LINES, st.dates())
def test_a_rescheduled_line_reads_as_due_then_and_changes_nothing_else(line: str, due: date) -> None:
    before, after = parse_task("a.md", 1, line), parse_task("a.md", 1, reschedule(line, due))
    assert before is not None
    assert after is not None
    assert due in (after.due, after.scheduled)
    assert (after.start, after.block_id, after.status) == (before.start, before.block_id, before.status)


@pytest.mark.parametrize(
    ("raw", "start", "after"),
    [
        ("- [ ] a 📅 2026-12-01", date(2026, 12, 3), "- [ ] a 📅 2026-12-01 🛫 2026-12-03"),
        ("- [ ] a 🛫 2026-11-01 📅 2026-12-01 ^b", date(2026, 12, 3), "- [ ] a 🛫 2026-12-03 📅 2026-12-01 ^b"),
        ("- [ ] a [due:: 2026-12-01]", date(2026, 12, 3), "- [ ] a [due:: 2026-12-01] [start:: 2026-12-03]"),
        ("- [ ] a 🛫 2026-11-01 📅 2026-12-01", None, "- [ ] a 📅 2026-12-01"),
        ("- [ ] a 📅 2026-12-01", None, "- [ ] a 📅 2026-12-01"),
    ],
)
def test_deferring_moves_the_start_date_and_nothing_else(raw, start, after):
    assert defer(raw, start) == after


@pytest.mark.parametrize("raw", ["- [x] a 📅 2026-12-01", "just text"])
def test_what_is_no_open_task_is_not_deferred(raw):
    with pytest.raises(WriteRefused):
        defer(raw, TODAY)


@pytest.mark.parametrize("raw", ["- [ ] a", "- TODO a", "- TODO a [repeat:: every week]", "- [ ] a 🔁 every week"])
@pytest.mark.parametrize("end", ["\n", "\r", "\u2028", "\n- [ ] more "])
def test_no_value_brings_a_line_of_its_own(raw, end):
    with pytest.raises(WriteRefused):
        set_field(raw, "repeat", f"every{end}day")


@pytest.mark.parametrize(
    ("raw", "after"),
    [
        ("- [ ] x (@2026-12-04 09:00) y", "- [ ] x (@2026-12-05 17:05) y"),
        ("- [ ] x (@2026-12-04)", "- [ ] x (@2026-12-05 17:05)"),
        ("- [ ] x (@ 2026-12-04T9:00)", "- [ ] x (@ 2026-12-05T17:05)"),
        ("* [ ] x ⏰ 2026-12-04  09:00 ^a", "* [ ] x ⏰ 2026-12-05  17:05 ^a"),
        ("- [ ] x ⏰ 2026-12-04 🔁 every day", "- [ ] x ⏰ 2026-12-05 17:05 🔁 every day"),
    ],
)
def test_a_reminder_is_given_another_day_and_time(raw: str, after: str) -> None:
    assert takes_time(raw)
    assert set_field(raw, "due", datetime(2026, 12, 5, 17, 5)) == after
    kept = set_field(raw, "due", date(2026, 12, 5))
    assert kept == raw.replace("12-04", "12-05"), "the time stays when only the day is given"


@pytest.mark.parametrize(
    "raw",
    ["- [ ] x 📅 2026-12-04", "- [ ] x", "- [ ] x 📅 2026-12-04 (@2026-12-04 09:00)", "- TODO x (@2026-12-04)", "x"],
)
def test_other_lines_have_no_place_for_a_time(raw: str) -> None:
    assert not takes_time(raw)
    if raw.startswith("- ["):
        with pytest.raises(WriteRefused, match="no place for a time"):
            set_field(raw, "due", datetime(2026, 12, 5, 17, 5))
