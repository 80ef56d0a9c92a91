"""Labelled corpora from their files to figures."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from app.embedding.hashing import HashEmbedder
from app.errors import UsageError
from app.evaluation.ablation import COMPONENTS, drawn, only, without
from app.evaluation.corpus import LabelledQuery, is_visible, read_corpus
from app.evaluation.remembering import RememberingEmbedder
from app.evaluation.retrieval import ARMS, measure_retrieval, typed
from app.evaluation.retrieval_metrics import query_values
from app.evaluation.retrieval_report import retrieval_lines, retrieval_shape

DOCUMENTS = [
    {"id": "t1", "text": "Ann: Did the boiler arrive?", "session": "s1", "scope": "a", "date": "2026-01-01T10:00"},
    {"id": "t2", "text": "Ben: Yes, on Friday.", "session": "s1", "scope": "a", "date": "2026-01-01T10:00"},
    {"id": "n1", "text": "# Roof\n\nThe roofer came.\n\n## Gutter\n\nIt leaks.", "scope": "a", "date": "2026-01-02"},
    {"id": "n2", "text": "The boiler of next year", "scope": "a", "date": "2027-01-02"},
    {"id": "x.md", "text": "Boiler\nThe boiler is new", "title": "Boiler", "scope": "b", "date": None},
    {"id": "y.md", "text": "See [[x]] for the boiler", "scope": "b"},
]
QUERIES = [
    {"id": "q1", "text": "boiler arrive", "relevant": ["t1"], "scope": "a", "date": "2026-02-01"},
    {"id": "q2", "text": "gutter leaks", "relevant": ["wrong"], "relevant_corrected": ["n1"], "scope": "a"},
    {"id": "q3", "text": "new boiler", "relevant": ["x.md"], "scope": "b", "exclude": ["y.md"], "grades": {"x.md": 3}},
    {"id": "q4", "text": "nobody knows", "relevant": ["t1"], "answerable": False, "scope": "a"},
    {"id": "q5", "text": "the future", "relevant": ["n2"], "scope": "a", "date": "2026-02-01"},
]


def written(folder: Path, documents: list[dict] = DOCUMENTS, queries: list[dict] = QUERIES) -> Path:
    for name, rows in (("corpus", documents), ("queries", queries)):
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return folder


def test_what_cannot_be_answered_is_counted_apart(tmp_path):
    corpus = read_corpus(written(tmp_path))
    assert [query.id for query in corpus.queries] == ["q1", "q2", "q3"]
    assert corpus.unanswerable == 2
    assert corpus.queries[1].relevant == {"n1"}


def test_a_query_sees_its_vault_up_to_its_day(tmp_path):
    corpus = read_corpus(written(tmp_path))
    seen = {q.id: [d.id for d in corpus.documents if is_visible(q, d)] for q in corpus.queries}
    assert seen == {"q1": ["t1", "t2", "n1"], "q2": ["t1", "t2", "n1", "n2"], "q3": ["x.md"]}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "Expecting value"),
        ("[]", "no JSON object"),
        ('{"id": "x"}', "text: a text is expected"),
        ('{"id": "x", "text": "y", "date": "soon"}', "Invalid isoformat"),
        ('{"id": 3, "text": "y"}', "id: a text"),
    ],
)
def test_bad_lines_are_named(tmp_path, line, reason):
    folder = written(tmp_path)
    with (folder / "corpus.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    [(name, bad)] = read_corpus(folder).bad
    assert (name, bad.line) == ("corpus.jsonl", 8)
    assert reason in bad.reason


@pytest.mark.parametrize("key", ["relevant", "exclude", "grades"])
def test_bad_labels_are_named(tmp_path, key):
    folder = written(tmp_path, queries=[*QUERIES, {"text": "x", "relevant": ["t1"], key: "t1"}])
    [(name, bad)] = read_corpus(folder).bad
    assert (name, key in bad.reason) == ("queries.jsonl", True)


def test_a_folder_without_a_corpus_says_what_is_missing(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        read_corpus(tmp_path)
    with pytest.raises(UsageError, match="holds no document"):
        read_corpus(written(tmp_path, documents=[]))
    with pytest.raises(UsageError, match="holds no query"):
        read_corpus(written(tmp_path, queries=[]))
    (tmp_path / "corpus.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="not UTF-8"):
        read_corpus(tmp_path)


def test_metrics_by_hand():
    query = LabelledQuery("q", "x", frozenset({"a", "b"}), grades={"a": 3.0, "b": 1.0})
    found = query_values(query, ["z", "b", "y", "a"])
    assert found["recall@5"] == 1.0
    assert found["mrr@10"] == 0.5
    assert found["ndcg@10"] == pytest.approx((1 / 1.584963 + 3 / 2.321928) / (3 + 1 / 1.584963), abs=1e-5)
    deep = query_values(query, [*map(str, range(10)), "a"])
    assert (deep["recall@10"], deep["recall@25"], deep["mrr@10"], deep["ndcg@10"]) == (0.0, 0.5, 0.0, 0.0)


def test_labelled_queries_are_prose():
    assert typed(LabelledQuery("q", 'who -said "it OR that" path:x a-b', frozenset())) == "who said it that path x a-b "


def test_every_arm_finds_turns_and_notes(tmp_path):
    corpus = read_corpus(written(tmp_path))
    with closing(RememberingEmbedder(HashEmbedder(dimension=512))) as embedder:
        measured = measure_retrieval(corpus, embedder, lambda line: None, ablate=True)
    assert [query.id for query in measured.queries] == ["q1", "q2", "q3"]
    assert measured.chunks == 7
    for arm in ARMS:
        assert [values["recall@5"] for values in measured.values[arm]] == [1.0, 1.0, 1.0], arm
    shape = retrieval_shape(measured)
    assert shape["n"] == 3
    assert set(shape["arms"]["blend"]) == {"recall@5", "recall@10", "recall@25", "mrr@10", "ndcg@10"}
    assert shape["intervals"]["fused"]["recall@5"] == [1.0, 1.0]
    assert set(shape["ablation"]["neutral"]) == {"all", *COMPONENTS}
    text = "\n".join(retrieval_lines(measured))
    assert "3 queries over 6 documents in 7 chunks" in text
    assert "WITHOUT ONE COMPONENT" in text
    assert max(map(len, text.splitlines())) <= 120


def test_a_component_can_be_taken_out_or_left_alone():
    salience = drawn([f"{i}.md" for i in range(200)])
    assert salience == drawn([f"{i}.md" for i in range(200)]) != drawn([f"{i}.md" for i in range(200)], 1)
    assert {parts.prospective for parts in salience.values()} == {0.0, 1.0}
    for name in COMPONENTS:
        for path, parts in salience.items():
            rest, alone = without(salience, name)[path], only(salience, name)[path]
            assert getattr(rest, name) == 0.0
            assert rest.value + alone.value == pytest.approx(parts.value)
            assert 0.0 <= parts.value <= 1.0
