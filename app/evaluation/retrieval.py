"""Search measured on a labelled corpus: words, meaning, both fused, and the blend with standing salience."""

from __future__ import annotations

import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.evaluation.ablation import COMPONENTS, neutral_arms, without
from app.evaluation.corpus import Corpus, LabelledQuery
from app.evaluation.retrieval_metrics import Values, averaged, query_values
from app.evaluation.retrieval_vault import RetrievalVault
from app.search.result import Arm, RankMode

if TYPE_CHECKING:
    from app.evaluation.remembering import RememberingEmbedder

ARMS = ("words", "meaning", "fused", "blend")
_OPERATORS = re.compile(r'"|(?<!\S)-+|(?<=[^\W\d]):(?=\S)|(?<!\S)OR(?!\S)')
"""What the query language would take for more than words: labelled queries are prose."""
_LIST = 150
"""Chunks asked for: enough that the first 25 documents are among them."""


@dataclass(frozen=True, slots=True)
class MeasuredRetrieval:
    """The outcome of a run.

    Attributes:
        corpus: What was searched.
        values: The metrics of each query by arm, in the order of `queries`.
        queries: The queries, scope by scope.
        chunks: How many chunks the documents were cut into.
        model: What made the vectors.
        seconds: How long it took.
    """

    corpus: Corpus
    values: Mapping[str, Sequence[Values]]
    queries: Sequence[LabelledQuery]
    chunks: int
    model: str
    seconds: float


def measure_retrieval(
    corpus: Corpus, embedder: RememberingEmbedder, tell: Callable[[str], None], *, ablate: bool = False
) -> MeasuredRetrieval:
    """Run every query of a corpus through index and search.

    Args:
        corpus: What is searched.
        embedder: Where vectors come from.
        tell: Hears of progress.
        ablate: Also blend without each component of salience, with each alone, and with values drawn at random.

    Raises:
        EmbedderUnavailable: There is no model.
    """
    began = time.perf_counter()
    embedder.prepare([typed(query) for query in corpus.queries], lambda done, of: tell(f"queries {done} of {of}"))
    values: dict[str, list[Values]] = defaultdict(list)
    asked: list[LabelledQuery] = []
    chunks = 0
    for scope in dict.fromkeys(query.scope for query in corpus.queries):
        tell(f"reading {scope or 'the corpus'}")
        documents = [document for document in corpus.documents if document.scope == scope]
        queries = [query for query in corpus.queries if query.scope == scope]
        with (
            tempfile.TemporaryDirectory(prefix="betimes-eval-") as folder,
            closing(RetrievalVault(Path(folder), documents, embedder)) as vault,
        ):
            chunks += vault.chunk_count
            for query in queries:
                of_query: dict[str, list[Values]] = defaultdict(list)
                for name, found in _answers(vault, query, embedder, ablate=ablate):
                    of_query[name].append(query_values(query, vault.ids(found)))
                for name, draws in of_query.items():
                    values[name].append(averaged(draws))
        asked += queries
    return MeasuredRetrieval(corpus, values, asked, chunks, embedder.model, time.perf_counter() - began)


def typed(query: LabelledQuery) -> str:
    """Return a query as a person would type it who means prose; ended, so that its last word is no beginning of one."""
    return " ".join(_OPERATORS.sub(" ", query.text).split()) + " "


def _answers(
    vault: RetrievalVault, query: LabelledQuery, embedder: RememberingEmbedder, *, ablate: bool
) -> Iterator[tuple[str, list[int]]]:
    """Yield the chunks that each arm lists; an arm that is drawn comes once for each draw."""
    text = typed(query)
    vector = embedder.encode_query([text]).result()[0]
    known = vault.salience(query.date or datetime.now(UTC))
    searcher = vault.searcher(query, known)
    answers = {
        "words": searcher.words(text, rank=RankMode.PLAIN, limit=_LIST),
        "meaning": searcher.fused(text, vector, arm=Arm.MEANING, rank=RankMode.PLAIN, limit=_LIST),
        "fused": searcher.fused(text, vector, rank=RankMode.PLAIN, limit=_LIST),
        "blend": searcher.fused(text, vector, limit=_LIST),
    }
    yield from ((name, [item.chunk_id for item in found.results]) for name, found in answers.items())
    if ablate:
        arms = [(f"without {name}", without(known, name)) for name in COMPONENTS]
        arms += neutral_arms(vault.paths)
        lists = searcher.under(text, vector, [salience for _, salience in arms])
        yield from ((name, [row.best.chunk.id for row in rows]) for (name, _), rows in zip(arms, lists, strict=True))
