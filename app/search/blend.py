"""How relevance, salience and firing make one score. Pure arithmetic; nothing here hides a candidate."""

from __future__ import annotations

from dataclasses import dataclass

SALIENCE_WEIGHT = 0.3
"""W: the most that a standing score can add, as a share of the relevance."""
FIRING_WEIGHT = 0.3
"""F: what a firing commitment adds to its notes, as a share of the relevance."""
COSINE_SHARE, WORDS_SHARE = 0.75, 0.25
"""The convex combination of meaning and words: r = 0.75 max(cosine, 0) + 0.25 bm25 / (the query's largest bm25).

Chosen on three sets of development data with all-MiniLM-L6-v2, over the candidates of this program: links between notes
(132 queries), conversations with turns as chunks (760; turns below 60 words embedded with the one before), abstracts
(225). R@5 and R@10 of each, and their means:

                               links          conversations  abstracts      mean
    convex, .5 of cosine       .674  .811     .592  .685     .319  .458     .528  .651
    convex, .6 of cosine       .689  .795     .603  .692     .320  .473     .537  .653
    convex, .7 of cosine       .720  .826     .599  .698     .327  .472     .549  .665
    convex, .75 of cosine      .735  .811     .596  .695     .332  .470     .554  .659
    convex, .8 of cosine       .727  .795     .587  .689     .329  .468     .548  .651
    .6 of cosine / its largest .735  .818     .600  .691     .330  .476     .555  .662
    reciprocal rank, k = 10    .705  .803     .572  .681     .325  .463     .534  .649
    reciprocal rank, k = 60    .735  .826     .506  .626     .325  .465     .522  .639
    3 by words, then meaning   .689  .780     .578  .667     .307  .434     .525  .627

No set decides alone: conversations want words, links want meaning. Between .7 and .75 the difference is within chance;
.75 has the better first five, and is above both arms on every set. Dividing by the largest cosine gains .001 there and
makes a number that does not say how near a text is, which the blend and the explanation need; so do ranks.
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
    """Return the fused relevance r = 0.75 max(cosine, 0) + 0.25 words, in [0, 1].

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
