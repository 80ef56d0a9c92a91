"""How relevance, salience and firing make one score. Pure arithmetic; nothing here hides a candidate."""

from __future__ import annotations

from dataclasses import dataclass

SALIENCE_WEIGHT = 0.3
"""W: the most that a standing score can add, as a share of the relevance."""
FIRING_WEIGHT = 0.3
"""F: what a firing commitment adds to its notes, as a share of the relevance."""
COSINE_SHARE, WORDS_SHARE = 0.7, 0.3
"""The convex combination of meaning and words: r = 0.7 max(cosine, 0) + 0.3 bm25 / (the query's largest bm25).

Chosen on three sets of development data, with all-MiniLM-L6-v2: conversations (760 questions, turns as chunks), links
between notes (132), abstracts (225). R@5 / R@10 of each, and the mean of the R@10:

    convex, .5 cosine        .585 / .680    .659 / .811    .322 / .457    .649
    convex, .6 cosine        .587 / .688    .667 / .795    .321 / .475    .653
    convex, .7 cosine        .590 / .691    .727 / .811    .328 / .474    .659
    convex, .8 cosine        .576 / .678    .735 / .818    .326 / .464    .653
    .4 min-max cosine        .577 / .689    .727 / .841    .325 / .472    .667
    .5 min-max cosine        .565 / .674    .727 / .803    .328 / .468    .648
    reciprocal rank, k = 10  .560 / .682    .735 / .811    .330 / .470    .654
    reciprocal rank, k = 60  .488 / .588    .727 / .811    .326 / .464    .621
    first 3 by words, then meaning
                             .577 / .663    .689 / .780    .310 / .432    .625

No set alone decides: conversations want words, links want meaning. The convex one has the best mean R@5 (.548) with a
broad optimum. Min-max gains .008 in one place and loses it beside it, and like ranks it makes a number that does not
say how near a text is, which the blend and the explanation need.
"""


@dataclass(frozen=True, slots=True)
class BlendWeights:
    """W and F, both >= 0."""

    salience: float = SALIENCE_WEIGHT
    firing: float = FIRING_WEIGHT


def saturate(bm25: float, top: float) -> float:
    """Return bm25 in [0, 1], as a share of the best one of the query; 0 when nothing matched.

    Args:
        bm25: The chunk's, >= 0.
        top: The largest of the query's candidates.
    """
    return min(max(bm25, 0.0) / top, 1.0) if top > 0 else 0.0


def fuse(cosine: float | None, words: float) -> float:
    """Return the fused relevance r = 0.7 max(cosine, 0) + 0.3 words, in [0, 1].

    Args:
        cosine: Similarity of the query and the chunk; None when they were not compared counts as 0.
        words: Saturated bm25, in [0, 1].
    """
    return COSINE_SHARE * max(cosine or 0.0, 0.0) + WORDS_SHARE * words


def blend(
    relevance: float,
    salience: float,
    firing: bool | float,
    salience_weight: float = SALIENCE_WEIGHT,
    firing_weight: float = FIRING_WEIGHT,
) -> float:
    """Return score = r (1 + W s) (1 + F b).

    Multiplying keeps relevance sovereign: what is not relevant at all stays at 0 however salient it is.

    Args:
        relevance: r, >= 0.
        salience: s, the note's standing score in [0, 1].
        firing: b, 1 when the note is linked from a firing unresolved commitment, else 0.
        salience_weight: W.
        firing_weight: F.
    """
    return relevance * (1.0 + salience_weight * salience) * (1.0 + firing_weight * float(firing))
