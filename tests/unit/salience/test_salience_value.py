from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.salience.salience import SalienceComputer, SalienceInputs, compute_salience, note_projects
from app.salience.weights import SalienceWeights
from app.vault.note import PropertyValue

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


@dataclass(frozen=True)
class _Note:
    path: str
    title: str = ""
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    modified: float = NOW.timestamp()


def test_an_empty_vault_has_no_salience() -> None:
    assert compute_salience(SalienceInputs(()), NOW) == {}


def test_the_formula_is_the_papers() -> None:
    notes = (_Note("top.md", "Index"), _Note("low.md", properties={"importance": "low", "project": "Kitchen"}))
    inputs = SalienceInputs(
        notes,
        centrality={"top.md": 0.75, "low.md": 0.25},
        mentions={"top.md": [NOW], "low.md": [NOW - timedelta(days=3)]},
        open_paths=frozenset({"top.md"}),
        open_projects=frozenset({"kitchen"}),
    )
    found = compute_salience(inputs, NOW)
    assert found["top.md"].value == pytest.approx(1.0)
    low = found["low.md"]
    assert (low.importance, low.activation, low.centrality, low.prospective, low.recency) == pytest.approx(
        (0.3, 0.5, 1 / 3, 0.6, 1.0)
    )
    assert low.value == pytest.approx(0.30 * 0.3 + 0.25 * 0.5 + 0.20 / 3 + 0.15 * 0.6 + 0.10)


def test_the_default_weights_sum_to_one() -> None:
    assert sum(astuple(SalienceWeights())) == pytest.approx(1.0)


def test_a_resolved_commitment_contributes_nothing() -> None:
    notes = (_Note("a.md"), _Note("b.md"))
    before = compute_salience(SalienceInputs(notes, open_paths=frozenset({"a.md"})), NOW)
    after = compute_salience(SalienceInputs(notes), NOW)
    assert before["a.md"].value > before["b.md"].value
    assert after["a.md"] == after["b.md"]
    assert after["b.md"] == before["b.md"]


def test_days_are_counted_in_the_zone_of_now() -> None:
    late = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
    note = _Note("a.md", modified=late.timestamp())
    fresh = _Note("b.md")
    utc = compute_salience(SalienceInputs((note, fresh)), NOW)
    east = compute_salience(SalienceInputs((note, fresh)), NOW.astimezone(timezone(timedelta(hours=9))))
    assert utc["a.md"].recency == pytest.approx(2**-0.5)
    assert east["a.md"].recency == 1.0


@pytest.mark.parametrize("modified", [1e20, -1e20, 0.0, float("inf")])
def test_an_impossible_file_time_is_survived(modified: float) -> None:
    found = compute_salience(SalienceInputs((_Note("a.md", modified=modified), _Note("b.md"))), NOW)
    assert 0.0 < found["a.md"].recency <= 1.0


def test_a_naive_now_is_local() -> None:
    found = compute_salience(SalienceInputs((_Note("a.md"),), mentions={"a.md": [NOW]}), NOW.replace(tzinfo=None))
    assert 0.0 < found["a.md"].value <= 1.0


def test_projects_are_read_from_a_name_or_a_list() -> None:
    assert note_projects({"project": " Kitchen "}) == {"kitchen"}
    assert note_projects({"project": ["A", "b", None, ""]}) == {"a", "b"}
    assert note_projects({"Projects": ["[[Projects/Kitchen]]", "[[Garden|green]]"]}) == {"kitchen", "garden"}
    assert note_projects({"project": {"x": "y"}}) == frozenset() == note_projects({})


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.lists(st.integers(-3, 900), max_size=8))
def test_salience_stays_between_nought_and_one(ranks: list[float], ages: list[int]) -> None:
    notes = tuple(_Note(f"{i}.md") for i in range(len(ranks)))
    mentions = {f"{i}.md": [NOW - timedelta(days=age)] for i, age in enumerate(ages)}
    inputs = SalienceInputs(notes, centrality={f"{i}.md": r for i, r in enumerate(ranks)}, mentions=mentions)
    for parts in compute_salience(inputs, NOW).values():
        assert all(0.0 <= value <= 1.0 + 1e-9 for value in astuple(parts))
    assert compute_salience(replace(inputs, notes=notes[::-1]), NOW) == compute_salience(inputs, NOW)


def test_computing_again_gives_what_computing_anew_gives() -> None:
    computer = SalienceComputer()
    notes = [_Note("a.md", "Index"), _Note("b.md", properties={"project": "Kitchen"})]
    for project in ("kitchen", "garden"):
        inputs = SalienceInputs(tuple(notes), open_projects=frozenset({project}), mentions={"a.md": [NOW]})
        for now in (NOW, NOW + timedelta(days=40), NOW.astimezone(timezone(timedelta(hours=9)))):
            assert dict(computer.compute(inputs, now)) == dict(compute_salience(inputs, now))
        notes[1] = _Note("b.md", properties={"importance": "high", "project": "Garden"}, modified=0.0)
        notes.append(_Note("c.md"))
