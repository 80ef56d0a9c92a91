from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.background import filled_up, of_notes
from app.ledger.everyday_notes import everyday_notes
from app.ledger.firing_constants import OWN_CHUNKS, REFERENCE_CHUNKS

if TYPE_CHECKING:
    from app.ledger.background import Background, Floats

ROW = np.array([[1.0, 0.0]], np.float32)
RANDOM = np.random.default_rng(5)


def notes(*similarities: float) -> Floats:
    """Unit vectors that are so similar to ROW."""
    first = np.array(similarities, np.float32)
    return np.stack([first, np.sqrt(1 - first**2)], axis=1)


def moments(background: Background) -> tuple[float, float]:
    means, deviations = background(ROW)
    return float(means[0]), float(deviations[0])


EVERYDAY = of_notes(notes(0.1, 0.2, 0.3))


def test_the_background_that_notes_are() -> None:
    assert moments(EVERYDAY) == pytest.approx((0.2, (0.02 / 3) ** 0.5))


def test_a_small_vault_is_filled_up_with_everyday_notes() -> None:
    own = notes(*[0.1, 0.3] * 200)
    everyday = notes(*[0.1, 0.2, 0.3] * 200)
    assert len(own) + len(everyday) == REFERENCE_CHUNKS
    assert moments(filled_up(of_notes(own), len(own), EVERYDAY)) == pytest.approx(
        moments(of_notes(np.concatenate([own, everyday]))), abs=1e-5
    )


@pytest.mark.parametrize("chunks", [REFERENCE_CHUNKS, 5 * REFERENCE_CHUNKS])
def test_a_vault_of_a_thousand_chunks_speaks_for_itself(chunks: int) -> None:
    own = of_notes(notes(0.05, 0.25))
    assert moments(filled_up(own, chunks, EVERYDAY)) == pytest.approx(moments(own))


def test_a_vault_of_another_kind_is_its_own_measure() -> None:
    own = of_notes(notes(*[0.7, 0.75] * 20))
    mean, std = moments(filled_up(own, 40, EVERYDAY))
    assert mean == pytest.approx(0.725)
    assert std == pytest.approx(moments(EVERYDAY)[1])


def test_a_few_notes_on_one_thing_are_no_other_kind() -> None:
    own = of_notes(notes(*[0.7, 0.75] * 3))
    mean, _ = moments(filled_up(own, OWN_CHUNKS - 1, EVERYDAY))
    assert mean == pytest.approx(0.2, abs=0.01)
    assert moments(filled_up(own, OWN_CHUNKS, EVERYDAY))[0] == pytest.approx(0.725)


def test_notes_of_which_some_are_about_the_entry_are_no_other_kind() -> None:
    own = of_notes(notes(*[0.9] * 4, *[0.2] * 16))
    assert moments(filled_up(own, 20, EVERYDAY))[0] == pytest.approx(0.2, abs=0.01)


@given(st.integers(0, 3 * REFERENCE_CHUNKS), st.integers(1, 6), st.integers(1, 6))
def test_any_vault_gives_a_mean_between_the_two(chunks: int, own: int, everyday: int) -> None:
    first, second = (notes(*RANDOM.uniform(-1, 1, count)) for count in (own, everyday))
    mean, std = moments(filled_up(of_notes(first), chunks, of_notes(second)))
    ends = sorted((moments(of_notes(first))[0], moments(of_notes(second))[0]))
    assert ends[0] - 1e-5 <= mean <= ends[1] + 1e-5
    assert 0 <= std < 2


def test_everyday_notes_are_many_and_look_like_daily_notes() -> None:
    found = everyday_notes()
    assert len(found) == len(set(found)) > 100
    titles, said = zip(*(note.split("\n") for note in found), strict=True)
    assert len(set(titles)) == len(titles)
    assert all(re.fullmatch(r"2\d{3}-\d\d-\d\d", title) for title in titles)
    assert all(8 <= len(text.split()) <= 50 for text in said)
