from __future__ import annotations

import pytest

from app.embedding.hashing import hash_vectors
from app.index.records import ChunkRow
from app.ledger.entry import Entry
from app.ledger.entry_vectors import EntryVectors, entry_texts
from app.ledger.event_matching import match_events
from app.ledger.fresh_text import passages

QUOTE = Entry(
    "q",
    "Reconcile it against the June estimate",
    when="the vendor quote arrives",
    cues=("the kitchen people sent their price",),
    blockers=("the roofer sent his price",),
)
DAD = Entry("d", "Call Ann", when="Dad has another fall")


def chunk(text, start=1):
    lines = text.split("\n")
    return ChunkRow(1, "Daily/2026-08-14.md", 0, (), start, start + len(lines) - 1, text, "")


def fired(text, entries=(QUOTE, DAD), added=None, removed=(), **more):
    found = passages([chunk(text)], added, removed)
    return {match.entry.id: match for match in match_events(found, None, entries, {}, **more)}


def test_a_sentence_fires_an_entry_with_its_line_and_its_words():
    found = fired("# Friday\n\nWent to the market.\nIt rained. The vendor quote arrived. Supper late.")
    match = found["q"]
    assert (match.sentence.line, match.sentence.text) == (4, "The vendor quote arrived.")
    assert match.firing.met.context == "The vendor quote arrived."
    assert found.keys() == {"q"}


@pytest.mark.parametrize(
    "text",
    [
        "When the vendor quote arrives, reconcile it against the June estimate.",
        "Reconcile it against the June estimate when the vendor quote arrives",
        "When the vendor quote arrives:\n- reconcile it against the June estimate",
        "- [ ] Reconcile against June estimate\n\nThe vendor quote arrives",
        "Once the vendor quote arrives",
        "Has the vendor quote arrived?",
        "# Vendor quote",
        "- [ ] the vendor quote arrives",
        "```\nthe vendor quote arrived\n```",
        "Rain. %%the vendor quote arrived%% <!-- the vendor quote arrived -->",
        "Quote",
        "Vendor",
    ],
)
def test_what_states_the_commitment_asks_or_names_a_topic_fires_nothing(text):
    assert fired(text) == {}


def test_news_below_the_statement_in_the_same_note_are_news():
    stated = "When the vendor quote arrives, reconcile it against the June estimate."
    assert fired(f"{stated}\n\nThe vendor quote arrived.")["q"].sentence.line == 3


def test_a_tale_that_begins_with_when_is_a_tale():
    assert fired("When Dad had another fall").keys() == {"d"}
    assert fired("When Dad has another fall").keys() == set()


def test_the_next_best_sentence_counts_when_the_best_does_not():
    found = fired("Has the vendor quote arrived?\n\nWent out.\n\nSlept.\n\nYes, the vendor quote arrived.")
    assert found["q"].sentence.line == 7


def test_what_is_old_is_passed_over():
    text = "The vendor quote arrived.\n\nNothing else today.\n\nVendor quote arrived!"
    assert fired(text)["q"].sentence.line in (1, 5)
    found = fired(text, is_old=lambda sentence: sentence.line == 1)
    assert found["q"].sentence.line == 5
    assert fired(text, is_old=lambda sentence: True) == {}


def test_only_fresh_lines_count_and_of_these_only_what_did_not_stand_there():
    text = "The vendor quote arrived.\nIt rained."
    assert fired(text, added=["It rained."]) == {}
    changed = "The vendor quote arrived. It rained."
    assert fired(changed, added=[changed], removed=["The vendor quote arrived."]) == {}
    assert fired(changed, added=[changed], removed=["It rained."]).keys() == {"q"}


def test_a_link_that_only_leads_elsewhere_is_no_news():
    line, before = "The vendor quote arrived [[New]].", "The vendor quote arrived [[Old]]."
    assert fired(line, added=[line], removed=[before]) == {}


def test_by_meaning_too():
    synonyms = {"price": "quote", "joiner": "kitchen", "mailed": "sent"}
    texts = entry_texts(QUOTE)
    matrix = hash_vectors([text.text for text in texts], 256, synonyms)
    shown, kinds = tuple(text.shown for text in texts), tuple(text.kind for text in texts)
    vectors = {"q": EntryVectors("q", shown, kinds, matrix, matrix[kinds.index("cue")], 0.1, 0.09)}
    found = passages([chunk("Sunny.\n\nThe joiner people sent their quote.")], None)
    units = [unit for passage in found for unit in passage.units]
    of_unit = dict(zip(units, hash_vectors(units, 256, synonyms), strict=True))
    (match,) = match_events(found, of_unit, [QUOTE], vectors)
    assert match.sentence.line == 3
    assert match.firing.score >= match.firing.threshold


def test_hostile_text_is_survived():
    for text in ("- " * 5000, "[[" * 5000, "when " * 2000, "#" * 10000, "a" * 10000, "%%" * 3000, "\u0000 \ud7ff"):
        assert fired(text) == {}
