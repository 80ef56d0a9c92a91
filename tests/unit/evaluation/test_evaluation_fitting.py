"""The fit, on a few blueprints, with an embedder that needs no model."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.embedding.hashing import HashEmbedder
from app.errors import UsageError
from app.evaluation.blueprints import Blueprint, read_blueprints
from app.evaluation.bootstrap import Estimate
from app.evaluation.contexts import contexts_of
from app.evaluation.fitting import FitOptions, Fitted, fit
from app.evaluation.fitting_choice import Choice, Rule, folds
from app.evaluation.fitting_dials import STEP, Dials, grid, shipped
from app.evaluation.fitting_evidence import asserted, reciprocal_ranks, record
from app.evaluation.fitting_figures import Bound, Judge, Judged, bounds, fit_figures
from app.evaluation.fitting_questions import Question, questions
from app.evaluation.fitting_report import fit_lines
from app.evaluation.remembering import RememberingEmbedder
from app.evaluation.shape import fit_shape
from app.ledger.firing_constants import MANY_CUES, SHIPPED
from app.ledger.scoring import meaning_weight, needed_evidence

DATA = Path(__file__).resolve().parents[2] / "data" / "blueprints.jsonl"


def some() -> tuple[Blueprint, ...]:
    """Eight blueprints, of which some wait for a situation."""
    return read_blueprints(DATA)[0][:8]


def waiting() -> list[Blueprint]:
    return [blueprint for blueprint in some() if blueprint.waits_for_a_situation]


def silent(line: str) -> None:
    """Tell nobody."""


def embedder() -> RememberingEmbedder:
    return RememberingEmbedder(HashEmbedder(dimension=512))


@pytest.fixture(scope="module")
def asked() -> tuple[Question, ...]:
    with closing(embedder()) as vectors:
        return questions(some(), "union", "given", vectors, silent)


@pytest.fixture(scope="module")
def fitted() -> Fitted:
    with closing(embedder()) as vectors:
        return fit(some(), (), FitOptions(folds=2, shufflings=2, curve=True), vectors, silent)


def test_every_context_is_asked_with_all_entries_open(asked):
    assert len(asked) == sum(len(list(contexts_of(blueprint))) for blueprint in waiting())
    assert {question.blueprint for question in asked} == {blueprint.id for blueprint in waiting()}
    assert all(len(question.entries) == len(some()) for question in asked)
    assert all(question.own[0].id == question.blueprint for question in asked)


def test_a_vault_of_ones_own_has_other_words_and_the_same_open_entries():
    with closing(embedder()) as vectors:
        own = questions(some(), "own", "none", vectors, silent)
    assert len({id(question.weight) for question in own}) == len(waiting())
    assert all(len(question.entries) == len(some()) for question in own)
    assert not any(entry.cues or entry.blockers for question in own for entry in question.entries)


@pytest.mark.parametrize("cues", ["given", "none"])
def test_the_shipped_setting_stands_for_the_shipped_constants(cues):
    found, count = shipped(cues).constants(cues), MANY_CUES if cues == "given" else 0
    assert needed_evidence(count, found) == pytest.approx(needed_evidence(count))
    assert meaning_weight(count, found) == pytest.approx(meaning_weight(count))
    assert found == replace(SHIPPED, fire_cues=pytest.approx(SHIPPED.fire_cues))
    assert shipped(cues) in grid(cues)
    dials = Dials(2.0, 0.7, 0.4)
    assert needed_evidence(count, dials.constants(cues)) == pytest.approx(2.0)
    assert meaning_weight(count, dials.constants(cues)) == pytest.approx(0.7)
    assert dials.constants(cues).not_yet == 0.4


def test_recorded_evidence_tells_what_the_matcher_says_for_any_setting(asked):
    some_settings = [
        replace(dials, asserting=dials.asserting * 1.001)  # beside the edges that rounding decides
        for dials in grid("given")[:: len(grid("given")) // 40]
    ]
    found = asserted(asked, some_settings, "given", silent)
    judge = Judge("given")
    told = np.array([[judge(question, setting).asserted for question in asked] for setting in some_settings])
    assert found.tolist() == told.tolist()
    assert 0 < found.sum() < found.size


def test_what_is_no_candidate_is_never_asserted(asked):
    nothing = replace(asked[0], entries=())
    assert not asserted([nothing], grid("given"), "given", silent).any()


def test_what_is_named_is_asserted_by_every_setting(asked):
    entry = asked[0].own[0]
    named = replace(asked[0], units=(entry.when,), vectors=asked[0].vectors[:1])
    assert record(named, 0.3, "given").named
    assert asserted([named], grid("given"), "given", silent).all()


def test_ranks_are_those_of_triggers_among_all_entries(asked):
    ranks = reciprocal_ranks(asked, [shipped("given")], "given")
    of = dict(zip([(q.blueprint, q.form) for q in asked], ranks[0], strict=True))
    assert all(0 < value <= 1 for (_, form), value in of.items() if form == "clean")
    assert all(value == 0 for (_, form), value in of.items() if form == "later_notes")


def test_folds_deal_every_blueprint_once_and_each_shuffling_otherwise():
    ids = [f"b{number}" for number in range(12)]
    first, second = (list(folds(ids, 5, turn)) for turn in (0, 1))
    assert sorted(id_ for fold in first for id_ in fold) == sorted(ids)
    assert sorted(map(len, first)) == [2, 2, 2, 3, 3]
    assert first == list(folds(ids, 5, 0))
    assert first != second


def question(blueprint: str, form: str) -> Question:
    return Question(blueprint, form, (), None, (), {}, None)


CHOICES = [question("a", form) for form in ("clean", "paraphrase", "near_miss", "unrelated")]
SETTINGS = [Dials(float(number), 1.0, 1.0) for number in range(5)]


def chosen(rows: list[list[int]], rule: Rule, ranks: list[float] | None = None) -> float:
    reciprocals = np.array([[rank, rank, 0.0, 0.0] for rank in ranks or [1.0] * len(rows)])
    return Choice(CHOICES, SETTINGS[: len(rows)], np.array(rows, bool), reciprocals, rule).best(["a"]).asserting


def test_most_triggers_are_asserted_within_the_bounds():
    rows = [[1, 1, 0, 1], [1, 1, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
    assert chosen(rows, Rule()) == 2.0
    assert chosen(rows, Rule(most_near=1.0)) == 1.0
    assert chosen(rows, Rule(most_false=1.0)) == 0.0


def test_of_equals_the_better_order_counts_and_then_the_middle():
    rows = [[1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 1, 0]]
    assert chosen(rows, Rule()) == 1.0
    assert chosen(rows, Rule(), [0.5, 0.5, 1.0, 1.0]) == 2.0
    assert chosen(rows, Rule(most_near=1.0), [0.5, 0.5, 0.5, 0.5]) == 1.0


def test_where_order_comes_first_fewer_may_be_asserted():
    rows, ranks = [[1, 1, 0, 0], [0, 0, 0, 0]], [0.5, 1.0]
    assert chosen(rows, Rule(), ranks) == 0.0
    assert chosen(rows, Rule(order_first=True), ranks) == 1.0


def test_where_no_setting_keeps_the_bounds_the_nearest_is_chosen():
    assert chosen([[1, 1, 1, 1], [0, 0, 0, 1]], Rule()) == 1.0


def test_figures_are_means_over_what_each_question_was_judged_by():
    triggers = [
        (question("a", "clean"), [Judged(True, 1), Judged(False, 4)]),
        (question("b", "clean"), [Judged(True, 2)]),
    ]
    others = [(question(id_, "later_notes"), [Judged(id_ == "a")]) for id_ in ("a", "b", "c", "d")]
    found = fit_figures([*triggers, *others, (question("a", "near_miss"), [Judged(False)])])
    assert [found.identification["clean"][k].value for k in (1, 3, 5)] == [0.25, 0.75, 1.0]
    assert (found.asserted["clean"].value, found.both.n, found.both.value) == (0.75, 2, 0.75)
    assert (found.false_fire.n, found.false_fire.value, found.near_miss.value) == (4, 0.25, 0.0)
    assert found.asserted["paraphrase"].value is None


def test_bounds_are_kept_or_missed():
    assert Bound("", 0.8, False, Estimate(5, 0.8, 0.7, 0.9)).is_kept
    assert not Bound("", 0.8, False, Estimate(5, 0.79, 0.7, 0.9)).is_kept
    assert Bound("", 0.01, True, Estimate(5, 0.01, 0.0, 0.9)).is_kept
    assert not Bound("", 0.01, True, Estimate(5, 0.02, 0.0, 0.9)).is_kept
    assert not Bound("", 0.01, True, Estimate()).is_kept
    nothing = fit_figures([])
    assert len(bounds(nothing, "given")) == 7
    assert [bound.limit for bound in bounds(nothing, "none")] == [0.75, 0.82]


def test_a_fit_says_what_was_chosen_and_what_it_does(fitted):
    assert [(one.vault, one.cues) for one in fitted.fits] == [
        *(("union", "given"), ("union", "none")),
        *(("own", "given"), ("own", "none")),
    ]
    for one in fitted.fits:
        assert len(one.chosen) == 4
        assert {*one.chosen, one.of_all} <= set(grid(one.cues))
        assert one.held_out.asserted["clean"].n == len(waiting()) == fitted.waiting
        shipped_point, *others = [point for point in one.curve if point.is_shipped]
        assert not others
        assert shipped_point.figures.asserted == one.as_shipped.asserted
        rates = [point.figures.both.value for point in one.curve]
        assert rates == sorted(rates, reverse=True)


def test_the_same_fit_chooses_the_same(fitted):
    options = FitOptions(("union",), ("given",), folds=2, shufflings=2)
    with closing(embedder()) as vectors:
        (again,) = fit(some(), (), options, vectors, silent).fits
    assert again == replace(fitted.fits[0], curve=())


@pytest.mark.parametrize("count", [1, 9])
def test_folds_need_blueprints(count):
    with closing(embedder()) as vectors, pytest.raises(UsageError, match=f"does not make {count} folds"):
        fit(some(), (), FitOptions(folds=count), vectors, silent)


def test_progress_is_told():
    told: list[str] = []
    with closing(embedder()) as vectors:
        fit(some(), (), FitOptions(("own",), ("none",), folds=2, shufflings=1), vectors, told.append)
    assert told[0].startswith("embedding 0 of ")
    assert told[-1] == "own vault, cues none: judging what was held out"


def test_the_json_shape_is_the_contract(fitted):
    shape = json.loads(json.dumps(fit_shape(fitted)))
    assert set(shape) == {
        *(
            "n",
            "waiting",
            "folds",
            "shufflings",
            "most_false",
            "most_near",
            "model",
            "seconds",
            "not_understood",
            "fits",
        )
    }
    assert (shape["n"], shape["waiting"], shape["folds"], shape["shufflings"]) == (8, len(waiting()), 2, 2)
    one = shape["fits"][0]
    assert set(one) == {"vault", "cues", "contexts", "constants", "held_out", "shipped", "bounds", "curve"}
    assert set(one["constants"]) == {"asserting", "meaning", "not_yet"}
    assert set(one["constants"]["meaning"]) == {"median", "lowest", "highest", "of_all", "shipped"}
    assert one["constants"]["not_yet"]["shipped"] == SHIPPED.not_yet
    for figures in (one["held_out"], one["shipped"]):
        assert set(figures) == {"identification", "firing", "clean_and_paraphrase", "near_miss", "false_fire"}
        assert set(figures["identification"]["clean"]) == {"n", "top1", "top3", "top5", "intervals"}
        assert set(figures["false_fire"]) == {"n", "rate", "interval"}
    assert set(one["bounds"][0]) == {"name", "bound", "at_most", "met", "n", "rate", "interval"}
    assert {"asserting", "shipped", "clean_and_paraphrase", "near_miss", "false_fire"} <= set(one["curve"][0])
    step = one["curve"][1]["asserting"] / one["curve"][0]["asserting"]
    assert step == pytest.approx(STEP**2)


def test_the_report_is_readable_in_a_hundred_columns(fitted):
    lines = list(fit_lines(fitted))
    assert max(map(len, lines)) <= 100
    text = "\n".join(lines)
    for words in ("ONE VAULT OF ALL NOTES, with cues", "held out: ", "as shipped", "operating curve", "* "):
        assert words in text
    without = replace(fitted, fits=tuple(replace(one, curve=()) for one in fitted.fits))
    assert "operating curve" not in "\n".join(fit_lines(without))
