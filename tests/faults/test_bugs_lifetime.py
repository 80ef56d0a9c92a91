"""Faults that other programs had at the end of their life or in another locale, with the inputs they were told with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.faults.living import BETIMES, ROOT, Terminal, environment


def test_a04_the_screen_is_wholly_painted_again_after_an_editor(tmp_path: Path) -> None:
    """An editor that draws everywhere and leaves the cursor in the middle; every row of the screen comes again."""
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "a.md").write_text("- [ ] Call the plumber 📅 2020-01-01\n", encoding="utf-8")
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nprintf '\\033[?1049h\\033[2J\\033[12;40Hcovered\\033[?1049l'\n")
    editor.chmod(0o755)
    where = environment(tmp_path / "places", EDITOR=str(editor))
    with Terminal([*BETIMES, "--no-semantic", str(tmp_path / "vault")], where, (24, 80)) as terminal:
        terminal.wait_for("Call the plumber", "1 note")
        terminal.forget()
        terminal.type("o")
        terminal.wait_for("covered")
        rows = [f"\x1b[{row};1H".encode() for row in range(2, 25)]
        after = lambda: terminal.seen.rpartition(b"covered")[2]  # noqa: E731
        terminal.wait_until(lambda: all(row in after() for row in rows), "every row is painted")
        terminal.wait_until(lambda: b"plumber" in after() and b"1 note" in after(), "with what stood there")
        terminal.type("q")
        assert terminal.end() == 0 and terminal.is_restored


def test_a27_reading_is_utf8_whatever_codec_the_locale_has(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "ф.md").write_text("# ф\n\nф окапи\n", encoding="utf-8")
    where = environment(tmp_path / "places", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    command = [
        sys.executable,
        "-P",
        "-m",
        "app",
        "search",
        "окапи",
        "--no-semantic",
        "--vault",
        str(tmp_path / "vault"),
    ]
    result = subprocess.run(command, env=where, cwd=ROOT, capture_output=True, check=False)
    assert result.returncode == 0 and result.stderr == b""
    assert "ф.md" in os.fsdecode(result.stdout) and "ф окапи" in os.fsdecode(result.stdout)
