from __future__ import annotations

from datetime import date, datetime

import pytest

from app.ledger.commitment import Commitment, Firing, Met, Terms
from app.ledger.firing_constants import OUT_OF_REACH, WITHOUT_EXAMPLES
from app.search.explain_commitment import explain_commitment

NOW = datetime(2026, 11, 30, 9)
MET = Met("The roofer sent his price", "the joiner sends his price")


def told(item: Commitment) -> dict[str, tuple[float, str]]:
    return {factor.name: (factor.value, factor.text) for factor in explain_commitment(item, NOW).lines}


def waiting(firing: Firing | None, cues: tuple[str, ...] = ("a",), blockers: tuple[str, ...] = ("b",)) -> Commitment:
    return Commitment("q", "ledger", "Answer", when="a quote comes", cues=cues, blockers=blockers, firing=firing)


def test_every_term_of_a_match_is_named_and_they_add_up() -> None:
    terms = Terms(1.1, 0.3, -0.35, -0.625, shared=("pric", "send"), denied="hasn't", blocker="the roofer comes")
    lines = told(waiting(Firing("context", score=0.425, threshold=1.0, met=MET, terms=terms)))
    assert lines["firing"] == (0.425, "needed 1.00: below the threshold, so only offered as maybe")
    assert lines["met"][1] == "“The roofer sent his price” met “the joiner sends his price”"
    assert lines["words"] == (1.1, "telling words in common, more than by chance: pric, send")
    assert lines["blockers"][1].endswith("“the roofer comes”")
    assert lines["not yet"] == (-0.625, "it has not come about: “hasn't”")
    assert sum(lines[name][0] for name in ("words", "meaning", "blockers", "not yet")) == pytest.approx(0.425)


def test_terms_that_took_nothing_off_are_left_out() -> None:
    lines = told(waiting(Firing("context", score=1.2, threshold=1.0, met=MET, terms=Terms(1.0, 0.2))))
    assert lines["firing"] == (1.2, "needed 1.00: asserted")
    assert lines["words"][1].endswith("by chance")
    assert not {"blockers", "not yet", "named"} & lines.keys()


@pytest.mark.parametrize(
    ("cues", "blockers", "lacking"),
    [((), (), "cues and blockers"), (("a",), (), "blockers"), ((), ("b",), "cues")],
)
def test_what_would_lower_the_threshold_is_said(cues: tuple[str, ...], blockers: tuple[str, ...], lacking: str) -> None:
    firing = Firing("context", score=1.2, threshold=WITHOUT_EXAMPLES, met=MET, terms=Terms(1.0, 0.2))
    assert f"needed 1.60, more because it has no {lacking}:" in told(waiting(firing, cues, blockers))["firing"][1]


def test_what_can_only_be_offered_says_so() -> None:
    firing = Firing("context", score=2.0, threshold=OUT_OF_REACH, met=MET, terms=Terms(2.0))
    assert "never assert it" in told(waiting(firing))["firing"][1]


def test_a_named_entry_has_no_further_terms() -> None:
    firing = Firing("context", score=3.0, threshold=1.0, met=MET, terms=Terms(3.0, named=True))
    lines = told(waiting(firing))
    assert lines["named"] == (3.0, "all words of the context stand in that text")
    assert "words" not in lines


def test_dates_and_silence_are_explained_as_well() -> None:
    item = Commitment("d", "ledger", "Pay", due=date(2026, 11, 28), firing=Firing("date", days_late=2))
    assert told(item)["firing"] == (1.0, "its date has come")
    assert told(item)["due"][0] == 2.0
    assert told(waiting(None))["firing"][1].startswith("not now")
