"""Rows "ledger edited into invalid TOML" and "two instances": in the real program, in a terminal of its own."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.benchmarks.terminal import Terminal
from tests.faults.ledger_world import World
from tests.support import wait_until

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals")
LEDGER = '# by hand\n\n[[entry]]\nid = "aaaa"\naction = "Renew passport"\ndue = 2020-01-01\n'


@pytest.mark.timeout(300)
def test_the_program_outlives_a_broken_ledger_and_another_instance(tmp_path: Path) -> None:
    world = World(tmp_path, LEDGER)
    (world.root / "a.md").write_text("# A\n")
    screen = [*world.command()[:3], str(world.root), "--no-semantic"]
    with (
        Terminal(screen, world.environment(), (30, 120)) as one,
        Terminal(screen, world.environment(), (30, 120)) as other,
    ):
        for terminal in (one, other):
            terminal.wait_for("Renew passport", 120)
        broken = LEDGER + "\n[[entry]]\nid = “x”\n"
        world.file.write_text(broken)
        one.wait_for("line 9", 120)
        other.wait_for("line 9", 120)
        assert "line 9" in world.run("resolve", "aaaa", status=3)
        assert world.file.read_text() == broken and not list(world.own.glob("resolved-*"))
        world.file.write_text(LEDGER + '\n[[entry]]\nid = "bbbb"\naction = "Mended by hand"\ndue = 2020-01-02\n')
        one.wait_for("Mended by hand", 120)
        other.wait_for("Mended by hand", 120)
        os.kill(one.process.pid, signal.SIGKILL)
        one.process.wait()
        assert "Water the plants" in world.run("add", "Water the plants", "--due", "2020-01-03")
        other.wait_for("Water the plants", 120)
    with Terminal(screen, world.environment(), (30, 120)) as third:
        third.wait_for("Water the plants", 120)
        assert wait_until(lambda: world.left() == [], 60)
    assert {table["id"] for table in world.tables()} > {"aaaa", "bbbb"} and world.text().startswith("# by hand\n")
