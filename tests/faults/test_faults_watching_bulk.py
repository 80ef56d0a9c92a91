"""Very many files at once: all are found in the end, and keys are answered meanwhile."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks.terminal import Terminal
from tests.faults.watching_support import PATIENCE, content_of
from tests.support import write_notes

ROOT = Path(__file__).resolve().parents[2]
WRITER = """
import os, sys
for number in range(int(sys.argv[2])):
    folder = os.path.join(sys.argv[1], f"d{number // 500}")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, f"{number}.md"), "w") as file:
        file.write(f"# Bulk {number}\\nwords about thing {number}\\n")
"""


def flood(folder: Path, count: int, seconds: float) -> tuple[list[float], float]:
    """Let so many notes arrive in a vault that is on a screen, press keys until all are known, and time the answers."""
    tasks = "".join(f"- [ ] task {number} \U0001f4c5 2026-12-{number + 1:02d}\n" for number in range(20))
    root = write_notes(folder / "vault", {"Home.md": tasks})
    places = dict.fromkeys(("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), str(folder / "places"))
    command = [sys.executable, "-m", "app", "--no-semantic", str(root)]
    answers: list[float] = []
    with Terminal(command, os.environ | places | {"PYTHONPATH": str(ROOT)}, size=(30, 120)) as terminal:
        terminal.wait_for("1 note ", PATIENCE)
        terminal.read_for(1.0)
        (database,) = (folder / "places").rglob("index.sqlite3")
        began = time.monotonic()
        with subprocess.Popen([sys.executable, "-S", "-c", WRITER, str(root), str(count)]):
            while len(answers) % 10 or len(content_of(database)) <= count:
                assert time.monotonic() < began + seconds
                terminal.type("jk"[len(answers) % 2])
                pressed = time.perf_counter()
                answers.append(terminal.wait_for_anything(PATIENCE) - pressed)
                terminal.read_for(0.1)
        return answers, time.monotonic() - began


@pytest.mark.timeout(300)
def test_many_files_at_once_are_all_found_and_keys_answered(tmp_path: Path) -> None:
    answers, _ = flood(tmp_path, 400, 200)
    assert answers


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_fifty_thousand_files_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count = int(os.environ.get("BETIMES_SOAK_FILES", "50000"))
    answers, seconds = flood(tmp_path, count, 3000)
    p95 = statistics.quantiles(answers, n=20)[-1]
    with capsys.disabled():
        print(
            f"\n{count:,} files, all known after {seconds:.0f} s; {len(answers)} keys answered:"
            f" p50 {statistics.median(answers) * 1e3:.0f} ms, p95 {p95 * 1e3:.0f} ms, largest {max(answers) * 1e3:.0f}"
        )
    assert statistics.median(answers) < 0.1
