"""Lines of other people, lines of nobody, and how long any of them takes."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.ledger.drafts import Reader, check_draft
from app.ledger.quick_add import read_line

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"
READER = Reader(date(2026, 11, 30))
MANY = Reader(date(2026, 11, 30), languages=("en", "de", "fr", "es", "zh"))

PIECES = (
    "call Anna", "by", "on", "until", "before", "15 Aug", "Friday", "tomorrow", "next week", "in 3 days", "the 3rd",
    "2026-12-31", "03/04/2027", "at 5pm", ",", ".", "and", "(", ")", '"', "\\", "!high", "!!!", "!x", "#a", "#1", "@b",
    '@"c d"', "[[K#L|m]]", "[[", "]]", "when", "once", "if", "after", "the quote arrives", "never", "don't", "every",
    "every year", "every 2 weeks", "when done", "3 days ahead", "remind me a week before", "then", "明天", "\x00", "\t",
)  # fmt: skip
LINES = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=14).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(line=LINES | st.text(max_size=80), reader=st.sampled_from((READER, MANY)))
def test_anything_can_be_typed(line, reader):
    read = read_line(line, reader)
    end = 0
    for part in read.parts:
        assert end <= part.start < part.end <= len(line)
        assert part.typed == line[part.start : part.end]
        end = part.end
    rest = iter(re.findall(r"\w", line))
    assert all(letter in rest for letter in re.findall(r"\w", read.draft["action"]))
    assert all(part.typed.split()[0] in line for part in read.parts if part.problem)
    check_draft(read.draft, reader)


@settings(max_examples=100, deadline=None)
@given(line=LINES)
def test_what_was_read_can_be_stored_as_it_was_said(line):
    said = check_draft(read_line(line, READER).draft, READER)
    wrong = {name: text for name, text in said.items() if text.startswith("!") and name != "action"}
    assert wrong == {}


ORDINARY = """\
I may sit down with Anna about it|We sat in the car and talked|Ask Mark about the march to the office
Call Sun Li about the contract|See page 104 of the 2019 edition|April said she will send it|Room 5/6 has 10:1 odds
He is on his third coffee|The meeting room is 12 on floor 3|The second half was better than the first
Buy 2 kg of apples and 10 eggs|The day was long; week after week nothing|Sent at the beginning of the project
A minute of silence, then a second one|Fix bug #1234 in module 7.1|Score was 3-1 in the end
Now is not the time to decide|It took an hour and a half|Jan, Dez and Tue are variables|IP 10.0.0.1 port 8080
I owe Tom 20 euros|Do you have a car|Version 2.5 of the report is done|Phone 030 1234567|The 5 people in the team agreed
""".replace("\n", "|").strip("|")


@pytest.mark.parametrize("line", ORDINARY.split("|"))
def test_ordinary_sentences_are_actions(line):
    assert read_line(line, READER).draft == {"action": line}
    assert "due" not in read_line(line, MANY).draft


def test_commands_to_a_voice_assistant_have_a_date_only_where_a_day_or_time_is_named():
    path = SHARED / "nlu-eval" / "utterances.jsonl"
    if not path.is_file():
        pytest.skip(f"{path} is not here")
    named = re.compile(
        r"daily|today|tonight|tomorrow|day\b|week|month|year|[0-9]|morning|evening|january|february|march|april|may|june|july"
        r"|august|september|october|november|december|\bin (?:a|an|\w+) (?:hour|minute)s?|noon|\bpm\b|\bam\b",
        re.IGNORECASE,
    )  # fmt: skip
    lines = [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()][::4]
    wrong = [line for line in lines if "due" in read_line(line, READER).draft and not named.search(line)]
    assert len(lines) > 1000
    assert wrong == []


def _other_rule(row: dict[str, object]) -> str:
    """Return why a row of another program's tests does not hold for ours; empty when it does."""
    expected, text = row["expected"], str(row["text"])
    assert isinstance(expected, dict)
    if "status" in expected:
        return "a status is no field of a commitment"
    if "estimate" in expected:
        return "an estimate is no field of a commitment"
    if "priority" in expected and "!" not in text:
        return "a word is no priority without its sign"
    if "+" in text:
        return "projects are marked by @, not by +"
    if len(set(expected.get("contexts", []))) > 1:
        return "there is one project, not several contexts"
    if row["lang"] != "en":
        return "repetitions are read in English only"
    if "recurrence" in expected and re.search(r"^weekly report|mondays|third|daily weekly", text):
        return "an adjective, a remainder, or a rule of two meanings"
    return ""


def test_rows_of_another_programs_quick_add():
    path = SHARED / "task-formats" / "tasknotes_quick_add.jsonl"
    if not path.is_file():
        pytest.skip(f"{path} is not here")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    dropped = Counter(filter(None, map(_other_rule, rows)))
    kept = [row for row in rows if not _other_rule(row)]
    for row in kept:
        _check(row["text"], row["expected"])
    assert (len(rows), len(kept), sum(dropped.values())) == (108, 15, 93)


def _check(text: str, expected: dict[str, object]) -> None:
    read = read_line(text, READER).draft
    if expected.get("title", "Untitled Task") != "Untitled Task":
        assert read["action"] == expected["title"], text
    if "tags" in expected:
        assert read.get("tags", "").split() == expected["tags"], text
    if "contexts" in expected:
        assert read.get("project", "").split() == list(dict.fromkeys(expected["contexts"])), text  # type: ignore[call-overload]
    assert ("repeat" in read) == ("recurrence" in expected), text
    assert read.get("priority") == expected.get("priority"), text


@pytest.mark.parametrize(
    "line",
    [
        "reconcile the quote against the estimate and tell Anna, " * 9,
        "by Friday and on Monday 3 days ahead every week when it is ",
        "when " * 100,
        '@"' * 250,
        "[[" * 250,
        "every day and " * 36,
        "3 days before " * 36,
        "\\" * 500,
        "the first Monday of the " * 21,
    ],
)
def test_no_line_takes_long(line):
    read_line(line[:500], READER)
    start = time.process_time()
    read_line(line[:500], READER)
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize("piece", ["a", " ", '"', "[[a]] ", "by ", "every ", "when ", ", ", "after the x ", "- ", "#a"])
def test_long_lines_grow_no_worse_than_their_length(piece):
    start = time.process_time()
    read_line((piece * 10_000)[:10_000], READER)
    assert time.process_time() - start < 10
