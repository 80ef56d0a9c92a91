from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, datetime

import pytest
from date_sets import (
    DATES,
    FOLDER,
    LANGUAGES,
    RANGES,
    RECOGNIZED,
    RELATIVE,
    Reason,
    Row,
    dateparser_dates,
    dateparser_relative,
    obsidian_ranges,
    recognizers,
)

from app.ledger.dates import Ambiguous, NotADate, read_phrase

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the data of other projects is not here")


def _read(row: Row, base: date) -> str:
    try:
        reading = read_phrase(row.text, base, languages=LANGUAGES)
    except Ambiguous as error:
        return "ask " + " ".join(str(choice.value)[:16] for choice in error.choices)
    except NotADate:
        return "none"
    if reading.span:
        return f"{reading.span.first}..{reading.span.last}"
    return str(reading.value)[:16]


def _reason(row: Row, reasons: tuple[Reason, ...]) -> str:
    return next((name for name, applies in reasons if applies(row)), "")


@pytest.mark.parametrize(
    ("rows", "reasons", "least_kept", "most_wrong"),
    [
        (dateparser_dates, DATES, 40, 0),
        (dateparser_relative, RELATIVE, 60, 0),
        (obsidian_ranges, RANGES, 36, 0),
        (recognizers, RECOGNIZED, 130, 20),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_rows_that_agree_with_our_rules(
    rows: Callable[[], Iterator[Row]], reasons: tuple[Reason, ...], least_kept: int, most_wrong: int
) -> None:
    dropped: Counter[str] = Counter()
    wrong, right = [], 0
    for row in rows():
        reason = _reason(row, reasons)
        if reason:
            dropped[reason] += 1
            continue
        base: datetime | date = row.now if row.kind == "relative" else row.now.date()
        read = _read(row, base)
        right += read in row.expected
        if read not in row.expected:
            wrong.append(f"{row.text!r} on {row.now.date()}: {read}, not {' or '.join(row.expected)}")
    print(f"kept {right + len(wrong)}, right {right}, dropped {sum(dropped.values())}:")
    print(*(f"  {count} {name}" for name, count in dropped.most_common()), *wrong, sep="\n")
    assert right + len(wrong) >= least_kept
    assert len(wrong) <= most_wrong, wrong
    assert all(dropped[name] for name, _ in reasons), "a reason that drops nothing"
