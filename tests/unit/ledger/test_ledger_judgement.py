from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger_support import THREE, VaultOnDisk

from app.errors import NotFound, UsageError
from app.ledger.actions import Actions
from app.ledger.agenda import commitment_of_entry
from app.ledger.commitment import Commitment, Firing, Met, Place
from app.ledger.entry import Entry
from app.ledger.firing import match_context
from app.ledger.history import describe
from app.ledger.judgement import Judgement, lesson
from app.ledger.ledger import Ledger
from app.ledger.sentences import context_units
from app.ledger.word_statistics import WordStatistics
from app.vault.files import Vault

SAID = "The price has come at last."
JUDGEMENTS: tuple[Judgement, ...] = ("acknowledged", "confirmed", "corrected")


def _opened(vault: VaultOnDisk) -> tuple[Ledger, Actions]:
    vault.write(THREE)
    ledger = Ledger.open(vault.root, lambda: vault.now, vault.lock)
    return ledger, Actions(Vault(vault.root), ledger, lambda: vault.now)


def _fired(ledger: Ledger, said: str = SAID, key: str = "") -> Commitment:
    met = Met(said, "they sent a price")
    firing = Firing(
        "event" if key else "context", None, 1.2, 1.0, met, Place("Daily/a.md", 3) if key else None, key=key
    )
    return replace(commitment_of_entry(ledger.entry("q7te")), firing=firing)


def test_a_confirmed_sentence_is_a_cue_until_that_is_undone(vault: VaultOnDisk) -> None:
    ledger, actions = _opened(vault)
    before = vault.read()
    item = actions.judge(_fired(ledger), "confirmed")
    assert item.cues == ("they sent a price", "we hear the cost", SAID)
    assert "# from Ann" in vault.read(), "comments between the cues stay"
    line = ledger.history("q7te")[-1]
    assert (line.kind, describe(line)) == ("confirmed", "confirmed a firing of 'Compare the quote'")
    actions.undo()
    assert vault.read() == before
    actions.redo()
    assert ledger.entry("q7te").cues[-1] == SAID


def test_a_corrected_sentence_is_a_blocker_and_ends_the_event(vault: VaultOnDisk) -> None:
    ledger, actions = _opened(vault)
    item = actions.judge(_fired(ledger, key="ab12cd34"), "corrected")
    assert item.blockers == (SAID,)
    line = ledger.history("q7te")[-1]
    assert (line.kind, line.details) == ("corrected", {"events": ["ab12cd34"]})
    actions.undo()
    assert ledger.entry("q7te").blockers == ()
    assert ledger.history("q7te")[-1].details["undoes"] == line.op


def test_the_last_word_counts(vault: VaultOnDisk) -> None:
    ledger, actions = _opened(vault)
    actions.judge(_fired(ledger), "confirmed")
    item = actions.judge(_fired(ledger, " the  price has come at LAST."), "corrected")
    assert (item.cues, item.blockers) == (("they sent a price", "we hear the cost"), ("the price has come at LAST.",))
    item = actions.judge(_fired(ledger), "confirmed")
    assert (item.cues[-1], item.blockers) == (SAID, ())


def test_what_was_learnt_already_is_said(vault: VaultOnDisk) -> None:
    ledger, actions = _opened(vault)
    written = vault.read()
    with pytest.raises(UsageError, match="is one of its cues already"):
        actions.judge(_fired(ledger, "They sent a  price"), "confirmed")
    assert vault.read() == written


def test_an_acknowledgement_is_recorded_changes_nothing_and_can_be_undone(vault: VaultOnDisk) -> None:
    ledger, actions = _opened(vault)
    written = vault.read()
    actions.judge(_fired(ledger, key="ab12cd34"), "acknowledged")
    line = ledger.history("q7te")[-1]
    assert (line.kind, line.details["events"], line.before) == ("acknowledged", ["ab12cd34"], line.after)
    assert vault.read() == written
    assert actions.undo() == ("acknowledged 'Compare the quote'", "")
    assert ledger.history("q7te")[-1].details == {"undoes": line.op}
    assert vault.read() == written


def test_what_was_edited_by_hand_meanwhile_is_kept(vault: VaultOnDisk) -> None:
    ledger, actions = _opened(vault)
    fired = _fired(ledger)
    vault.write(vault.read().replace('"we hear the cost",', '"we hear the cost",\n    "a bill is here",'))
    assert actions.judge(fired, "confirmed").cues[-2:] == ("a bill is here", SAID)


@pytest.mark.parametrize("judgement", JUDGEMENTS)
def test_only_what_fires_because_of_words_is_judged(vault: VaultOnDisk, judgement: Judgement) -> None:
    ledger, actions = _opened(vault)
    quote = commitment_of_entry(ledger.entry("q7te"))
    task = replace(quote, home="note", note=Place("a.md", 1), firing=Firing("date", 0))
    for item, why in ((quote, "does not fire"), (task, "task line")):
        with pytest.raises(UsageError, match=why):
            actions.judge(item, judgement)
    with pytest.raises(UsageError, match="fires by its date"):
        actions.judge(replace(quote, firing=Firing("date", 2)), judgement)
    assert ledger.history() == [], "nothing was recorded"


def test_only_an_event_is_acknowledged(vault: VaultOnDisk) -> None:
    ledger, actions = _opened(vault)
    with pytest.raises(UsageError, match="as long as the search says so"):
        actions.judge(_fired(ledger), "acknowledged")


def test_what_was_resolved_meanwhile_is_not_judged(vault: VaultOnDisk) -> None:
    ledger, actions = _opened(vault)
    item = _fired(ledger)
    ledger.resolve("q7te")
    with pytest.raises(NotFound):
        actions.judge(item, "confirmed")


_SENTENCES = (
    "they sent a price for the worktop, finally",
    "price",
    "we hear the cost. They sent a price.",
    "The quote arrives",
    "quote arrives, so they sent a price. we hear the cost",
)


@pytest.mark.parametrize("said", _SENTENCES)
def test_a_false_alarm_never_comes_twice_for_the_same_words(said: str) -> None:
    entry = Entry("q7te", "Compare the quote", when="the quote arrives", cues=("they sent a price", "we hear the cost"))
    weight = WordStatistics([f"nothing of note {i}" for i in range(30)])
    for _ in range(4):
        matches = match_context(context_units(said), None, [entry], {}, weight=weight)
        reasons = [*matches.firing.values(), *(reason for _, reason in matches.maybe)]
        if not reasons:
            break
        assert reasons[0].met is not None
        denied = reasons[0].met.context
        entry = replace(entry, **lesson(entry, denied, "corrected"))
        again = match_context(context_units(said), None, [entry], {}, weight=weight)
        left = [*again.firing.values(), *(reason for _, reason in again.maybe)]
        assert all(reason.met is not None and denied not in reason.met.context for reason in left)
    else:
        pytest.fail("it was denied four times and came again")
    assert entry.blockers, "it fired, or may have, at first"


@given(st.lists(st.sampled_from(["the price", "The  Price", "no quote", "a call"]), max_size=6), st.data())
def test_no_sentence_is_both_a_cue_and_a_blocker(said: list[str], data: st.DataObject) -> None:
    entry = Entry("q7te", "Compare the quote", when="the quote arrives")
    for sentence in said:
        judgement = data.draw(st.sampled_from(JUDGEMENTS))
        try:
            entry = replace(entry, **lesson(entry, sentence, judgement))
        except UsageError:
            continue
    folded = [" ".join(text.casefold().split()) for text in (*entry.cues, *entry.blockers)]
    assert len(folded) == len(set(folded))


def test_a_false_alarm_that_is_known_as_a_blocker_by_now_is_over_all_the_same(vault: VaultOnDisk) -> None:
    ledger, actions = _opened(vault)
    item = _fired(ledger)
    assert item.firing is not None
    assert item.firing.met is not None
    event = replace(item, firing=replace(item.firing, reason="event", key="abcd1234"))
    ledger.edit(item.id, blockers=(item.firing.met.context.upper(),))
    actions.judge(event, "corrected")
    last = ledger.history()[-1]
    assert (last.kind, last.details["events"]) == ("corrected", ["abcd1234"])
    assert ledger.entry(item.id).blockers == (item.firing.met.context.upper(),)
    with pytest.raises(UsageError, match="already"):
        actions.judge(item, "corrected")
