"""What is typed and not saved: kept whatever ends the program, offered once, and never another program's."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.faults.living import BETIMES, Terminal, environment
from tests.support import wait_until

LEDGER = '[[entry]]\nid = "k7q2"\naction = "Call the plumber"\ndue = 2020-01-01\n'


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / ".betimes").mkdir(parents=True)
    (root / "a.md").write_text("# A\n\nzebra\n")
    (root / ".betimes" / "ledger.toml").write_text(LEDGER)
    return root


def started(vault: Path) -> Terminal:
    terminal = Terminal([*BETIMES, "--no-semantic", str(vault)], environment(vault.parent / "places"))
    terminal.wait_for("Call the plumber", "1 note")
    return terminal


def kept(vault: Path) -> list[dict[str, object]]:
    files = (vault.parent / "places" / "betimes" / "drafts").glob("*/*.json")
    return [json.loads(path.read_text()) for path in sorted(files)]


def type_line(terminal: Terminal, text: str) -> None:
    terminal.type("n")
    terminal.wait_for("New commitment")
    terminal.type(text)


def test_typed_text_outlives_kill_9_and_sigterm_and_two_programs_keep_their_own(vault: Path) -> None:
    with started(vault) as first, started(vault) as second:
        type_line(first, "Pay the roofer")
        type_line(second, "Paint the fence")
        said = lambda: sorted(str(draft["values"]["text"]) for draft in kept(vault))  # type: ignore[index]  # noqa: E731
        first.wait_until(lambda: second.read() or said() == ["Paint the fence", "Pay the roofer"], "both are kept")
        first.process.kill()
        assert first.end() == 137
        with started(vault) as third:
            third.wait_for("Typed and not saved", "Pay the roofer", "discard")
            assert "Paint the fence" not in third.text
            third.type("k")
            third.wait_for("ctrl+o: every field")
            third.wait_until(lambda: second.read() or len(kept(vault)) == 2, "it is this program's own now")
            third.type(" soon")
            third.wait_for("soon")
            third.process.send_signal(signal.SIGTERM)
            assert third.end() == 143 and third.is_restored
        assert said() == ["Paint the fence", "Pay the roofer soon"]
        second.type("\x1b\x1b")
        second.wait_until(lambda: said() == ["Pay the roofer soon"], "what is given up is deleted")
        second.type("q")
        assert second.end() == 0
    with started(vault) as last:
        last.wait_for("Typed and not saved", "Pay the roofer soon")
        last.type("k")
        last.wait_for("ctrl+o: every field")
        last.type("\r")
        last.wait_for("Saved: Pay the roofer soon")
        assert wait_until(lambda: kept(vault) == [], 30)
        last.type("q")
        assert last.end() == 0
    assert (vault / ".betimes" / "ledger.toml").read_text().count("Pay the roofer soon") == 1
    assert not list((vault.parent / "places" / "betimes" / "drafts").glob("*/*"))
