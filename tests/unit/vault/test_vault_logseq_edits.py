from __future__ import annotations

from datetime import date

import pytest

from app.errors import WriteRefused
from app.vault.edits import Change
from app.vault.markdown import parse_note
from app.vault.task_edits import TaskField, defer, set_field, tick, untick, without_block_id

TODAY = date(2026, 11, 30)
DAY = date(2027, 1, 9)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- TODO Call", "- DONE Call"),
        ("\t- LATER [#A] Call\n\t  SCHEDULED: <2026-11-26 Thu>", "\t- DONE [#A] Call\n\t  SCHEDULED: <2026-11-26 Thu>"),
        ("- TODO a\n  DEADLINE: <2026-11-26 Thu +1w>", "- TODO a\n  DEADLINE: <2026-12-03 Thu +1w>"),
        ("- DOING a\n  DEADLINE: <2026-11-01 Sun ++1w>", "- TODO a\n  DEADLINE: <2026-12-06 Sun ++1w>"),
        ("- NOW a\n  SCHEDULED: <2026-11-26 Thu 09:00 .+2d>", "- LATER a\n  SCHEDULED: <2026-12-02 Wed 09:00 .+2d>"),
        ("- TODO a SCHEDULED: <2026-01-31 .+1m>", "- TODO a SCHEDULED: <2026-12-30 .+1m>"),
        ("- TODO a\n  DEADLINE: <2024-02-29 Thu +1y>", "- TODO a\n  DEADLINE: <2025-02-28 Fri +1y>"),
        ("- TODO a\n  DEADLINE: <0001-01-01 ++1d>", "- TODO a\n  DEADLINE: <2026-12-01 ++1d>"),
        (
            "- TODO a\n  DEADLINE: <2026-11-30 Mon +1w>\n  SCHEDULED: <2026-11-28 Sat>",
            "- TODO a\n  DEADLINE: <2026-12-07 Mon +1w>\n  SCHEDULED: <2026-11-28 Sat>",
        ),
    ],
)
def test_done_is_a_marker_and_a_repeating_task_goes_on(before: str, after: str) -> None:
    assert tick(before, TODAY) == after


def test_dropping_and_opening_again() -> None:
    assert tick("- TODO a\n  DEADLINE: <2026-11-30 Mon +1w>", TODAY, "dropped") == (
        "- CANCELED a\n  DEADLINE: <2026-11-30 Mon +1w>"
    )
    assert untick("- DONE a") == untick("- CANCELLED a") == "- TODO a"
    for line, change in (("- TODO a", untick), ("- DONE a", lambda raw: tick(raw, TODAY))):
        with pytest.raises(WriteRefused, match="already"):
            change(line)


@pytest.mark.parametrize(
    ("before", "field", "value", "after"),
    [
        ("- TODO a", "due", DAY, "- TODO a\n  DEADLINE: <2027-01-09 Sat>"),
        (
            "\t- TODO a\n\t  SCHEDULED: <2026-11-30 Mon>",
            "due",
            DAY,
            "\t- TODO a\n\t  DEADLINE: <2027-01-09 Sat>\n\t  SCHEDULED: <2026-11-30 Mon>",
        ),
        (
            "- TODO a\n  DEADLINE: <2026-11-30 Mon 09:00 .+1w>",
            "due",
            DAY,
            "- TODO a\n  DEADLINE: <2027-01-09 Sat 09:00 .+1w>",
        ),
        ("- TODO a\n  SCHEDULED: <2026-11-30>", "scheduled", DAY, "- TODO a\n  SCHEDULED: <2027-01-09>"),
        ("- TODO a\n  SCHEDULED: <2026-11-30 Mon>", "scheduled", None, "- TODO a"),
        ("- TODO a SCHEDULED: <2026-11-30 Mon>", "scheduled", None, "- TODO a"),
        ("- TODO a", "due", None, "- TODO a"),
        ("- TODO a", "priority", "high", "- TODO [#A] a"),
        ("- TODO [#A]  a", "priority", "low", "- TODO [#C]  a"),
        ("- TODO [#A] a", "priority", None, "- TODO a"),
        ("- TODO a", "priority", None, "- TODO a"),
        (
            "- TODO a\n  DEADLINE: <2026-11-30 Mon>",
            "repeat",
            "every 2 weeks",
            "- TODO a\n  DEADLINE: <2026-11-30 Mon ++2w>",
        ),
        (
            "- TODO a\n  DEADLINE: <2026-11-30 Mon 9:00 +1w>",
            "repeat",
            "every! month",
            "- TODO a\n  DEADLINE: <2026-11-30 Mon 9:00 .+1m>",
        ),
        ("- TODO a\n  DEADLINE: <2026-11-30 Mon +1w>", "repeat", ".+3d", "- TODO a\n  DEADLINE: <2026-11-30 Mon .+3d>"),
        ("- TODO a\n  DEADLINE: <2026-11-30 Mon +1w>", "repeat", None, "- TODO a\n  DEADLINE: <2026-11-30 Mon>"),
        ("- TODO a", "repeat", None, "- TODO a"),
    ],
)
def test_one_token_is_written_as_logseq_writes_it(before: str, field: str, value: object, after: str) -> None:
    assert set_field(before, field, value) == after  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "field", "value", "reason"),
    [
        ("- TODO a", "start", DAY, "no start date"),
        ("- TODO a", "priority", "highest", "no priority"),
        ("- TODO a", "repeat", "every week", "this has none"),
        ("- TODO a\n  DEADLINE: <2026-11-30>", "repeat", "every Monday", "cannot repeat"),
    ],
)
def test_what_logseq_cannot_say_is_refused(before: str, field: str, value: object, reason: str) -> None:
    with pytest.raises(WriteRefused, match=reason):
        set_field(before, field, value)  # type: ignore[arg-type]


def test_a_repetition_that_gives_no_day_is_refused() -> None:
    for stamp in ("2026-11-30 Mon +1h", "2026-11-30 +0d", "2026-02-30 +1d", "9999-11-30 +1y"):
        with pytest.raises(WriteRefused, match="repeats"):
            tick(f"- TODO a\n  DEADLINE: <{stamp}>", TODAY)


@pytest.mark.parametrize(
    ("note", "count"),
    [
        ("- TODO a\n  SCHEDULED: <2026-11-30>\n  more", 2),
        ("- TODO a\n  id:: x\n  DEADLINE: <2026-11-30>\n- b", 3),
        ("- TODO a\n  - b SCHEDULED: <2026-11-30>", 1),
        ("- TODO a\n\n  SCHEDULED: <2026-11-30>", 3),
        ("- TODO a\nSCHEDULED: <2026-11-30>", 2),
        ("- TODO a\n\nSCHEDULED: <2026-11-30>", 1),
        ("- TODO a\n  ```\n  SCHEDULED: <2026-11-30>\n  ```", 1),
        ("- TODO a", 1),
    ],
)
def test_the_dates_below_a_task_belong_to_it(note: str, count: int) -> None:
    raw = parse_note("N.md", note.encode()).tasks[0].raw
    assert raw.count("\n") + 1 == count and note.startswith(raw)


@pytest.mark.parametrize(
    ("before", "field", "after"),
    [
        ("- TODO a\n  DEADLINE: <next week>", "due", "- TODO a\n  DEADLINE: <2027-01-09 Sat>"),
        ("- TODO a\n  DEADLINE: soon", "due", "- TODO a\n  DEADLINE: <2027-01-09 Sat>"),
        ("- TODO a\n  DEADLINE: <2026-02-30 Mon>", "due", "- TODO a\n  DEADLINE: <2027-01-09 Sat>"),
        (
            "- TODO a\n  DEADLINE: soon\n  DEADLINE: <2026-11-30 Mo.>",
            "due",
            "- TODO a\n  DEADLINE: soon\n  DEADLINE: <2027-01-09 Sat>",
        ),
        (
            "- TODO a\n  ```\n  DEADLINE: <2026-11-30>\n  ```\n  SCHEDULED: <2026-11-30>",
            "due",
            "- TODO a\n  DEADLINE: <2027-01-09 Sat>\n  ```\n  DEADLINE: <2026-11-30>\n  ```\n  SCHEDULED: <2026-11-30>",
        ),
        ("- TODO a `DEADLINE: <2026-11-30>`", "due", "- TODO a `DEADLINE: <2026-11-30>`\n  DEADLINE: <2027-01-09 Sat>"),
        ("> - TODO a\n>   DEADLINE: <2026-11-30>", "due", "> - TODO a\n>   DEADLINE: <2027-01-09>"),
        ("- TODO a (@2026-11-30 09:00)", "due", "- TODO a (@2027-01-09 09:00)"),
    ],
)
def test_a_date_is_written_where_it_is_read(before: str, field: TaskField, after: str) -> None:
    new = set_field(before, field, DAY)
    assert new == after
    (task,) = parse_note("N.md", new.encode()).tasks
    assert getattr(task, field) == DAY and task.raw == new


@pytest.mark.parametrize(
    ("before", "day", "after"),
    [
        ("- TODO a\n  SCHEDULED: <2026-11-30 Mon>", DAY, "- TODO a\n  SCHEDULED: <2027-01-09 Sat>"),
        ("- TODO a\n  SCHEDULED: <2026-11-30 .+1w>", DAY, "- TODO a\n  SCHEDULED: <2027-01-09 .+1w>"),
        (
            "- TODO a\n  DEADLINE: <2026-11-30 +1w>",
            DAY,
            "- TODO a\n  SCHEDULED: <2027-01-09 Sat>\n  DEADLINE: <2026-11-30 +1w>",
        ),
        ("- TODO a [due:: 2026-11-30]", DAY, "- TODO a [due:: 2026-11-30]\n  SCHEDULED: <2027-01-09 Sat>"),
        (
            "- TODO a\n  DEADLINE: <2026-11-30>\n  SCHEDULED: <2027-01-09 Sat>",
            None,
            "- TODO a\n  DEADLINE: <2026-11-30>",
        ),
        ("- TODO a\n  DEADLINE: <2026-11-30>", None, "- TODO a\n  DEADLINE: <2026-11-30>"),
        ("- TODO a [start:: 2026-11-30]", DAY, "- TODO a [start:: 2027-01-09]"),
    ],
)
def test_a_task_is_put_off_by_its_scheduled_day(before: str, day: date | None, after: str) -> None:
    assert defer(before, day) == after


@pytest.mark.parametrize(
    ("before", "day", "reason"),
    [
        ("- TODO a\n  SCHEDULED: <2026-11-30 ++1w>", DAY, "would move"),
        ("- TODO a\n  SCHEDULED: <2026-11-30 .+1w>", None, "would move"),
        ("- TODO a\n  SCHEDULED: <2026-11-30>", None, "all it has"),
        ("- DONE a\n  SCHEDULED: <2026-11-30>", DAY, "closed already"),
    ],
)
def test_what_cannot_be_put_off_is_refused(before: str, day: date | None, reason: str) -> None:
    with pytest.raises(WriteRefused, match=reason):
        defer(before, day)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda raw: tick(raw, TODAY), "dates of Logseq below"),
        (lambda raw: set_field(raw, "scheduled", DAY), "as Logseq writes it"),
        (lambda raw: set_field(raw, "repeat", None), "as Logseq writes it"),
    ],
)
def test_a_box_with_dates_of_logseq_below_is_written_only_where_that_is_safe(change: Change, reason: str) -> None:
    repeating = "- [ ] a ^one\n  SCHEDULED: <2026-11-30 +1w> ^two"
    with pytest.raises(WriteRefused, match=reason):
        change(repeating)
    assert set_field(repeating, "due", DAY) == "- [ ] a 📅 2027-01-09 ^one\n  SCHEDULED: <2026-11-30 +1w> ^two"
    assert tick(repeating, TODAY, "dropped") == "- [-] a ❌ 2026-11-30 ^one\n  SCHEDULED: <2026-11-30 +1w> ^two"
    assert without_block_id(repeating) == "- [ ] a\n  SCHEDULED: <2026-11-30 +1w> ^two"
    once = "- [ ] a\n  SCHEDULED: <2026-11-30>"
    assert tick(once, TODAY) == "- [x] a ✅ 2026-11-30\n  SCHEDULED: <2026-11-30>"
