"""Locales, terminals and names that are not UTF-8: what the program shows, and that files are what they are."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from app.__main__ import main
from tests.faults.living import BETIMES, ROOT, Terminal, environment

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
MISSING = {"LC_ALL": "xx_XX.ISO-8859-1", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
ODD, KEY = b"bad\xff.md", "bad\\xff.md"
INNER, INNER_KEY = b"d\xfer/caf\xe9.md", "d\\xfer/caf\\xe9.md"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault in a folder whose name is no UTF-8 either."""
    root = os.fsencode(tmp_path_factory.mktemp("names")) + b"/v\xffault"
    os.makedirs(root + b"/d\xfer")
    texts = {
        ODD: "# Odd\n\n- [ ] Call the mason 📅 2020-01-01\n\nzebra\n",
        INNER: "# Inner\n\ngiraffe [[bad\\xff]]\n",
        "café ф.md".encode(): "# Ф\n\nокапи\n",
    }
    for name, text in texts.items():
        Path(os.fsdecode(root + b"/" + name)).write_text(text, encoding="utf-8")
    return Path(os.fsdecode(root))


def run(vault: Path, *words: str, status: int = 0, **others: str) -> str:
    """Run a command on the vault, in a process of its own for another environment; returns what it prints."""
    if not others:
        with redirect_stdout(io.StringIO()) as printed:
            assert main([*words, "--no-semantic", "--vault", str(vault)]) == status
        return printed.getvalue()
    where = environment(vault.parent / "places", **others)
    command = [*BETIMES, *words, "--no-semantic", "--vault", str(vault)]
    result = subprocess.run(command, env=where, cwd=ROOT, capture_output=True, check=False)
    errors = result.stderr.decode()
    assert result.returncode == status and "Traceback" not in errors, errors
    return result.stdout.decode()


def strict(printed: str) -> object:
    """Return JSON that holds no lone surrogate, as a character or as an escape."""
    assert "\\ud" not in printed
    return json.loads(printed.encode("utf-8").decode("utf-8"))


def test_notes_are_read_as_utf8_in_a_locale_that_is_missing_or_says_another(vault: Path) -> None:
    expected = run(vault, "search", "окапи", "--json")
    assert "café ф.md" in expected
    found = strict(run(vault, "search", "окапи", "--json", **MISSING))
    assert isinstance(found, dict) and [row["path"] for row in found["results"]] == ["café ф.md"]


def test_a_note_with_a_name_that_is_no_utf8_is_listed_found_linked_and_ticked(vault: Path) -> None:
    agenda, found = strict(run(vault, "agenda", "--json")), strict(run(vault, "search", "giraffe", "--json"))
    assert isinstance(agenda, dict) and [item["id"] for item in agenda["firing"]] == [f"{KEY}:3"]
    assert isinstance(found, dict) and found["results"][0]["path"] == INNER_KEY
    shown = strict(run(vault, "show", "bad\\xff", "--json"))
    assert isinstance(shown, dict) and shown["backlinks"][0]["source"] == INNER_KEY
    entry = strict(run(vault, "add", "Pay the mason", "--link", "bad\\xff", "--json"))
    assert isinstance(entry, dict) and entry["links"] == ["bad\\xff"]
    assert 'links = ["bad\\\\xff"]' in (vault / ".betimes" / "ledger.toml").read_text(encoding="utf-8")
    assert "Call the mason" in run(vault, "resolve", f"{KEY}:3", **ASCII)
    assert "- [x] Call the mason" in (vault / os.fsdecode(ODD)).read_text(encoding="utf-8")
    for line in (vault / ".betimes" / "journal.jsonl").read_text(encoding="utf-8").splitlines():
        assert json.dumps(json.loads(line), ensure_ascii=False).encode("utf-8")
    run(vault, "undo")
    doctor = strict(run(vault, "doctor", "--json"))
    assert isinstance(doctor, dict) and "v\\xffault" in doctor["checks"][0]["message"]


def test_a_name_that_is_no_utf8_may_be_given_as_it_stands_on_disk(vault: Path) -> None:
    assert "Call the mason" in run(vault, "resolve", f"{os.fsdecode(ODD)}:3")
    assert "- [x] Call the mason" in (vault / os.fsdecode(ODD)).read_text(encoding="utf-8")
    run(vault, "undo")
    assert "- [ ] Call the mason" in (vault / os.fsdecode(ODD)).read_text(encoding="utf-8")
    shown = strict(run(vault, "show", os.fsdecode(ODD), "--json"))
    assert isinstance(shown, dict) and shown["backlinks"][0]["source"] == INNER_KEY


def test_a_vault_that_is_not_there_is_said_in_valid_json_whatever_its_name(vault: Path) -> None:
    error = strict(run(vault / "none\udcff", "agenda", "--json", status=3))
    assert isinstance(error, dict) and "none\\xff" in error["error"]["message"]


def test_the_screen_shows_and_opens_such_names_in_an_ascii_locale_without_colours(vault: Path, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\nprintf %s "$1" > {tmp_path}/opened\n')
    editor.chmod(0o755)
    where = environment(vault.parent / "places", NO_COLOR="1", EDITOR=str(editor), **ASCII)
    with Terminal([*BETIMES, "--no-semantic", str(vault)], where) as terminal:
        terminal.wait_for("Call the mason", "3 notes", KEY)
        terminal.type("o")
        terminal.wait_until((tmp_path / "opened").exists, "the editor has run")
        terminal.type("/giraffe")
        terminal.wait_for("caf\\xe9")
        terminal.type("\x1b\x1b")
        terminal.forget()
        terminal.process.terminate()
        assert terminal.end() == 143
        assert "\\u25" not in terminal.text
    assert (tmp_path / "opened").read_bytes() == os.fsencode(vault) + b"/" + ODD
    assert not any(code in terminal.seen for code in (b"\x1b[38;2;", b"\x1b[38;5;196"))


@pytest.mark.parametrize(
    ("others", "said"), [({"TERM": "dumb"}, "can only print lines"), ({}, "Standard input is not a terminal")]
)
def test_where_there_is_no_terminal_to_draw_on_it_is_said_with_what_to_do(
    vault: Path, others: dict[str, str], said: str
) -> None:
    where = environment(vault.parent / "places", **others)
    result = subprocess.run(
        [sys.executable, "-P", "-m", "app", str(vault)], env=where, stdin=subprocess.DEVNULL, capture_output=True
    )
    assert result.returncode == 2 and said in result.stderr.decode() and "betimes agenda" in result.stderr.decode()
    assert result.stdout == b""


def test_output_that_is_no_terminal_is_refused_and_standard_error_may_go_elsewhere(vault: Path) -> None:
    script = '"$@" > /dev/null; echo "status $?"; exec "$@" 2> /dev/null'
    command = ["sh", "-c", script, "sh", *BETIMES, "--no-semantic", str(vault)]
    with Terminal(command, environment(vault.parent / "places")) as terminal:
        terminal.wait_for("Standard output is not a terminal", "status 2", "Call the mason", "keys")
        terminal.type("q")
        assert terminal.end() == 0 and terminal.is_restored
