from __future__ import annotations

from dataclasses import replace
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.salience.parts import SalienceParts
from app.salience.weights import DEFAULT_WEIGHTS
from app.search.blend import BlendWeights, blend, fuse
from app.search.explain import COMPONENTS, Part, ScoreExplanation, explain
from app.search.result import Arm, RankMode, SearchResult
from app.search.standing import StandingFacts

WEIGHTS = BlendWeights(0.4, 0.2)
SHARE = st.floats(0.0, 1.0)


def salience(*components: float) -> SalienceParts:
    weights = (getattr(DEFAULT_WEIGHTS, name) for name in COMPONENTS)
    return SalienceParts(sum(w * c for w, c in zip(weights, components, strict=True)), *components)


def row(
    words: float = 0.3,
    cosine: float | None = 0.6,
    parts: SalienceParts | None = None,
    *,
    firing: bool = True,
    arm: Arm = Arm.FUSED,
    rank: RankMode = RankMode.BLEND,
) -> SearchResult:
    """Return a result that is scored as a search scores it."""
    parts = parts or salience(1.0, 0.2, 0.5, 1.0, 0.1)
    relevance = {Arm.FUSED: fuse(cosine, words), Arm.WORDS: words, Arm.MEANING: max(cosine or 0.0, 0.0)}[arm]
    score = relevance
    if rank is RankMode.BLEND:
        score = blend(relevance, parts.value, firing, WEIGHTS.salience, WEIGHTS.firing)
    return SearchResult("a.md", "A", "", 1, 2, "", (), score, relevance, words, cosine, None, firing, parts, 0.0, 1)


def part_of(explanation: ScoreExplanation, name: str) -> Part:
    return next(part for part in explanation.parts if part.name == name)


@given(
    SHARE,
    st.none() | st.floats(-1.0, 1.0),
    st.tuples(SHARE, SHARE, SHARE, SHARE, SHARE),
    st.booleans(),
    st.sampled_from(Arm),
    st.sampled_from(RankMode),
)
def test_the_factors_multiply_to_the_score_and_the_terms_add_up_to_each_factor(
    words: float, cosine: float | None, components: tuple[float, ...], firing: bool, arm: Arm, rank: RankMode
) -> None:
    result = row(words, cosine, salience(*components), firing=firing, arm=arm, rank=rank)
    explanation = explain(result, WEIGHTS, arm=arm, rank=rank)
    assert prod(part.value for part in explanation.parts) == pytest.approx(result.score, abs=1e-12)
    for part in explanation.parts:
        assert part.base + sum(term.points for term in part.terms) == pytest.approx(part.value, abs=1e-12)


def test_every_component_of_salience_is_there_with_its_weight_and_what_it_comes_from() -> None:
    facts = StandingFacts({"activation": "opened 6 times, last 3 days ago"})
    standing = part_of(explain(row(), WEIGHTS, facts=facts), "standing")
    assert [term.name for term in standing.terms] == list(COMPONENTS)
    assert [term.value for term in standing.terms] == [1.0, 0.2, 0.5, 1.0, 0.1]
    assert sum(term.weight for term in standing.terms) == pytest.approx(WEIGHTS.salience)
    assert standing.terms[1].text == "opened 6 times, last 3 days ago"
    assert standing.terms[2].text == COMPONENTS["centrality"]


def test_what_fires_is_named_and_what_does_not_has_the_factor_one() -> None:
    firing = part_of(explain(row(), WEIGHTS, facts=StandingFacts({}, "“Reconcile”")), "firing")
    assert (firing.value, firing.terms[0].text) == (1.2, "“Reconcile”: operative, and links here")
    assert part_of(explain(row(firing=False), WEIGHTS), "firing") == Part(
        "firing", 1.0, 1.0, "no operative commitment links here"
    )


@pytest.mark.parametrize("rank", [RankMode.PLAIN, RankMode.NEWEST])
def test_without_the_blend_only_relevance_counts(rank: RankMode) -> None:
    explanation = explain(row(rank=rank), WEIGHTS, rank=rank)
    assert [part.name for part in explanation.parts] == ["relevance"]
    assert ("changed last" in explanation.order) is (rank is RankMode.NEWEST)


@pytest.mark.parametrize(("arm", "names"), [(Arm.WORDS, ["words"]), (Arm.MEANING, ["meaning"])])
def test_evidence_that_was_not_used_is_not_shown(arm: Arm, names: list[str]) -> None:
    explanation = explain(row(arm=arm), WEIGHTS, arm=arm)
    assert [term.name for term in part_of(explanation, "relevance").terms] == names


@pytest.mark.parametrize("pin", ["title", "alias", "phrase"])
def test_an_exact_hit_is_told_as_what_puts_it_first(pin: str) -> None:
    said = explain(replace(row(), pinned=pin), WEIGHTS).pin  # type: ignore[arg-type]
    assert "before all" in said
    assert explain(row(), WEIGHTS).pin == ""


def test_what_the_evidence_is_is_said() -> None:
    def texts(result: SearchResult) -> list[str]:
        return [term.text for term in part_of(explain(result, WEIGHTS), "relevance").terms]

    assert "no vector" in texts(row(cosine=None))[0]
    assert "counts as 0" in texts(row(cosine=-0.2))[0]
    assert texts(row(words=0.0))[1].startswith("none of the words")
    assert texts(row(words=1.0))[1].startswith("the best hit")
    assert "30%" in texts(row())[1]


def test_a_query_of_filters_says_so() -> None:
    part = part_of(explain(replace(row(0.0, None), relevance=1.0), WEIGHTS), "relevance")
    assert (part.value, part.text) == (1.0, "only filters were asked, and it meets them")
