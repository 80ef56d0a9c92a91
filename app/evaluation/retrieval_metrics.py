"""Metrics of a list against labels that name several documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log2

from app.evaluation.bootstrap import Estimate, estimate
from app.evaluation.corpus import LabelledQuery

DEPTHS = (5, 10, 25)
"""The k of R@k."""
METRICS = (*(f"recall@{k}" for k in DEPTHS), "mrr@10", "ndcg@10")
_CUT = 10

Values = Mapping[str, float]
"""A query's value of each metric."""


def query_values(query: LabelledQuery, listed: Sequence[str]) -> Values:
    """Return the metrics of one list.

    R@k is the share of the relevant documents among the first k; MRR@10 is 1 over the place of the first one, 0 below
    the tenth; nDCG@10 is (Järvelin and Kekäläinen 2002) with the labels' grades as gains, or 1 for each relevant one.
    """
    found = {f"recall@{k}": len(query.relevant.intersection(listed[:k])) / len(query.relevant) for k in DEPTHS}
    first = next((place for place, id_ in enumerate(listed[:_CUT], start=1) if id_ in query.relevant), None)
    gains = {id_: max(query.grades.get(id_, 1.0), 0.0) for id_ in query.relevant}
    best = _discounted(sorted(gains.values(), reverse=True))
    ranked = _discounted(gains.get(id_, 0.0) for id_ in listed[:_CUT])
    return {**found, "mrr@10": 1.0 / first if first else 0.0, "ndcg@10": ranked / best if best else 0.0}


def averaged(draws: Sequence[Values]) -> Values:
    """Return the mean of a query's values over several draws."""
    return {name: sum(item[name] for item in draws) / len(draws) for name in METRICS}


def means(values: Sequence[Values]) -> dict[str, Estimate]:
    """Return each metric's mean with its 95 % interval, queries drawn one by one."""
    return {name: estimate((str(number), item[name]) for number, item in enumerate(values)) for name in METRICS}


def differences(values: Sequence[Values], base: Sequence[Values]) -> dict[str, Estimate]:
    """Return what each metric gains over other lists of the same queries, with its paired interval."""
    gained = [{name: item[name] - other[name] for name in METRICS} for item, other in zip(values, base, strict=True)]
    return means(gained)


def _discounted(gains: Iterable[float]) -> float:
    return sum(gain / log2(place + 1) for place, gain in enumerate(list(gains)[:_CUT], start=1))
