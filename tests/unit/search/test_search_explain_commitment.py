from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest

from app.ledger.commitment import Blocking, Commitment, Firing, Met, Place, Terms
from app.ledger.firing_constants import OUT_OF_REACH, WITHOUT_EXAMPLES
from app.search.explain_commitment import explain_commitment

NOW = datetime(2026, 11, 30, 9)
MET = Met("The roofer sent his price", "the joiner sends his price")


def told(item: Commitment) -> dict[str, tuple[float | None, str]]:
    return {factor.name: (factor.value, factor.text) for factor in explain_commitment(item, NOW).lines}


def waiting(firing: Firing | None, cues: tuple[str, ...] = ("a",), blockers: tuple[str, ...] = ("b",)) -> Commitment:
    return Commitment("q", "ledger", "Answer", when="a quote comes", cues=cues, blockers=blockers, firing=firing)


def test_every_term_of_a_match_is_named_and_they_add_up() -> None:
    terms = Terms(1.1, 0.3, -0.35, -0.625, shared=("pric", "send"), denied="hasn't", blocker="the roofer comes")
    lines = told(waiting(Firing("context", score=0.425, threshold=1.0, met=MET, terms=terms)))
    assert lines["score"] == (0.425, "of 1.00 needed: it may be, and is only offered")
    assert lines["because of"] == (None, "what you search for: “The roofer sent his price”")
    assert lines["met"] == (None, "“the joiner sends his price”")
    assert lines["words"] == (1.1, "telling words in common, beyond chance: price, send")
    assert lines["blockers"][1].endswith("“the roofer comes”")
    assert lines["not yet"] == (-0.625, "it has not come about: “hasn't”")
    assert sum(lines[name][0] or 0 for name in ("words", "meaning", "blockers", "not yet")) == pytest.approx(0.425)


def test_terms_that_took_nothing_off_are_left_out() -> None:
    lines = told(waiting(Firing("context", score=1.2, threshold=1.0, met=MET, terms=Terms(1.0, 0.2))))
    assert lines["score"] == (1.2, "of 1.00 needed: strong evidence, asserted")
    assert lines["words"][1].endswith("beyond chance")
    assert not {"blockers", "not yet", "named"} & lines.keys()


@pytest.mark.parametrize(
    ("cues", "blockers", "lacking"),
    [((), (), "cues and blockers"), (("a",), (), "blockers"), ((), ("b",), "cues")],
)
def test_what_would_lower_the_threshold_is_said(cues: tuple[str, ...], blockers: tuple[str, ...], lacking: str) -> None:
    firing = Firing("context", score=1.2, threshold=WITHOUT_EXAMPLES, met=MET, terms=Terms(1.0, 0.2))
    lines = told(waiting(firing, cues, blockers))
    assert f"of 1.60 needed (1.00 with {lacking}):" in lines["score"][1]
    for name, given in (("cues", cues), ("not for", blockers)):
        assert lines[name][1].startswith("none: ") is not bool(given)


def test_what_can_only_be_offered_says_so() -> None:
    firing = Firing("context", score=2.0, threshold=OUT_OF_REACH, met=MET, terms=Terms(2.0))
    assert "never assert it" in told(waiting(firing))["score"][1]


def test_a_named_entry_has_no_further_terms() -> None:
    firing = Firing("context", score=3.0, threshold=1.0, met=MET, terms=Terms(3.0, named=True))
    lines = told(waiting(firing))
    assert lines["named"] == (3.0, "all words of the sentence stand in that text")
    assert "words" not in lines


def test_dates_and_silence_are_explained_in_words() -> None:
    item = Commitment("d", "ledger", "Pay", due=date(2026, 11, 28), firing=Firing("date", days_late=2))
    assert told(item)["firing"] == (None, "its date has come")
    assert told(item)["due"] == (None, "Sat 28 Nov 2026: 2 d late")
    ahead = replace(item, due=datetime(2026, 12, 2, 9, 30), lead="3 days", firing=Firing("date", days_late=-2))
    assert told(ahead)["due"] == (None, "Wed 2 Dec 2026 09:30: Wed")
    assert told(ahead)["firing"] == (None, "its lead has begun")
    assert told(waiting(None))["firing"][1].startswith("not now")
    assert told(replace(item, is_scheduled=True))["scheduled"][1].endswith("scheduled 2 d ago")
    assert told(replace(item, due=date(4029, 1, 1)))["due"] == (None, "Mon 1 Jan 4029: 1 Jan 4029")


def test_what_a_note_set_off_says_where() -> None:
    firing = Firing("event", score=1.7, threshold=1.0, met=MET, evidence=Place("Daily/2026-08-14.md", 12))
    lines = told(waiting(firing, ("a", "b"), ("c", "d")))
    assert lines["because of"] == (None, "Daily/2026-08-14, line 12: “The roofer sent his price”")
    assert lines["cues"][1] == "2 examples of the situation"
    assert lines["not for"][1] == "2 nearby situations in which it does not apply"
    assert told(waiting(replace(firing, met=None, score=None)))["because of"] == (None, "Daily/2026-08-14, line 12")


def test_what_blocks_and_what_reminds_is_named() -> None:
    item = Commitment("a.md:1", "note", "Pay", due=date(2026, 12, 9), blocked_by=(Blocking("b.md:2", "Ask first"),))
    lines = told(replace(item, remind=datetime(2026, 12, 1, 9), under="House", is_scheduled=True, is_implied=True))
    assert lines["blocked"] == (None, "not before these are done: “Ask first”")
    assert lines["reminder"][1] == "fires from Tue 1 Dec 2026 09:00 on"
    assert lines["under"][1] == "part of “House”"
    assert "file's name" in lines["implied"][1]
    assert told(replace(item, remind=date(2026, 12, 1)))["reminder"][1] == "fires from Tue 1 Dec 2026 on"
    assert "reminder" not in told(replace(item, remind=item.due))
    assert told(replace(item, firing=Firing("date", days_late=-8)))["firing"][1] == "its reminder has come"
