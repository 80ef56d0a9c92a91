"""History, conflict copies and the editor on the command line."""

from __future__ import annotations

import json
import sys

import pytest

from app.cli.run import run
from app.paths import Locations


@pytest.fixture
def cli(demo_vault, capsys):
    locations = Locations.below(demo_vault.parent / "places")

    def call(*words, status=0):
        assert run(["--vault", str(demo_vault), "--no-semantic", *words], locations) == status
        return capsys.readouterr()

    return call


@pytest.fixture
def editor(tmp_path, monkeypatch):
    """Make an editor that replaces one text by another; an environment variable is how an editor is named."""

    def make(old, new):
        script = tmp_path / "editor.py"
        script.write_text(
            f"import pathlib, sys\npath = pathlib.Path(sys.argv[-1])\n"
            f"path.write_text(path.read_text().replace({old!r}, {new!r}))\n"
        )
        monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")

    return make


def test_the_log_tells_steps_in_words_and_one_is_taken_back(cli):
    cli("edit", "n147", "priority=low")
    out = cli("log", "n147").out
    assert "edited priority of" in out and "priority: high → low" in out
    op = json.loads(cli("--json", "log", "n147").out)["journal"][-1]["op"]
    assert op in out
    assert json.loads(cli("--json", "restore", op).out)["priority"] == "high"
    assert "restored" in cli("log", "n147").out


def test_a_step_that_is_not_there_is_said(cli):
    assert "nowhere" in cli("restore", "nowhere", status=1).err


def test_a_conflict_copy_is_shown_then_merged(cli, demo_vault):
    ledger = demo_vault / ".betimes/ledger.toml"
    copy = ledger.with_name("ledger 2.toml")
    text = ledger.read_text().replace('priority = "high"', 'priority = "low"', 1)
    copy.write_text(text + '\n[[entry]]\nid = "zzzz"\naction = "Only there"\n')
    assert "ledger 2.toml" in cli("agenda").err
    shown = cli("merge").out
    assert "will be added: zzzz  Only there" in shown and "priority: ours high | theirs low" in shown
    (shape,) = json.loads(cli("--json", "merge").out)["copies"]
    (pair,) = shape["differing"]
    assert cli("merge", "ledger 3.toml", status=1).err
    assert cli("merge", "--take", pair["id"], status=2).err
    merged = json.loads(cli("--json", "merge", "ledger 2.toml", "--take", pair["id"]).out)
    assert [item["id"] for item in merged["added"]] == ["zzzz"]
    assert [item["priority"] for item in merged["taken"]] == ["low"]
    assert not copy.exists() and (demo_vault / ".betimes" / merged["renamed"]).exists()
    assert "no conflict copy" in cli("merge", status=1).out
    cli("undo")
    assert copy.exists()
    assert [item["id"] for item in json.loads(cli("--json", "merge").out)["copies"][0]["only_there"]] == ["zzzz"]


def test_merging_without_json_says_what_was_done(cli, demo_vault):
    (demo_vault / ".betimes/ledger 2.toml").write_text('[[entry]]\nid = "zzzz"\naction = "Only there"\n')
    assert "added: zzzz  Only there" in cli("merge", "ledger 2.toml").out


def test_an_entry_is_edited_as_text(cli, editor, demo_vault):
    editor('priority = "high"', 'priority = "low" # for now')
    assert "n147" in cli("edit", "n147").out
    assert 'priority = "low" # for now' in (demo_vault / ".betimes/ledger.toml").read_text()
    editor("nothing of this", "")
    assert "unchanged" in cli("edit", "n147").err


def test_a_text_that_cannot_be_stored_is_kept(cli, editor, demo_vault, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = (demo_vault / ".betimes/ledger.toml").read_text()
    editor('priority = "high"', 'priority = "urgent"')
    error = cli("edit", "n147", status=2).err
    assert "priority" in error and "betimes-entry-" in error
    (kept,) = tmp_path.glob("betimes-entry-*.toml")
    assert 'priority = "urgent"' in kept.read_text()
    assert (demo_vault / ".betimes/ledger.toml").read_text() == before


def test_an_editor_that_fails_changes_nothing(cli, monkeypatch, demo_vault):
    before = (demo_vault / ".betimes/ledger.toml").read_text()
    monkeypatch.setenv("VISUAL", "false")
    assert "code 1" in cli("edit", "n147", status=2).err
    assert (demo_vault / ".betimes/ledger.toml").read_text() == before
