"""A journal that holds JSON of any shape: what is no line is passed over, and nothing raises anything but its error."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ledger_support import NOW, THREE, VaultOnDisk

from app.clock import AsOf
from app.errors import BetimesError
from app.ledger.history import TaskUndo
from app.ledger.journal import JournalLine, decode_line, encode_line
from app.ledger.journal_end import open_at_the_end
from app.ledger.ledger import Ledger
from app.ledger.past import closed_on
from app.ledger.rendering import same
from app.ledger.steps import Steps

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "p4ss", "x", "done", "\ud800"])
odd = scalars | st.lists(scalars, max_size=2) | st.dictionaries(st.sampled_from(["id", "toml", "action"]), scalars)
tables = st.fixed_dictionaries(
    {"id": st.sampled_from(["p4ss", "q7te", "n3ww"]), "action": st.just("A") | odd},
    optional={"due": odd, "repeat": odd, "outcome": odd, "resolved": odd, "x": odd},
)
sides = st.none() | tables | odd
parts = st.fixed_dictionaries(
    {"id": st.just("p4ss") | odd, "before": sides, "after": sides},
    optional={"closed_before": sides, "closed_after": sides, "text": odd | st.just('[[entry]]\nid = "p4ss"\n')},
)
kinds = st.sampled_from(["edited", "added", "resolved", "merged", "undo", "redo", "task-resolved", "undo-skipped"])
lines = st.fixed_dictionaries(
    {
        "time": st.just("2026-11-30T08:00:00+01:00") | odd,
        "op": st.sampled_from(["aa", "bb", "cc"]) | odd,
        "kind": kinds | odd,
        "id": st.sampled_from(["p4ss", "q7te"]) | odd,
        "before": sides,
        "after": sides,
    },
    optional={
        "closing": st.just({"outcome": "done", "resolved": {"toml": "2026-11-29T08:00:00"}}) | sides,
        "next": sides | parts,
        "entries": st.lists(parts, max_size=2) | odd,
        "place": odd | st.fixed_dictionaries({"offset": odd, "tail": odd, "digest": odd}),
        "undoes": st.sampled_from(["aa", "bb"]) | odd,
        "redoes": st.sampled_from(["aa", "bb"]) | odd,
        "path": odd | st.just("a.md"),
        "line": odd,
        "copy": odd,
        "renamed": odd,
        "restores": odd,
        "remark": odd,
    },
)


def _steps(ledger: Ledger, vault: VaultOnDisk) -> None:
    """Do all that reads the journal."""
    list(Steps(ledger.history()))
    list(Steps(ledger.history("p4ss"), "p4ss"))
    past = Ledger.open(vault.root, AsOf(date(2026, 11, 29)), vault.lock)
    assert past.problem is None
    past.history()
    closed_on(ledger.history(), ledger.resolved(), date(2026, 11, 30))
    for step in (ledger.undo, ledger.undo, ledger.redo, ledger.undo):
        with suppress(BetimesError):
            made = step()
            if isinstance(made, TaskUndo):
                ledger.settle(made, carried_out=False)
    for line in ledger.history():
        with suppress(BetimesError):
            ledger.restore(line.op)
    with suppress(BetimesError):
        ledger.resolve("p4ss")
    with suppress(BetimesError):
        ledger.reopen("p4ss")
    ledger.copies()


@settings(max_examples=150, deadline=None)
@given(st.lists(lines, min_size=1, max_size=4))
def test_no_journal_is_an_error(found: list[object]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        vault = VaultOnDisk(Path(folder))
        vault.write(THREE)
        data = "".join(json.dumps(line) + "\n" for line in found)
        (vault.folder / "journal.jsonl").write_text(data)
        _steps(vault.open(), vault)


@settings(max_examples=200)
@given(st.lists(lines, max_size=4))
def test_the_end_of_a_journal_of_any_shape_tells_what_the_whole_does(found: list[object]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        vault = VaultOnDisk(Path(folder))
        vault.folder.mkdir()
        data = "".join(json.dumps(line) + "\n" for line in found).encode()
        (vault.folder / "journal.jsonl").write_bytes(data)
        assert same(open_at_the_end(data), vault.open()._writing.journal.state)


@pytest.mark.parametrize(
    "wrong",
    [
        {"before": 5}, {"after": "x"}, {"before": {"action": None}}, {"before": {"x": [{"y": None}]}}, {"next": 5},
        {"next": {"before": {}}}, {"closing": "x"}, {"closing": None}, {"entries": 7}, {"entries": [3]},
        {"entries": [{"id": 3}]}, {"place": 4}, {"undoes": 1}, {"path": 3, "line": 1}, {"path": "a"},
        {"path": "a", "line": "1"}, {"path": "a", "line": 1, "before": {}}, {"before": {"action": "\ud800"}},
    ],
)  # fmt: skip
def test_lines_of_another_shape_are_passed_over(wrong: dict[str, object]) -> None:
    values = json.loads(encode_line(JournalLine(NOW, "edited", "p4ss", None, {"id": "p4ss", "x": "\u00e9"}, "aa")))
    assert decode_line(json.dumps(values).encode()) is not None
    assert decode_line(json.dumps(values | wrong).encode()) is None
