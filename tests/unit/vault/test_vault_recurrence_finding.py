from __future__ import annotations

import pytest

from app.vault.recurrence import find_rule


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("submit packet by 15 Aug, 3 days ahead, every year", "every year"),
        ("every Friday tidy the desk", "every Friday"),
        ("Tidy, EVERY 2 weeks on  Tuesday, the desk", "EVERY 2 weeks on  Tuesday"),
        ("water plants every 3 days when done #home", "every 3 days when done"),
        ("water plants every! 3 days", "every! 3 days"),
        ("Client meeting every other week !high", "every other week"),
        ("Review every last friday", "every last friday"),
        ("swim every Monday, Wed and Fri at 9:30 with Ann", "every Monday, Wed and Fri at 9:30"),
        ("go for a run every day at the park", "every day"),
        ("run every day and swim every Monday and Friday", "every Monday and Friday"),
        ("run every day, swim each day", "every day"),
        ("run every Monday in the park", "every Monday"),
        ("run every day for 10 minutes", "every day"),
        ("run every day except Sunday with Ann", "every day except Sunday"),
        ("run every Monday and we meet there", "every Monday"),
        ("every Monday, sun cream", "every Monday"),
        ("pay the bill on 19th of every month.", "on 19th of every month"),
        ("pay the bill (on the first Monday of each month)", "on the first Monday of each month"),
        ("stretch every day until 2026-12-31 at home", "every day until 2026-12-31"),
        ("Team review weekly", "weekly"),
        ("Team review weekly !high #work", "weekly"),
        ("Team review, weekly, with Ann", "weekly"),
        ("Team review weekly on Friday with Ann", "weekly on Friday"),
        ("call her daily", "daily"),
        ("Workout on Mondays", "on Mondays"),
        ("inspect daily at 9:00 the valves", "daily at 9:00"),
        ("drink every hour", "every hour"),
        ("drink every 2 hours in the office", "every 2 hours"),
        ("pay every 15th", "every 15th"),
        ("leave every day at 7:13 p.m.", "every day at 7:13 p.m."),
        ("İİ every day", "every day"),
    ],
)
def test_the_longest_repetition_of_a_sentence_is_found(text: str, found: str) -> None:
    rule = find_rule(text)
    assert rule is not None
    assert text[rule.start : rule.end] == rule.rule.text == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "every time it rains",
        "every one of them",
        "everyone else, everything",
        "every second counts",
        "make every minute count",
        "prepare the daily standup",
        "weekly report",
        "read the daily",
        "the shop is closed on Mondays so call first",
        "each team member",
        "the every-day things, x-every day",
        "every 15th attempt fails",
        "the last day of school",
        "on the table",
        "sync biweekly",
        "run every day except holidays",
        "pay every month on Monday",
        "meet every third Wednesday",
        "stretch every day for 3 weeks",
        "stretch every day until the cast is off",
    ],
)
def test_what_only_looks_like_a_repetition_or_goes_on_otherwise_is_left_alone(text: str) -> None:
    assert find_rule(text) is None


HOSTILE = [
    "every ", "every day, ", "the ", "on the 1st ", "daily ", "1st,", "every monday and ", "every monday,", "every 1",
    "on the 1st, 2nd, 3rd, 4th every x ", "every!", "a", "9", "\u0661", "every day until ", "every day at 9, ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_long_hostile_text_is_searched_to_its_end(piece: str) -> None:
    """Were the time not linear in the length, this would take minutes."""
    text = piece * (10_000 // len(piece)) + ". Pay every last Friday of the month at noon when done"
    found = find_rule(text)
    assert found is not None
    assert text[found.start : found.end].endswith("every last Friday of the month at noon when done")
