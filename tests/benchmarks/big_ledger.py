"""A ledger as it is after years of use, written straight to disk: doing it entry by entry would take an hour."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

from app.ledger.ids import new_id
from app.ledger.journal import JournalLine, encode_line
from app.ledger.rendering import Table, render_block

ZONE = timezone(timedelta(hours=1))
NOW = datetime(2026, 11, 30, 8, 0, tzinfo=ZONE)
_WORDS = ["reconcile", "the", "vendor", "quote", "against", "June", "estimate", "call", "dentist", "passport", "Ann"]


def write_big_ledger(root: Path, opened: int = 5_000, closed: int = 20_000, years: int = 4) -> int:
    """Write ledger, resolved files and the journal that tells of all of it.

    Returns:
        How many lines the journal has.
    """
    chance = random.Random(5)
    folder = root / ".betimes"
    folder.mkdir(parents=True)
    used: set[str] = set()
    open_tables = [_table(chance, used, number) for number in range(opened)]
    closed_tables = [_table(chance, used, number) for number in range(closed)]
    (folder / "ledger.toml").write_text("# by hand\n\n" + "\n".join(map(render_block, open_tables)))
    closings = [_closing(chance, number, closed, years) for number in range(closed)]
    by_year: dict[int, list[str]] = {}
    for table, closing in zip(closed_tables, closings, strict=True):
        by_year.setdefault(closing["resolved"].year, []).append(render_block(table | closing))
    for year, blocks in by_year.items():
        (folder / f"resolved-{year}.toml").write_text("\n".join(blocks))
    lines = [*_history(chance, open_tables, closed_tables, closings)]
    (folder / "journal.jsonl").write_bytes(b"".join(lines))
    (folder / "ledger.toml").touch()
    return len(lines)


def _table(chance: random.Random, used: set[str], number: int) -> Table:
    made = new_id(used)
    used.add(made)
    table: Table = {"id": made, "action": f"{' '.join(chance.choices(_WORDS, k=8))} {number}"}
    if number % 2:
        table |= {"when": " ".join(chance.choices(_WORDS, k=6)), "cues": [" ".join(chance.choices(_WORDS, k=7))]}
    if number % 3:
        table |= {"due": date(2026, 6, 1) + timedelta(days=chance.randrange(700)), "lead": "3 days"}
    if number % 50 == 1:
        table |= {"repeat": "every month"}
    table |= {"links": ["Projects/Kitchen#Quotes"], "project": "kitchen", "tags": ["money", "home"]}
    return table | {"created": NOW - timedelta(days=1500, minutes=number)}


def _closing(chance: random.Random, number: int, count: int, years: int) -> Table:
    last = datetime(2026, 11, 29, 12, 0, tzinfo=ZONE)
    days = 365 * years - 60 if years > 1 else 300
    moment = last - timedelta(days=days * (count - number) / count)
    return {"outcome": chance.choice(["done", "dropped"]), "resolved": moment.replace(microsecond=0), "remark": "ok"}


def _history(chance: random.Random, opened: list[Table], closed: list[Table], closings: list[Table]) -> Iterator[bytes]:
    number = 0
    for table in [*opened, *closed]:
        number += 1
        place = {"place": {"offset": number * 300, "digest": f"{chance.getrandbits(64):016x}"}}
        yield _line(number, "added", table["id"], None, table, place)
    for table, closing in zip(closed, closings, strict=True):
        number += 1
        place = {"offset": number * 30, "tail": "\n", "digest": f"{chance.getrandbits(64):016x}", "unended": False}
        yield _line(number, "resolved", table["id"], table, None, {"closing": closing, "place": place})
    for table in opened:
        number += 1
        yield _line(number, "edited", table["id"], table | {"priority": "low"}, table, {})


def _line(number: int, kind: str, entry_id: str, before: Table | None, after: Table | None, details: Table) -> bytes:
    moment = NOW - timedelta(minutes=60_000 - number)
    return encode_line(JournalLine(moment, kind, entry_id, before, after, f"{number:08x}", details))
