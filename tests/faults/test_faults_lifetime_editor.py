"""The person's editor in the same terminal: it fails, is killed, is missing, is resized, is interrupted, is stopped."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.living import BETIMES, Terminal, children_of, environment, state_of
from tests.support import wait_until

LEDGER = '[[entry]]\nid = "k7q2"\naction = "Call the plumber"\ndue = 2020-01-01\nlinks = ["a"]\n'
COVERS = "printf '\\033[2J\\033[Hcovered'"
"""Draws over the whole screen, as an editor does."""


class Desk:
    """A terminal with Betimes in it, and an editor that does what a test says."""

    def __init__(self, folder: Path) -> None:
        self.vault = folder / "vault"
        (self.vault / ".betimes").mkdir(parents=True)
        (self.vault / "a.md").write_text("# A\n\nzebra\n")
        (self.vault / ".betimes" / "ledger.toml").write_text(LEDGER)
        self.program = folder / "editor"
        self.places = folder / "places"
        self.marks = folder / "marks"
        self.does("true")

    def does(self, *lines: str) -> None:
        self.program.write_text("\n".join(["#!/bin/sh", f'echo "$1" > {self.marks}', COVERS, *lines]) + "\n")
        self.program.chmod(0o755)

    def terminal(self) -> Terminal:
        words = [*BETIMES, "--no-semantic", str(self.vault)]
        return Terminal(words, environment(self.places, EDITOR=str(self.program)))

    def open(self, terminal: Terminal, key: str = "o") -> None:
        """Open the editor and wait for it."""
        terminal.forget()
        terminal.type(key)
        terminal.wait_for("covered")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    yield Desk(tmp_path)


def is_back(terminal: Terminal) -> None:
    """Wait until the whole screen was drawn again: the first row, the last, and what an editor wrote over."""
    terminal.wait_until(
        lambda: all(
            text in terminal.text.rpartition("covered")[2] for text in ("Agenda", "Call the", "1 note", "keys")
        ),
        "the screen is painted again",
    )


def test_an_editor_that_fails_is_killed_or_missing_is_told_and_the_screen_painted_again(desk: Desk) -> None:
    with desk.terminal() as terminal:
        terminal.wait_for("Call the plumber", "1 note")
        for last, said in (("exit 3", "ended with code 3"), ("kill -9 $$", "was ended by SIGKILL")):
            desk.does(last)
            desk.open(terminal)
            is_back(terminal)
            terminal.wait_for(said)
        desk.program.unlink()
        terminal.forget()
        terminal.type("o")
        terminal.wait_for("There is no program")
        terminal.type("\r")
        terminal.wait_for("zebra")
        desk.does("printf '# A\\n\\nokapi\\n' > \"$1\"")
        desk.open(terminal)
        is_back(terminal)
        terminal.wait_for("okapi")
        terminal.type("q")
        assert terminal.end() == 0 and terminal.is_restored


def test_keys_of_the_editor_are_its_own_and_a_resize_meanwhile_is_followed(desk: Desk) -> None:
    """Ctrl+C and ctrl+Z reach every process of the terminal: the one is the editor's, the other stops both."""
    with desk.terminal() as terminal:
        terminal.wait_for("Call the plumber", "1 note")
        desk.does("trap 'exit 0' INT", f"while ! [ -e {desk.places}/go ]; do sleep 0.1; done")
        desk.open(terminal)
        pid = terminal.process.pid
        terminal.resize(24, 80)
        terminal.type("\x1a")
        terminal.wait_until(lambda: state_of(pid) == "T", "both stop")
        os.killpg(pid, signal.SIGCONT)
        assert wait_until(lambda: state_of(pid) != "T")
        terminal.type("\x03")
        is_back(terminal)
        assert terminal.process.poll() is None and b"\x1b[24;1H" in terminal.seen
        terminal.type("q")
        assert terminal.end() == 0 and terminal.is_restored


def test_sigterm_while_the_editor_is_open_ends_both_and_keeps_what_it_had_saved(desk: Desk) -> None:
    """The text of an entry lies in a file that goes away: what was saved there is offered at the next start."""
    with desk.terminal() as terminal:
        terminal.wait_for("Call the plumber", "1 note")
        desk.does("""sed -i 's/plumber/roofer/' "$1"; echo saved >> "$0".saved; sleep 60""")
        desk.open(terminal, "E")
        saved = desk.program.with_name("editor.saved")
        terminal.wait_until(saved.exists, "the editor has saved")
        (editor,) = children_of(terminal.process.pid)
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.end() == 143 and terminal.is_restored and wait_until(lambda: state_of(editor) in ("", "Z"))
    assert (desk.vault / ".betimes" / "ledger.toml").read_text() == LEDGER
    desk.does("true")
    with desk.terminal() as terminal:
        terminal.wait_for("Typed and not saved", "Call the roofer")
        terminal.type("k")
        terminal.wait_for("Not stored yet")
        terminal.type("\r")
        terminal.wait_for("Saved: Call the roofer")
        terminal.type("q")
        assert terminal.end() == 0
    assert "Call the roofer" in (desk.vault / ".betimes" / "ledger.toml").read_text()
    assert not list((desk.places / "betimes" / "drafts").glob("*/*"))


def test_what_the_editor_saved_after_the_program_was_killed_is_offered(desk: Desk) -> None:
    with desk.terminal() as terminal:
        terminal.wait_for("Call the plumber", "1 note")
        waits = f"while ! [ -e {desk.places}/go ]; do sleep 0.1; done"
        desk.does("trap '' HUP", waits, "sed -i 's/plumber/roofer/' \"$1\"")
        desk.open(terminal, "E")
        (editor,) = children_of(terminal.process.pid)
        terminal.process.kill()
        assert terminal.end() == 137
        (desk.places / "go").touch()
        assert wait_until(lambda: state_of(editor) == "", 30)
    with desk.terminal() as terminal:
        terminal.wait_for("Typed and not saved", "Call the roofer")
        terminal.type("d")
        assert wait_until(lambda: not list((desk.places / "betimes" / "drafts").glob("*/*")), 30)
