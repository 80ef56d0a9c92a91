from __future__ import annotations

import pytest

from app.ledger.fresh_text import Passage, Sentence


@pytest.mark.parametrize(
    ("path", "heading", "units"),
    [
        ("Daily/2026-11-25.md", "Wednesday 25 November 2026", ["It froze hard."]),
        ("Daily/2026-11-25.md", "2026-11-25", ["It froze hard."]),
        ("Daily/2026-11-25.md", "Mittwoch, 25. November 2026", ["It froze hard."]),
        (
            "Daily/2026-11-25.md",
            "Thursday 26 November 2026",
            ["It froze hard.", "Thursday 26 November 2026 It froze hard."],
        ),
        ("Daily/2026-11-25.md", "The allotment", ["It froze hard.", "The allotment It froze hard."]),
        ("Plot.md", "Wednesday 25 November 2026", ["It froze hard.", "Wednesday 25 November 2026 It froze hard."]),
    ],
)
def test_a_heading_tells_with_what_follows_unless_it_is_the_day_of_the_note(
    path: str, heading: str, units: list[str]
) -> None:
    told = Sentence(heading, 1, f"# {heading}", is_heading=True), Sentence("It froze hard.", 3, "It froze hard.")
    assert list(Passage(path, told).units) == units
