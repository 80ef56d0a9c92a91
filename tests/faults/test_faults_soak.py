"""Commands of the real program, killed at random moments: nothing is lost, nothing doubled, the journal agrees."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest

from app.cli.run import run
from app.ledger.entry import Entry
from app.ledger.journal import open_tables
from app.ledger.ledger import Ledger
from app.ledger.tables import table_of
from app.paths import Locations

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there is no kill -9")

PLACES = ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
HEAD = "# Written by hand, and to stay.\n"
WORDS = ["Renew passport", "Water the plants", "Call the joiner", "Pay the rent", "Send the draft"]
SHOWN = ("action", "priority", "due", "snoozed", "outcome")

State = Counter[tuple[str, ...]]


class Soak:
    """One vault, and what of each kill became of it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.root = folder / "vault"
        self.ledger_file = self.root / ".betimes" / "ledger.toml"
        self.ledger_file.parent.mkdir(parents=True)
        self.ledger_file.write_text(HEAD + '\n# about the first\n[[entry]]\nid = "f2rs"\naction = "First"\n')
        self.environment = os.environ | dict.fromkeys(PLACES, str(folder / "places"))
        cache = folder / "places" / "betimes"
        self.lock = Locations(cache, cache, cache).ledger_lock(self.root)
        self.copies = folder / "copies"
        self.chance = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.usual = 1.0
        self.made = 0
        self.open(self.root).add(Entry("", "Second"))

    def open(self, root: Path) -> Ledger:
        lock = self.lock if root == self.root else self.copies / "lock"
        return Ledger.open(root, lambda: datetime.now().astimezone(), lock)

    def round(self) -> None:
        """Kill one command, and look at what is there then."""
        words = self._words()
        before, files = self.state(self.root), self._files()
        after = self._predicted(words)
        ended = self._killed(words)
        now = self.state(self.root)
        assert now in (before, after), f"{words}: {now - before} came, {before - now} went"
        unchanged = self._files() == files
        recorded = self._files()["journal.jsonl"].count(b"\n") > files["journal.jsonl"].count(b"\n")
        self.counts["before" if unchanged else "after" if ended or recorded else "during"] += 1
        self.counts[words[0]] += 1
        if self.chance.random() < 0.5:
            self.agree()

    def agree(self) -> None:
        """Do what the program does at its start, and compare the journal with the ledger."""
        ledger = self.open(self.root)
        ledger.catch_up()
        assert ledger.problem is None and ledger.flagged == () and ledger.duplicates == frozenset()
        assert open_tables(ledger.history()) == {entry.id: table_of(entry) for entry in ledger.entries}

    def state(self, root: Path) -> State:
        """Return what is open and what is closed; which ids are given to new entries does not count.

        The files must parse without the program's help. What of a resolution is still to be completed, it completes.
        """
        folder = root / ".betimes"
        closed = [table for path in sorted(folder.glob("resolved-*.toml")) for table in _entries(path)]
        written = Counter(table["id"] for table in _entries(folder / "ledger.toml"))
        opened = [table_of(entry) for entry in self.open(root).entries]
        ids = Counter(table["id"] for table in [*opened, *closed])
        assert max(ids.values()) == max(written.values()) == 1, f"doubled: {ids.most_common(1)}"
        return Counter(tuple(str(table.get(key)) for key in SHOWN) for table in [*opened, *closed])

    def _words(self) -> list[str]:
        open_ids = [entry.id for entry in self.open(self.root).entries]
        kind = self.chance.choice(["add", "edit", "resolve", "undo"]) if len(open_ids) > 1 else "add"
        if kind == "add":
            self.made += 1
            text = f"{self.chance.choice(WORDS)} {'i' * self.made}"
            series = ["--due", "2027-01-05", "--repeat", "every week"]
            return [kind, text, *(series if self.made % 2 else [])]
        if kind == "undo":
            return [kind]
        chosen = self.chance.choice(open_ids)
        return [kind, chosen, *([f"action=Changed {self.chance.random()}"] if kind == "edit" else [])]

    def _predicted(self, words: list[str]) -> State:
        """Let the command run to its end in a copy of the vault."""
        shutil.rmtree(self.copies, ignore_errors=True)
        copy = self.copies / "vault"
        shutil.copytree(self.root, copy)
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
            status = run(self._words_with(words, copy), Locations.below(self.copies / "places"))
        assert status in (0, 1), said.getvalue()
        return self.state(copy)

    def _killed(self, words: list[str]) -> bool:
        """Start a command, kill it, and tell whether it had ended by itself."""
        started = time.monotonic()
        with subprocess.Popen(
            self._command(words, self.root), env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            if self.chance.random() < 0.7:
                self._wait_for_the_lock(process)
                time.sleep(0.15 * self.chance.random() ** 2)
            else:
                time.sleep(self.chance.uniform(0, 1.1 * self.usual))
            ended = process.poll() is not None
            self.usual = time.monotonic() - started if ended else self.usual
            process.send_signal(signal.SIGKILL)
        return ended

    def _wait_for_the_lock(self, process: subprocess.Popen[bytes]) -> None:
        """Return when the process holds the lock: within milliseconds it writes, or when it has ended."""
        descriptors = Path(f"/proc/{process.pid}/fd")
        if not descriptors.exists():
            time.sleep(self.chance.uniform(0, self.usual))
            return
        while process.poll() is None:
            if any(_target(link) == str(self.lock) for link in _listed(descriptors)):
                return
            time.sleep(0.0005)

    def _command(self, words: list[str], vault: Path) -> list[str]:
        return [sys.executable, "-m", "app", *self._words_with(words, vault)]

    def _words_with(self, words: list[str], vault: Path) -> list[str]:
        return [words[0], "--vault", str(vault), "--no-semantic", *words[1:]]

    def _files(self) -> dict[str, bytes]:
        found = {path.name: path.read_bytes() for path in self.ledger_file.parent.iterdir()}
        return {"journal.jsonl": b""} | {name: data for name, data in found.items() if name != "operations.jsonl"}


def _entries(path: Path) -> list[dict[str, object]]:
    return tomllib.loads(path.read_text(encoding="utf-8")).get("entry", [])


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return ""


def soak(folder: Path, kills: int, seed: int) -> Counter[str]:
    """Kill so many commands, and return how many in which phase and of which kind."""
    trial = Soak(folder, seed)
    for _ in range(kills):
        trial.round()
    trial.agree()
    assert trial.ledger_file.read_text().startswith(HEAD)
    ledger = trial.open(trial.root)
    ledger.add(Entry("", "Last"))
    left = {path.name for path in trial.ledger_file.parent.iterdir() if path.name.startswith(".betimes-")}
    assert left == set()
    return trial.counts


def _told(counts: Counter[str]) -> str:
    phases = ", ".join(f"{counts[phase]} {phase} the write" for phase in ("before", "during", "after"))
    return f"killed {phases}; " + ", ".join(f"{counts[kind]} {kind}" for kind in ("add", "edit", "resolve", "undo"))


@pytest.mark.timeout(300)
def test_commands_killed_at_random_lose_and_double_nothing(tmp_path: Path) -> None:
    counts = soak(tmp_path, 10, seed=1)
    assert sum(counts[phase] for phase in ("before", "during", "after")) == 10


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_commands_killed_at_random_lose_and_double_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = soak(tmp_path, 200, seed=2)
    with capsys.disabled():
        print(f"\n{_told(counts)}")
    assert counts["during"] > 0
