"""The part of the workspace in memory that explains results and tells what belongs to a note."""

from __future__ import annotations

from app.salience.parts import SalienceParts
from app.search.blend import BlendWeights, blend, fuse
from app.search.compare import Comparison, Side, compare
from app.search.explain import ScoreExplanation, explain
from app.search.result import SearchResult, SearchResults
from app.search.standing import StandingFacts

FACTS = StandingFacts(
    {
        "importance": "a note like most: 0.6",
        "activation": "opened 6 times, last 3 days ago",
        "centrality": "linked from 14 notes (PageRank)",
        "prospective": "“Reconcile the kitchen quote against the June estimate” points here or stands here",
        "recency": "changed 3 days ago",
    },
    "“Reconcile the kitchen quote against the June estimate”",
)
SALIENCE = SalienceParts(0.18 + 0.105 + 0.09 + 0.15 + 0.05, 0.6, 0.42, 0.45, 1.0, 0.5)
SCORED = {
    "words": 0.84,
    "cosine": 0.52,
    "salience": SALIENCE,
    "firing": True,
    "relevance": fuse(0.52, 0.84),
    "score": blend(fuse(0.52, 0.84), SALIENCE.value, True),
}
"""What a result has that is scored as a search scores it."""


class FakeExplaining:
    """Explanations as the real workspace makes them, from facts in memory."""

    def explain(self, item: SearchResult, found: SearchResults) -> ScoreExplanation:
        return explain(item, BlendWeights(), arm=found.arm, rank=found.rank, facts=FACTS)

    def compare(self, upper: SearchResult, lower: SearchResult, found: SearchResults) -> Comparison:
        sides = (Side(item, self.explain(item, found)) for item in (upper, lower))
        return compare(*sides, rank=found.rank, now=self.now())  # type: ignore[attr-defined]
