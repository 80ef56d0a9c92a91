"""Whatever is done to the files of a vault, the index is in the end what a fresh scan finds."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.hands import OPERATIONS, Hands
from tests.faults.watching_support import LIBRARY_WARNS, living
from tests.support import write_notes

pytestmark = LIBRARY_WARNS


def trial(folder: Path, rounds: int, seed: int) -> Counter[str]:
    """Act, wait, compare, so many times; the vault stays open all the while."""
    root = write_notes(folder / "vault", {"n1.md": "zebra\n", "a/n2.md": "[[n1]]\n"})
    (folder / "outside.md").write_text("not of the vault\n")
    hands = Hands(root, seed)
    with living(root) as found:
        for number in range(rounds):
            for _ in range(hands.chance.randrange(1, 12)):
                hands.act()
            assert found.settled(), f"seed {seed}, round {number}: {found.difference()}"
            hands.counts["rounds"] += 1
    return hands.counts


@pytest.mark.timeout(600)
def test_random_file_operations_leave_the_index_as_a_fresh_scan(tmp_path: Path) -> None:
    assert trial(tmp_path, 15, seed=1)["rounds"] == 15


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_five_hundred_rounds_of_file_operations_leave_the_index_as_a_fresh_scan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds = int(os.environ.get("BETIMES_SOAK_ROUNDS", "500"))
    counts = trial(tmp_path, rounds, seed=2)
    done = sum(counts[kind] for kind in OPERATIONS)
    with capsys.disabled():
        print(f"\n{counts['rounds']} rounds, {done} operations, 0 differences: {dict(counts)}")
    assert counts["rounds"] == rounds
