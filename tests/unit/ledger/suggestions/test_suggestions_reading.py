from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.drafts import FIELDS, Reader
from app.ledger.suggestions.reading import read_sentence

WEDNESDAY = date(2026, 8, 12)
READER = Reader(WEDNESDAY, languages=("en", "de", "fr", "es"))


@pytest.mark.parametrize(
    ("sentence", "draft"),
    [
        (
            "Told Martin I'd have the drawings to him before the completion date.",
            {"action": "have the drawings to him", "when": "the completion date"},
        ),
        (
            "told Martin I'd have the drawings to him by Friday",
            {"action": "have the drawings to him", "due": "2026-08-14", "due_phrase": "by Friday"},
        ),
        (
            "Next time the boiler man is here, ask about the valve.",
            {"action": "ask about the valve", "when": "the boiler man is here"},
        ),
        (
            "If the survey finds damp, I must ring the insurer.",
            {"action": "ring the insurer", "when": "the survey finds damp"},
        ),
        (
            "When the scaffolding is up I'll get the gutter seen to.",
            {"action": "get the gutter seen to", "when": "the scaffolding is up"},
        ),
        ("I need to renew it by 2026-12-01.", {"action": "renew it", "due": "2026-12-01"}),
        (
            "I'm not signing anything until I've seen the lease.",
            {"action": "I'm not signing anything until I've seen the lease", "when": "I'm not signing anything"},
        ),
        (
            "From now on no invoice leaves the office without a number.",
            {
                "action": "no invoice leaves the office without a number",
                "when": "no invoice leaves the office without a number",
            },
        ),
        (
            "Ich habe Martin versprochen, ihm die Pläne bis Freitag zu schicken.",
            {"action": "ihm die Pläne zu schicken", "due": "2026-08-14", "due_phrase": "bis Freitag"},
        ),
        (
            "Wenn der Klempner kommt, muss ich nach dem Ventil fragen.",
            {"action": "nach dem Ventil fragen", "when": "der Klempner kommt"},
        ),
        (
            "J'ai promis à Martin de lui envoyer les plans avant vendredi.",
            {"action": "lui envoyer les plans", "due": "2026-08-13", "due_phrase": "avant vendredi"},
        ),
        (
            "Quand le plombier viendra, je dois lui demander pour la vanne.",
            {"action": "lui demander pour la vanne", "when": "le plombier viendra"},
        ),
        (
            "Tengo que renovar el pasaporte antes del 5 de septiembre.",
            {"action": "renovar el pasaporte", "due": "2026-09-04", "due_phrase": "antes del 5 de septiembre"},
        ),
        (
            "Cuando venga el fontanero, tengo que preguntarle por la válvula.",
            {"action": "preguntarle por la válvula", "when": "venga el fontanero"},
        ),
        (
            "No fui ayer, pero voy a renovar el pasaporte antes del 5 de septiembre.",
            {"action": "renovar el pasaporte", "due": "2026-09-04", "due_phrase": "antes del 5 de septiembre"},
        ),
        (
            "J'enverrai les plans à Martin avant vendredi.",
            {"action": "J'enverrai les plans à Martin", "due": "2026-08-13", "due_phrase": "avant vendredi"},
        ),
    ],
)
def test_a_promise_or_intention_with_a_day_or_a_condition(sentence, draft):
    assert read_sentence(sentence, READER) == draft


@pytest.mark.parametrize(
    "sentence",
    [
        "Should I ring her by Friday?",
        "When do I have to pay this by Friday?",
        "I don't have to call Wendy on Thursday.",
        "Maybe I'll go in March.",
        "I used to call her when I got home.",
        "I rang her when she got home.",
        "Sam promised to bring the ladder by Friday.",
        "She said she'd send it by Monday.",
        "Whenever it rains I have to move the bins.",
        "I usually need to wait when the bus is late.",
        "Said I'd look at it in March, no promises.",
        'He wrote "I will pay you by Friday" on the card.',
        "I promised him the moon.",
        "I must say it was good.",
        "I'll call Wendy.",
        "I needed to pay it by last Friday.",
        "If you want to see it, I'll show you.",
        "That is the weekend of the party, 21 March next year, and we will be away.",
        "Firm price 1,180, says he can fit us in once Geoff knows his week.",
        "Vielleicht rufe ich sie am Montag an.",
        "Gestern war ich beim Arzt, als es regnete.",
        "Hier il a plu quand nous étions dehors.",
        "J'aimerais partir en mars quand il fera beau.",
        "Ayer estaba en casa cuando llegó.",
        "Quizás tengo que ir cuando llueva.",
        "Ich werde Ann die Zeichnungen bis Freitag nicht schicken.",
        "Bis Freitag werde ich die Pläne nicht schicken.",
        "Ich muss bis Freitag keine Pläne schicken.",
        "Ich habe nicht versprochen, ihm die Pläne bis Freitag zu schicken.",
        "Je n'enverrai pas les plans à Ann avant vendredi.",
        "No enviaré los planos a Ann antes del viernes.",
        "No le enviaré los planos a Ann antes del viernes.",
        "No voy a enviar los planos antes del viernes.",
        "No tengo que enviar los planos antes del viernes.",
        "Nunca le prometí a Martín enviarle los planos antes del viernes.",
        "No me comprometí a enviar los planos antes del viernes.",
    ],
)
def test_what_asks_doubts_or_tells_of_the_past_or_of_others_is_none(sentence):
    assert read_sentence(sentence, READER) is None


def test_the_less_personal_a_text_the_surer_the_words_have_to_be():
    promise, intention, rule = (
        "I promised Ann to send it by Friday.",
        "I'll send it to Ann by Friday.",
        "Every box gets labelled once it's back from the shop.",
    )
    found = {voice: [read_sentence(one, READER, voice) is not None for one in (promise, intention, rule)]
             for voice in ("technical", "reference", "diary")}  # fmt: skip
    assert found == {
        "technical": [True, False, False], "reference": [True, True, False], "diary": [True, True, True],
    }  # fmt: skip


def test_only_languages_that_are_set_are_read():
    german = "Ich muss den Pass bis zum 5. September verlängern."
    assert read_sentence(german, READER) is not None
    assert read_sentence(german, Reader(WEDNESDAY)) is None


@given(st.text(max_size=200))
def test_nothing_that_can_be_written_raises(text):
    draft = read_sentence(text, READER)
    assert draft is None or (draft["action"] and set(draft) <= set(FIELDS))


TELLING = (
    "I I'll must promised told when once until before without if , . ; - ( ) Friday by the no gets never again from "
    "now on next time ich muss wenn je dois quand tengo que cuando 12 May £40 'til I've [[Note]] \"quoted\""
)


@given(st.lists(st.sampled_from(TELLING.split(" ")), max_size=40))
def test_any_order_of_telling_words_gives_a_draft_that_waits_for_something(words):
    draft = read_sentence(" ".join(words), READER)
    assert draft is None or draft.get("due") or draft.get("when")


@pytest.mark.parametrize(
    "piece", ["I'll ", "no ", "when I ", "a, ", "must be ", "from the ", "gets ", "ich muss ", "needs "]
)
def test_a_long_sentence_takes_no_time(piece):
    text = (piece * 5000)[:600]
    began = time.perf_counter()
    read_sentence(text, READER)
    assert time.perf_counter() - began < 2.0


@pytest.mark.parametrize(
    "sentence",
    [
        "In the film, he says I will come back on Friday.",
        "In the book she swears she and I will meet next week.",
        "Ann thinks I'll send it by Friday.",
        "My sister thinks that I will send it by Friday.",
        "They believe we will finish the shed by Friday.",
        "Martin says I'll be there on Friday.",
        "Everyone assumes I'm going to pay by Friday.",
        "According to Ann, I'll send it by Friday.",
        "I'll send Ann the drawings by Friday - done.",
        "I'll send Ann the drawings by Friday – sent!",
        "I promised Ann the drawings by Friday (done)",
        "I'll send Ann the drawings by Friday, already done.",
        "I'll send Ann the drawings by Friday ✅",
    ],
)
def test_what_others_say_of_the_writer_and_what_is_dealt_with_is_not_offered(sentence: str) -> None:
    assert read_sentence(sentence, READER) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "I think I'll send Ann the drawings by Friday.",
        "We believe we will finish the shed by Friday.",
        "Martin says I must send him the drawings by Friday.",
        "I'll get the drawings done by Friday.",
        "I must return the book in the film club by Friday.",
    ],
)
def test_what_the_writer_says_is_offered_still(sentence: str) -> None:
    assert read_sentence(sentence, READER) is not None


def test_a_long_sentence_costs_little() -> None:
    began = time.perf_counter()
    for unit in ("- ", "Ann thinks ", "my a ", "(done ", ", all "):
        read_sentence("I'll send it by Friday " + unit * 1_000, READER)
    assert time.perf_counter() - began < 20
