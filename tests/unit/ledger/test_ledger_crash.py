from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from ledger_support import THREE, VaultOnDisk

from app.ledger.entry import Entry
from app.vault.atomic import remove_leftovers

CHILD = Path(__file__).with_name("crash_child.py")
ROOT = Path(__file__).resolve().parents[3]


def _killed_at_random(vault: VaultOnDisk, name: str, chance: random.Random) -> list[str]:
    """Let a child work for a moment, kill it, and return what it said it had added."""
    command = [sys.executable, "-S", str(CHILD), str(vault.root), str(vault.lock), name]
    path = ":".join([str(ROOT), *(item for item in sys.path if item.endswith("site-packages"))])
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": path}) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        said = [child.stdout.readline() for _ in range(chance.randrange(4))]
        time.sleep(chance.uniform(0, 0.05))
        child.send_signal(signal.SIGKILL)
        return [line.rstrip("\n") for line in [*said, *child.stdout]]


def _check(vault: VaultOnDisk, said: list[str]) -> None:
    ledger = vault.open()
    assert ledger.problem is None
    assert ledger.duplicates == frozenset() and ledger.flagged == ()
    open_ids = [entry.id for entry in ledger.entries]
    closed = ledger.resolved()
    ids = Counter(open_ids + [item.entry.id for item in closed])
    assert max(ids.values()) == 1
    actions = Counter([entry.action for entry in ledger.entries] + [item.entry.action for item in closed])
    assert not {action for action in said if actions[action] != 1}
    assert len([action for action, count in actions.items() if count > 1 and action != "series"]) == 0
    series = [entry for entry in ledger.entries if entry.action == "series"]
    assert len(series) == 1
    done = sorted(str(item.entry.due) for item in closed if item.entry.action == "series")
    assert done == sorted(set(done)) and str(series[0].due) not in done


def _crash(vault: VaultOnDisk, times: int) -> None:
    vault.write(THREE)
    vault.open().add(Entry("", "series", due=date(2026, 12, 1), repeat="every day"))
    chance, said = random.Random(4), list[str]()
    for number in range(times):
        said += _killed_at_random(vault, f"run{number}", chance)
        _check(vault, said)
    assert len(said) > times / 3
    ledger = vault.open()
    ledger.snooze("p4ss", date(2026, 12, 24))
    _check(vault, said)
    assert "# about the passport" in vault.read()
    assert ledger._writing.journal.state.keys() == {entry.id for entry in ledger.entries}
    remove_leftovers(vault.root)
    left = {path.name for path in vault.folder.iterdir() if not path.name.startswith("resolved-")}
    assert left == {"ledger.toml", "journal.jsonl"}


def test_a_program_killed_at_any_moment_loses_and_doubles_nothing(vault: VaultOnDisk) -> None:
    _crash(vault, 30)


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_two_hundred_kills_lose_and_double_nothing(vault: VaultOnDisk) -> None:
    _crash(vault, 200)
