from __future__ import annotations

from dataclasses import replace

import pytest

from app.salience.parts import SalienceParts
from app.search.blend import BlendWeights, blend
from app.search.explain import explain
from app.search.result import Arm, RankMode, SearchResult

PARTS = SalienceParts(0.62, 1.0, 0.2, 0.5, 1.0, 0.1)
RESULT = SearchResult(
    path="a.md",
    title="A",
    heading="",
    line_start=1,
    line_end=2,
    snippet="",
    marks=(),
    score=blend(0.5, 0.62, True, 0.4, 0.2),
    relevance=0.5,
    words=0.3,
    cosine=0.6,
    pinned=None,
    firing=True,
    salience=PARTS,
    modified=0.0,
    chunk_id=1,
)
WEIGHTS = BlendWeights(0.4, 0.2)


def _values(result: SearchResult, arm: Arm = Arm.FUSED, rank: RankMode = RankMode.BLEND) -> dict[str, float]:
    return {line.name: line.value for line in explain(result, WEIGHTS, arm=arm, rank=rank).lines}


def test_the_factors_multiply_to_the_score() -> None:
    values = _values(RESULT)
    assert values["relevance"] * values["salience"] * values["firing"] == pytest.approx(values["score"])


def test_every_component_of_salience_is_there_with_its_weight() -> None:
    lines = {line.name: line for line in explain(RESULT, WEIGHTS).lines}
    for name in ("importance", "activation", "centrality", "prospective", "recency"):
        assert lines[name].value == getattr(PARTS, name)
    assert "0.30" in lines["importance"].text


def test_what_does_not_fire_has_the_factor_one() -> None:
    assert _values(replace(RESULT, firing=False))["firing"] == 1.0


@pytest.mark.parametrize("rank", [RankMode.PLAIN, RankMode.NEWEST])
def test_without_the_blend_only_relevance_counts(rank: RankMode) -> None:
    assert set(_values(RESULT, rank=rank)) == {"words", "meaning", "relevance", "score"}


@pytest.mark.parametrize(("arm", "missing"), [(Arm.WORDS, "meaning"), (Arm.MEANING, "words")])
def test_evidence_that_was_not_used_is_not_shown(arm: Arm, missing: str) -> None:
    assert missing not in _values(RESULT, arm)


def test_a_pin_is_named_first() -> None:
    lines = explain(replace(RESULT, pinned="alias"), WEIGHTS).lines
    assert (lines[0].name, "another name" in lines[0].text) == ("pinned", True)


def test_a_chunk_without_a_vector_says_so() -> None:
    lines = {line.name: line for line in explain(replace(RESULT, cosine=None), WEIGHTS).lines}
    assert lines["meaning"].value == 0.0
    assert "no vector" in lines["meaning"].text


def test_a_query_of_filters_says_so() -> None:
    found = replace(RESULT, words=0.0, cosine=None, relevance=1.0)
    assert {line.name: line.text for line in explain(found, WEIGHTS).lines}["relevance"].startswith("only filters")
