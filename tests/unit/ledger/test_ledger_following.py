"""What is said of the next occurrence."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from app.ledger.commitment import Commitment, Place
from app.ledger.entry import Entry
from app.ledger.following import LAST, WAITS_AGAIN, after_entry, after_line

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (Entry("a", "pay rent", due=date(2026, 11, 30), repeat="every month on the last"), "next: Thu 31 Dec"),
        (Entry("a", "pay rent", due=date(2027, 2, 28), repeat="every month", anchor=date(2027, 1, 31)),
         "next: Wed 31 Mar"),
        (Entry("a", "stand up", due=datetime(2026, 11, 30, 9), repeat="every day"), "next: Tue 1 Dec 09:00"),
        (Entry("a", "water", repeat="every day"), "next: Tue 1 Dec"),
        (Entry("a", "thank her", when="a parcel comes", repeat="every week"), WAITS_AGAIN),
        (Entry("a", "pay", due=date(2026, 11, 30), repeat="every month until 2026-12-01"), LAST),
        (Entry("a", "pay", due=date(2026, 11, 30), repeat="every now and then"), ""),
        (Entry("a", "pay", due=date(2026, 11, 30)), ""),
    ],
)  # fmt: skip
def test_an_entry_names_its_next_date(entry: Entry, said: str) -> None:
    assert after_entry(entry, NOW) == said


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("- [ ] pay rent 🔁 every month on the last 📅 2026-11-30", "next: Thu 31 Dec"),
        ("- [ ] pay rent 🔁 every month ⏳ 2026-11-30", "next: Wed 30 Dec"),
        ("- [ ] pay rent 🔁 every month until 2026-12-01 📅 2026-11-30", LAST),
        ("- [ ] pay rent 🔁 every month 🛫 2026-11-30", ""),
        ("- [ ] pay rent 🔁 every now and then 📅 2026-11-30", ""),
    ],
)
def test_a_task_line_names_its_next_date(raw: str, said: str) -> None:
    item = Commitment("N.md:1", "note", "pay rent", repeat="every month", note=Place("N.md", 1), raw=raw)
    assert after_line(item, NOW.date()) == said


def test_what_does_not_repeat_has_nothing_next() -> None:
    assert after_line(Commitment("N.md:1", "note", "x", note=Place("N.md", 1), raw="- [ ] x"), NOW.date()) == ""
