from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from app.errors import VaultError
from app.ledger.journal import JournalLine, encode_line
from app.ledger.suggestions.answers import Answers, answer
from app.salience.operations import OperationsLog

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def test_answers_are_read_on_and_are_no_use_of_a_note(tmp_path):
    log = OperationsLog(tmp_path / "operations.jsonl")
    answers = Answers(log.path, tmp_path / "journal.jsonl")
    assert answers.refresh() == {}
    log.append("opened", "a.md", NOW)
    log.note(answer("dismissed", "k1", "One.", NOW))
    assert answers.refresh() == {"k1": ""}
    log.note(answer("accepted", "k2", "Two.", NOW, "e2"))
    assert answers.refresh() == {"k1": "", "k2": "e2"}
    log.note(answer("offered", "k2", "Two.", NOW, "e2"))
    assert (answers.refresh(), answers.taken_back) == ({"k1": ""}, {"k2": "e2"})
    assert list(log.mentions()) == ["a.md"]


@pytest.mark.parametrize(
    "line",
    [
        '{"kind": "dismissed"}',
        '["dismissed"]',
        '{"kind": "dismissed", "key": 4}',
        '{"a": "dismissed", "kind": "x", "key": "k"}',
        '"dismissed',
    ],
)
def test_what_cannot_be_read_is_passed_over(tmp_path, line):
    path = tmp_path / "operations.jsonl"
    path.write_text(f"{line}\n{json.dumps(answer('dismissed', 'k', 's', NOW))}\n")
    assert Answers(path, path.with_name("journal.jsonl")).refresh() == {"k": ""}


def test_a_log_that_is_another_file_is_read_anew(tmp_path):
    path = tmp_path / "operations.jsonl"
    path.write_text(json.dumps(answer("dismissed", "k", "s", NOW)) + "\n")
    answers = Answers(path, path.with_name("journal.jsonl"))
    assert answers.refresh() == {"k": ""}
    path.write_text("")
    assert answers.refresh() == {}


def test_a_log_that_cannot_be_read_is_said(tmp_path):
    path = tmp_path / "operations.jsonl"
    path.mkdir()
    with pytest.raises(VaultError, match="cannot be read"):
        Answers(path, path.with_name("journal.jsonl")).refresh()
    with pytest.raises(VaultError, match="cannot be written"):
        OperationsLog(path).note({})


def test_a_line_of_the_log_and_a_step_of_the_journal_dismiss_alike(tmp_path):
    path, journal = tmp_path / "operations.jsonl", tmp_path / "journal.jsonl"
    path.write_text(json.dumps(answer("dismissed", "old", "s", NOW)) + "\n")
    dismissal = {"key": "new", "sentence": 'Say "dismissal": {} twice.'}
    step = JournalLine(NOW, "dismissed", "s:new", op="a", details={"dismissal": dismissal})
    journal.write_bytes(encode_line(step))
    answers = Answers(path, journal)
    assert answers.refresh() == {"old": "", "new": ""}
    back = JournalLine(NOW, "undo", "s:new", op="b", details={"undoes": "a", "dismissal": dismissal})
    journal.write_bytes(encode_line(step) + encode_line(back))
    assert answers.refresh() == {"old": ""}
    again = JournalLine(NOW, "redo", "s:new", op="c", details={"redoes": "a", "dismissal": dismissal})
    journal.write_bytes(encode_line(step) + encode_line(back) + encode_line(again)[:-1])
    assert answers.refresh() == {"old": ""}, "a line that is not ended yet is waited for"
    journal.write_bytes(encode_line(step) + encode_line(back) + encode_line(again))
    assert answers.refresh() == {"old": "", "new": ""}


@pytest.mark.parametrize("dismissal", ['{"key": 1, "sentence": "s"}', '{"key": "k"}', "[]", '{"key": "k", "sente'])
def test_a_damaged_dismissal_is_passed_over(tmp_path, dismissal):
    journal = tmp_path / "journal.jsonl"
    head = f'{{"time": "{NOW.isoformat()}", "op": "a", "kind": "dismissed", "id": "s:1", "before": null, "after": null'
    journal.write_text(f'{head}, "dismissal": {dismissal}}}\n')
    assert Answers(tmp_path / "operations.jsonl", journal).refresh() == {}
