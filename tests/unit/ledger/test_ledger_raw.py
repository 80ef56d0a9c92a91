from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import UsageError
from app.ledger.raw import read_raw

GOOD = '# the rent\n[[entry]]\nid = "aaaa" # mine\naction = "Pay"\ndue = 2026-12-01\n# more\n'


def test_an_entry_comes_back_with_its_comments() -> None:
    raw = read_raw(GOOD, "aaaa")
    assert (raw.text, raw.table["action"]) == (GOOD, "Pay")
    assert raw.text[raw.block.start : raw.block.end].startswith("[[entry]]")
    assert read_raw(GOOD.replace("\n", "\r\n"), "aaaa").text == GOOD


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 entries"),
        (GOOD + GOOD, "2 entries"),
        (GOOD.replace("aaaa", "bbbb"), "must stay"),
        (GOOD.replace('"Pay"', '"Pay'), "line 4"),
        (GOOD.replace("2026-12-01", '"soon"'), "due"),
        (GOOD.replace('action = "Pay"\n', ""), "action"),
        ("x = 1\n" + GOOD, "line 1: this stands outside"),
        (GOOD + "[other]\nx = 1\n", "line 7: this stands outside"),
        (GOOD.replace("Pay", "\ud800"), "cannot be stored"),
        (GOOD.replace("2026-12-01", "2026-02-31"), "line 5"),
    ],
)
def test_what_is_not_that_one_entry_is_refused_with_the_place(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        read_raw(text, "aaaa")


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    with pytest.raises(UsageError):
        read_raw(text, "aaaa")
