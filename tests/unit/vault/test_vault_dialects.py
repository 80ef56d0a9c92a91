"""Task lines beyond one line and one dialect: Logseq blocks, reminders, statuses, parents, ids, filters."""

from __future__ import annotations

import time as clock
from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.logseq import SYMBOLS, find_plans
from app.vault.markdown import parse_note
from app.vault.note import TaskLine
from app.vault.recurrence import read_rule
from app.vault.rules import DEFAULT_RULES, ReadingRules
from app.vault.statuses import DEFAULT_STATUSES, Statuses
from app.vault.tasks import parse_task

DAY = date(2026, 8, 15)


def tasks(text: str, rules: ReadingRules = DEFAULT_RULES, path: str = "a.md") -> tuple[TaskLine, ...]:
    return parse_note(path, text.encode("utf-8"), rules).tasks


def one(text: str, rules: ReadingRules = DEFAULT_RULES, path: str = "a.md") -> TaskLine:
    (task,) = tasks(text, rules, path)
    return task


@pytest.mark.parametrize(
    ("word", "state"),
    [
        *(("TODO", "todo"), ("LATER", "todo"), ("DOING", "in-progress"), ("NOW", "in-progress")),
        *(("IN-PROGRESS", "in-progress"), ("WAITING", "on-hold"), ("WAIT", "on-hold"), ("DONE", "done")),
        *(("CANCELED", "cancelled"), ("CANCELLED", "cancelled")),
    ],
)
def test_a_keyword_of_logseq_is_a_status(word: str, state: str) -> None:
    task = one(f"- {word} [#A] Call #house\n  DEADLINE: <2026-08-15 Sat>\n")
    assert (task.keyword, task.state, task.status, task.text) == (word, state, SYMBOLS[word], "Call #house")
    assert (task.due, task.priority, task.tags, task.problem) == (DAY, "high", ("house",), "")
    assert task.is_open == (state in ("todo", "in-progress", "on-hold"))


@pytest.mark.parametrize(
    ("stamp", "at", "repeat"),
    [
        *(("2026-08-15 Sat", None, None), ("2026-08-15", None, None), ("2026-08-15 Sa.", None, None)),
        *(("2026-08-15 土", None, None), ("2026-08-15 Sat 9:30", time(9, 30), None)),
        *(("2026-08-15 Sat 09:00-10:00", time(9), None), ("2026-08-15 Sat .+1d", None, "every day when done")),
        *(("2026-08-15 Sat 7:00 ++2w", time(7), "every 2 weeks"), ("2026-08-15 Sat +1m -3d", None, "every month")),
        ("2026-08-15 Sat .+2y/3y", None, "every 2 years when done"),
    ],
)
def test_a_date_of_logseq_is_read_with_time_and_repetition(stamp: str, at: time | None, repeat: str | None) -> None:
    task = one(f"- TODO Call\n  SCHEDULED: <{stamp}>\n")
    assert (task.scheduled, task.at, task.repeat, task.problem) == (DAY, at, repeat, "")
    assert repeat is None or read_rule(repeat)


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("SCHEDULED: <2026-02-30 Mon>", "the scheduled date “2026-02-30” does not exist"),
        ("DEADLINE: <next week>", "the due date “next week” is not written as <2026-08-15 Sat>"),
        ("DEADLINE: soon", "the due date “soon” is not written as <2026-08-15 Sat>"),
        ("SCHEDULED: <2026-08-15 Sat 25:00>", "the time “25:00” does not exist"),
    ],
)
def test_a_date_of_logseq_that_cannot_be_read_is_a_problem(written: str, problem: str) -> None:
    assert one(f"- TODO Call\n  {written}\n").problem == problem


def test_dates_of_a_block_are_its_own() -> None:
    text = (
        "- TODO Sell the house\n  id:: 65a\n  DEADLINE: <2026-09-01 Tue>\n"
        "\t- LATER Call the surveyor\n\t  SCHEDULED: <2026-08-15 Sat>\n"
        "\t- no task\n\t  SCHEDULED: <2026-08-16 Sun>\n- DONE Ask\n  ```\n  DEADLINE: <2026-01-01 Thu>\n  ```\n"
    )
    house, surveyor, ask = tasks(text)
    assert (house.due, house.scheduled) == (date(2026, 9, 1), None)
    assert (surveyor.due, surveyor.scheduled) == (None, DAY)
    assert (surveyor.parent, surveyor.parent_text) == (1, "Sell the house")
    assert (ask.due, ask.problem, ask.parent) == (None, "", None)


def test_a_checkbox_may_have_dates_of_logseq_and_its_own_go_first() -> None:
    task = one("- [ ] Call 📅 2026-08-15\n  DEADLINE: <2026-09-01 Tue>\n  SCHEDULED: <2026-08-01 Sat>\n")
    assert (task.due, task.scheduled) == (DAY, date(2026, 8, 1))


def test_a_keyword_may_have_fields_of_every_dialect() -> None:
    task = one("- TODO Call SCHEDULED: <2026-08-15 Sat> [due:: 2026-08-20] ⏫ 🆔 a1 ⛔ b2 ^blk\n")
    assert (task.text, task.scheduled, task.due) == ("Call", DAY, date(2026, 8, 20))
    assert (task.priority, task.task_id, task.depends_on, task.block_id) == ("high", "a1", ("b2",), "blk")


@pytest.mark.parametrize(
    "line", ["TODO Call", "- TODOs", "- todo Call", "- xTODO", "1. TODO Call", "    - TODO in code"]
)
def test_other_lines_are_no_blocks_of_logseq(line: str) -> None:
    assert tasks(f"{line}\n") == ()


@given(st.text(max_size=80), st.lists(st.text("SCHEDULED: <>0126-+.w\n`%", max_size=60), max_size=3), st.integers(0, 9))
def test_no_text_makes_the_reading_of_blocks_raise(first: str, more: list[str], start: int) -> None:
    assert all(plan.day or plan.problem for plan in find_plans("\n".join([first, *more]), start))


@pytest.mark.parametrize(
    "piece", ["SCHEDULED: <", "DEADLINE:", "[#A] ", "due: ", "⏰ 2026-08-15 ", "due:: 2026-08-15 "]
)
def test_a_very_long_block_is_read_in_linear_time(piece: str) -> None:
    start = clock.perf_counter()
    assert parse_task("a.md", 1, "- TODO " + piece * (100_000 // len(piece)) + "x") is not None
    assert clock.perf_counter() - start < 5


@pytest.mark.parametrize(
    ("body", "at"),
    [
        *(("(@2026-08-15)", None), ("(@2026-08-15 09:00)", time(9)), ("(@2026-08-15T9:05 later)", time(9, 5))),
        *(("⏰ 2026-08-15", None), ("⏰ 2026-08-15 09:00", time(9)), ("⏰\ufe0f2026-08-15", None)),
    ],
)
def test_a_reminder_is_the_due_date_where_there_is_no_other(body: str, at: time | None) -> None:
    task = one(f"- [ ] Call {body}")
    assert (task.due, task.at, task.reminder, task.reminder_at) == (DAY, at, DAY, at)
    assert task.text == "Call"


def test_a_reminder_stands_beside_a_due_date() -> None:
    task = one("- [ ] Call ⏰ 2026-08-10 09:00 📅 2026-08-15")
    assert (task.due, task.at, task.reminder, task.reminder_at) == (DAY, None, date(2026, 8, 10), time(9))


def test_a_dataview_date_may_have_a_time() -> None:
    assert one("- [ ] Call [due:: 2026-08-15T09:00]").at == time(9)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("⏰ tomorrow", "the due date “tomorrow” is not written as YYYY-MM-DD"),
        ("(@2026-08-15 25:00)", "the time “25:00” does not exist"),
        ("due: 2026-08-15", "“due: 2026-08-15” is no date field here: write [due:: 2026-08-15]"),
        ("Start:: 2026-08-15", "“Start:: 2026-08-15” is no date field here: write [start:: 2026-08-15]"),
    ],
)
def test_what_looks_dated_and_cannot_be_read_is_told(body: str, problem: str) -> None:
    assert one(f"- [ ] Call {body}").problem == problem


def test_a_repetition_that_cannot_be_read_is_told() -> None:
    assert one("- [ ] Call 🔁 every blue moon 📅 2026-08-15").problem.startswith("the repetition “every blue moon”")


def test_unread_values_stay_in_the_text() -> None:
    task = one("- [ ] Call [priority:: urgent] [onCompletion:: archive]")
    assert (task.text, task.priority, task.on_completion) == (
        "Call [priority:: urgent] [onCompletion:: archive]",
        None,
        None,
    )


@pytest.mark.parametrize(
    "body", ["🆔 a1 ⛔ b2, c3 🏁 Delete", "[id:: a1] [dependsOn:: b2, c3 , b2] (onCompletion:: delete)"]
)
def test_ids_dependencies_and_what_happens_when_done_are_read(body: str) -> None:
    task = one(f"- [ ] Call {body}")
    assert (task.task_id, task.depends_on, task.on_completion, task.text) == ("a1", ("b2", "c3"), "delete", "Call")


def test_parents_are_the_items_around() -> None:
    text = (
        "---\na: b\n---\n- House\n  - [ ] Sell 📅 2026-08-15\n    1. [ ] Call\n\n"
        "> [!todo]\n> - [ ] In a callout\n>   - [x] Below\n"
    )
    found = {task.text: (task.line, task.parent, task.parent_text) for task in tasks(text)}
    assert found == {
        "Sell": (5, 4, "House"),
        "Call": (6, 5, "Sell"),
        "In a callout": (9, None, ""),
        "Below": (10, 9, "In a callout"),
    }


@pytest.mark.parametrize(
    "around",
    [
        "```\n{}\n```\n",
        "~~~tasks\n{}\n~~~\n",
        "%%\n{}\n%%\n",
        "<!--\n{}\n-->\n",
        "> ```\n> {}\n> ```\n",
        "- a\n  ```\n  {}\n  ```\n",
    ],
)
def test_no_task_in_code_or_comments_counts(around: str) -> None:
    assert tasks(around.format("- [ ] Call 📅 2026-08-15")) == ()
    assert tasks(around.format("- TODO Call SCHEDULED: <2026-08-15>")) == ()


def test_statuses_mean_what_the_settings_say() -> None:
    rules = ReadingRules(statuses=Statuses({"!": "cancelled", "x": "todo", "n": "non-task"}))
    states = [one(f"- [{symbol}] a", rules).state for symbol in " xX/-!n?"]
    assert states == ["todo", "todo", "done", "in-progress", "cancelled", "cancelled", "non-task", "todo"]
    assert not one("- [n] a", rules).is_open


def test_the_symbol_for_a_state_is_the_one_that_the_cycle_comes_to() -> None:
    custom = Statuses({"!": "in-progress", "d": "done"}, {" ": "!", "!": "d"})
    assert custom.symbol_of("done", " ") == "d"
    assert custom.symbol_of("cancelled", " ") == "-"
    assert custom.symbol_of("todo", "d") == " "
    assert DEFAULT_STATUSES.symbol_of("done") == "x"
    assert DEFAULT_STATUSES.symbol_of("todo", "x") == " "
    assert Statuses({"x": "cancelled", "v": "done"}, {" ": "/"}).symbol_of("done") == "v"
    assert Statuses({"x": "todo", "X": "todo", "v": "done"}).symbol_of("done") == "v"
    assert Statuses({"-": "todo"}).symbol_of("cancelled") == "-"


def test_with_a_filter_other_lines_are_no_tasks() -> None:
    rules = ReadingRules(task_filter="#task")
    found = tasks("- [ ] a #task 📅 2026-08-15\n- [ ] b 📅 2026-08-15\n- TODO c\n- TODO d #task\n", rules)
    assert [task.text for task in found] == ["a", "d"]


def test_a_date_in_the_name_is_implied_only_when_asked_for_and_nothing_else_is_said() -> None:
    text = "- [ ] a\n- [ ] b 📅 2026-09-01\n- [ ] c 🛫 2026-09-01\n- [ ] d ➕ 2026-09-01\n"
    asked = tasks(text, ReadingRules(date_from_name=True), "Daily/2026-08-15.md")
    assert [(task.scheduled, task.implied) for task in asked] == [
        (DAY, True),
        (None, False),
        (None, False),
        (DAY, True),
    ]
    assert not any(task.scheduled for task in tasks(text, path="Daily/2026-08-15.md"))
    assert one("- [ ] a", ReadingRules(date_from_name=True)).scheduled is None


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("- [ ] #task Call Ann #home 📅 2026-12-01", "Call Ann #home"),
        ("- [ ] Call #task Ann 📅 2026-12-01 #task", "Call Ann"),
        ("- [ ] Sort #task/house and #tasks #task", "Sort #task/house and #tasks"),
        ("- [ ] #task 📅 2026-12-01", "#task"),
    ],
)
def test_the_word_that_makes_a_line_a_task_is_not_part_of_what_is_to_be_done(line: str, text: str) -> None:
    task = parse_task("a.md", 1, line, rules=ReadingRules(task_filter="#task"))
    assert task is not None
    assert (task.text, task.raw, "task" in task.tags) == (text, line, True)
