from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.errors import VaultError
from app.salience.operations import OperationsLog
from app.salience.uses import Use, read_uses

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
PATHS = st.sampled_from(["a.md", "b.md", "Küche.md", "renamed.md"])
LINE = st.one_of(
    st.builds(
        lambda path, kind, day: json.dumps({"time": (NOW - timedelta(day)).isoformat(), "kind": kind, "path": path}),
        PATHS, st.sampled_from(["opened", "edited", "renamed"]), st.integers(0, 9),
    ),
    st.builds(
        lambda old, new: json.dumps(
            {"time": NOW.isoformat(), "kind": "renamed", "path": old, "to": new}, ensure_ascii=False
        ),
        PATHS, PATHS,
    ),
    st.sampled_from(["", "{", "[]", '"renamed"', '{"path": 3, "time": "2026-11-30"}', "\x00"]),
)  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(LINE, max_size=12), PATHS)
def test_the_uses_are_the_mentions_that_activation_counts(tmp_path: Path, lines: list[str], note: str) -> None:
    log = tmp_path / "operations.jsonl"
    log.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert [use.time for use in read_uses(log, note)] == OperationsLog(log).mentions().get(note, [])


def test_a_use_tells_what_was_done_under_every_name(tmp_path: Path) -> None:
    log = OperationsLog(tmp_path / "operations.jsonl")
    log.append("opened", "Old.md", NOW)
    log.append("opened", "Other.md", NOW)
    log.append_renames({"Old.md": "Mid.md"}, NOW)
    log.append_renames({"Mid.md": "New.md"}, NOW)
    log.append("edited", "New.md", NOW)
    assert read_uses(log.path, "New.md") == (Use("opened", NOW), Use("edited", NOW))
    assert read_uses(log.path, "Old.md") == ()


def test_no_log_has_no_uses_and_a_broken_one_says_so(tmp_path: Path) -> None:
    assert read_uses(tmp_path / "none.jsonl", "a.md") == ()
    with pytest.raises(VaultError, match="cannot be read"):
        read_uses(tmp_path, "a.md")
