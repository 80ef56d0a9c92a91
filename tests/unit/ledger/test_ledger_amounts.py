from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.amounts import amounts_in, comparisons_in, contradicted
from app.ledger.conditions import make_condition
from app.ledger.entry import Entry
from app.ledger.firing import match_context
from app.ledger.firing_constants import OUT_OF_REACH, WRONG_AMOUNT, WRONG_AMOUNT_LEAVES
from app.ledger.scoring import amount_term
from app.ledger.sentences import context_units
from app.ledger.word_statistics import NO_VAULT

BLUEPRINTS = Path(__file__).resolve().parents[2] / "data" / "blueprints.jsonl"

COMPARISONS = {
    "we are about to quote for a contract above £25,000": ("above £25,000", 25_000, "£"),
    "a quote under £300": ("below £300", 300, "£"),
    "more than 3 quotes are in": ("above 3", 3, ""),
    "fewer than four quotes are in": ("below four", 4, ""),
    "3 or more quotes are in": ("at least 3", 3, ""),
    "at least 40 % are in": ("at least 40 %", 40, "%"),
    "at least 40 per cent agree": ("at least 40 per cent", 40, "%"),
    "the temperature drops below zero": ("below zero", 0, ""),
    "it gets below -5 degrees": ("below -5 degrees", -5, "degrees"),
    "it gets below minus 5 °C": ("below minus 5 °C", -5, "degrees"),
    "the pound drops below 1.20": ("below 1.20", 1.2, ""),
    "it costs over 4k": ("above 4k", 4_000, ""),
    "£500 or less is left": ("at most £500", 500, "£"),
    "it is not above 25,000": ("at most 25,000", 25_000, ""),
    "it isn't under £100": ("at least £100", 100, "£"),
    "25,000+ on the account": ("at least 25,000", 25_000, ""),
    "the balance reaches 10,000": ("at least 10,000", 10_000, ""),
    "the temperature falls to 5 °C": ("at most 5 °C", 5, "degrees"),
    "it is over 2 weeks late": ("above 2 weeks", 20_160, "time"),
    "über 25.000 €": ("above 25.000 €", 25_000, "€"),
    "above 1.234,50 euro": ("above 1.234,50 euro", 1234.5, "€"),
    "more than half a million": ("above half a million", 500_000, ""),
    "more than a million dollars": ("above a million dollars", 1_000_000, "$"),
    "over £5m": ("above £5m", 5_000_000, "£"),
    "at least twenty-five thousand pounds": ("at least twenty-five thousand pounds", 25_000, "£"),
    "over 20 kg": ("above 20 kg", 20_000, "weight"),
    "> 30 km away": ("above 30 km", 30_000, "length"),
}


@pytest.mark.parametrize(("condition", "expected"), COMPARISONS.items())
def test_comparisons(condition: str, expected: tuple[str, float, str]) -> None:
    (found,) = comparisons_in(condition)
    assert (found.text, found.low.value, found.low.kind) == expected


@pytest.mark.parametrize("condition", ["between 10 and 20 euro", "between £10 and £20", "between 10 to 20 €"])
def test_between_two_amounts(condition: str) -> None:
    (found,) = comparisons_in(condition)
    assert found.high is not None
    assert (found.low.value, found.high.value) == (10, 20)
    assert found.low.kind == found.high.kind != ""


@pytest.mark.parametrize(
    "condition",
    ["the camper has done about 100 km", "between 1 and 14 June", "room 12 is above", "in over 3 June", "above 25.000",
     "the quote is in", "above all", "over the 25 houses", "under 07700 900123", "after more than 2027", ""],
)  # fmt: skip
def test_what_is_no_comparison(condition: str) -> None:
    assert comparisons_in(condition) == ()


AMOUNTS = {
    "Quote for the Harlow job came to £18,000 plus VAT": [18_000],
    "it is 27,400 before tax": [27_400],
    "25 000 kr, 1,234.56, 1.234,56, 0,800": [25_000, 1234.56, 1234.56, 0.8],
    "4.2k and $3.5m and twelve thousand pounds": [4_200, 3_500_000, 12_000],
    "10-20 euro": [10, 20],
    "minus 7 degrees tonight, -5°C tomorrow": [-7, -5],
    "2 more quotes came in": [2],
    "ring 07700 900123 at 5, or +44 20 7946 0958, or 555-01345": [],
    "meet on 3 June at 17:30, no. 14, 2027, 3rd of May, 5pm, May 7, 2026-06-01, 3/4/2027": [],
    "room 12, page 3, version 2, #41, K-1, B1, a01, 2x4, 180 by 110": [],
    "1. buy milk": [],
    "one of us, someone": [],
    "25.000 by itself": [],
}


@pytest.mark.parametrize(("text", "values"), AMOUNTS.items())
def test_amounts(text: str, values: list[float]) -> None:
    assert [amount.value for amount in amounts_in(text)] == values


ABOVE, UNDER, THREE = "a contract above £25,000", "it drops below 1.20", "more than 3 quotes are in"
VERDICTS = [
    (ABOVE, "the quote is £18,000", "£18,000 is not above £25,000"),
    (ABOVE, "the quote is £25,000", "£25,000 is not above £25,000"),
    (ABOVE, "it comes to 18,000", "18,000 is not above £25,000"),
    (ABOVE, "£700 now, £39,680 in all", ""),
    (ABOVE, "it comes to 38 thousand", ""),
    (ABOVE, "just over £25,000", ""),
    (ABOVE, "the total creeps past twenty-five thousand", ""),
    (ABOVE, "it is over £20,000", ""),
    (ABOVE, "it is under £20,000", "£20,000 is not above £25,000"),
    (ABOVE, "five grand a month", ""),
    (ABOVE, "it is $18,000", ""),
    (ABOVE, "3 of us quote for it on 4 June at 9", ""),
    (ABOVE, "30 chairs and 12 km", ""),
    (ABOVE, "a large contract", ""),
    (UNDER, "now at 1.18", ""),
    (UNDER, "now at 1.25", "1.25 is not below 1.20"),
    (THREE, "we have 2 quotes", "2 is not above 3"),
    (THREE, "two more written quotes came in", "two is not above 3"),
    (THREE, "four quotes now", ""),
    (THREE, "2 people rang", ""),
    ("the temperature drops below zero", "12 degrees today", "12 degrees is not below zero"),
    ("the temperature drops below zero", "-4 degrees tonight", ""),
    ("more than 10 km away", "it is 5 miles from here", "5 miles is not above 10 km"),
    ("more than 10 km away", "it is 12 miles from here", ""),
    ("late by over 2 weeks", "ten days late", "ten days is not above 2 weeks"),
    ("between 10 and 20 euro", "15 € a ticket", ""),
    ("between 10 and 20 euro", "the ticket is 25 €", "25 € is not between 10 and 20 euro"),
    ("more than £40 an hour", "he takes £30 an hour", "£30 is not above £40"),
    ("above £500 and under £1,000", "it is £1,200", "£1,200 is not above £500"),
    ("above £500 and under £1,000", "it is £700", ""),
]


@pytest.mark.parametrize(("condition", "context", "words"), VERDICTS)
def test_an_amount_contradicts_when_none_that_is_named_fits(condition: str, context: str, words: str) -> None:
    assert contradicted(comparisons_in(condition), context) == words


def test_without_a_comparison_nothing_is_looked_at() -> None:
    assert contradicted((), "£18,000") == ""


def test_one_condition_of_the_blueprints_has_a_comparison_and_only_its_near_miss_contradicts_it() -> None:
    blueprints = [json.loads(line) for line in BLUEPRINTS.read_text(encoding="utf-8").splitlines()]
    conditions = {one["id"]: one["entry"]["condition"] for one in blueprints if one["entry"]["condition"]}
    assert len(conditions) == 25
    assert [id_ for id_, when in conditions.items() if comparisons_in(when)] == ["b05"]
    (one,) = [one for one in blueprints if one["id"] == "b05"]
    comparisons = comparisons_in(conditions["b05"])

    def verdicts(text: str) -> set[str]:
        return {contradicted(comparisons, unit) for unit in context_units(text)}

    met = [one["trigger"]["text"], one["trigger_overloaded"], *one["trigger_paraphrases"], *one["cues"]]
    assert [verdicts(text) for text in met] == [{""}] * len(met)
    assert "£700 is not above £25,000" in verdicts(one["near_miss"]["text"])


QUOTE = Entry(
    "q", "Get the broker's written OK", when="we quote for a contract above £25,000",
    cues=("sending the quote for the big contract", "the tender for the hotel contract is ready to send"),
    blockers=("an insurance renewal",),
)  # fmt: skip


@pytest.mark.parametrize("amount", ["", " of £31,000", " of £9,000"])
def test_an_amount_that_contradicts_asserts_nothing(amount: str) -> None:
    context = f"Sending the quote for the hotel contract{amount}, the tender is ready"
    found = match_context(context_units(context), None, [QUOTE], {})
    if amount != " of £9,000":
        assert found.firing["q"].terms is not None and found.firing["q"].terms.amounts == 0.0
        return
    assert found.firing == {}
    ((_, reason),) = found.maybe
    assert reason.terms is not None and reason.score == pytest.approx(reason.terms.total)
    assert reason.terms.amounts <= -WRONG_AMOUNT
    assert reason.terms.amount == "£9,000 is not above £25,000"


def test_it_takes_off_what_a_not_yet_does_and_never_leaves_enough() -> None:
    assert amount_term(0.7, 1.0) == WRONG_AMOUNT
    assert 3.0 - amount_term(3.0, 1.6) == pytest.approx(WRONG_AMOUNT_LEAVES * 1.6)
    assert amount_term(9.0, OUT_OF_REACH) == WRONG_AMOUNT


def test_a_condition_without_a_comparison_has_none_ready() -> None:
    condition = make_condition(Entry("a", "Do it", when="the quote of 25,000 is in"), None, NO_VAULT)
    assert condition is not None and condition.comparisons == ()


@given(st.text(max_size=300))
def test_anything_is_read(text: str) -> None:
    comparisons = comparisons_in(text)
    assert len(comparisons) <= 4
    assert isinstance(contradicted(comparisons, text), str)
    assert all(amount.value == amount.value for amount in amounts_in(text))


_PIECES = st.sampled_from(
    ["above", "under", "at least", "between", "and", "£", "$", "25,000", "1.234,5", "25.000", "-5", "%", "k", "m",
     "million", "degrees", "zero", "twelve", "hundred", "10-20", "2027", "quotes", "a", "per", "each", "3rd June",
     "17:30", "or more", "+", "over", "half", "not"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=14).map(" ".join), st.lists(_PIECES, max_size=14).map("".join))
def test_any_row_of_number_words_is_read(condition: str, context: str) -> None:
    for comparison in comparisons_in(condition):
        low, high = comparison.span
        assert low <= high
        assert comparison.text
    assert isinstance(contradicted(comparisons_in(condition), context), str)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_whole_pounds_compare_as_numbers_do(bound: int, amount: int) -> None:
    words = contradicted(comparisons_in(f"a contract above £{bound:,}"), f"it is £{amount:,} now")
    assert (words == "") == (amount > bound)


@pytest.mark.parametrize(
    "text",
    ["1" * 10_000, "1,000" * 2_000, "£" * 10_000, "0" * 10_000, "1-" * 5_000, "at least " * 1_200, "1 x " * 2_500,
     "between 1 and " * 700, "not " * 2_500, "1.1." * 2_500, "twenty-one " * 900, "a " * 5_000, "+1 2 " * 2_000],
    ids=range(13),
)  # fmt: skip
def test_long_text_is_read_at_once(text: str) -> None:
    began = time.process_time()
    comparisons = comparisons_in(f"above £25,000 {text}")
    assert comparisons
    assert isinstance(contradicted(comparisons, text), str)
    assert time.process_time() - began < 1.0
