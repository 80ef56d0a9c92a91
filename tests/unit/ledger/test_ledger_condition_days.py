"""What the dates of a condition do to the agenda, to drafts and to a typed line."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from app.errors import UsageError
from app.ledger.agenda import build_agenda, commitment_of_entry
from app.ledger.commitment import Agenda, Firing, Met
from app.ledger.drafts import Reader, apply_draft, check_draft
from app.ledger.entry import UNTIL_FIRED, Entry
from app.ledger.quick_add import read_line
from app.ledger.wording import when_words, why_words
from app.search.explain_commitment import explain_commitment

MADE = datetime(2026, 5, 20, 9, 0, tzinfo=UTC)
ABROAD = Entry("a", "Water the plants", when="while we are abroad (1 to 14 June)", created=MADE)
QUOTE = Entry("q", "File the claim", when="after the 15th when the quote is in", created=MADE)
MET = {id_: Firing("context", score=1.4, threshold=1.0, met=Met("the quote is in", "the quote is in")) for id_ in "aq"}


def agenda(entry: Entry, month: int, day: int, *, met: bool = False, maybe: bool = False) -> Agenda:
    now = datetime(2026, month, day, 8, 0, tzinfo=UTC)
    return build_agenda([entry], [], now=now, context=MET if met else {}, maybe=MET if maybe else {})


def place(found: Agenda) -> str:
    return next(name for name in ("firing", "upcoming", "snoozed") if getattr(found, name))


@pytest.mark.parametrize(
    ("day", "expected"), [((5, 31), "upcoming"), ((6, 1), "firing"), ((6, 14), "firing"), ((6, 15), "upcoming")]
)
def test_days_that_are_the_condition_fire_by_date(day: tuple[int, int], expected: str) -> None:
    found = agenda(ABROAD, *day)
    assert place(found) == expected
    if expected == "firing":
        assert found.firing[0].firing == Firing("date")


def test_a_lead_lets_them_fire_before() -> None:
    early = Entry("a", "Water", when=ABROAD.when, created=MADE, lead="3 days")
    assert [place(agenda(early, 5, day)) for day in (28, 29)] == ["upcoming", "firing"]


def test_a_condition_that_is_nothing_but_a_beginning_fires_from_then_on() -> None:
    later = Entry("a", "Sell", when="after Christmas", created=MADE)
    assert place(agenda(later, 12, 25)) == "upcoming"
    assert place(agenda(later, 12, 26)) == "firing"
    assert when_words(commitment_of_entry(later), date(2026, 12, 26)) == ""


def test_their_context_says_more_than_their_date_while_they_last_and_nothing_behind_them() -> None:
    (during,) = agenda(ABROAD, 6, 3, met=True).firing
    assert during.firing is not None and during.firing.reason == "context"
    assert place(agenda(ABROAD, 6, 15, met=True)) == "upcoming"
    assert agenda(ABROAD, 6, 15, maybe=True).maybe == ()


def test_a_date_and_a_situation_are_both_needed() -> None:
    assert place(agenda(QUOTE, 6, 20)) == "upcoming"
    assert place(agenda(QUOTE, 6, 15, met=True)) == "upcoming"
    assert place(agenda(QUOTE, 6, 16, met=True)) == "firing"
    assert agenda(QUOTE, 6, 15, maybe=True).maybe == ()
    assert [item.id for item in agenda(QUOTE, 6, 16, maybe=True).maybe] == ["q"]


def test_a_due_date_fires_whatever_the_condition_says() -> None:
    both = Entry("q", "File", when=QUOTE.when, due=date(2026, 6, 1), created=MADE)
    assert place(agenda(both, 6, 1)) == "firing"
    assert when_words(commitment_of_entry(both), date(2026, 6, 3)) == "2 d late"


def test_what_is_snoozed_does_not_fire() -> None:
    for entry in (ABROAD, QUOTE):
        hidden = Entry(entry.id, "x", when=entry.when, created=MADE, snoozed=date(2026, 6, 20))
        assert place(agenda(hidden, 6, 10, met=True)) == "snoozed"
    woken = Entry("q", "x", when=QUOTE.when, created=MADE, snoozed=date(2026, 6, 20))
    assert place(agenda(woken, 6, 20, met=True)) == "firing"


@pytest.mark.parametrize(
    ("entry", "day", "met", "expected"),
    [
        (ABROAD, (5, 31), False, "snoozed"),
        (ABROAD, (6, 1), False, "firing"),
        (ABROAD, (6, 15), False, "upcoming"),
        (QUOTE, (6, 10), True, "snoozed"),
        (QUOTE, (6, 16), False, "snoozed"),
        (QUOTE, (6, 16), True, "firing"),
    ],
)
def test_hidden_until_the_condition_fires(entry: Entry, day: tuple[int, int], met: bool, expected: str) -> None:
    hidden = Entry(entry.id, "x", when=entry.when, created=MADE, snoozed=UNTIL_FIRED)
    assert place(agenda(hidden, *day, met=met)) == expected


def test_what_comes_is_in_the_order_of_its_days_and_what_is_over_says_so_first() -> None:
    ended = Entry("e", "Ended", when="before 1 June, when it rains", created=MADE)
    due = Entry("d", "Due", due=date(2026, 6, 20), created=MADE)
    days = Entry("a", "Days", when="from 18 to 19 June", created=MADE)
    found = build_agenda([QUOTE, due, days, ended], [], now=datetime(2026, 6, 10, tzinfo=UTC))
    assert [item.id for item in found.upcoming] == ["e", "a", "d", "q"]


@pytest.mark.parametrize(
    ("when", "day", "words"),
    [
        (ABROAD.when, (5, 20), "1 Jun"),
        (ABROAD.when, (5, 31), "tomorrow"),
        (ABROAD.when, (6, 1), "to 14 Jun"),
        (ABROAD.when, (6, 14), "last day"),
        (ABROAD.when, (6, 15), "ended 14 Jun"),
        (QUOTE.when, (6, 10), ""),
        (QUOTE.when, (6, 20), ""),
        ("until the 5th, if Anna calls", (6, 20), "ended 5 Jun"),
        ("after 5 July and before 1 June 2026 when it rains", (6, 10), "never"),
    ],
)
def test_how_their_time_is_said(when: str, day: tuple[int, int], words: str) -> None:
    item = commitment_of_entry(Entry("a", "x", when=when, created=MADE))
    assert when_words(item, date(2026, *day)) == words


def test_days_are_never_late_and_need_no_further_reason() -> None:
    (item,) = agenda(ABROAD, 6, 10).firing
    assert item.firing is not None
    assert (item.firing.days_late, why_words(item.firing)) == (None, "")


def test_the_dates_are_explained() -> None:
    def said(entry: Entry, day: int) -> str:
        now = datetime(2026, 6, day, tzinfo=UTC)
        (line,) = [line for line in explain_commitment(commitment_of_entry(entry), now).lines if line.name == "dates"]
        return line.text

    assert said(ABROAD, 10) == "fires 1 to 14 Jun 2026"
    assert said(ABROAD, 15) == "fires 1 to 14 Jun 2026, which is past"
    assert said(QUOTE, 10) == "counts from Tue 16 Jun 2026 on: not today"
    assert said(QUOTE, 20) == "counts from Tue 16 Jun 2026 on"


READER = Reader(date(2026, 5, 20))


def test_a_draft_tells_how_the_dates_of_its_condition_are_read() -> None:
    said = check_draft({"when": "while we are abroad (1 to 14 June)", "lead": "3 days", "repeat": "every year"}, READER)
    assert said["when"] == "fires 1 to 14 Jun 2026"
    assert said["lead"] == "3 days before: from Fri 29 May 2026"
    assert said["repeat"] == "every year: first Thu 20 May 2027, then Sat 20 May 2028"
    assert check_draft({"when": "the quote is in"}, READER)["when"] == ""


def test_dates_that_no_day_is_in_are_refused() -> None:
    when = "after 5 July and before 1 June 2026 when it rains"
    assert check_draft({"when": when}, READER)["when"].startswith("! when: never counts")
    with pytest.raises(UsageError, match="never counts"):
        apply_draft(Entry("", ""), {"action": "x", "when": when}, READER)


def test_a_changed_condition_is_refused_when_its_dates_would_be_counted_from_another_day() -> None:
    later = Reader(date(2026, 8, 20))
    entry = Entry("a", "x", when="it rains", created=MADE)
    with pytest.raises(UsageError, match="counted from 2026-05-20, when the entry was made"):
        apply_draft(entry, {"when": "after the 15th when it rains"}, later)
    with pytest.raises(UsageError, match="a day that is not known"):
        apply_draft(Entry("a", "x"), {"when": "after the 15th when it rains"}, later)
    kept = apply_draft(entry, {"when": "after 15 September when it rains"}, later)
    assert kept.when == "after 15 September when it rains"
    assert apply_draft(QUOTE, {"action": "y"}, later).when == QUOTE.when


@pytest.mark.parametrize(
    ("line", "action", "when"),
    [
        ("file the claim after the 15th when the quote is in", "file the claim", "after the 15th when the quote is in"),
        ("after the 15th, when the quote is in, file it", "file it", "after the 15th, when the quote is in"),
        ("when the quote is in, after the 15th, file it", "file it", "the quote is in, after the 15th"),
        ("file it when the quote is in (after the 15th)", "file it", "the quote is in (after the 15th)"),
        ("water them while we are abroad (1 to 14 June)", "water them", "while we are abroad (1 to 14 June)"),
        ("while we are abroad (1 to 14 June), water them", "water them", "while we are abroad (1 to 14 June)"),
        ("call Bob during our holiday, 1-14 June", "call Bob", "during our holiday, 1-14 June"),
        ("call Bob when: after the 15th when it rains", "call Bob", "after the 15th when it rains"),
        ("pay from 1 July when the rent is due", "pay", "from 1 July when the rent is due"),
        ("submit it by Friday when Anna comes", "submit it", "Anna comes"),
        ("submit after 15 Aug", "submit after 15 Aug", None),
        ("read while the kettle boils", "read while the kettle boils", None),
        ("look after the 15th house when we are away", "look after the 15th house", "we are away"),
        ("sit outside (when it is dry)", "sit outside", "it is dry"),
    ],
)
def test_a_line_with_dates_around_its_condition(line: str, action: str, when: str | None) -> None:
    draft = read_line(line, READER).draft
    assert (draft["action"], draft.get("when")) == (action, when)


def test_a_lead_in_a_line_counts_from_the_days_of_its_condition() -> None:
    found = read_line("water the plants when we are abroad (1 to 14 June), 3 days ahead", READER)
    assert found.draft == {"action": "water the plants", "when": "we are abroad (1 to 14 June)", "lead": "3 days"}
    assert [part.said for part in found.parts if part.field == "lead"] == ["3 days before: from Fri 29 May 2026"]
