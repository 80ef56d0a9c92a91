"""Hours of editing, syncing, searching and resolving at once, in less time: nothing grows, nothing differs in the end.

In two hours a person saves a note every half minute, searches once a minute, changes a commitment every five minutes,
and a sync program brings twenty files: about 600 operations. The soak does many times that.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections import Counter
from pathlib import Path

import pytest

from app.config import Config
from app.embedding.hashing import HashEmbedder
from app.search.result import RankMode
from app.workspace import Workspace
from tests.faults.hands import Hands
from tests.faults.watching_support import LIBRARY_WARNS, Living
from tests.support import open_workspace, write_notes

pytestmark = LIBRARY_WARNS
QUERIES = (
    "zebra",
    "pay",
    "tag:tag",
    "[[n1]]",
    "due:<7d",
    "head",
    "caf\u00e9",
    "zebra -pay",
    "is:task",
    "nothing at all",
)
SAMPLES = 40
GROWTH_MB = 24.0
"""What the memory of a program may differ by from one part of a day to another: caches fill."""


class Day:
    """A vault that is open, and everything that is done to it."""

    def __init__(self, workspace: Workspace, seed: int) -> None:
        self.workspace = workspace
        self.hands = Hands(workspace.root, seed)
        self.chance = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.memory: list[float] = []
        self.files: list[int] = []

    def step(self) -> None:
        """Do one thing of each kind that is due."""
        self.hands.act()
        self.counts["operations on files"] += 1
        if self.chance.random() < 0.5:
            query = self.chance.choice(QUERIES)
            search = self.chance.choice((self.workspace.search_words, self.workspace.search_fused))
            search(query[: self.chance.randrange(1, len(query) + 1)], RankMode.BLEND)
            self.counts["searches"] += 1
        if self.chance.random() < 0.1:
            self._commit()
            self.counts["changes of commitments"] += 1

    def _commit(self) -> None:
        ledger = self.workspace.ledger
        commitment = ledger.add({"action": f"pay {self.chance.randrange(10**6)}", "due": "tomorrow"})
        if self.chance.random() < 0.5:
            ledger.resolve(commitment, "done", "")
            ledger.undo()
        ledger.resolve(commitment, "done", "")

    def sample(self) -> None:
        """Take note of memory and open files."""
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        self.memory.append(pages * os.sysconf("SC_PAGE_SIZE") / 2**20)
        self.files.append(len(os.listdir("/proc/self/fd")))


def live(folder: Path, operations: int, seed: int) -> Day:
    """Work for so many operations, and compare the index with a fresh scan."""
    root = write_notes(folder / "vault", {"n1.md": "zebra\n", "a/n2.md": "[[n1]]\n"})
    (folder / "outside.md").write_text("not of the vault\n")
    workspace = open_workspace(root, Config(), embedder=HashEmbedder(dimension=64))
    day = Day(workspace, seed)
    workspace.start()
    workspace.search("zebra", workspace.config.search, RankMode.BLEND, "words")
    try:
        for number in range(operations):
            day.step()
            if number % max(1, operations // SAMPLES) == 0:
                day.sample()
            time.sleep(0.02)
        living = Living(workspace)
        assert living.settled(), living.difference()
        open_entries = [item for item in workspace.agenda().upcoming if item.action.startswith("pay ")]
        day.counts["entries left open"] = sum(item.home == "ledger" for item in open_entries)
    finally:
        workspace.close()
    return day


def parts(values: list[float]) -> tuple[float, float]:
    """Return the medians of the second and of the last quarter: the first is warming up."""
    quarter = len(values) // 4
    return statistics.median(values[quarter : 2 * quarter]), statistics.median(values[-quarter:])


@pytest.mark.timeout(300)
def test_part_of_a_day_ends_with_the_index_as_a_fresh_scan(tmp_path: Path) -> None:
    day = live(tmp_path, 120, seed=3)
    assert day.counts["searches"] and day.counts["changes of commitments"] and not day.counts["entries left open"]


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_long_day_leaves_memory_and_files_as_they_were(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    day = live(tmp_path, int(os.environ.get("BETIMES_SOAK_OPERATIONS", "6000")), seed=4)
    memory, files = parts(day.memory), parts([float(count) for count in day.files])
    with capsys.disabled():
        print(f"\n{dict(day.counts)}")
        print(f"MB {memory[0]:.0f} then {memory[1]:.0f}; open files {files[0]:.0f} then {files[1]:.0f}")
    assert not day.counts["entries left open"]
    assert memory[1] - memory[0] < GROWTH_MB
    assert files[1] <= files[0] + 2
