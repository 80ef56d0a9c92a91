"""Row "kill -9 mid-write": a line of a note is ticked by the real command, which is killed at a random moment."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from app.config import Config, EmbeddingConfig
from tests.faults.ledger_world import World
from tests.support import open_workspace, wait_until

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there is no kill -9")
LINES = [f"- [ ] task {number} 📅 2026-11-30" for number in range(40)]
OTHERS = {"Other.md": b"caf\xe9\r\n- [ ] not this\r", "sub/Deep.md": b"\xef\xbb\xbf# Title\n\n- [ ] nor this"}


def kill(world: World, chance: random.Random, usual: float) -> tuple[str, float]:
    """Tick the first line that is open in a process that is killed, and say in which phase that was."""
    note = world.root / "sub" / "Tasks.md"
    before = note.read_bytes()
    number = next(n for n, line in enumerate(before.decode().split("\n"), 1) if line.startswith("- [ ]"))
    started = time.monotonic()
    with subprocess.Popen(
        world.command("resolve", f"sub/Tasks.md:{number}"), env=world.environment(),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        wait_for_a_write(process, world, usual * 2 if chance.random() < 0.8 else usual * chance.random())
        time.sleep(0.03 * chance.random() ** 2)
        ended = process.poll() is not None
        usual = time.monotonic() - started if ended else usual
        process.send_signal(signal.SIGKILL)
        assert process.stderr is not None and b"Traceback" not in process.stderr.read()
    after = note.read_bytes()
    old = before.decode().split("\n")
    new = after.decode().split("\n")
    differing = [n for n, (one, other) in enumerate(zip(old, new, strict=True), 1) if one != other]
    assert differing in ([], [number]), f"torn: {differing}"
    assert not differing or new[number - 1].startswith(old[number - 1].replace("[ ]", "[x]")), new[number - 1]
    assert all((world.root / name).read_bytes() == data for name, data in OTHERS.items())
    assert [table["id"] for table in world.tables()] == ["aaaa"]
    for line in journal(world)[:-1]:
        json.loads(line)
    return "after" if differing else "before", usual


def wait_for_a_write(process: subprocess.Popen[bytes], world: World, seconds: float) -> None:
    """Return as soon as there is a temporary file, when the process has ended, or after a while."""
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end and not list((world.root / "sub").glob(".betimes-*")):
        time.sleep(0.0005)


def journal(world: World) -> list[bytes]:
    path = world.own / "journal.jsonl"
    return path.read_bytes().split(b"\n") if path.exists() else [b""]


def kills(folder: Path, count: int, seed: int) -> Counter[str]:
    """Kill so many commands, start the program, and return how many in which phase."""
    world = World(folder, '# by hand\n\n[[entry]]\nid = "aaaa"\naction = "A"\n')
    (world.root / "sub").mkdir()
    for name, data in OTHERS.items():
        (world.root / name).write_bytes(data)
    note = world.root / "sub" / "Tasks.md"
    chance, usual, counts = random.Random(seed), 3.0, Counter[str]()
    note.write_bytes("\n".join(LINES).encode())
    for _ in range(count):
        if b"- [ ]" not in note.read_bytes():
            note.write_bytes("\n".join(LINES).encode())
        phase, usual = kill(world, chance, usual)
        counts[phase] += 1
        counts["temporary files"] += len(world.left())
    start_and_stop(world)
    assert world.left() == [] and world.text().startswith("# by hand\n")
    return counts


def start_and_stop(world: World, others: int = 0) -> None:
    """Start what the screen starts: it tidies up, and leaves what is somebody else's."""
    workspace = open_workspace(world.root, Config(embedding=EmbeddingConfig(enabled=False)))
    try:
        workspace.start()
        assert wait_until(lambda: len(world.left()) == others, 60)
    finally:
        workspace.close()


@pytest.mark.timeout(300)
def test_a_tick_that_is_killed_leaves_the_old_note_or_the_new_one(tmp_path: Path) -> None:
    counts = kills(tmp_path, 2, seed=3)
    assert counts["before"] + counts["after"] == 2


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_ticks_that_are_killed_leave_old_notes_or_new_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = kills(tmp_path, 200, seed=4)
    with capsys.disabled():
        print(f"\nkilled {counts['before']} before and {counts['after']} after the write; 0 torn, 0 lost, 0 doubled")
    assert counts["after"] > 0 and counts["before"] > 0


def test_what_a_killed_command_left_is_removed_by_the_next_start(tmp_path: Path) -> None:
    world = World(tmp_path)
    (world.root / "sub").mkdir()
    for folder in (world.root, world.root / "sub", world.own):
        (folder / ".betimes-abcdefgh.tmp").write_text("half")
        (folder / ".betimes-mine.tmp").write_text("somebody else's")
    start_and_stop(world, 3)
    assert set(world.left()) == {".betimes-mine.tmp"}
