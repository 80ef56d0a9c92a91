from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from app.ledger.dates import Ambiguous, NotADate, read_phrase

TABLE = tomllib.loads((Path(__file__).parents[3] / "data" / "dates_golden.toml").read_text(encoding="utf-8"))
KNOWN_WRONG: dict[str, str] = TABLE["known_wrong"]
OTHER_LANGUAGES = {"明日": "ja", "завтра": "ru"}
DAY, MOMENT = date(2026, 8, 12), datetime(2026, 8, 12, 9)
PHRASES_OF_THE_TABLE = 122


class Row(NamedTuple):
    group: str
    phrase: str
    expected: str
    language: str
    base: date
    part: str


def _rows() -> Iterator[Row]:
    for group, content in TABLE.items():
        if group == "known_wrong":
            continue
        for part in ("table", "own"):
            for phrase, expected in content[part].items():
                language = content.get("language") or OTHER_LANGUAGES[phrase]
                yield Row(group, phrase, expected, language, MOMENT if "moment" in content else DAY, part)


ROWS = list(_rows())


def _written(moment: date) -> str:
    if not isinstance(moment, datetime):
        return moment.isoformat()
    return moment.isoformat(sep=" ", timespec="seconds" if moment.second else "minutes")


def _read(row: Row) -> str:
    try:
        reading = read_phrase(row.phrase, row.base, languages=(row.language,))
    except Ambiguous as error:
        return " ".join(["ask", *(_written(choice.value).replace(" ", "T") for choice in error.choices)])
    except NotADate as error:
        assert str(error)
        return "none"
    assert reading.said and reading.distance
    if reading.kind == "repetition":
        assert reading.rule is not None
        return "rule"
    assert (reading.kind == "date-time") == isinstance(reading.value, datetime)
    if reading.span is None:
        return _written(reading.value)
    assert reading.kind == "span"
    return f"{reading.value} [{reading.span.first}, {reading.span.last}]"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.group}: {row.phrase}")
def test_a_phrase_means_what_the_table_says(row: Row) -> None:
    read = _read(row)
    if row.phrase in KNOWN_WRONG:
        assert read != row.expected, "it is right now: take it out of [known_wrong]"
    else:
        assert read == row.expected


def test_the_score_by_group(record_property: Callable[[str, object], None]) -> None:
    table = [row for row in ROWS if row.part == "table"]
    assert len(table) == PHRASES_OF_THE_TABLE
    assert set(KNOWN_WRONG) <= {row.phrase for row in ROWS}
    score = {group: [0, 0] for group in dict.fromkeys(row.group for row in ROWS)}
    for row in ROWS:
        score[row.group][0] += _read(row) == row.expected
        score[row.group][1] += 1
    for group, (right, of) in score.items():
        record_property(group, f"{right}/{of}")
        print(f"{group}: {right} of {of}")
    assert sum(right for right, _ in score.values()) == len(ROWS) - len(KNOWN_WRONG)
