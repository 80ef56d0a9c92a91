"""The figures on retrieval, as text and as `--json` prints them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.evaluation.ablation import COMPONENTS, DRAWS
from app.evaluation.bootstrap import Estimate
from app.evaluation.retrieval import ARMS, MeasuredRetrieval
from app.evaluation.retrieval_metrics import METRICS, differences, means
from app.evaluation.wording import bare, signed

Json = dict[str, object]


def retrieval_shape(measured: MeasuredRetrieval) -> Json:
    """Return `betimes eval retrieval DIR --json`; `ablation` is there when it was asked for."""
    shape: Json = {
        "n": len(measured.queries),
        "documents": len(measured.corpus.documents),
        "chunks": measured.chunks,
        "unanswerable": measured.corpus.unanswerable,
        "model": measured.model,
        "seconds": round(measured.seconds, 1),
        "arms": {name: _values(means(measured.values[name])) for name in ARMS},
        "intervals": {name: _intervals(means(measured.values[name])) for name in ARMS},
        "blend_minus_fused": _gains(measured, "blend", "fused"),
    }
    if "drawn" in measured.values:
        shape["ablation"] = {
            "without": {name: _gains(measured, f"without {name}", "blend") for name in COMPONENTS},
            "neutral": {
                "all": _gains(measured, "drawn", "fused"),
                **{name: _gains(measured, f"drawn {name}", "fused") for name in COMPONENTS},
            },
        }
    return shape


def retrieval_lines(measured: MeasuredRetrieval) -> Iterator[str]:
    """Yield the report, at most 120 columns wide."""
    corpus = measured.corpus
    yield f"{len(measured.queries)} queries over {len(corpus.documents)} documents in {measured.chunks} chunks"
    if corpus.unanswerable:
        yield f"{corpus.unanswerable} queries have no answer among the documents and are left out"
    yield f"model: {measured.model}; {measured.seconds:.0f} s. Brackets: 95 % bootstrap intervals over queries."
    yield f"  {'':<10}" + "".join(f"{name:<21}" for name in METRICS).rstrip()
    for name in ARMS:
        found = means(measured.values[name])
        yield f"  {name:<10}" + "".join(f"{bare(found[metric]):<21}" for metric in METRICS).rstrip()
    yield _gain_line("blend less fused", differences(measured.values["blend"], measured.values["fused"]))
    if "drawn" in measured.values:
        yield from _ablation(measured)


def _ablation(measured: MeasuredRetrieval) -> Iterator[str]:
    values = measured.values
    yield from ("", "WITHOUT ONE COMPONENT: what the blend gains when it is taken out of the corpus' own salience")
    for name in COMPONENTS:
        yield _gain_line(name, differences(values[f"without {name}"], values["blend"]))
    yield from (
        "",
        f"NEUTRAL SALIENCE: what the blend gains over fused when values are drawn at random; mean of {DRAWS} draws",
    )
    for name, arm in (("all of them", "drawn"), *((name, f"drawn {name}") for name in COMPONENTS)):
        yield _gain_line(name, differences(values[arm], values["fused"]))


def _gain_line(name: str, gains: Mapping[str, Estimate]) -> str:
    return f"  {name:<18}" + "  ".join(f"{metric} {signed(gains[metric])}" for metric in METRICS)


def _gains(measured: MeasuredRetrieval, arm: str, base: str) -> Json:
    gained = differences(measured.values[arm], measured.values[base])
    return {name: {"value": item.value, "low": item.low, "high": item.high} for name, item in gained.items()}


def _values(found: Mapping[str, Estimate]) -> Json:
    return {name: item.value for name, item in found.items()}


def _intervals(found: Mapping[str, Estimate]) -> Json:
    return {name: [item.low, item.high] for name, item in found.items()}
