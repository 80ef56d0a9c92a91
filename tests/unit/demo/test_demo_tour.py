"""The demonstration vault brings up what its tour says, with the real model in the real worker process."""

from __future__ import annotations

import pytest

from app.clock import clock_as_of
from app.config import Config
from app.demo import TODAY, copy_demo_vault
from app.paths import Locations
from app.search.result import Arm, RankMode
from app.workspace import Workspace

pytestmark = [pytest.mark.model, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tour")
    opened = Workspace.open(
        copy_demo_vault(folder / "Demo vault"),
        config=Config(),
        locations=Locations.below(folder),
        clock=clock_as_of(TODAY),
    )
    report = opened.update(meaning=True)
    assert (report.notes, report.pending, report.dimension) == (59, 0, 384)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def ask(workspace):
    def search(query):
        return workspace.search(query, workspace.config.search, RankMode.BLEND, Arm.FUSED)

    return search


def operative(found):
    return [item.commitment.id for item in found.operative]


def places(found, count):
    return [(result.path, result.heading.rpartition(" › ")[2]) for result in found.results[:count]]


def paths(found, count):
    return [result.path for result in found.results[:count]]


def test_1_kitchen_quote(ask):
    found = ask("kitchen quote")
    assert operative(found) == ["k7q2"]
    assert places(found, 1) == [("Projects/Kitchen.md", "Quotes")]
    assert found.operative[0].results[0].path == "Projects/Kitchen.md"


def test_2_arthur_is_an_alias_of_dad(ask):
    found = ask("Arthur")
    assert (found.results[0].path, found.results[0].pinned) == ("People/Dad.md", "alias")
    assert "Daily/2026-11-29.md" in paths(found, 3)


def test_3_frost_by_word_and_by_meaning(ask):
    found = ask("frost")
    assert operative(found) == ["f8ro"]
    assert {result.path for result in found.operative[0].results} == {"Areas/Allotment.md"}
    by_path = {result.path: result for result in found.results[:5]}
    assert by_path["Daily/2026-10-18.md"].words > 0 and by_path["Reference/Sowing calendar.md"].words > 0
    assert by_path["Daily/2026-11-25.md"].words == 0 and by_path["Daily/2026-11-25.md"].cosine > 0.3


def test_4_a_question_in_plain_words(ask):
    found = ask("who has not paid me")
    assert {("Projects/Station Yard survey.md", "Invoice"), ("Areas/Money.md", "Tax pot")} <= set(places(found, 3))
    lifted = next(result for result in found.results if result.path == "Projects/Station Yard survey.md")
    assert lifted.firing is True
    assert "n147" not in operative(found)


def test_5_a_promise_said_in_passing(ask):
    found = ask("what did I promise Martin")
    assert paths(found, 1) == ["Daily/2026-11-12.md"]
    assert {"People/Martin Oakes.md", "Projects/Hollin Farm boundary.md"} <= set(paths(found, 4))


def test_6_the_stopcock(ask):
    assert set(places(ask("where does the water turn off"), 2)) == {
        ("Reference/House facts.md", "House facts"),
        ("Areas/Allotment.md", "Water"),
    }


def test_7_food_for_a_crowd(ask):
    assert {"Reference/Leek and barley soup.md", "Projects/Winter concert.md"} <= set(paths(ask("food for a crowd"), 3))


def test_8_a_tag_and_a_word(ask):
    found = ask("tag:#work hedge")
    assert set(paths(found, 3)) == {
        "Projects/Hollin Farm boundary.md",
        "Reference/Boundary wording.md",
        "Reference/Field codes.md",
    }
    assert "Daily/2026-10-06.md" not in paths(found, len(found.results))


def test_a_note_that_tells_of_it_in_other_words_offers_it(workspace):
    body = workspace.read_note("Daily/2026-11-27.md").text.partition("\n---\n")[2]
    assert "k7q2" in {item.id for item in workspace.agenda_in(body).maybe}


@pytest.mark.parametrize(
    ("note", "entry"),
    [
        ("Daily/2026-11-05.md", "k7q2"),
        ("Daily/2026-11-17.md", "d3fa"),
        ("Daily/2026-11-10.md", "p68m"),
        ("Daily/2026-11-19.md", "w4sa"),
        ("Daily/2026-11-22.md", "c1dr"),
    ],
)
def test_near_misses_do_not_fire(workspace, note, entry):
    body = workspace.read_note(note).text.partition("\n---\n")[2]
    assert entry not in {item.id for item in workspace.agenda_in(body).firing}


def events(workspace):
    found = (item for item in workspace.agenda().firing if item.firing.reason == "event")
    return {item.id: (item.firing.evidence.path, item.firing.evidence.line) for item in found}


def test_the_frost_came_and_a_school_trip_is_taken_for_a_school(workspace):
    assert events(workspace) == {"f8ro": ("Daily/2026-11-25.md", 6), "t0rs": ("Daily/2026-11-19.md", 8)}


def test_a_second_run_knows_the_same_by_meaning_too(workspace):
    locations = Locations.below(workspace.index_path.parents[3])
    again = Workspace.open(workspace.root, config=Config(), locations=locations, clock=clock_as_of(TODAY))
    try:
        again.update(meaning=False)
        body = again.read_note("Daily/2026-11-27.md").text.partition("\n---\n")[2]
        found = {item.id: item.firing for item in again.agenda_in(body).maybe}
        assert found["k7q2"].terms.meaning > 0
        assert events(again) == events(workspace)
    finally:
        again.close()


def test_what_was_no_such_thing_is_never_taken_for_it_again(workspace):
    trip = next(item for item in workspace.agenda().firing if item.id == "t0rs")
    workspace.ledger.deny(trip)
    assert "t0rs" not in events(workspace)
    body = workspace.read_note("Daily/2026-11-19.md").text.partition("\n---\n")[2]
    assert "t0rs" not in {item.id for item in workspace.agenda_in(body).firing}
    workspace.ledger.undo()
    assert "t0rs" in events(workspace)
