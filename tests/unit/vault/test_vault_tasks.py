from __future__ import annotations

import json
import re
import time
from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.vault.note import TaskLine
from app.vault.task_fields import find_fields
from app.vault.tasks import Around, parse_task

SHARED = Path("/work/shared/data")
ROWS = SHARED / "task-formats/obsidian_tasks_task_lines.jsonl"
NOTES = SHARED / "vaults/obsidian-tasks"
DAY = date(2026, 8, 15)

PIECES = [
    *"📅📆🗓⏳⌛🛫➕✅❌🔺⏫🔼🔽⏬🔁🆔⛔🏁",
    "\ufe0f",
    "2026-08-15",
    "2026-02-30",
    "tomorrow",
    " ",
    "\u00a0",
    "\u2028",
]
PIECES += [
    "[due:: ",
    "(completion:: ",
    "[repeat::",
    "]",
    ")",
    "[[",
    "]]",
    "(@",
    "`",
    "%%",
    "<!--",
    "-->",
    " ^id",
    "#tag",
]
PIECES += ["every day", "every month on the 3rd", "word", "\x00", "\udce9", "](", ",", "keep", "|", "- [ ] "]
SOUP = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=14).map("".join)
BODIES = SOUP.map(lambda text: re.sub(r"[\r\n]", " ", text))


def read(body: str, head: str = "- [ ] ") -> TaskLine:
    task = parse_task("Notes/a.md", 7, head + body, Around("Jobs"))
    assert task is not None
    return task


@pytest.mark.parametrize(
    "head",
    ["- [ ] ", "* [ ] ", "+ [ ] ", "1. [ ] ", "909999) [ ] ", "  - [ ] ", "\t- [ ]\t", "> > - [ ] ", "-   [ ]  "],
)
def test_a_list_item_with_a_checkbox_is_a_task(head: str) -> None:
    task = read("Call 📅 2026-08-15", head)
    assert (task.text, task.due, task.status, task.heading, task.line) == ("Call", DAY, " ", "Jobs", 7)


@pytest.mark.parametrize(
    "line", ["", "Call", "- Call", "-[ ] Call", "- [] Call", "- [xx] Call", "- [ ](https://a.b)", "- [x]Call", "[ ] a"]
)
def test_any_other_line_is_none(line: str) -> None:
    assert parse_task("a.md", 1, line) is None


@pytest.mark.parametrize(("status", "is_open"), [(" ", True), ("/", True), ("D", True), ("x", False), ("X", False)])
def test_the_status_is_the_character_between_the_brackets(status: str, is_open: bool) -> None:
    task = read("Call", f"- [{status}] ")
    assert (task.status, task.is_open) == (status, is_open)


@pytest.mark.parametrize(
    "field",
    [
        *("📅 2026-08-15", "📆 2026-08-15", "🗓 2026-08-15", "🗓️ 2026-08-15", "📅\ufe0f2026-08-15", "📅\u00a02026-08-15"),
        *("[due:: 2026-08-15]", "(due:: 2026-08-15)", "[due::2026-08-15]", "[ Due :: 2026-08-15 ],"),
        *("[due:: [[2026-08-15]]]", "[due:: [[2026-08-15|mid-August]]]", "[due:: 2026-08-15T09:00]"),
        *("(@2026-08-15)", "(@2026-08-15 09:00)", "(@ 2026-08-15T09:00)"),
    ],
)
def test_a_due_date_is_read_in_each_dialect_anywhere_in_the_line(field: str) -> None:
    task = read(f"Call {field} the surveyor #house")
    assert (task.due, task.text, task.problem) == (DAY, "Call the surveyor #house", "")
    assert task.is_dated


@pytest.mark.parametrize(
    ("field", "attribute"),
    [
        *(("⏳ 2026-08-15", "scheduled"), ("⌛ 2026-08-15", "scheduled"), ("[scheduled:: 2026-08-15]", "scheduled")),
        *(("🛫 2026-08-15", "start"), ("(start:: 2026-08-15)", "start"), ("➕ 2026-08-15", "created")),
        *(("[created:: 2026-08-15]", "created"), ("✅ 2026-08-15", "done"), ("[completion:: 2026-08-15]", "done")),
        *(("❌ 2026-08-15", "cancelled"), ("[cancelled:: 2026-08-15]", "cancelled")),
    ],
)
def test_every_other_date_is_read(field: str, attribute: str) -> None:
    task = read(f"Call {field}")
    assert getattr(task, attribute) == DAY
    assert task.text == "Call"


@pytest.mark.parametrize(
    ("field", "priority"),
    [
        ("🔺", "highest"),
        ("⏫", "high"),
        ("🔼", "medium"),
        ("🔽", "low"),
        ("⏬\ufe0f", "lowest"),
        ("[priority:: High]", "high"),
    ],
)
def test_a_priority_is_read(field: str, priority: str) -> None:
    assert read(f"Call {field} now").priority == priority


def test_a_priority_of_another_name_is_none() -> None:
    assert read("Call [priority:: urgent]").priority is None


def test_every_field_together() -> None:
    task = read(
        "Wobble ⏫ #a 🆔 abc ⛔ d1, d2 🔁 every month on the 3rd 🏁 keep ➕ 2026-01-01 🛫 2026-01-02 ⏳ 2026-01-03"
        " 📅 2026-01-04 [[Projects/Kitchen#Quotes|the quotes]] ^my-block  "
    )
    assert task.text == "Wobble #a [[Projects/Kitchen#Quotes|the quotes]]"
    assert (task.tags, task.links, task.block_id) == (("a",), ("Projects/Kitchen#Quotes",), "my-block")
    assert task.repeat == "every month on the 3rd"
    assert [task.created, task.start, task.scheduled, task.due] == [date(2026, 1, n) for n in (1, 2, 3, 4)]


def test_dataview_fields_of_other_names_stay_in_the_text() -> None:
    assert read("Call [who:: Bo] [repeat:: every day when done]").text == "Call [who:: Bo]"


def test_a_field_said_twice_is_read_from_the_left() -> None:
    assert read("Call [due:: 2026-08-15] 📅 2026-09-01").due == DAY


def test_a_due_date_goes_before_a_reminder() -> None:
    assert read("Call (@2026-08-01 09:00) 📅 2026-08-15").due == DAY


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("📅 2026-02-30", "the due date “2026-02-30” does not exist"),
        ("⏳ 0000-01-01", "the scheduled date “0000-01-01” does not exist"),
        ("📅 2026-8-5", "the due date “2026-8-5” is not written as YYYY-MM-DD"),
        ("📅 2026-08-155", "the due date “2026-08-155” is not written as YYYY-MM-DD"),
        ("📅 tomorrow", "the due date “tomorrow” is not written as YYYY-MM-DD"),
        ("📅 next Friday", "the due date “next Friday” is not written as YYYY-MM-DD"),
        ("🛫 15 Aug", "the start date “15 Aug” is not written as YYYY-MM-DD"),
        ("[due:: soon]", "the due date “soon” is not written as YYYY-MM-DD"),
        ("(@tomorrow 9:00)", "the due date “tomorrow” is not written as YYYY-MM-DD"),
        ("✅ 2026-02-30", "the done date “2026-02-30” does not exist"),
    ],
)
def test_a_date_that_cannot_be_read_is_a_problem_and_stays_in_the_text(body: str, problem: str) -> None:
    task = read(f"Call {body}")
    assert task.problem == problem
    assert not task.is_dated
    assert task.text == f"Call {body}"


@pytest.mark.parametrize(
    "body",
    [
        *(
            "a ✅ done task",
            "the 📅 calendar",
            "✅ 2/3 done",
            "📅 YYYY-MM-DD",
            "ask (@bob)",
            "🆔 card renewal",
            "⛔ no entry",
        ),
        *(
            "`📅 2026-08-15`",
            "``a ` 📅 2026-08-15``",
            "%% 📅 2026-08-15 %%",
            "<!-- [due:: 2026-08-15] -->",
            "🔁 ",
            "🏁 keep on",
        ),
        *("[[Day 📅 2026-08-15]]", "[due:: ]", "[due 2026-08-15]", "due in 2026-08", "2026-08-15"),
    ],
)
def test_what_only_looks_like_a_field_is_text(body: str) -> None:
    task = read(body)
    assert (task.due, task.problem, task.repeat, task.done) == (None, "", None, None)


def test_bytes_that_are_not_utf_8_stay_in_raw_only() -> None:
    task = read("caf\udce9 📅 2026-08-15")
    assert task.raw == "- [ ] caf\udce9 📅 2026-08-15"
    assert task.text == "caf\ufffd"


@given(BODIES, st.sampled_from(["- [ ]", "- [x] ", "> 1) [-]\t", ""]))
@example("[due:: [[2026-08-15]]", "- [ ] ")
def test_no_line_makes_it_raise(body: str, head: str) -> None:
    task = parse_task("a.md", 1, head + body)
    assert task is None or task.raw == head + body


@given(BODIES)
def test_fields_are_in_order_and_never_overlap(body: str) -> None:
    fields = find_fields(body)
    assert all(a.end <= b.start for a, b in zip(fields, fields[1:], strict=False))
    assert all(field.start <= field.value_start <= field.value_end <= field.end for field in fields)
    assert all(body[field.value_start : field.value_end] == field.value for field in fields)


@pytest.mark.parametrize(
    "piece",
    ["`", "``x`", "<!-- ", "%% ", "[due:: ", "[due::" + " ", "(@2026-08-15 ", "📅 ", " ^a ", "[[", "](", "⛔ a, "],
)
def test_a_very_long_line_is_read_in_linear_time(piece: str) -> None:
    start = time.process_time()
    assert read(piece * (200_000 // len(piece)) + "x").status == " "
    assert time.process_time() - start < 5


@pytest.mark.skipif(not ROWS.exists(), reason="the shared data is not there")
def test_it_agrees_with_obsidian_tasks() -> None:
    names = {
        "description": "text",
        "dueDate": "due",
        "doneDate": "done",
        "startDate": "start",
        "createdDate": "created",
    }
    names |= {"scheduledDate": "scheduled", "priority": "priority", "statusSymbol": "status"}
    for row in map(json.loads, ROWS.read_text("utf-8").splitlines()):
        task = parse_task("a.md", 1, row["line"])
        assert task is not None
        for theirs, ours in names.items():
            if theirs in row["expected"]:
                assert str(getattr(task, ours)).lower() == row["expected"][theirs].lower(), row["title"]


@pytest.mark.skipif(not NOTES.exists(), reason="the shared data is not there")
def test_the_dated_lines_of_the_obsidian_tasks_vault_are_counted() -> None:
    lines = (line for note in NOTES.rglob("*.md") for line in note.read_text("utf-8").split("\n"))
    tasks = [task for line in lines if (task := parse_task("a.md", 1, line))]
    assert len(tasks) == 1437
    assert sum(task.is_dated for task in tasks) == 182
    strange = [task.raw for task in tasks if task.problem and "does not exist" not in task.problem]
    assert len(strange) == 2
    assert all("un-bracketed" in raw for raw in strange)
