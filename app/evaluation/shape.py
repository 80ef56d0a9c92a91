"""The figures as `--json` prints them: a contract. A key may be added, never changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from statistics import median
from typing import TYPE_CHECKING

from app.evaluation.figures import hard_rate
from app.evaluation.fitting_dials import NAMES
from app.evaluation.fitting_figures import bounds
from app.evaluation.own import OWN_RATES

if TYPE_CHECKING:
    from app.evaluation.bootstrap import Estimate
    from app.evaluation.contexts import Form
    from app.evaluation.figures import Figures, Harm, Rates, Table
    from app.evaluation.fitting import Fit, Fitted
    from app.evaluation.fitting_figures import FitFigures
    from app.evaluation.metrics import Placing
    from app.evaluation.outcomes import MatcherName, Measured
    from app.evaluation.own import OwnRecord

Json = dict[str, object]


def blueprints_shape(measured: Measured, found: Mapping[MatcherName, Figures]) -> Json:
    """Return `betimes eval blueprints FILE --json`; `strata` are the paper's protocol under the chosen matcher."""
    options = measured.options
    chosen = found[options.matcher]
    outcomes = measured.by_matcher[options.matcher]
    shape: Json = {
        "n": len(measured.blueprints),
        "entries": options.entries,
        "cues": options.cues,
        "matcher": options.matcher,
        "model": measured.model,
        "contexts": len(outcomes.seen) + len(outcomes.settled),
        "seconds": measured.seconds,
        "not_understood": [asdict(line) for line in measured.bad_lines],
        "hard_blueprints": _rate(hard_rate(measured)) | {"ids": sorted(measured.hard)},
    }
    shape |= _of_matcher(chosen)
    return shape | {"oracle": _ranking(found["oracle"])}


def _of_matcher(found: Figures) -> Json:
    return _ranking(found) | {
        "identification": _tops(found.identification),
        "firing": _own(found.firing),
        "maybe": _own(found.maybe),
        "other_entries": {"firing": _rates(found.firing.others), "maybe": _rates(found.maybe.others)},
        "false_fire": _rate(found.silent),
        "dated": {"by_date": _rates(found.dates), "by_context": _own(found.firing_of_dated)},
        "noticed": {
            notice: {
                "share": _rate(item.share),
                "floor_recall@5": {name: _rate(found) for name, found in item.recall_5.items()},
                "shown@5": {name: _rate(found) for name, found in item.shown_5.items()},
            }
            for notice, item in found.noticed.items()
        },
        "negatives": asdict(found.negatives),
    }


def _ranking(found: Figures) -> Json:
    return {
        "strata": {stratum: _table(table) for stratum, table in found.tables["paper"].items()},
        "application": {stratum: _table(table) for stratum, table in found.tables["application"].items()},
        "forms": {
            protocol: {
                stratum: {form: _table(table) for form, table in forms.items()} for stratum, forms in strata.items()
            }
            for protocol, strata in found.forms.items()
        },
        "do_no_harm": {protocol: _harm(harm) for protocol, harm in found.harm.items()},
    }


def _table(table: Table) -> Json:
    return {"n": table.n, "absent": table.absent, "arms": {name: _placing(item) for name, item in table.arms.items()}}


def _tops(found: Mapping[Form, Mapping[int, Estimate]]) -> Json:
    return {
        form: {"n": tops[1].n, **{f"top{k}": item.value for k, item in tops.items()}}
        | {"intervals": {f"top{k}": _interval(item) for k, item in tops.items()}}
        for form, tops in found.items()
    }


def _placing(item: Placing) -> Json:
    metrics = {"recall@1": item.recall_1, "recall@5": item.recall_5, "mrr": item.mrr}
    values: Json = {name: metric.value for name, metric in metrics.items()}
    return values | {"intervals": {name: _interval(metric) for name, metric in metrics.items()}}


def _harm(harm: Harm) -> Json:
    return {
        arm: {"worse": worse, "recall@5_change": harm.change[arm].value, "interval": _interval(harm.change[arm])}
        for arm, worse in harm.worse.items()
    }


def _own(rates: Rates) -> Json:
    return _rates(rates.own)


def _rates(rates: Mapping[Form, Estimate]) -> Json:
    return {form: _rate(item) for form, item in rates.items()}


def _rate(item: Estimate) -> Json:
    return {"n": item.n, "rate": item.value, "interval": _interval(item)}


def _interval(item: Estimate) -> list[float] | None:
    return None if item.low is None or item.high is None else [item.low, item.high]


def own_shape(record: OwnRecord) -> Json:
    """Return `betimes eval own --json`."""
    rates = {name: _rate(rate(record)) for name, rate in OWN_RATES.items()}
    return {"recorded": record.recorded, "fired": dict(record.fired), "counts": dict(record.counts), "rates": rates}


def fit_shape(fitted: Fitted) -> Json:
    """Return `betimes eval fit FILE --json`.

    `fits` has one item for each vault and choice of cues. In it `constants` are what was chosen in the folds (median,
    lowest and highest), what all blueprints choose (`of_all`) and what the program has (`shipped`); `held_out` and
    `shipped` the figures; `bounds` whether the held-out ones are good enough; `curve` the operating curve, [] unless it
    was asked for.
    """
    options = fitted.options
    return {
        "n": fitted.blueprints,
        "waiting": fitted.waiting,
        "folds": options.folds,
        "shufflings": options.shufflings,
        "most_false": options.rule.most_false,
        "most_near": options.rule.most_near,
        "model": fitted.model,
        "seconds": fitted.seconds,
        "not_understood": [asdict(line) for line in fitted.bad_lines],
        "fits": [_fit(one) for one in fitted.fits],
    }


def _fit(one: Fit) -> Json:
    return {
        "vault": one.vault,
        "cues": one.cues,
        "contexts": one.questions,
        "constants": {name: _dial(one, name) for name in NAMES},
        "held_out": _fit_figures(one.held_out),
        "shipped": _fit_figures(one.as_shipped),
        "bounds": [
            {"name": bound.name, "bound": bound.limit, "at_most": bound.at_most, "met": bound.is_kept}
            | _rate(bound.found)
            for bound in bounds(one.held_out, one.cues)
        ],
        "curve": [
            {"asserting": point.asserting, "shipped": point.is_shipped} | _asserted(point.figures)
            for point in one.curve
        ],
    }


def _dial(one: Fit, name: str) -> Json:
    values = [getattr(setting, name) for setting in one.chosen]
    found = {"median": median(values), "lowest": min(values), "highest": max(values)}
    return found | {"of_all": getattr(one.of_all, name), "shipped": getattr(one.shipped, name)}


def _fit_figures(found: FitFigures) -> Json:
    return {"identification": _tops(found.identification)} | _asserted(found)


def _asserted(found: FitFigures) -> Json:
    return {
        "firing": _rates(found.asserted),
        "clean_and_paraphrase": _rate(found.both),
        "near_miss": _rate(found.near_miss),
        "false_fire": _rate(found.false_fire),
    }
