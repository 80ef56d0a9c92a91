from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from app.errors import UsageError
from app.evaluation.suggesting import measure_suggestions
from app.evaluation.suggesting_report import suggestions_lines, suggestions_shape

SHARED = Path("/work/shared")
TODAY = date(2026, 11, 30)


def measured(path):
    return suggestions_shape(measure_suggestions(path, TODAY))


def test_a_vault(tmp_path):
    (tmp_path / "2026-11-26.md").write_text("I'll ring Ann on Monday. Rain.\n")
    (tmp_path / "b.md").write_text("Nothing.\n")
    figures = measure_suggestions(tmp_path, TODAY)
    shape = suggestions_shape(figures)
    assert (shape["kind"], shape["notes"], shape["per_100_notes"]) == ("vault", 2, 50.0)
    assert list(suggestions_lines(figures)) == [
        "2 notes, 1 suggestions: 50.00 per 100 notes",
        "  2026-11-26.md:1  I'll ring Ann on Monday.",
    ]


def test_utterances(tmp_path):
    path = tmp_path / "utterances.jsonl"
    rows = [
        ("I need to ring Ann tomorrow", "create"),
        ("will there be snow tomorrow", "other"),
        ("remind me", "create"),
    ]
    path.write_text("\n".join(json.dumps({"text": text, "label": label}) for text, label in rows))
    figures = measure_suggestions(path, TODAY)
    assert suggestions_shape(figures)["labels"] == {
        "create": {"n": 2, "suggested": 1}, "other": {"n": 1, "suggested": 0},
    }  # fmt: skip
    assert list(suggestions_lines(figures))[0].split() == ["create", "1", "of", "2", "suggested"]


@pytest.mark.parametrize("text", ["{}", "not json", "[1]"])
def test_a_file_of_another_kind_is_refused_with_its_line(tmp_path, text):
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(UsageError, match="line 1"):
        measured(path)


def test_what_cannot_be_read_is_said(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        measured(tmp_path / "missing.jsonl")


@pytest.mark.skipif(not SHARED.exists(), reason="the data sets are not here")
def test_blueprints_are_found_with_few_mistakes():
    shape = measured(SHARED / "eval/blueprints.jsonl")
    assert shape["all"]["n"] == 48 and shape["even"]["n"] == shape["odd"]["n"] == 24
    assert shape["all"]["precision"] >= 0.8 and shape["all"]["recall"] >= 0.8
    assert "48 blueprints" in next(suggestions_lines(measure_suggestions(SHARED / "eval/blueprints.jsonl", TODAY)))


@pytest.mark.skipif(not SHARED.exists(), reason="the data sets are not here")
def test_a_vault_of_knowledge_gives_hardly_any():
    assert measured(SHARED / "data/vaults/nikita-knowledge-cc0")["per_100_notes"] <= 1
