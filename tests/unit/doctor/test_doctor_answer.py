"""What the doctor's answer looks like, and that nothing broken keeps it from answering."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.run import run
from app.clock import system_clock
from app.config import Config, EmbeddingConfig
from app.doctor.check import MOST, Check, Subject, first_of, guarded
from app.doctor.examination import ORDER, Examination
from app.errors import VaultError
from app.paths import Locations
from tests.unit.doctor.doctor_support import Patient

KEYS = {"name", "code", "state", "message", "hint", "fixable"}


def test_the_shape_is_a_contract(patient: Patient):
    answer = patient.doctor()
    assert set(answer) == {"checks", "fixed", "problems", "notes"}
    assert all(set(check) == KEYS for check in answer["checks"])
    assert {check["state"] for check in answer["checks"]} <= {"ok", "note", "problem"}
    codes = {check["code"] for check in answer["checks"]}
    assert {
        "vault.folder", "vault.notes", "ledger.file", "journal.file", "operations.file", "links.all", "index.file",
        "permissions.kept", "model.off", "watcher.auto", "clock.time", "settings.files", "terminal.kind",
        "python.version",
    } <= codes  # fmt: skip
    names = [check["name"] for check in answer["checks"]]
    assert names == sorted(names, key=ORDER.index) and answer["fixed"] == []
    assert (answer["problems"], answer["notes"]) == (0, sum(c["state"] == "note" for c in answer["checks"]))


def test_what_was_done_has_a_shape_too(patient: Patient):
    (patient.own / ".betimes-abcdefgh.tmp").write_text("")
    (done,) = patient.doctor("--fix")["fixed"]
    assert set(done) == {"name", "code", "message", "hint", "done"}
    assert (done["code"], done["done"]) == ("leftovers.temporary", True)
    assert patient.doctor("--fix")["fixed"] == []


def test_each_finding_is_one_line_with_what_to_do(patient: Patient):
    (patient.own / "ledger.toml").write_text("[[entry]\n")
    lines = patient.run("doctor", status=3).splitlines()
    (line,) = (line for line in lines if line.startswith("problem ledger: "))
    assert ".betimes/ledger.toml, line 1, column 8" in line and line.endswith("nothing is written.")
    assert "Correct that line" in line and lines[-1].startswith("1 problem")
    assert "fixed   nothing to repair" in patient.run("doctor", "--fix", status=3)


def test_quick_leaves_everything_as_it_is(patient: Patient):
    before = sorted(path for path in patient.root.parent.rglob("*"))
    checks = patient.checks("--quick")
    assert checks["index.file"]["message"] == "not made yet"
    assert checks["index.behind"]["message"].startswith("of 2 notes 2 are new or changed")
    assert "links.all" not in checks and sorted(path for path in patient.root.parent.rglob("*")) == before


def test_all_is_well_is_said(patient: Patient):
    (patient.locations.settings.parent).mkdir(parents=True)
    patient.run("index")
    said = patient.run("doctor", "--quick").splitlines()
    assert said[-1] in ("All is well.", "1 hint.", "2 hints.")  # switched off, and perhaps no editor here


@pytest.mark.parametrize("words", [[], ["--fix"], ["--quick"]])
@pytest.mark.parametrize("named", ["none", "file", "unnamed"])
def test_without_a_vault_the_machine_is_looked_at(tmp_path: Path, capsys, words: list[str], named: str):
    (tmp_path / "file").write_text("")
    vault = [] if named == "unnamed" else ["--vault", str(tmp_path / named)]
    assert run(["doctor", "--json", "--no-semantic", *words, *vault], Locations.below(tmp_path / "places")) == 3
    checks = {check["code"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["vault.folder"]["state"] == "problem" and checks["vault.folder"]["hint"]
    assert {"clock.time", "terminal.kind", "python.version", "settings.files", "model.off"} <= set(checks)


def test_everything_broken_at_once_is_told_without_a_traceback(patient: Patient):
    (patient.own / "ledger.toml").write_bytes(b"\xff[[entry")
    (patient.own / "resolved-2026.toml").write_text('a = "\n')
    (patient.own / "journal.jsonl").mkdir()
    (patient.own / "operations.jsonl").write_bytes(os.urandom(4096))
    (patient.own / "config.toml").write_text("nothing = [\n")
    patient.locations.search_history(patient.root).mkdir(parents=True)
    patient.index.mkdir(parents=True)
    patient.locations.settings.parent.mkdir(parents=True)
    patient.locations.settings.write_bytes(b"\xff")
    codes = {check["code"]: check["state"] for check in patient.doctor(status=3)["checks"]}
    for code in ("ledger.file", "ledger.resolved", "journal.examination", "index.damaged", "settings.wrong"):
        assert codes[code] == "problem", code
    assert codes["searches.file"] == codes["operations.line"] == codes["links.unknown"] == "note"
    patient.doctor("--fix", status=3)


def test_what_stops_one_examination_stops_no_other():
    def fails(error: Exception):
        yield Check("x.one", "ok", "one")
        raise error

    for error, said in ((VaultError("gone", "look"), "gone"), (OSError(5, "the disk reports an error"), "the disk")):
        first, last = guarded("x", fails(error))
        assert (first.code, last.code, last.state) == ("x.one", "x.examination", "problem") and said in last.message


def test_of_many_findings_the_first_are_named_and_the_rest_counted():
    checks = list(first_of([f"{n}" for n in range(MOST + 1005)], lambda said: Check("x.y", "note", said, "do"), "more"))
    assert len(checks) == MOST + 1 and checks[-1].message == "1,005 more more" and checks[-1].hint == "do"


def test_a_quick_look_at_a_thousand_notes_reads_none(tmp_path: Path, capsys):
    for number in range(1000):
        (tmp_path / f"{number}.md").write_text("x")
    words = ["doctor", "--json", "--quick", "--no-semantic", "--vault", str(tmp_path)]
    assert run(words, Locations.below(tmp_path / "places")) == 0
    checks = {check["code"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["index.behind"]["message"].startswith("of 1,000 notes 1,000 are new")


def test_more_notes_than_are_soon_read_are_left_to_the_index(patient: Patient):
    subject = Subject(patient.root, patient.root, None, Config(), patient.locations, system_clock())
    for fix, expected in ((False, "index.behind"), (True, "links.all")):
        examination = Examination(replace(subject, config=words_only()), system_clock, fix=fix, most_read=1)
        examination.run(())
        assert expected in {check.code for check in examination.checks}


def words_only() -> Config:
    return Config(embedding=EmbeddingConfig(enabled=False))
