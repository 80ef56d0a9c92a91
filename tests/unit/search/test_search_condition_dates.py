"""Conditions with dates, through the workspace: only those that count today are matched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app.search.result import RankMode, SearchResults
from app.workspace import Workspace
from tests.support import NOW, open_workspace, write_notes

CUES = "the joiner sends his price\nthe estimate of the joiner is here"
DRAFT = {"action": "File the claim", "when": "after the 15th when the joiner's quote is in", "cues": CUES}
Open = Callable[[datetime], Workspace]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    vault = write_notes(tmp_path / "vault", {"Kitchen.md": "# Kitchen\n\nThe joiner comes in spring.\n"})
    made: list[Workspace] = []

    def at(now: datetime) -> Workspace:
        made.append(open_workspace(vault, now=now))
        made[-1].update(meaning=True)
        return made[-1]

    yield at
    for workspace in made:
        workspace.close()


def met(workspace: Workspace) -> set[str]:
    found: SearchResults = workspace.search_words("the joiner's quote is in", RankMode.BLEND)
    return {item.commitment.id for item in found.operative} | {item.id for item in found.maybe}


def test_both_the_date_and_the_situation_are_needed(opened: Open) -> None:
    today = opened(NOW)
    entry = today.ledger.add(DRAFT)
    assert met(today) == set()
    later = opened(NOW + timedelta(days=16))
    assert met(later) == {entry.id}
    assert later.agenda().firing == ()


def test_what_is_snoozed_resolved_or_superseded_is_not_met(opened: Open) -> None:
    today = opened(NOW)
    for outcome in ("done", "dropped", "superseded"):
        entry = today.ledger.add({**DRAFT, "when": "the joiner's quote is in"})
        assert met(today) == {entry.id}
        today.ledger.snooze(today.find(entry.id), "in 3 days")
        assert met(today) == set()
        today.ledger.snooze(today.find(entry.id), "off")
        assert met(today) == {entry.id}
        today.ledger.resolve(today.find(entry.id), outcome)
        assert met(today) == set()
        assert entry.id not in {item.id for item in today.agenda().firing}


def test_days_that_are_the_condition_are_in_the_agenda_by_date(opened: Open) -> None:
    today = opened(NOW)
    entry = today.ledger.add({"action": "Water the plants", "when": "while we are abroad (1 to 14 December)"})
    assert [item.id for item in today.agenda().upcoming] == [entry.id]
    (firing,) = opened(NOW + timedelta(days=1)).agenda().firing
    assert firing.firing is not None and firing.firing.reason == "date"
    after = opened(NOW + timedelta(days=16))
    assert after.agenda().firing == ()
    assert [item.id for item in after.agenda().upcoming] == [entry.id]
    after.ledger.resolve(after.find(entry.id), "superseded")
    assert after.agenda().upcoming == ()
