"""Dates, times and repetitions in one time zone after the other, each set for the whole process."""

from __future__ import annotations

import json
import os
import sys
import time
import tomllib
from datetime import date, datetime, timedelta
from pathlib import Path

from app.clock import system_clock
from app.ledger.agenda import commitment_of_entry
from app.ledger.dates import NotADate, read_phrase
from app.ledger.entry import Entry
from app.ledger.ledger import Ledger

ZONES = ("America/Sao_Paulo", "Pacific/Apia", "Asia/Kathmandu", "Europe/Berlin", "UTC", "America/New_York")
BASES = (date(2026, 3, 29), date(2026, 10, 25), date(2026, 12, 31))


def readings(base: date) -> list[str]:
    """Return what phrases mean on a day; the zone must make no difference to days."""
    at_noon = datetime(base.year, base.month, base.day, 12).astimezone()
    found = []
    for phrase in ("today", "tomorrow", "in 7 days", "in a month", "Friday", "end of month", "17:30"):
        value = read_phrase(phrase, at_noon).value
        found.append(value.isoformat()[:16] if isinstance(value, datetime) else value.isoformat())
    return found


def series(folder: Path) -> list[str]:
    """Resolve an entry of each week four times, and return when it is due then."""
    now = datetime(2026, 10, 10, 9, 0).astimezone()
    ledger = Ledger.open(folder, lambda: now, lock=folder / "lock")
    ledger.add(Entry("", "A", due=datetime(2026, 10, 11, 9, 0), repeat="every week"))
    due = []
    for _ in range(4):
        ledger.resolve(ledger.entries[0].id)
        due.append(str(ledger.entries[0].due))
    table = tomllib.loads((folder / ".betimes" / "ledger.toml").read_text())["entry"][0]
    assert table["due"] == ledger.entries[0].due and commitment_of_entry(ledger.entries[0]).due is not None
    return due


def gap() -> str:
    """Return what becomes of a time that the clocks of Berlin skip."""
    try:
        return str(read_phrase("2026-03-29 02:30 Europe/Berlin", datetime(2026, 3, 1, 12).astimezone()).value)
    except NotADate as error:
        return f"refused: {error}"


def main(folder: Path) -> None:
    told = {}
    for zone in ZONES:
        os.environ["TZ"] = zone
        time.tzset()
        root = folder / zone.replace("/", "-")
        root.mkdir(parents=True)
        off = abs(system_clock() - datetime.now().astimezone()) < timedelta(minutes=1)
        told[zone] = {"days": [readings(base) for base in BASES], "series": series(root), "gap": gap(), "clock": off}
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
