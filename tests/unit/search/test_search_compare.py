from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_search_explain import SHARE, WEIGHTS, row, salience

from app.search.compare import Comparison, Side, compare
from app.search.explain import explain
from app.search.result import RankMode, SearchResult

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
DAY = 86_400.0


def compared(upper: SearchResult, lower: SearchResult, rank: RankMode = RankMode.BLEND) -> Comparison:
    sides = (Side(result, explain(result, WEIGHTS, rank=rank)) for result in (upper, lower))
    return compare(*sides, rank=rank, now=NOW)


RESULT = st.builds(
    lambda words, cosine, parts, firing: row(words, cosine, salience(*parts), firing=firing),
    SHARE, st.none() | st.floats(0.01, 1.0), st.tuples(SHARE, SHARE, SHARE, SHARE, SHARE), st.booleans(),
)  # fmt: skip


@given(RESULT, RESULT)
def test_the_ratios_of_the_factors_multiply_to_the_ratio_of_the_scores(one: SearchResult, other: SearchResult) -> None:
    upper, lower = sorted((one, other), key=lambda result: -result.score)
    if lower.score < 1e-6:
        return
    comparison = compared(upper, lower)
    factors = [item for item in comparison.differences if not item.is_term]
    assert prod(item.apart for item in factors) == pytest.approx(upper.score / lower.score)
    for index, item in enumerate(comparison.differences):
        if not item.is_term:
            rest = comparison.differences[index + 1 :]
            end = next((number for number, other in enumerate(rest) if not other.is_term), len(rest))
            if rest[:end]:
                assert sum(term.apart for term in rest[:end]) == pytest.approx(item.upper - item.lower, abs=1e-9)


def test_the_terms_that_speak_for_either_are_named_strongest_first() -> None:
    upper = row(1.0, 0.6, salience(0.3, 0.0, 0.0, 0.0, 0.0), firing=False)
    lower = row(0.2, 0.7, salience(0.3, 0.0, 0.5, 0.0, 0.0), firing=False)
    comparison = compared(upper, lower)
    assert comparison.decisive == "score"
    assert comparison.because[0].startswith("Its score is higher: 1.")
    assert comparison.because[1:] == ("For the upper one: words.", "For the lower one: meaning, centrality.")


def test_an_exact_hit_decides_before_any_score() -> None:
    upper = replace(row(0.1), pinned="title")
    assert "no exact hit" in compared(upper, row(0.9)).because[0]
    other = compared(upper, replace(row(0.9), pinned="phrase"))
    assert other.decisive == "pin" and "only matches by phrase" in other.because[0]


def test_the_newest_first_is_decided_by_the_last_change() -> None:
    now = NOW.timestamp()
    upper, lower = replace(row(0.1), modified=now - DAY), replace(row(0.9), modified=now - 5 * DAY)
    comparison = compared(upper, lower, RankMode.NEWEST)
    assert comparison.because[0] == "It was changed yesterday, the other was changed 5 days ago."
    assert "plain" in comparison.because[-1] and "last change" in comparison.because[-1]


def test_what_only_the_blend_lifts_is_said() -> None:
    upper = row(0.5, 0.5, salience(1.0, 1.0, 1.0, 1.0, 1.0), firing=True)
    lower = row(0.55, 0.5, salience(0.0, 0.0, 0.0, 0.0, 0.0), firing=False)
    assert "the blend puts it below" in compared(upper, lower).because[-1]
    assert "plain" not in "".join(compared(lower, upper, RankMode.PLAIN).because)


def test_ties_go_by_relevance_and_then_by_path() -> None:
    assert compared(row(), replace(row(), path="b.md")).decisive == "path"
    flat = replace(row(0.2), score=0.5), replace(row(0.1), score=0.5)
    assert compared(*flat).decisive == "relevance"


def test_a_score_of_nothing_is_told() -> None:
    comparison = compared(row(), row(0.0, 0.0))
    assert "the other's is 0" in comparison.because[0]
    assert comparison.differences[0].apart == float("inf")
    assert compared(row(0.0, 0.0), row(0.0, 0.0)).differences[0].apart == 1.0


def test_what_a_factor_comes_from_is_shown_for_both_where_it_differs() -> None:
    comparison = compared(row(firing=True), row(firing=False))
    firing = {item.name: item for item in comparison.differences if item.name in ("firing", "commitment")}
    assert firing["commitment"].lower == 0.0 and firing["commitment"].text.endswith("links here")
