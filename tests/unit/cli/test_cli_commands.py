"""The command line from arguments to output: the JSON shapes are a contract."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.run import run
from app.paths import Locations

COMMITMENT = {
    "id", "home", "action", "when", "cues", "due", "lead", "repeat", "snoozed", "project", "priority", "tags", "links",
    "status", "created", "note", "firing",
}  # fmt: skip
RESULT = {
    "path", "title", "heading", "line_start", "line_end", "snippet", "score", "relevance", "words", "cosine", "pinned",
    "firing", "salience", "folder_weight", "crowding",
}  # fmt: skip


class Cli:
    def __init__(self, vault, capsys):
        self.vault = vault
        self.locations = Locations.below(vault.parent / "places")
        self.capsys = capsys

    def __call__(self, *words, status=0):
        common = ["--vault", str(self.vault), "--as-of", "2026-11-30", "--no-semantic"]
        assert run([*common, *words], self.locations) == status
        return self.capsys.readouterr()

    def json(self, *words, status=0):
        return json.loads(self("--json", *words, status=status).out)


@pytest.fixture
def cli(demo_vault, capsys):
    return Cli(demo_vault, capsys)


def test_agenda(cli):
    shape = cli.json("agenda")
    assert set(shape) >= {"as_of", "firing", "maybe", "upcoming", "snoozed", "suggested", "not_understood"}
    assert shape["as_of"] == "2026-11-30"
    by_id = {item["id"]: item for item in shape["firing"]}
    assert all(set(item) >= COMMITMENT for item in shape["firing"] + shape["upcoming"])
    assert by_id["n147"]["firing"] == {
        "reason": "date", "days_late": 7, "score": None, "threshold": None, "met": None, "evidence": None,
        "terms": None,
    }  # fmt: skip
    assert by_id["Areas/Family.md:26"]["note"] == {"path": "Areas/Family.md", "line": 26}
    assert by_id["n147"]["note"] is None and by_id["n147"]["home"] == "ledger"


def test_agenda_in_a_context(cli):
    firing = cli.json("agenda", "--context", "kitchen quote")["firing"]
    (quote,) = [item["firing"] for item in firing if item["id"] == "k7q2"]
    assert quote["reason"] == "context"
    assert set(quote["terms"]) == {
        "words", "meaning", "blockers", "not_yet", "amounts", "shared", "denied", "blocker", "amount", "named",
    }  # fmt: skip
    assert "k7q2" not in {item["id"] for item in cli.json("agenda")["firing"]}


def test_search(cli):
    shape = cli.json("search", "kitchen", "quote", "-k", "3", "--rank", "plain", "--arm", "words")
    assert set(shape) >= {"query", "read_as", "rank", "arm", "results", "operative", "timings_ms", "pending"}
    assert (shape["query"], shape["rank"], shape["arm"]) == ("kitchen quote", "plain", "words")
    assert 0 < len(shape["results"]) <= 3
    assert all(set(item) >= RESULT for item in shape["results"])
    assert set(shape["results"][0]["salience"]) == {
        "value", "importance", "activation", "centrality", "prospective", "recency",
    }  # fmt: skip
    (operative,) = shape["operative"]
    assert operative["commitment"]["id"] == "k7q2"
    assert operative["results"][0]["path"] == "Projects/Kitchen.md"


def test_weights_are_arguments(cli):
    flat = cli.json("search", "kitchen", "--weight", "0", "--firing-weight", "0")["results"]
    assert all(item["score"] == pytest.approx(item["relevance"]) for item in flat)
    lifted = cli.json("search", "kitchen", "--weight", "1")["results"]
    assert any(item["score"] > item["relevance"] for item in lifted)


def test_nothing_found_is_status_1(cli):
    assert cli.json("search", "xylophone", status=1)["results"] == []


def test_meaning_without_a_model_is_said_and_not_passed_over(cli):
    error = cli.json("search", "kitchen", "--arm", "meaning", status=3)["error"]
    assert set(error) == {"kind", "message", "hint"}
    assert error["kind"] == "embedder"


def test_a_commitment_from_its_adding_to_its_end(cli):
    made = cli.json("add", "Submit", "the packet", "--due", "15 Dec", "--lead", "3 days", "--tag", "a", "--tag", "b")
    assert (made["action"], made["due"], made["tags"]) == ("Submit the packet", "2026-12-15", ["a", "b"])
    name = made["id"]
    assert cli.json("edit", name, "priority=high", "cues=one", "cues=two", "due=")["cues"] == ["one", "two"]
    assert cli.json("snooze", name, "in", "2", "days")["snoozed"] == "2026-12-02"
    assert cli.json("resolve", name, "--as", "dropped", "--remark", "no need")["status"] == "dropped"
    assert cli.json("reopen", name)["status"] == "open"
    assert "undone" in cli.json("undo")
    assert "redone" in cli.json("redo")
    kinds = [line["kind"] for line in cli.json("log", name)["journal"]]
    assert kinds == ["added", "edited", "snoozed", "resolved", "reopened", "undo", "redo"]


LINE = "submit packet by 15 Aug, 3 days ahead, every year when the form is there !high #a @school [[Kitchen#Quotes]]"


def test_a_line_of_prose_is_read(cli):
    made = cli.json("add", *LINE.split())
    assert set(made) >= COMMITMENT
    assert (made["action"], made["due"], made["due_phrase"]) == ("submit packet", "2027-08-15", "by 15 Aug")
    assert (made["lead"], made["repeat"], made["when"]) == ("3 days", "every year", "the form is there")
    assert (made["priority"], made["project"], made["tags"]) == ("high", "school", ["a"])
    assert made["links"] == ["Kitchen#Quotes"]
    parts = {part["field"]: part for part in made["read_as"]["parts"]}
    assert set(parts["due"]) == {"field", "start", "end", "typed", "said", "problem", "choices"}
    assert LINE[parts["due"]["start"] : parts["due"]["end"]] == parts["due"]["typed"] == "by 15 Aug"
    assert parts["due"]["said"] == "Sun 15 Aug 2027, in 8 months"


def test_what_was_understood_is_printed(cli):
    out = cli("add", LINE).out
    assert "due       Sun 15 Aug 2027, in 8 months  (“by 15 Aug”)" in out
    assert "repeat    every year: then Tue 15 Aug 2028" in out


def test_options_win_over_the_line_and_lists_are_joined(cli):
    words = [
        "add",
        "call by Friday #a !low",
        "--due",
        "15 Dec",
        "--tag",
        "b",
        "--priority",
        "high",
        "--when",
        "it rains",
    ]
    made = cli.json(*words)
    assert (made["action"], made["due"], made["due_phrase"]) == ("call", "2026-12-15", "15 Dec")
    assert (made["tags"], made["priority"], made["when"]) == (["a", "b"], "high", "it rains")
    assert cli.json("add", "call by 03/04/2027", "--due", "2026-12-15")["due"] == "2026-12-15"


@pytest.mark.parametrize("option", ["--plain", "--literal"])
def test_a_line_can_be_taken_as_it_is(cli, option):
    made = cli.json("add", option, "call by Friday #a", "--tag", "b")
    assert (made["action"], made["due"], made["tags"]) == ("call by Friday #a", None, ["b"])
    assert "read_as" not in made


def test_a_dry_run_stores_nothing(cli):
    before = (cli.vault / ".betimes/ledger.toml").read_bytes()
    made = cli.json("add", "--dry-run", LINE)
    assert (made["action"], made["due"], made["id"]) == ("submit packet", "2027-08-15", "")
    assert "Nothing was stored" in cli("add", "--dry-run", "call Anna tomorrow").out
    assert cli.json("add", "--dry-run", "x", "--due", "soon", status=2)["error"]["kind"] == "usage"
    assert (cli.vault / ".betimes/ledger.toml").read_bytes() == before
    assert not (cli.vault / ".betimes/journal.jsonl").exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pay by 03/04/2027", "2027-04-03"),
        ("when the quote arrives call Anna", "comma"),
        ("#a @b", "action"),
    ],
)
def test_a_line_of_two_meanings_is_not_stored(cli, line, said):
    error = cli.json("add", line, status=2)["error"]
    assert error["kind"] == "usage" and said in error["message"]


def test_what_stays_text_is_said(cli):
    captured = cli("add", "buy milk !urgent")
    assert "buy milk !urgent" in captured.out
    assert "“!urgent” stays text: a priority is one of" in captured.err


def test_lines_of_standard_input_are_added_each_by_itself(cli, monkeypatch):
    lines = "\ufeffcall Anna by Friday\n\npay by 03/04/2027\nbuy milk #a\n".encode() + b"caf\xe9\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    shape = cli.json("add", "-", "--tag", "inbox", status=2)
    assert [item["action"] for item in shape["added"]] == ["call Anna", "buy milk"]
    assert [item["tags"] for item in shape["added"]] == [["inbox"], ["a", "inbox"]]
    assert [(item["line"], item["kind"]) for item in shape["failed"]] == [(3, "usage"), (5, "usage")]
    assert shape["failed"][0]["text"] == "pay by 03/04/2027"


def test_lines_that_fail_are_named_for_people(cli, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"call Anna !x\n#a\n")))
    captured = cli("add", "-", "--dry-run", status=2)
    assert "call Anna !x" in captured.out
    assert "line 1: “!x” stays text" in captured.err
    assert "line 2 was not added (#a): action" in captured.err


def test_lines_for_a_broken_ledger_all_fail(cli, monkeypatch):
    (cli.vault / ".betimes/ledger.toml").write_text("[[entry]\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"one\ntwo\n")))
    assert [item["kind"] for item in cli.json("add", "-", status=3)["failed"]] == ["ledger", "ledger"]


def test_a_task_line_is_resolved_by_its_place(cli):
    path = cli.vault / "Areas/Family.md"
    before = path.read_text().splitlines()
    assert cli.json("resolve", "Areas/Family.md:26")["status"] == "done"
    after = path.read_text().splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [
        ("- [ ] Dentist for both children 📅 2026-11-16", "- [x] Dentist for both children 📅 2026-11-16 ✅ 2026-11-30")
    ]
    cli("undo")
    assert path.read_text().splitlines() == before


def test_show(cli):
    shape = cli.json("show", "k7q2")
    assert shape["commitment"]["id"] == "k7q2" and shape["history"] == []
    note = cli.json("show", "Kitchen")
    assert note["note"]["path"] == "Projects/Kitchen.md"
    assert note["note"]["properties"]["importance"] == "high"
    assert {link["source"] for link in note["backlinks"]} >= {"Index.md", "Areas/House.md"}
    assert cli.json("show", "nothing of the kind", status=1)["error"]["kind"] == "not-found"


def test_index(cli):
    shape = cli.json("index")
    assert set(shape) >= {"notes", "chunks", "embedded", "pending", "model", "dimension", "seconds"}
    assert shape["notes"] == 59
    assert cli.json("index", "--rebuild")["notes"] == 59


def test_doctor(cli):
    checks = {check["name"]: check for check in cli.json("doctor")["checks"]}
    assert {"vault", "ledger", "index", "model", "terminal", "python"} <= set(checks)
    assert checks["ledger"]["message"] == "14 open entries"
    (cli.vault / ".betimes/ledger.toml").write_text("[[entry]\n")
    assert "problem ledger" in cli("doctor", status=3).out


def test_doctor_names_links_to_renamed_notes_and_repairs_them(cli):
    cli("index")
    note = cli.vault / "Projects/Kitchen.md"
    note.rename(note.with_name("Kitchen 2027.md"))
    links = [check for check in cli.json("doctor")["checks"] if check["name"] == "links"]
    assert links and all("which is Projects/Kitchen 2027.md now" in check["message"] for check in links)
    assert all("doctor --fix" in check["hint"] for check in links)
    before = (cli.vault / ".betimes/ledger.toml").read_text()
    said = cli("doctor", "--fix").out
    assert said.count("repaired: ") == len(links) and "which is" not in said
    assert (cli.vault / ".betimes/ledger.toml").read_text().count("Kitchen 2027") == len(links)
    assert "repaired links to 'Kitchen 2027'" in cli("undo").out
    assert (cli.vault / ".betimes/ledger.toml").read_text() == before
    cli("redo")
    assert "nothing to repair" in cli("doctor", "--fix").out


def test_doctor_names_links_that_lead_nowhere(cli):
    added = cli.json("add", "--plain", "Write it up", "--link", "No such note")
    hints = [check["hint"] for check in cli.json("doctor")["checks"] if added["id"] in check["message"]]
    assert hints == ["Edit the entry, or write the note."]


def test_show_tells_what_is_wrong_with_the_links_of_a_note(cli):
    (cli.vault / "New.md").write_text("---\nsize: 3\n---\n[[Nobody]] [[Kitchen#Nothing]] [[New#^b]]\nhere ^b\n")
    said = cli("show", "New").out
    assert "  size: 3" in said and "  -> Nobody (no such note) line 4" in said
    assert "Kitchen.md#Nothing (no such heading or block) line 4" in said and "  -> New.md#^b line 4" in said


@pytest.mark.parametrize("command", ["review", "imagine", "export", "mcp"])
def test_what_is_not_there_yet_says_so(cli, command):
    assert "not in this version" in cli.json(command, status=2)["error"]["message"]


@pytest.mark.parametrize(
    ("words", "status", "kind"),
    [
        (["resolve", "none"], 1, "not-found"),
        (["edit", "k7q2", "due"], 2, "usage"),
        (["edit", "k7q2", "due=soon"], 2, "usage"),
        (["edit", "k7q2", "colour=red"], 2, "usage"),
        (["snooze", "k7q2", "2020-01-01"], 2, "usage"),
        (["undo"], 1, "not-found"),
    ],
)
def test_failures_have_a_kind_a_message_and_a_status(cli, words, status, kind):
    error = cli.json(*words, status=status)["error"]
    assert error["kind"] == kind and error["message"]


def test_a_refused_write_is_status_4(cli):
    cli.vault.joinpath("Areas/Family.md").chmod(0o444)
    assert cli.json("resolve", "Areas/Family.md:26", status=4)["error"]["kind"] == "write-refused"


def test_a_broken_ledger_stops_writing_and_nothing_else(cli):
    (cli.vault / ".betimes/ledger.toml").write_text("[[entry]\n")
    assert cli.json("add", "something", status=3)["error"]["kind"] == "ledger"
    captured = cli("agenda")
    assert "Dentist for both children" in captured.out
    assert "ledger.toml" in captured.err
    assert cli("--quiet", "agenda").err == ""


def test_plain_output_is_for_people_and_carries_no_control_characters(cli):
    (cli.vault / "Evil \x1b[31m.md").write_text("# Evil \x1b]52;c;AAAA\x07\n\n- [ ] pwn \x1b[2J 📅 2026-11-30\n")
    for words in (["agenda"], ["search", "evil"], ["show", "Kitchen"], ["search", "pwn"]):
        out = cli(*words).out
        assert "\x1b" not in out and "\x07" not in out
    assert "OPERATIVE k7q2" in cli("search", "kitchen quote").out
    assert "FIRING 1" in cli("agenda").out


def test_without_a_vault_the_question_is_which(tmp_path, capsys):
    assert run(["agenda"], Locations.below(tmp_path)) == 2
    assert "Which folder" in capsys.readouterr().err
    assert run(["--vault", str(tmp_path / "none"), "agenda"], Locations.below(tmp_path)) == 3
    assert "There is no folder" in capsys.readouterr().err


def test_the_last_vault_is_taken_when_none_is_named(cli, capsys):
    cli.locations.state.mkdir(parents=True)
    cli.locations.last_vault.write_text(f"{cli.vault}\n")
    assert run(["--json", "--no-semantic", "agenda"], cli.locations) == 0
    assert json.loads(capsys.readouterr().out)["upcoming"]


def test_the_program_works_without_a_terminal(demo_vault, tmp_path):
    environment = os.environ | {"BETIMES_VAULT": str(demo_vault), "TERM": "dumb"}
    command = [sys.executable, "-m", "app", "agenda", "--as-of", "2026-11-30"]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        cwd=Path(__file__).parents[3],
    )
    assert done.returncode == 0 and "FIRING" in done.stdout and done.stderr == ""


def test_a_pipe_that_closes_early_is_no_error(demo_vault):
    environment = os.environ | {"BETIMES_VAULT": str(demo_vault)}
    command = f"{sys.executable} -m app agenda --as-of 2026-11-30 | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment)
    assert done.stderr == "" and done.stdout.startswith("FIRING") and done.returncode in (0, 141)


def test_a_pipe_that_closes_early_is_no_error_of_a_failure_either(tmp_path):
    command = f"{sys.executable} -m app --vault {tmp_path}/none agenda --json | true; exit ${{PIPESTATUS[0]}}"
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment)
    assert done.stderr == "" and done.returncode in (3, 141)


def test_a_full_disk_is_said(demo_vault):
    environment = os.environ | {"BETIMES_VAULT": str(demo_vault)}
    command = f"{sys.executable} -m app agenda --as-of 2026-11-30 > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (3, "betimes: the output could not be written: No space left on device\n")


def test_a_file_is_no_vault(tmp_path, capsys):
    (tmp_path / "note.md").write_text("x")
    assert run(["--vault", str(tmp_path / "note.md"), "agenda"], Locations.below(tmp_path)) == 3
    assert "is a file, not a folder" in capsys.readouterr().err


def test_a_context_matched_without_a_model_is_said(demo_vault, tmp_path, capsys):
    (demo_vault / ".betimes/config.toml").write_text('[embedding]\nmodel = "/nonexistent"\n')
    words = ["--vault", str(demo_vault), "--as-of", "2026-11-30", "agenda", "--context", "kitchen quote"]
    assert run(words, Locations.below(tmp_path)) == 0
    captured = capsys.readouterr()
    assert "by words only" in captured.err and "/nonexistent" in captured.err
    assert "because of “kitchen quote”" in captured.out


def test_suggestions_are_listed_accepted_and_dismissed(cli):
    found = cli.json("agenda")["suggested"]
    by_sentence = {item["sentence"]: item for item in found}
    (drawings,) = [item for sentence, item in by_sentence.items() if "boundary drawings" in sentence]
    assert (drawings["status"], drawings["home"], drawings["note"]["path"]) == (
        "suggested",
        "note",
        "Daily/2026-11-12.md",
    )
    assert cli.json("add", "--suggestion", drawings["id"], "--dry-run")["id"] == ""
    made = cli.json("add", "--suggestion", drawings["id"], "Send", "the drawings", "--tag", "work")
    assert (made["action"], made["when"], made["tags"]) == ("Send the drawings", "the completion date", ["work"])
    assert made["links"] == ["Daily/2026-11-12"]
    other = next(item for item in found if item["id"] != drawings["id"])
    assert cli.json("dismiss", other["id"]) == {"dismissed": other["id"], "sentence": other["sentence"]}
    left = {item["id"] for item in cli.json("agenda")["suggested"]}
    assert not left & {drawings["id"], other["id"]}
    assert "There is no suggestion" in cli.json("dismiss", other["id"], status=1)["error"]["message"]
    assert f"dismissed the suggestion '{other['sentence']}'" in cli("log").out
    assert "dismissed the suggestion" in cli("undo").out
    assert other["id"] in {item["id"] for item in cli.json("agenda")["suggested"]}


def test_add_without_anything_to_add_is_refused(cli):
    both = cli.json("add", "--suggestion", "s:1", "--from", "N.md:1", status=2)
    assert "not both" in both["error"]["message"]
    assert "say what is to be done" in cli.json("add", status=2)["error"]["message"]


@pytest.mark.parametrize("words", [["resolve", "k7q2"], ["snooze", "k7q2", "in 3 days"], ["edit", "k7q2", "project=x"]])
def test_an_entry_that_a_broken_ledger_may_hold_is_not_said_to_be_missing(cli, words):
    (cli.vault / ".betimes/ledger.toml").write_text("[[entry]\n")
    assert "ledger.toml, line 1" in cli.json(*words, status=3)["error"]["message"]
