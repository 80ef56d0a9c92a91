from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli.run import run
from app.paths import Locations

NOTE = "- [ ] Order tiles 📅 2026-12-04\n- [x] Paid ✅ 2026-11-02"


class Vault:
    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root, self.places, self.capsys = folder / "notes", folder / "places", capsys
        self.root.mkdir()
        self.note = self.root / "K.md"
        self.note.write_text(NOTE, "utf-8")

    def run(self, *words: str) -> tuple[int, dict[str, object]]:
        options = ["--vault", str(self.root), "--as-of", "2026-11-30", "--json", "--no-semantic"]
        status = run([words[0], *options, *words[1:]], Locations.below(self.places))
        printed = self.capsys.readouterr()
        return status, json.loads(printed.out or printed.err.splitlines()[-1])


@pytest.fixture
def vault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Vault:
    return Vault(tmp_path, capsys)


def test_fields_of_a_line_are_edited_by_name(vault: Vault) -> None:
    status, item = vault.run("edit", "K.md:1", "due=2026-12-06", "priority=high", "repeat=every week")
    assert (status, item["due"], item["priority"]) == (0, "2026-12-06", "high")
    assert vault.note.read_text("utf-8").startswith("- [ ] Order tiles 📅 2026-12-06 ⏫ 🔁 every week\n")
    assert vault.run("edit", "K.md:1", "due=2026-12-06")[0] == 0
    assert vault.run("undo")[0] == 0
    assert vault.note.read_text("utf-8") == NOTE


@pytest.mark.parametrize("change", ["lead=3 days", "action=x", "due=2026-12-01 09:00", "colour=red", ""])
def test_what_a_line_cannot_have_is_a_usage_error(vault: Vault, change: str) -> None:
    assert vault.run("edit", "K.md:1", *([change] if change else []))[0] == 2
    assert vault.note.read_text("utf-8") == NOTE


@pytest.mark.parametrize("typed", ["every\nday", "every\rday", "every\u2028day", " every \t day "])
def test_what_is_typed_in_several_lines_stays_in_the_one_line(vault: Vault, typed: str) -> None:
    status, item = vault.run("edit", "K.md:1", f"repeat={typed}")
    assert (status, item["repeat"]) == (0, "every day")
    assert vault.note.read_text("utf-8") == NOTE.replace("12-04", "12-04 🔁 every day")


def test_a_line_number_beyond_all_files_is_a_usage_error(vault: Vault) -> None:
    assert vault.run("edit", "K.md:" + "1" * 5000, "due=2026-12-06")[0] == 2
    assert vault.run("resolve", "K.md:" + "1" * 5000)[0] == 2


def test_a_ticked_line_is_opened_again(vault: Vault) -> None:
    assert vault.run("resolve", "K.md:2")[0] == 1
    status, item = vault.run("reopen", "K.md:2")
    assert (status, item["status"]) == (0, "open")
    assert vault.note.read_text("utf-8").endswith("- [ ] Paid")
    assert vault.run("reopen", "K.md:2")[0] == 4


def test_a_line_becomes_an_entry(vault: Vault) -> None:
    status, tried = vault.run("add", "--from", "K.md:1", "--dry-run", "--lead", "3 days")
    assert status == 0 and vault.note.read_text("utf-8") == NOTE
    status, item = vault.run("add", "--from", "K.md:1", "--lead", "3 days", "--when", "the tiler calls")
    assert status == 0 and item["links"] == tried["links"] and item["note"] is None
    assert vault.run("edit", "K.md:1", "lead=2 days")[1]["lead"] == "2 days"
    assert vault.run("resolve", str(item["id"]))[0] == 0
    assert vault.note.read_text("utf-8").startswith("- [x] Order tiles 📅 2026-12-04 ✅ 2026-11-30 ^")
    assert vault.run("add", "--from", "K.md:2")[0] == 2
    assert vault.run("add")[0] == 2


def test_fields_that_only_lines_have_are_written_into_the_line_of_an_entry(vault: Vault) -> None:
    item = vault.run("add", "--from", "K.md:1")[1]
    status, edited = vault.run("edit", "K.md:1", "start=2026-12-02", "due=2026-12-06", "cues=a van")
    assert (status, edited["id"], edited["due"], edited["cues"]) == (0, item["id"], "2026-12-06", ["a van"])
    assert vault.note.read_text("utf-8").startswith("- [ ] Order tiles 📅 2026-12-06 🛫 2026-12-02 ^")
    assert vault.run("edit", str(item["id"]), "scheduled=2026-12-03")[0] == 0
    assert "⏳ 2026-12-03" in vault.note.read_text("utf-8")
    assert vault.run("undo")[0] == vault.run("undo")[0] == 0
    assert vault.note.read_text("utf-8").startswith("- [ ] Order tiles 📅 2026-12-04 ^")


def test_a_line_that_another_program_ticks_closes_its_entry_with_the_next_command(vault: Vault) -> None:
    item = vault.run("add", "--from", "K.md:1")[1]
    vault.note.write_text(vault.note.read_text("utf-8").replace("- [ ]", "- [x]"), "utf-8")
    assert vault.run("agenda")[1]["upcoming"] == []
    assert vault.run("undo")[0] == 0
    assert [found["id"] for found in vault.run("agenda")[1]["upcoming"]] == [item["id"]]  # type: ignore[attr-defined]


def test_the_status_of_a_line_is_written_by_its_symbol_or_its_name(vault: Vault) -> None:
    status, item = vault.run("edit", "K.md:1", "status=/")
    assert (status, item["status"], item["progress"]) == (0, "open", "in progress")
    assert vault.note.read_text("utf-8") == NOTE.replace("[ ]", "[/]")
    status, item = vault.run("edit", "K.md:1", "status=done", "due=2026-12-06")
    assert (status, item["status"]) == (0, "done")
    assert "- [x] Order tiles 📅 2026-12-06 ✅ 2026-11-30" in vault.note.read_text("utf-8")
    status, item = vault.run("edit", "K.md:1", "status=")
    assert (status, item["status"], item["progress"]) == (0, "open", "")
    for _ in range(3):
        assert vault.run("undo")[0] == 0
    assert vault.note.read_text("utf-8") == NOTE
    status, error = vault.run("edit", "K.md:1", "status=finished")
    assert (status, "neither one character nor a status" in str(error)) == (2, True)


def test_the_agenda_says_what_is_in_progress(vault: Vault, capsys: pytest.CaptureFixture[str]) -> None:
    vault.note.write_text("- [/] Order tiles 📅 2026-12-04\n- WAITING Grout [due:: 2026-12-05]\n", "utf-8")
    options = ["--vault", str(vault.root), "--as-of", "2026-11-30", "--no-semantic"]
    assert run(["agenda", *options], Locations.below(vault.places)) == 0
    printed = capsys.readouterr().out
    assert "Order tiles  (in progress)" in printed and "Grout  (on hold)" in printed


@pytest.mark.parametrize("line", ["- [ ] Ring Ann (@2026-12-04 09:00)", "- [ ] Ring Ann ⏰ 2026-12-04 09:00"])
def test_the_day_and_the_time_of_a_reminder_are_edited_and_shown(
    vault: Vault, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    vault.note.write_text(line, "utf-8")
    status, item = vault.run("edit", "K.md:1", "due=saturday 5pm")
    assert (status, item["due"]) == (0, "2026-12-05T17:00:00")
    assert vault.note.read_text("utf-8") == line.replace("12-04 09:00", "12-05 17:00")
    options = ["--vault", str(vault.root), "--as-of", "2026-11-30", "--no-semantic"]
    assert run(["agenda", *options], Locations.below(vault.places)) == 0
    assert "K.md:1  Sat 17:00  Ring Ann" in capsys.readouterr().out
    assert vault.run("edit", "K.md:1", "due=sunday")[0] == 0
    assert vault.note.read_text("utf-8") == line.replace("12-04 09:00", "12-06 17:00")
    assert vault.run("edit", "K.md:1", "scheduled=friday 5pm")[0] == 2


def test_a_note_is_named_as_the_person_has_it_and_a_wrong_name_gets_the_near_one(vault: Vault) -> None:
    for command in (("resolve", "k.md:1"), ("reopen", "K:2"), ("edit", "k:1", "due=friday")):
        status, said = vault.run(*command)
        assert status == 1 and f"Did you mean K.md:{command[1][-1]}?" in str(said), command
    assert vault.run("resolve", "./K.md:1")[0] == 0
    assert vault.run("reopen", f"{vault.root}/K.md:1")[0] == 0
    assert vault.note.read_text("utf-8") == NOTE


def test_what_is_open_is_not_opened_again_and_that_is_said(vault: Vault) -> None:
    entry = vault.run("add", "Water the plants")[1]
    for name, expected in (("K.md:1", 4), (str(entry["id"]), 1)):
        status, said = vault.run("reopen", name)
        assert status == expected and f"{name} is open: nothing was written" in str(said)


def test_what_repeats_says_when_it_comes_back(vault: Vault, capsys: pytest.CaptureFixture[str]) -> None:
    vault.note.write_text("- [ ] Order tiles 📅 2026-12-11 🔁 every week\n", "utf-8")
    entry = vault.run("add", "Pay the rent", "--due", "2026-12-01", "--repeat", "every month")[1]
    options = ["--vault", str(vault.root), "--as-of", "2026-11-30", "--no-semantic"]
    for name, following in (("K.md:1", "Next: Fri 18 Dec"), (str(entry["id"]), "Next: Fri 1 Jan")):
        assert run(["resolve", *options, name], Locations.below(vault.places)) == 0
        assert capsys.readouterr().out.splitlines()[1].strip() == following
