"""What the doctor finds in a vault, and what it repairs there."""

from __future__ import annotations

import os
import time
import unicodedata
from pathlib import Path

import pytest

from app.doctor.leftovers import edited_texts
from app.doctor.mounts import mount_of
from app.doctor.repairs import mend_end
from app.ledger.journal_file import Journal
from tests.unit.doctor.doctor_support import Patient


def test_notes_that_cannot_be_read_and_conflict_copies_are_named(patient: Patient):
    (patient.root / "Broken.md").write_text("---\ntitle: a: b: [\n---\nx\n")
    (patient.root / "Diary.sync-conflict-20260101-010101-ABCDEFG.md").write_text("x\n")
    (patient.own / "ledger 2.toml").write_text("")
    (patient.own / "ledger.sync-conflict-20260101-010101-ABCDEFG.toml").write_text("")
    found = patient.doctor()["checks"]
    codes = [check["code"] for check in found]
    assert codes.count("ledger.copy") == 2 and codes.count("vault.conflict-copy") == 1
    (note,) = (check for check in found if check["code"] == "vault.note")
    assert note["message"].startswith("Broken.md: ") and note["hint"]


def test_names_that_other_systems_take_for_one(patient: Patient):
    patient.root.joinpath("kitchen.md").write_text("x")
    for form in ("NFC", "NFD"):
        patient.root.joinpath(unicodedata.normalize(form, "café.md")).write_text(form)
    if len(list(patient.root.glob("*.md"))) < 5:
        pytest.skip("this file system takes them for one")
    found = [check["message"] for check in patient.doctor()["checks"] if check["code"] == "vault.twins"]
    assert len(found) == 2 and any("Kitchen.md and kitchen.md" in said for said in found)
    names = patient.checks()["vault.names"]["message"]
    assert "tells capitals apart" in names and "does not take Unicode forms" in names


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_a_hint(patient: Patient):
    patient.root.chmod(0o500)
    try:
        assert "no permission" in patient.checks("--quick")["vault.writable"]["message"]
    finally:
        patient.root.chmod(0o700)


def test_a_file_where_the_own_folder_should_be(patient: Patient):
    (patient.own / "ledger.toml").unlink()
    patient.own.rmdir()
    patient.own.write_text("x")
    assert "is not a folder" in patient.checks(status=3)["vault.own-folder"]["message"]


def test_the_file_system_is_told_by_the_longest_mount(tmp_path: Path):
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
        "30 22 0:50 / /home/a/My\\040Notes rw,relatime shared:1 - nfs4 nas:/notes rw\n"
        "31 22 0:51 / /home/a/My rw - tmpfs tmpfs rw\nshort\n"
    )
    assert mount_of(Path("/home/a/My Notes/x"), mounts).kind == "nfs4"
    assert mount_of(Path("/home/a/My Notes/x"), mounts).is_remote
    assert mount_of(Path("/home/a/My Notes2"), mounts) == mount_of(Path("/"), mounts)
    assert mount_of(Path("/home/a/My/x"), mounts).kind == "tmpfs"
    assert mount_of(Path("/x"), tmp_path / "none").kind == ""


def test_double_ids_and_wrong_entries_are_told_with_their_lines(patient: Patient):
    text = (patient.own / "ledger.toml").read_text()
    (patient.own / "ledger.toml").write_text(
        f'{text}\n{text[: text.index("[[", 3)]}\n[[entry]]\nid = "c"\ndue = "soon"\n'
    )
    checks = patient.checks(status=3)
    assert "lines 1 and 9" in checks["ledger.double-id"]["message"]
    assert ", line 14: " in checks["ledger.entry"]["message"]


def test_resolved_files_are_looked_at(patient: Patient):
    (patient.own / "resolved-2025.toml").write_text("[[entry\n")
    entry = '[[entry]]\nid = "old"\naction = "x"\noutcome = "done"\nresolved = 2026-01-01T00:00:00Z\n'
    (patient.own / "resolved-2026.toml").write_text(entry * 2)
    checks = patient.checks(status=3)
    assert "old is resolved 2 times" in checks["ledger.resolved-twice"]["message"]
    assert any(".betimes/resolved-2025.toml, line 1" in c["message"] for c in patient.doctor(status=3)["checks"])


def test_a_lock_that_is_held_is_told(patient: Patient):
    from app.ledger.locking import WriterLock

    with WriterLock(patient.locations.ledger_lock(patient.root)).held():
        assert "Another Betimes is writing" in patient.checks("--quick")["ledger.writer"]["message"]


def test_the_torn_end_of_the_journal_is_kept_beside_it(patient: Patient):
    patient.run("edit", "aaaa", "project=home")
    journal = patient.own / "journal.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole + b'{"time": "2026-11-30T08:0')
    check = patient.checks()["journal.torn"]
    assert check["fixable"] and "(25 bytes)" in check["message"]
    (done,) = patient.doctor("--fix")["fixed"]
    assert "journal.jsonl.torn-1" in done["message"] and journal.read_bytes() == whole
    assert (patient.own / "journal.jsonl.torn-1").read_bytes() == b'{"time": "2026-11-30T08:0'
    assert "journal.torn" not in patient.checks()
    assert "undone: " in patient.run("undo")
    journal.write_bytes(journal.read_bytes() + b"x")
    patient.doctor("--fix")
    assert (patient.own / "journal.jsonl.torn-2").read_bytes() == b"x"


def test_a_whole_last_line_of_the_journal_is_ended_and_counts(patient: Patient):
    patient.run("edit", "aaaa", "project=home")
    journal = patient.own / "journal.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-1])
    assert patient.checks()["journal.unended"]["state"] == "note"
    assert [item["code"] for item in patient.doctor("--fix")["fixed"]] == ["journal.unended"]
    assert journal.read_bytes() == whole and list(mend_end(journal)) == []
    assert len(Journal(journal).lines) == whole.count(b"\n")


def test_lines_that_are_no_records_are_counted_and_left(patient: Patient):
    patient.run("edit", "aaaa", "project=home")
    for name in ("journal", "operations"):
        path = patient.own / f"{name}.jsonl"
        path.write_bytes(b"nonsense\n\n" + (path.read_bytes() if path.exists() else b"") + b"\xff\n" * 9)
    before = (patient.own / "journal.jsonl").read_bytes()
    checks = patient.checks("--fix")
    assert checks["journal.line"]["message"].count(", ") == 4 and "and 5 more" in checks["journal.line"]["message"]
    assert checks["operations.line"]["state"] == "note"
    assert (patient.own / "journal.jsonl").read_bytes() == before


def test_what_a_killed_write_left_is_removed_unless_it_may_be_needed(patient: Patient):
    left = [patient.root / ".betimes-abcdefgh.tmp", patient.own / ".betimes-12345678.tmp"]
    kept = [
        patient.own / ".betimes-abcdefgh.bak",
        patient.own / "ledger.toml.before",
        patient.own / ".betimes-notours.tmp",
        patient.root / ".betimes-ABCDEFGH.tmp",
    ]
    for path in left + kept:
        path.write_text("x")
    checks = patient.doctor()["checks"]
    codes = [
        check["code"] for check in checks if check["name"] == "leftovers" and str(patient.root) in check["message"]
    ]
    assert sorted(codes) == ["leftovers.copy"] * 2 + ["leftovers.temporary"] * 2
    notes = patient.bytes()
    assert len(patient.doctor("--fix")["fixed"]) == 2
    assert not any(path.exists() for path in left) and all(path.exists() for path in kept)
    assert patient.bytes() == notes


def test_temporary_files_of_long_ago_outside_the_vault_are_removed(patient: Patient):
    searches = patient.locations.state / "searches"
    searches.mkdir(parents=True, mode=0o700)
    old, new = (searches / f".{'0' * 16}-{name}" for name in ("abcdefgh", "12345678"))
    for path in (old, new):
        path.write_text("x")
        path.chmod(0o600)
    os.utime(old, (time.time() - 1e6,) * 2)
    assert [item["code"] for item in patient.doctor("--fix")["fixed"]] == ["permissions.open", "leftovers.stale"]
    assert not old.exists() and new.exists()


def test_a_text_that_was_open_in_an_editor_is_offered(tmp_path: Path):
    (tmp_path / "betimes-abcdefgh").mkdir()
    (tmp_path / "betimes-abcdefgh" / "entry.toml").write_text("x")
    (tmp_path / "betimes-demo-abcdefgh").mkdir()
    assert edited_texts(tmp_path) == [tmp_path / "betimes-abcdefgh" / "entry.toml"]
    assert edited_texts(tmp_path / "none") == []


def test_drafts_and_records_of_crashes_are_told(patient: Patient):
    drafts, crashes = patient.locations.drafts(patient.root), patient.locations.crashes
    for folder, name in ((drafts, "1-a-1.json"), (crashes, "crash-1.log"), (crashes, "crash-2.log")):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / name).write_text("{}")
    checks = patient.checks()
    assert checks["drafts.kept"]["message"].startswith("1 that was typed") and checks["drafts.kept"]["hint"]
    assert (
        "2 records" in checks["crashes.recorded"]["message"] and "crash-2.log" in checks["crashes.recorded"]["message"]
    )
    assert "permissions.open" in checks


def test_a_disk_with_little_room_is_a_problem(patient: Patient, monkeypatch):
    monkeypatch.setattr("app.doctor.vault.LEAST_SPACE", 1 << 60)
    assert "are free" in patient.checks("--quick", status=3)["vault.space"]["message"]
