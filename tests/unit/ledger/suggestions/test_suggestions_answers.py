from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from app.errors import VaultError
from app.ledger.suggestions.answers import Answers, answer
from app.salience.operations import OperationsLog

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def test_answers_are_read_on_and_are_no_use_of_a_note(tmp_path):
    log, answers = OperationsLog(tmp_path / "operations.jsonl"), Answers(tmp_path / "operations.jsonl")
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
    assert Answers(path).refresh() == {"k": ""}


def test_a_log_that_is_another_file_is_read_anew(tmp_path):
    path = tmp_path / "operations.jsonl"
    path.write_text(json.dumps(answer("dismissed", "k", "s", NOW)) + "\n")
    answers = Answers(path)
    assert answers.refresh() == {"k": ""}
    path.write_text("")
    assert answers.refresh() == {}


def test_a_log_that_cannot_be_read_is_said(tmp_path):
    path = tmp_path / "operations.jsonl"
    path.mkdir()
    with pytest.raises(VaultError, match="cannot be read"):
        Answers(path).refresh()
    with pytest.raises(VaultError, match="cannot be written"):
        OperationsLog(path).note({})
