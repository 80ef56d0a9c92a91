from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import WriteRefused
from app.vault.markdown import parse_note
from app.vault.near_tasks import near_problem
from app.vault.rules import ReadingRules
from app.vault.task_edits import tick
from tests.support import open_workspace, write_notes

DATES = (
    "📅 2026-12-01",
    "📅 next friday",
    "[due:: 2026-12-01]",
    "(@2026-12-01)",
    "⏰ 2026-12-01 09:00",
    "⏳ 2026-12-01",
)


def near(text: str, rules: ReadingRules | None = None) -> list[tuple[int, str]]:
    note = parse_note("a.md", text.encode(), rules) if rules else parse_note("a.md", text.encode())
    return [(task.line, task.problem) for task in note.tasks if task.problem]


@pytest.mark.parametrize("when", DATES)
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("- [] x", "nothing between the brackets"),
        ("* [] x", "nothing between the brackets"),
        ("1. [] x", "nothing between the brackets"),
        ("> - [] x", "nothing between the brackets"),
        ("- [  ] x", "more than one character"),
        ("- [ / ] x", "more than one character"),
        ("-[ ] x", "no blank between “-” and the box"),
        ("-[] x", "no blank between “-” and the box"),
        ("1.[ ] x", "no blank between “1.” and the box"),
        ("- [ ]x", "no blank behind the box"),
        ("[ ] x", "no list item"),
        ("• [ ] x", "“•” begins no list item"),
    ],
)
def test_a_dated_line_whose_box_is_not_quite_one_says_why(line: str, why: str, when: str) -> None:
    ((number, problem),) = near(f"# Plan\n\n{line} {when}\n")
    assert number == 3 and why in problem


@pytest.mark.parametrize(
    "line",
    [
        "- x {}", "- [ ] x", "- [] x", "- [text](url) {}", "- [](url) {}", "- [[Note]] {}", "- [^1] {}", "[^1]: x {}",
        "[x]: url {}", "- [link] {}", "- [ref][1] {}", "[1] Knuth {}", "- [x]done {}", "-[x] done {}", "- `[] x {}`",
        "%% - [] x {} %%", "<!-- - [] x {} -->", "    - [] x {}", "*[ ]* x {}", "- \\[] x {}", "x - [] {}",
    ],
)  # fmt: skip
def test_what_is_no_box_or_has_no_date_is_not_listed(line: str) -> None:
    assert near("Text.\n\n" + line.format("📅 2026-12-01") + "\n") == []


def test_code_is_left_out_and_the_filter_of_the_settings_counts() -> None:
    assert near("```\n- [] x 📅 2026-12-01\n```\n") == []
    text = "- [] x 📅 2026-12-01\n- [] y #task 📅 2026-12-01\n"
    assert [line for line, _ in near(text, ReadingRules(task_filter="#task"))] == [2]


def test_a_task_beside_it_is_read_as_before_and_in_the_order_of_the_note() -> None:
    note = parse_note("a.md", "---\na: b\n---\n- [ ] one 📅 2026-12-01\n- [] two 📅 2026-12-02\n".encode())
    assert [(task.line, task.due, bool(task.problem)) for task in note.tasks] == [
        (4, date(2026, 12, 1), False),
        (5, None, True),
    ]


def test_the_agenda_lists_it_with_the_reason_and_nothing_is_written_into_it(tmp_path) -> None:
    vault = write_notes(tmp_path / "vault", {"a.md": "- [] Call Ann 📅 2026-12-01\n"})
    workspace = open_workspace(vault)
    workspace.update(meaning=False)
    agenda = workspace.agenda()
    assert not agenda.upcoming and not agenda.firing
    ((path, line, text, problem),) = [(it.path, it.line, it.text, it.reason) for it in agenda.not_understood]
    assert (path, line, text) == ("a.md", 1, "- [] Call Ann 📅 2026-12-01") and "nothing between" in problem
    workspace.close()
    with pytest.raises(WriteRefused, match="checkbox: there is nothing between the brackets"):
        tick("- [] Call Ann 📅 2026-12-01", date(2026, 11, 30))


@pytest.mark.parametrize("unit", ["- [", " ", "[ ", "> ", "9", "- ", "-\t[ ] "])
def test_long_lines_cost_nothing(unit: str) -> None:
    began = time.perf_counter()
    near_problem("- [" + unit * 10_000)
    near_problem(unit * 10_000 + "[")
    assert time.perf_counter() - began < 0.5


@given(st.text(alphabet="-*[] x>\t1.•(:/📅", max_size=30))
def test_any_line_is_a_task_or_near_one_or_neither(line: str) -> None:
    problem = near_problem(line)
    assert not problem or "[" in line
