"""The program's end and its stops: signals, a window that closes, an error of its own. Real processes in a terminal."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.faults.living import BETIMES, Terminal, children_of, environment, state_of
from tests.faults.living_child import SECRET
from tests.support import wait_until

WORDS = "--no-semantic"
CHILD = str(Path(__file__).with_name("living_child.py"))
LEDGER = '[[entry]]\nid = "k7q2"\naction = "Call the plumber"\ndue = 2020-01-01\n'


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with one note and one entry."""
    root = tmp_path / "vault"
    (root / ".betimes").mkdir(parents=True)
    (root / "a.md").write_text("# A\n\nzebra\n")
    (root / ".betimes" / "ledger.toml").write_text(LEDGER)
    return root


def processes(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def test_sigint_gives_the_terminal_back(vault: Path, tmp_path: Path) -> None:
    with Terminal([*BETIMES, WORDS, str(vault)], environment(tmp_path / "places")) as terminal:
        terminal.wait_for("Call the plumber")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130 and terminal.is_restored
        assert "Traceback" not in terminal.text


def test_a_terminal_that_goes_away_without_a_signal_ends_the_program_too(vault: Path, tmp_path: Path) -> None:
    """As under `nohup`, which SIGHUP does not end: nobody could ever end it again."""
    command = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *BETIMES, WORDS, str(vault)]
    with Terminal(command, environment(tmp_path / "places")) as terminal:
        terminal.wait_for("Call the plumber")
        terminal.hang_up()
        assert terminal.process.wait(60) == 129


def test_sigtstp_and_sigcont_give_the_terminal_back_and_take_it_again(vault: Path, tmp_path: Path) -> None:
    """Also a stop that nobody can hear of (SIGSTOP), after which somebody else may have had the terminal."""
    with Terminal([*BETIMES, WORDS, str(vault)], environment(tmp_path / "places")) as terminal:
        terminal.wait_for("Call the plumber", "1 note")
        pid, threads = terminal.process.pid, 0
        for number in (signal.SIGTSTP, signal.SIGSTOP, signal.SIGSTOP, signal.SIGTSTP):
            terminal.process.send_signal(number)
            terminal.wait_until(lambda: state_of(pid) == "T", f"{number.name} stops it")
            assert terminal.is_restored == (number is signal.SIGTSTP)
            terminal.forget()
            terminal.process.send_signal(signal.SIGCONT)
            terminal.wait_for_bytes(b"\x1b[?1049h", b"\x1b[?25l", b"\x1b[?1000h", b"\x1b[?2004h")
            terminal.wait_for("Call the plumber")
            threads = threads or processes(pid) + 2
        assert wait_until(lambda: processes(pid) <= threads)
        terminal.seen = b"".join(b"\x1b[?%b" % mode for mode in (b"1049h", b"25l", b"1000h", b"2004h"))
        terminal.type("q")
        assert terminal.end() == 0 and terminal.is_restored


def test_sigterm_gives_the_terminal_back_after_a_write_under_way_is_finished_or_not_begun(
    vault: Path, tmp_path: Path
) -> None:
    with Terminal([*BETIMES, WORDS, str(vault)], environment(tmp_path / "places")) as terminal:
        terminal.wait_for("Call the plumber")
        terminal.type("r")
        terminal.wait_for("how it ended")
        terminal.type("\r")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.end() == 143 and terminal.is_restored
    folder = vault / ".betimes"
    closed = "".join(path.read_text() for path in folder.glob("resolved-*.toml"))
    journal = folder / "journal.jsonl"
    steps = journal.read_text().count('"resolved"') if journal.exists() else 0
    assert ("k7q2" in closed) != ("k7q2" in (folder / "ledger.toml").read_text())
    assert closed.count("k7q2") == steps <= 1 and not list(folder.glob(".betimes-*"))


def test_an_error_in_a_thread_is_recorded_and_one_on_the_screen_ends_the_program_with_its_draft_kept(
    vault: Path, tmp_path: Path
) -> None:
    places = tmp_path / "places"
    with Terminal([sys.executable, CHILD, str(vault)], environment(places)) as terminal:
        terminal.wait_for("Call the plumber")
        terminal.type("\x1b[19~")
        terminal.wait_for("A part of Betimes has stopped")
        terminal.type("n")
        terminal.wait_for("New commitment")
        terminal.type("Pay the roofer")
        terminal.wait_for("roofer")
        terminal.type("\x1b[20~")
        assert terminal.end() == 70 and terminal.is_restored
        after = terminal.text.rpartition("betimes: ")[2]
    records = sorted((places / "betimes" / "crashes").iterdir())
    assert len(records) == 2 and after.startswith("Something went wrong: KeyError in ")
    assert str(records[-1]) in after.replace("\r\n", "") and after.count("\n") == 1
    texts = [path.read_text() for path in records]
    assert "thread index" in texts[0] and "living_child.py" in texts[1]
    assert not any(SECRET in text or "roofer" in text for text in texts) and SECRET not in terminal.text
    kept = "".join(path.read_text() for path in (places / "betimes" / "drafts").glob("*/*.json"))
    assert "Pay the roofer" in kept


def test_a_demonstration_that_was_killed_or_hung_up_leaves_no_process_and_the_next_clears_its_folder(
    tmp_path: Path,
) -> None:
    """The model's process is loading when the end comes: SIGHUP, and kill -9, of which nobody hears."""
    places = tmp_path / "places"

    def folders() -> list[str]:
        return [name for name in os.listdir(places) if name.startswith("betimes-demo-")]

    before: list[str] = []
    for number, status in ((signal.SIGKILL, 137), (signal.SIGHUP, 129)):
        with Terminal([*BETIMES, "--demo"], environment(places)) as terminal:
            terminal.wait_for("Demonstration")
            terminal.wait_until(lambda pid=terminal.process.pid: children_of(pid) != [], "the model is started")
            workers = children_of(terminal.process.pid)
            assert len(folders()) == 1 and folders() != before
            before = folders()
            terminal.process.send_signal(number)
            assert terminal.end() == status and terminal.is_restored == (status == 129)
            assert wait_until(lambda gone=workers: all(state_of(pid) in ("", "Z") for pid in gone), 30)
    assert folders() == []
