"""Conditions in a line."""

from __future__ import annotations

from datetime import date

import pytest

from app.ledger.drafts import Reader
from app.ledger.quick_add import read_line
from app.ledger.quick_add.prohibitions import gerund


def draft(line: str, *languages: str) -> dict[str, str]:
    return read_line(line, Reader(date(2026, 11, 30), languages=languages or ("en",))).draft


@pytest.mark.parametrize(
    ("line", "action", "when"),
    [
        ("call Anna when the quote arrives", "call Anna", "the quote arrives"),
        ("call Anna whenever it rains.", "call Anna.", "it rains"),
        ("hang the pictures once the paint is dry", "hang the pictures", "the paint is dry"),
        ("re-tighten the nuts once the camper has done 100 km", "re-tighten the nuts", "the camper has done 100 km"),
        ("pay it as soon as the invoice comes", "pay it", "the invoice comes"),
        ("bring a coat if it rains", "bring a coat", "it rains"),
        ("turn the light on when it gets dark", "turn the light on", "it gets dark"),
        ("tell Bob after the meeting", "tell Bob", "the meeting"),
        ("tell Bob right after Anna calls", "tell Bob", "Anna calls"),
        ("rest after finishing the report", "rest", "finishing the report"),
        ("check the alarm every time the clocks change", "check the alarm", "the clocks change"),
        ("ask for it next time I see Anna", "ask for it", "I see Anna"),
        ("let Bob know when the quote arrives", "let Bob know", "the quote arrives"),
        ("call, but only if Anna is back", "call", "Anna is back"),
        ("when: the vendor quote arrives call", "", "the vendor quote arrives call"),
        ("call Anna when: quote, survey and plan are here", "call Anna", "quote, survey and plan are here"),
        ("When the quote arrives, call Anna", "call Anna", "the quote arrives"),
        ("If it rains: cancel", "cancel", "it rains"),
        ("once the paint is dry then hang the pictures", "hang the pictures", "the paint is dry"),
        ("if Dad falls - ring the surgery", "ring the surgery", "Dad falls"),
        ("finish (when the quote arrives)", "finish", "the quote arrives"),
        ("call Anna when the quote arrives. Then ask Bob.", "call Anna. Then ask Bob.", "the quote arrives"),
        ("pay it when it comes, then file it", "pay it, then file it", "it comes"),
        ("call when the quote or when the plan is here", "call", "the quote or the plan is here"),
        ("when it rains, call Bob if he is in", "call Bob", "it rains and he is in"),
        ("call when [[Lena Marsh]] sends her price [[Kitchen]]", "call", "Lena Marsh sends her price"),
        ("call when the plan from 1968 turns up tomorrow", "call", "the plan from 1968 turns up tomorrow"),
    ],
)
def test_a_condition_is_told_from_the_action(line, action, when):
    assert {name: draft(line).get(name) for name in ("action", "when", "due")} == {
        "action": action, "when": when, "due": None,
    }  # fmt: skip


def test_a_condition_ends_at_a_marker_and_at_the_due_date():
    assert draft("call when the quote arrives #a and ask") == {
        "action": "call and ask", "when": "the quote arrives", "tags": "a",
    }  # fmt: skip
    assert draft("call when the quote arrives by Friday, 1 day ahead") == {
        "action": "call", "when": "the quote arrives", "due": "2026-12-04", "due_phrase": "by Friday", "lead": "1 day",
    }  # fmt: skip
    assert draft("call when the quote arrives, tomorrow")["due"] == "2026-12-01"


@pytest.mark.parametrize(
    "line",
    [
        "ask Lena when the cabinets arrive",
        "find out when the train leaves",
        "look up when the train leaves",
        "decide if we go",
        "see if Anna is in",
        "know when to stop",
        "do it if possible",
        "do it as soon as possible",
        "do it when possible",
        "water it when done",
        "do it once a week",
        "try it once more",
        "read it at once",
        "look after the cat",
        "run after the dog",
        "call after 15 Aug",
        "call after lunch",
        "week after week the same",
        "go even if it rains",
        "when is the train leaving",
        "what if it rains",
        "once",
        "call when",
    ],
)
def test_what_is_no_condition(line):
    assert draft(line) == {"action": line}


def test_a_condition_without_an_action_is_said():
    read = read_line("when the quote arrives call Anna", Reader(date(2026, 11, 30)))
    assert read.draft == {"action": "", "when": "the quote arrives call Anna"}
    assert "comma" in read.parts[0].problem


@pytest.mark.parametrize(
    ("line", "when"),
    [
        ("don't book less than 2 hours between flights until we know", "booking less than 2 hours between flights"),
        ("do not send anything to Germany without the number", "sending anything to Germany"),
        ("Never pair two beginners on one shift", "pairing two beginners on one shift"),
        ("never again fly via Frankfurt, really", "flying via Frankfurt"),
        ("don’t be late", "being late"),
        ("no running on two days in a row", "running on two days in a row"),
        ("ask Ines before signing her up", "signing her up"),
    ],
)
def test_what_must_not_be_done_stays_the_action(line, when):
    assert draft(line) == {"action": line, "when": when}


@pytest.mark.parametrize(
    "line", ["don't forget the milk", "never mind", "don't really care.", "call before evening comes", "do not worry"]
)
def test_what_forbids_nothing(line):
    assert draft(line) == {"action": line}


def test_dates_of_prohibitions():
    assert draft("don't open it before 25 Dec") == {
        "action": "don't open it before 25 Dec", "when": "opening it", "due": "2026-12-25",
        "due_phrase": "before 25 Dec",
    }  # fmt: skip
    assert draft("don't pay until 1 June")["when"] == "paying"
    assert draft("don't forget to call before Friday")["due"] == "2026-12-03"
    assert draft("never quote above 25k when the broker is away") == {
        "action": "never quote above 25k", "when": "the broker is away",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("verb", "form"),
    [
        ("quote", "quoting"), ("be", "being"), ("see", "seeing"), ("lie", "lying"), ("run", "running"), ("go", "going"),
        ("travel", "travelling"), ("begin", "beginning"), ("visit", "visiting"), ("play", "playing"), ("fix", "fixing"),
        ("quit", "quitting"), ("book", "booking"), ("send", "sending"), ("Sign", "signing"), ("agree", "agreeing"),
    ],
)  # fmt: skip
def test_gerunds(verb, form):
    assert gerund(verb) == form


@pytest.mark.parametrize(
    ("language", "line", "action", "when"),
    [
        ("de", "Anna anrufen, wenn das Angebot kommt", "Anna anrufen", "das Angebot kommt"),
        ("de", "Sobald das Angebot kommt, Anna anrufen", "Anna anrufen", "das Angebot kommt"),
        ("fr", "appeler Anne quand le devis arrive", "appeler Anne", "le devis arrive"),
        ("fr", "appeler Anne dès que le devis arrive", "appeler Anne", "le devis arrive"),
        ("fr", "appeler Anne dès qu'il arrive", "appeler Anne", "il arrive"),
        ("es", "llamar a Ana cuando llegue el presupuesto", "llamar a Ana", "llegue el presupuesto"),
    ],
)
def test_conditions_in_other_languages(language, line, action, when):
    assert draft(line, language) == {"action": action, "when": when}
    assert draft(line) == {"action": line}
