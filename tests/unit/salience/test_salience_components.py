from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.salience.components import activation, importance, prospective, recency

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("value", "expected"),
    [("high", 1.0), ("Normal", 0.6), ("medium", 0.6), (" low ", 0.3), ("0.6", 0.6), ("7", 1.0), ("-1", 0.0)],
)
def test_stated_importance_comes_first(value: str, expected: float) -> None:
    assert importance("Daily/2026-11-30.md", "x", {"importance": value}) == expected


def test_importance_is_found_in_any_case_and_in_a_list() -> None:
    assert importance("Note.md", "Note", {"Importance": ["high", "low"]}) == 1.0
    assert importance("Note.md", "Note", {"importance": ".25"}) == 0.25


@pytest.mark.parametrize("value", ["", "whatever", "nan", None, [], {"a": "1"}])
def test_importance_that_cannot_be_read_is_as_none(value: object) -> None:
    assert importance("Note.md", "Note", {"importance": value}) == 0.6  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("path", "title", "expected"),
    [
        ("Index.md", "Index", 1.0),
        ("a/README.md", "About", 1.0),
        ("x.md", "Home", 1.0),
        ("MOC.md", "Maps", 1.0),
        ("Projects/Projects.md", "All projects", 1.0),
        ("Daily/Index.md", "Index", 1.0),
        ("2026-11-30.md", "Monday", 0.3),
        ("notes/2026-11-30 Meeting.md", "Meeting", 0.3),
        ("20261130.md", "20261130", 0.3),
        ("2026-W48.md", "Week", 0.3),
        ("Journal/Thoughts.md", "Thoughts", 0.3),
        ("Daily notes/deep/x.md", "x", 0.3),
        ("Templates/Daily note.md", "{{date}}", 0.3),
        ("1984.md", "1984", 0.6),
        ("2026 plans.md", "Plans", 0.6),
        ("Projects/Kitchen.md", "Kitchen", 0.6),
    ],
)
def test_importance_by_name_and_place(path: str, title: str, expected: float) -> None:
    assert importance(path, title, {}) == expected


def test_activation_sums_decayed_uses_and_leaves_out_the_future() -> None:
    uses = [TODAY, TODAY - timedelta(days=3), TODAY + timedelta(days=1)]
    assert activation(uses, TODAY) == pytest.approx(1.0 + 0.5)
    assert activation([], TODAY) == 0.0


def test_recency_follows_the_power_law_and_never_exceeds_one() -> None:
    assert recency(TODAY - timedelta(days=8), TODAY) == pytest.approx(1 / 3)
    assert recency(TODAY + timedelta(days=400), TODAY) == 1.0
    assert recency(date.min, TODAY) > 0.0


@given(st.integers(0, 50_000), st.integers(1, 1000))
def test_recency_falls_with_age(days: int, more: int) -> None:
    old = TODAY - timedelta(days=days)
    assert recency(old, TODAY) > recency(old - timedelta(days=more), TODAY)


def test_prospective_prefers_the_link_to_the_project() -> None:
    assert prospective("a.md", ["kitchen"], {"a.md"}, {"kitchen"}) == 1.0
    assert prospective("b.md", ["kitchen"], {"a.md"}, {"kitchen"}) == 0.6
    assert prospective("c.md", [], {"a.md"}, {"kitchen"}) == 0.0


def test_a_daily_note_by_settings_is_ephemeral_unless_it_says_otherwise() -> None:
    assert importance("Log/15.md", "15", {}, is_daily=True) == 0.3
    assert importance("Log/Log.md", "Log", {}, is_daily=True) == 0.3
    assert importance("Log/15.md", "15", {"importance": "high"}, is_daily=True) == 1.0
