from __future__ import annotations

import math
import random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.salience.link_graph import DAMPING, LinkGraph, page_rank


def test_centrality_of_nothing_is_nothing() -> None:
    assert page_rank([], []) == {}


def test_centrality_without_links_is_the_same_for_all() -> None:
    assert page_rank(["a", "b"], []) == pytest.approx({"a": 0.5, "b": 0.5})


def test_centrality_prefers_what_is_linked_and_passes_over_strangers_and_self_links() -> None:
    ranks = page_rank(["a", "b", "hub"], [("a", "hub"), ("b", "hub"), ("a", "a"), ("a", "missing"), ("x", "a")])
    assert set(ranks) == {"a", "b", "hub"}
    assert ranks["hub"] > ranks["a"] == pytest.approx(ranks["b"])


def test_centrality_counts_a_repeated_link_once() -> None:
    once = page_rank(["a", "b", "c"], [("a", "b"), ("a", "c")])
    assert page_rank(["a", "b", "c"], [("a", "b"), ("a", "b"), ("a", "c")]) == pytest.approx(once)


@given(st.integers(1, 30), st.integers(0, 60), st.randoms())
def test_centrality_is_a_distribution(notes: int, links: int, chance: random.Random) -> None:
    names = [str(i) for i in range(notes)]
    ranks = page_rank(names, [(chance.choice(names), chance.choice(names)) for _ in range(links)])
    assert set(ranks) == set(names)
    assert math.fsum(ranks.values()) == pytest.approx(1.0, abs=1e-5)
    assert min(ranks.values()) > 0


@settings(deadline=None)
@given(st.integers(1, 30), st.integers(0, 60), st.randoms())
def test_the_ranks_are_those_of_networkx(notes: int, links: int, chance: random.Random) -> None:
    names = [str(i) for i in range(notes)]
    pairs = {(chance.choice(names), chance.choice(names)) for _ in range(links)}
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from((source, target) for source, target in pairs if source != target)
    assert page_rank(names, pairs) == pytest.approx(nx.pagerank(graph, alpha=DAMPING), abs=1e-9)


def test_ranks_are_computed_again_only_for_another_graph() -> None:
    graph = LinkGraph()
    graph.replace([("a", "b"), ("a", "b"), ("b", "gone")])
    first = graph.scores(["a", "b"])
    graph.replace([("a", "b")], ["a", "new"])
    assert graph.scores(["b", "a"]) is first
    graph.replace([("b", "a")], ["a", "b"])
    changed = graph.scores(["a", "b"])
    assert changed is not first and changed["a"] > changed["b"]
    assert set(graph.scores(["a", "b", "c"])) == {"a", "b", "c"}
    graph.replace([])
    assert graph.scores(["a", "b"]) == pytest.approx({"a": 0.5, "b": 0.5})
