"""Repetitions in the words of Obsidian Tasks."""

from __future__ import annotations

import re

import pytest

from app.errors import WriteRefused
from app.vault.recurrence import RuleNotUnderstood, read_rule
from app.vault.recurrence.tasks_wording import in_tasks_words, same_rule
from app.vault.task_edits import set_field


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("every 2 weeks", "every 2 weeks"),
        ("fortnightly", "every 2 weeks"),
        ("every! 2 weeks", "every 2 weeks when done"),
        ("every 2 weeks when done", "every 2 weeks when done"),
        ("daily", "every day"),
        ("quarterly", "every 3 months"),
        ("annually", "every year"),
        ("each other month", "every 2 months"),
        ("weekdays", "every weekday"),
        ("every Mon-Fri", "every weekday"),
        ("Mondays", "every week on Monday"),
        ("every Monday, Wed & fri", "every week on Monday, Wednesday and Friday"),
        ("every other Friday", "every 2 weeks on Friday"),
        ("every 2 weeks on weekdays", "every 2 weeks on Monday, Tuesday, Wednesday, Thursday and Friday"),
        ("every weekend", "every week on Saturday"),
        ("every month on the 15th", "every month on the 15th"),
        ("every month on the last day", "every month on the last"),
        ("the 1st and 15th of every month", "every month on the 1st and the 15th"),
        ("every last Friday", "every month on the last Friday"),
        ("every month on the 2nd last Friday", "every month on the 2nd last Friday"),
        ("every! 6 months on the first Wednesday", "every 6 months on the 1st Wednesday when done"),
        ("every 3 March", "every March on the 3rd"),
        ("every April and December on the 1st and 24th", "every April and December on the 1st and the 24th"),
        ("every January and July", "every January and July"),
    ],
)
def test_a_repetition_in_the_words_of_tasks_means_the_same(typed: str, words: str) -> None:
    assert in_tasks_words(typed) == words
    assert same_rule(typed, words) and in_tasks_words(words) == words
    assert re.fullmatch(r"every [a-zA-Z0-9, !]+", words)
    assert read_rule(words).from_completion == words.endswith(" when done")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("every day at 9", "no times"),
        ("every 2 hours", "no times"),
        ("every week until 2027-06-30", "no last day"),
        ("every month on the last weekday", "working days"),
        ("every year on 1 March and 5 July", "no words"),
        ("Fridays on the 13th", "no words"),
        ("every blue moon", "not understood"),
    ],
)
def test_what_tasks_cannot_say_is_refused_with_the_reason(typed: str, why: str) -> None:
    with pytest.raises(RuleNotUnderstood, match=why):
        in_tasks_words(typed)
    with pytest.raises(WriteRefused, match=why):
        set_field("- [ ] a 📅 2026-12-01", "repeat", typed)


@pytest.mark.parametrize(
    ("raw", "after"),
    [
        ("- [ ] a 📅 2026-12-01", "- [ ] a 📅 2026-12-01 🔁 every 2 weeks"),
        ("- [ ] a 🔁 every day 📅 2026-12-01 ^x", "- [ ] a 🔁 every 2 weeks 📅 2026-12-01 ^x"),
        ("- [ ] a [due:: 2026-12-01]", "- [ ] a [due:: 2026-12-01] [repeat:: every 2 weeks]"),
        ("- [ ] a [repeat:: every day]", "- [ ] a [repeat:: every 2 weeks]"),
        ("- [ ] a 🔁 every other week", "- [ ] a 🔁 every other week"),
        ("- TODO a [repeat:: every day]", "- TODO a [repeat:: every 2 weeks]"),
    ],
)
def test_a_rule_is_written_into_a_line_as_tasks_reads_it(raw: str, after: str) -> None:
    assert set_field(raw, "repeat", "fortnightly") == after


def test_rules_that_are_not_understood_mean_only_themselves() -> None:
    assert same_rule("every  blue moon", "every blue moon") and not same_rule("every blue moon", "every day")
