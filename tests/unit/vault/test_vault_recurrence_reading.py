from __future__ import annotations

import re
from datetime import date, time
from pathlib import Path

import pytest

from app.vault.recurrence import RuleNotUnderstood, checks, clauses, days, grammar, read_rule, words


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("every day", "every day"),
        ("each day", "every day"),
        ("everyday", "every day"),
        ("daily", "every day"),
        ("every one week", "every week"),
        ("every other day", "every 2 days"),
        ("every second week", "every 2 weeks"),
        ("every 3rd month", "every 3 months"),
        ("Every TWELVE hrs", "every 12 hours"),
        ("fortnightly", "every 2 weeks"),
        ("every 2 quarters", "every 6 months"),
        ("annually", "every year"),
        ("every weekday", "every weekday (Monday to Friday)"),
        ("every business day", "every weekday (Monday to Friday)"),
        ("every Mon-Fri at 9:30", "every weekday (Monday to Friday) at 09:30"),
        ("every Friday to Monday", "every Monday, Friday, Saturday and Sunday"),
        ("every weekend", "every Saturday"),
        ("every 2 weekends", "every 2 weeks on Saturday"),
        ("every mo, we or fr", "every Monday, Wednesday and Friday"),
        ("every tues/thurs", "every Tuesday and Thursday"),
        ("every other Friday", "every 2 weeks on Friday"),
        ("every 2 weeks on weekdays", "every 2 weeks on weekdays"),
        ("on Mondays and Thursdays", "every Monday and Thursday"),
        ("weekdays at noon", "every weekday (Monday to Friday) at 12:00"),
        ("weekly on Friday", "every Friday"),
        ("every day except Saturday and Sunday", "every weekday (Monday to Friday)"),
        ("every weekday except Wednesday", "every Monday, Tuesday, Thursday and Friday"),
        ("every Monday in June, July and August", "every Monday in June, July and August"),
        ("every 2 days in January", "every 2 days in January"),
        ("every Friday the 13th", "every Friday that is the 13th"),
        ("every friday on the 13th and 31st", "every Friday that is the 13th or 31st"),
        ("every month on the 15", "every month on the 15th"),
        ("every month on the first, 22nd and last day", "every month on the 1st, the 22nd and the last day"),
        ("every month on the 31st", "every month on the 31st, or the last day of a shorter month"),
        ("every month on the 4th last", "every month on the 4th last day"),
        ("every month on the second-last working day", "every month on the 2nd last working day"),
        ("every month on the third to last Friday", "every month on the 3rd last Friday"),
        ("every month on the first and third Tuesday", "every month on the 1st Tuesday and the 3rd Tuesday"),
        ("every last Friday", "every month on the last Friday"),
        ("every 1st and 3rd Tuesday", "every month on the 1st Tuesday and the 3rd Tuesday"),
        ("every second Tuesday of the month", "every month on the 2nd Tuesday"),
        ("every second Tuesday in March", "every year on the 2nd Tuesday of March"),
        ("every 2nd day of the month", "every month on the 2nd"),
        ("every 1st and 15th", "every month on the 1st and the 15th"),
        ("the 15th of every month", "every month on the 15th"),
        ("on the last day of each month", "every month on the last day"),
        ("on the 3rd of every March", "every year on 3 March"),
        ("every January and July", "every year in January and July"),
        ("every sept on the 3rd", "every year on 3 September"),
        ("every 3 March", "every year on 3 March"),
        ("every March 3rd and April 4th", "every year on 3 March and 4 April"),
        ("every 1st of January and July", "every year on 1 January and 1 July"),
        ("yearly on 29 Feb", "every year on 29 February, or 28 February in other years"),
        ("every 2 years in March on the 3rd", "every 2 years on 3 March"),
        ("every month in January on the 5th", "every year on 5 January"),
        ("every year on the 13th Friday", "every year on the 13th Friday"),
        ("every first Monday of the year", "every year on the 1st Monday"),
        ("every day at 9am and 7:13 p.m.", "every day at 09:00 and 19:13"),
        ("everyday 6am", "every day at 06:00"),
        ("every week on Sunday at 10, 12 and 17", "every Sunday at 10:00, 12:00 and 17:00"),
        ("every hour", "every hour"),
        ("every 2 hours on weekdays in May", "every 2 hours on weekdays in May"),
        ("every 3 days when done", "3 days after it was done"),
        ("every! month", "a month after it was done"),
        ("hourly when done", "an hour after it was done"),
        ("every 3 days at 9 when done", "3 days after it was done, at 09:00"),
        ("every week on Friday when done", "every Friday, counted from the day it was done"),
        ("every week, until 31 December 2026", "every week, until 31 December 2026"),
        ("every week till June 1st, 2027", "every week, until 1 June 2027"),
        ("every day until 2026-12-31 when done", "a day after it was done, until 31 December 2026"),
    ],
)
def test_a_rule_says_how_it_was_read(text: str, said: str) -> None:
    assert read_rule(text).said == said
    assert read_rule(text).text == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not finished"),
        ("every", "not finished"),
        ("every week on", "not finished"),
        ("every day blah", "blah"),
        ("every blue moon", "blue"),
        ("every Monday and", "and"),
        ("every month on on the 3rd", '"on"'),
        ("every few days", "few"),
        ("every ١ days", "١"),
        ("every 0 days", "0 days"),
        ("every 10000 days", "10000"),
        ("every 2", "what is counted"),
        ("every second", "of what"),
        ("every 2 weekdays", "working days"),
        ("every other weekday", "working days"),
        ("every third Wednesday", "every 3 weeks on Wednesday"),
        ("every second Tuesday", "every other Tuesday"),
        ("biweekly", "every two weeks"),
        ("bimonthly", "every two months"),
        ("every morning", "every day at 8:00"),
        ("every day on monday", "counts days"),
        ("every week on the 3rd", "a week has no"),
        ("every 2 weeks on Friday the 13th", "a week has no"),
        ("every week on m", '"m"'),
        ("every month on monday", "first Monday"),
        ("every month on weekdays", "first working day"),
        ("every year on Friday", "first Friday"),
        ("every year on the 3rd", "which month"),
        ("every year on the last day", "which month"),
        ("every week on the first Monday of the month", "counts weeks"),
        ("every month on the 0th", "no such day"),
        ("every month on the 32nd", "no such day"),
        ("every month on the 29th last", "no such day"),
        ("every month on the 6th Friday", "no such day"),
        ("every month on the 15th and last Friday", "no such day"),
        ("every month on the 21st weekday", "no such day"),
        ("every year on the 54th Friday", "no such day"),
        ("every February on the 30th", "February has no"),
        ("every April 31st", "April has no"),
        ("every 2 months in January", "counts months"),
        ("every 60 days in January", "may miss"),
        ("every year on 3 March in April", "without a day"),
        ("every hour at 9", "whatever the day"),
        ("every hour on the 3rd", "whatever the day"),
        ("every 24 hours on Monday", "may miss"),
        ("every day at 25", "no such time"),
        ("every day at 13 pm", "no such time"),
        ("every day at 9:75", "no such time"),
        ("every day at dawn", "no time of day"),
        ("every week until December", "with its year"),
        ("every week until the quote arrives", "with its year"),
        ("every week until 2027-02-30", "no such last day"),
        ("every week until 31 June 2027", "no such last day"),
        ("every week for 3 times", "last day instead"),
        ("every day for 2 weeks", "last day instead"),
        ("every day for fun", '"for"'),
        ("every day for 10 minutes", '"for"'),
        ("every day when it rains", "when done"),
        ("every day except holidays", "exception"),
        ("every month except Monday", "only weekdays"),
        ("every Monday except Monday", "only weekdays"),
        ("every day except Monday and the 3rd", "only weekdays"),
        ("the 15th of the month", "every"),
        ("March", "every"),
    ],
)
def test_what_cannot_be_computed_is_refused_by_name_with_the_reason_and_an_example(text: str, reason: str) -> None:
    with pytest.raises(RuleNotUnderstood) as refused:
        read_rule(text)
    assert f'the repetition "{text}" is not understood' in str(refused.value)
    assert reason in str(refused.value)
    assert "write for example" in str(refused.value)


def test_the_examples_that_are_given_can_be_read() -> None:
    sources = [Path(str(module.__file__)).read_text("utf-8") for module in (checks, clauses, days, grammar, words)]
    examples = {found for source in sources for found in re.findall(r', "(every [^"{}]+)"\)', source)}
    assert len(examples) > 12
    for example in examples:
        assert read_rule(example).text == example


def test_a_text_of_any_length_is_refused_shortly() -> None:
    with pytest.raises(RuleNotUnderstood, match="too long") as refused:
        read_rule("every day, " * 1000)
    assert len(str(refused.value)) < 150


def test_the_parts_of_a_rule_are_values() -> None:
    rule = read_rule("every 2 weeks on Friday and Monday at 17 and 9 until 2026-12-31 when done")
    assert (rule.unit, rule.interval, rule.weekdays) == ("week", 2, (0, 4))
    assert (rule.times, rule.until, rule.from_completion) == ((time(9), time(17)), date(2026, 12, 31), True)
    assert not rule.needs_time
    assert not rule.keeps_day
    assert read_rule("every 5 min").needs_time
    assert read_rule("every January").keeps_day
