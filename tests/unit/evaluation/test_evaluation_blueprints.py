from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import UsageError
from app.evaluation.blueprints import BlueprintNotUnderstood, parse_blueprint, read_blueprints

DATA = Path(__file__).resolve().parents[2] / "data" / "blueprints.jsonl"
FIRST = json.loads(DATA.read_text(encoding="utf-8").split("\n")[0])


def changed(**values: object) -> str:
    return json.dumps(FIRST | values)


def test_the_blueprints_are_read_whole():
    blueprints, bad = read_blueprints(DATA)
    assert (len(blueprints), bad) == (48, ())
    assert sum(blueprint.waits_for_a_situation for blueprint in blueprints) == 25
    assert sum(len(blueprint.notes) for blueprint in blueprints) == 1028
    first = blueprints[0]
    assert (first.id, first.dimension, first.commitment) == ("a01", "state", 5)
    assert first.intention.condition == "when the scaffolding for the chimney work is up"
    assert first.trigger.day == date(2026, 4, 14)
    assert (len(first.cues), len(first.blockers), len(first.paraphrases)) == (8, 3, 2)
    assert [note.number for note in first.later_notes][0] == 6


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "it is not a JSON object"),
        (changed(id="../a"), "id: letters, digits, - and _ only"),
        (changed(domain=3), "domain: text is needed"),
        (changed(notes={}), "notes: a list is needed"),
        (changed(notes=["x"]), "notes: an item is not an object"),
        (changed(notes=FIRST["notes"][:1]), "notes: at least two are needed, or there is nothing to rank"),
        (changed(notes=FIRST["notes"] + FIRST["notes"][:1]), "notes: two have the same n"),
        (changed(notes=[{"n": 1, "date": "soon", "text": "x"}]), "notes: date: a date is needed, as 2026-12-31"),
        (changed(constraint_n=99), "constraint_n: no note has this n"),
        (changed(constraint_n=True), "constraint_n: a whole number is needed"),
        (changed(resolution=FIRST["resolution"] | {"after_n": 99}), "resolution.after_n: no note has this n"),
        (changed(entry="x"), "entry: an object is needed"),
        (changed(entry=FIRST["entry"] | {"kind": "vague"}), "entry.kind: dated or trigger, not vague"),
        (changed(entry=FIRST["entry"] | {"kind": "dated"}), "entry.due: a dated entry needs one"),
        (
            changed(entry=FIRST["entry"] | {"condition": None}),
            "entry.condition: a trigger-conditioned entry needs one",
        ),
        (changed(cues=[""]), "cues: an item is not text"),
        (changed(trigger={"date": 5, "text": "x"}), "date: text is needed"),
    ],
)
def test_what_is_wrong_with_a_line_is_named(line, reason):
    with pytest.raises(BlueprintNotUnderstood) as caught:
        parse_blueprint(line)
    assert caught.value.reason == reason


def test_bad_lines_are_named_and_the_others_count(tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(f"\n{changed()}\nnonsense\n{changed(id='A01')}\n{changed(id='b01')}\n", encoding="utf-8")
    blueprints, bad = read_blueprints(path)
    assert [blueprint.id for blueprint in blueprints] == ["a01", "b01"]
    assert [(line.line, line.reason) for line in bad] == [
        (3, "it is not JSON"),
        (4, "id: A01 stands on an earlier line"),
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "holds no blueprint: it is empty"),
        (b"x\n", "holds no blueprint: line 1: it is not JSON"),
        (b"\xff\xfe\x00", "cannot be read: it is not UTF-8 text"),
    ],
)
def test_a_file_without_blueprints_is_refused(tmp_path, data, message):
    path = tmp_path / "some.jsonl"
    path.write_bytes(data)
    with pytest.raises(UsageError) as caught:
        read_blueprints(path)
    assert caught.value.message == f"{path} {message}"


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        read_blueprints(tmp_path / "none.jsonl")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@settings(max_examples=50)
@given(
    st.text()
    | JSON.map(json.dumps)
    | st.tuples(st.sampled_from(sorted(FIRST)), JSON).map(lambda p: changed(**dict([p])))
)
def test_anything_is_a_blueprint_or_says_why_not(line):
    try:
        assert parse_blueprint(line).notes
    except BlueprintNotUnderstood as error:
        assert error.reason
