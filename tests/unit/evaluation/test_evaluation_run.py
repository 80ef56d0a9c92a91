"""Three blueprints through the real path, with an embedder that needs no model."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.embedding.hashing import HashEmbedder
from app.evaluation.arms import arms_of
from app.evaluation.blueprints import Blueprint, read_blueprints
from app.evaluation.contexts import FORMS, contexts_of
from app.evaluation.figures import figures, hard_rate
from app.evaluation.layout import entry_of, note_paths, scope_of
from app.evaluation.matchers import Oracle, Watcher
from app.evaluation.measuring import measure
from app.evaluation.outcomes import Measured, Options
from app.evaluation.remembering import RememberingEmbedder
from app.evaluation.report import blueprints_lines
from app.evaluation.shape import blueprints_shape
from app.evaluation.world import World

DATA = Path(__file__).resolve().parents[2] / "data" / "blueprints.jsonl"
DIMENSION = 512


def three() -> tuple[Blueprint, ...]:
    return read_blueprints(DATA)[0][:3]


def embedder() -> RememberingEmbedder:
    return RememberingEmbedder(HashEmbedder(dimension=DIMENSION))


def run(options: Options, blueprints: tuple[Blueprint, ...] | None = None) -> Measured:
    with closing(embedder()) as vectors:
        return measure(blueprints or three(), (), options, vectors, lambda line: None)


@pytest.fixture(scope="module")
def real() -> Measured:
    return run(Options())


@pytest.fixture
def world(tmp_path):
    with closing(embedder()) as vectors, closing(World(tmp_path, three(), vectors, cues=True)) as made:
        yield made


def test_a_blueprint_becomes_dated_notes_and_an_entry(world):
    first, second, _ = three()
    assert world.knowledge.counts.pending == 0
    assert world.knowledge.counts.notes == sum(len(blueprint.notes) for blueprint in three())
    entry = world.ledger.entry("a01")
    assert entry == replace(entry_of(first, cues=True), created=entry.created)
    assert entry.created == date(2026, 1, 24)
    assert len(entry.cues) == 8 and len(entry.blockers) == 3
    path = note_paths(first)[first.commitment]
    assert path.startswith(scope_of(first)) and path.endswith(".md")
    assert world.knowledge.resolve(entry.links[0]) == path
    assert world.ledger.entry(second.id).due == date(2026, 9, 1)
    assert not world.ledger.problem and not world.ledger.flagged


def test_without_cues_an_entry_has_neither_cues_nor_blockers():
    entry = entry_of(three()[0], cues=False)
    assert (entry.cues, entry.blockers) == ((), ())
    assert entry.when


def test_notes_of_one_day_have_names_of_their_own():
    first = three()[0]
    day = first.notes[0].day
    paths = note_paths(replace(first, notes=tuple(replace(note, day=day) for note in first.notes)))
    assert len(set(paths.values())) == len(first.notes)


def test_a_date_fires_on_its_day_and_not_before(world):
    def firing(day: date) -> set[str]:
        world.be(day)
        return {item.id for item in world.agenda().firing}

    assert firing(date(2026, 8, 31)) == set()
    assert firing(date(2026, 9, 1)) == {"a02"}


def test_a_resolved_commitment_is_silent_and_one_opened_again_is_not(world):
    second = three()[1]
    world.be(second.trigger.day)
    world.resolve(second)
    assert {item.id for item in world.agenda().firing} == set()
    world.reopen(second)
    assert {item.id for item in world.agenda().firing} == {"a02"}


def test_the_oracle_fires_what_it_is_told_as_long_as_it_is_open(world):
    first, second, _ = three()
    with closing(Watcher(world, Oracle())) as watcher:
        world.be(second.trigger.day)
        assert watcher.agenda().firing == ()
        watcher.expect("a01")
        assert set(watcher.match("whatever is said").firing) == {"a01"}
        watcher.expect(None)
        assert not watcher.match("whatever is said").firing
        watcher.expect("a01")
        world.resolve(first)
        assert not watcher.match("whatever is said").firing


def test_a_cue_in_its_own_words_is_listed_first(world):
    first = three()[0]
    with closing(Watcher(world)) as watcher:
        world.be(first.trigger.day)
        assert watcher.listed(first.cues[0], 5)[0] == "a01"
        assert sorted(watcher.listed("Nothing that anybody waits for.", 5)) == ["a01", "a02", "a03"]
        assert "a01" in watcher.match(first.cues[0]).firing


def test_every_context_is_seen(real):
    seen = real.by_matcher["real"].seen
    assert len(seen) == sum(len(list(contexts_of(blueprint))) for blueprint in three())
    assert {item.form for item in seen} == set(FORMS)
    assert all(bool(item.placed) == (item.form in ("clean", "overloaded", "paraphrase")) for item in seen)
    assert all(item.pairs == 2 for item in seen)


def test_arms_differ_in_nothing_but_the_weight_where_nothing_fires(real):
    for item in real.by_matcher["real"].seen:
        for placed in item.placed:
            assert set(placed.ranks) == set(arms_of(placed.protocol))
            if placed.protocol == "paper" and not (item.asserted or item.by_date or item.others):
                assert len(set(placed.ranks.values())) == 1


def test_the_oracle_never_lowers_a_note_and_the_floor_puts_it_first(real):
    for item in real.by_matcher["oracle"].seen:
        for placed in item.placed:
            ranks = [placed.ranks[name] or 1000 for name in ("W=0", "W=0.3", "W=0.5", "W=1", "W=2", "floor")]
            assert ranks == sorted(ranks, reverse=True)
            assert ranks[-1] == 1


def test_what_is_offered_is_a_row_between_band_and_list(real):
    for item in real.by_matcher["real"].seen:
        for placed in item.placed:
            if item.asserted:
                assert placed.shown <= 3
            elif item.maybe:
                assert placed.shown <= 6
            elif not item.other_maybes:
                assert placed.shown == placed.ranks["floor"]
    found = figures(real, "real").noticed["any"]
    assert found.shown_5["application"].n == found.recall_5["application"].n > 0


@pytest.mark.parametrize("matcher", ["real", "oracle"])
def test_resolved_commitments_are_never_boosted(real, matcher):
    found = figures(real, matcher).negatives
    assert (found.n, found.false_boosts) == (3, 0)
    assert found.would_have_fired >= (3 if matcher == "oracle" else 1)


def test_near_misses_of_dates_come_before_their_date(real):
    found = figures(real, "real")
    assert found.dates["clean"].value == 1.0
    assert found.dates["near_miss"].value == 0.0


def test_each_blueprint_alone_has_a_vault_of_its_own():
    alone = run(Options(entries="own", cues="none", matcher="oracle"), three()[:2])
    assert list(alone.by_matcher) == ["oracle"]
    assert all(item.pairs == 0 and item.others == 0 for item in alone.by_matcher["oracle"].seen)
    assert figures(alone, "oracle").tables["application"]["easy"].arms["floor"].recall_1.value == 1.0


def test_the_plain_ranks_do_not_depend_on_what_else_is_open(real):
    alone = run(Options(entries="own", matcher="oracle"))
    for one, other in zip(real.by_matcher["oracle"].seen, alone.by_matcher["oracle"].seen, strict=True):
        assert one.placed[:1] == other.placed[:1]
    assert alone.hard == real.hard


def test_the_same_run_gives_the_same_outcomes(real):
    assert run(Options()).by_matcher == real.by_matcher


def test_the_json_shape_is_the_contract(real):
    found = {name: figures(real, name) for name in real.by_matcher}
    shape = json.loads(json.dumps(blueprints_shape(real, found)))
    assert {"n", "entries", "cues", "matcher", "strata", "identification", "firing", "maybe", "negatives"} <= set(shape)
    assert (shape["n"], shape["entries"], shape["cues"], shape["matcher"]) == (3, "all-open", "given", "real")
    assert set(shape["strata"]) == {"hard", "easy"}
    assert shape["strata"]["hard"]["n"] + shape["strata"]["easy"]["n"] == 6
    assert set(shape["strata"]["easy"]["arms"]) == {"W=0", "W=0.3", "W=0.5", "W=1", "W=2", "floor"}
    assert {"recall@1", "recall@5", "mrr"} <= set(shape["strata"]["easy"]["arms"]["floor"])
    assert set(shape["identification"]) == {"clean", "overloaded", "paraphrase"}
    assert {"n", "top1", "top3", "top5"} <= set(shape["identification"]["clean"])
    for key in ("firing", "maybe"):
        assert set(shape[key]) == {"clean", "overloaded", "paraphrase", "near_miss", "unrelated", "later_notes"}
        assert {"n", "rate"} <= set(shape[key]["unrelated"])
    assert set(shape["negatives"]) == {"n", "false_boosts", "would_have_fired"}
    assert shape["hard_blueprints"]["n"] == hard_rate(real).n == 3


def test_the_report_is_readable_in_a_hundred_columns(real):
    found = {name: figures(real, name) for name in real.by_matcher}
    lines = list(blueprints_lines(real, found))
    assert max(map(len, lines)) <= 100
    text = "\n".join(lines)
    for words in ("real matcher, paper protocol", "oracle matcher, application protocol", "near_miss", "n=3", "top 5"):
        assert words in text


def test_progress_is_told():
    told: list[str] = []
    with closing(embedder()) as vectors:
        measure(three()[:1], (), Options(matcher="oracle"), vectors, told.append)
    assert told[0].startswith("embedding 0 of ")
    assert told[-1] == "oracle matcher, a01 resolved"
