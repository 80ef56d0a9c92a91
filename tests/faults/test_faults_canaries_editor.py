"""Row "editor command injection": real editors and the program itself, on notes whose names are commands."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from app.vault.editor import editor_command
from tests.faults.hostile_vault import surroundings
from tests.faults.screen_reader import Session
from tests.support import wait_until

NAMES = (
    "-c quit.md",
    "+!touch PWNED.md",
    ";touch PWNED.md",
    "$(touch PWNED).md",
    "`touch PWNED`.md",
    "a\ntouch PWNED.md",
    "!touch PWNED.md",
    "a'; touch 'PWNED.md",
    '"; touch PWNED; ".md',
    "| touch PWNED.md",
    "%:p #.md",
    "a:12:b.md",
    "--cmd=quit.md",
)
FEW = (*NAMES[:4], NAMES[5])
"""What is tried each time; the rest in the long run."""
LEAVE = {
    "vim": ":qa!\r",
    "nvim": ":qa!\r",
    "nano": "\x18",
    "micro": "\x11",
    "joe": "\x03",
    "ne": "\x1b\x1b",
}
OPTIONS = {"vim": "-n -u NONE", "nvim": "-n -u NONE"}


@pytest.mark.parametrize("names", [FEW, pytest.param(NAMES, marks=pytest.mark.soak)], ids=["few", "all"])
@pytest.mark.parametrize("editor", LEAVE)
def test_editor_command_injection_no_name_of_a_note_is_a_command(
    tmp_path: Path, editor: str, names: tuple[str, ...]
) -> None:
    if shutil.which(editor) is None:
        pytest.skip(f"{editor} is not installed here")
    vault, home = tmp_path / "vault", tmp_path / "home"
    vault.mkdir()
    home.mkdir()
    environment = surroundings(home) | {"EDITOR": f"{editor} {OPTIONS.get(editor, '')}"}
    for name in names:
        note = vault / name
        note.write_text("zebra stands here\n")
        command = ["setsid", "-c", "-w", *editor_command(note, 1, environment)]
        with Session(command, environment, (24, 220)) as session:
            session.wait_for(lambda screen, session=session: "zebra stands here" in session.output)
            session.type(LEAVE[editor])
            session.settle(0.1, 1)
    assert {path.name for path in vault.iterdir()} == set(names)
    assert not list(home.rglob("PWNED*")) and not Path("PWNED").exists()
    assert {path.read_text() for path in vault.iterdir()} == {"zebra stands here\n"}


RECORDER = """#!/bin/sh
"{python}" -c 'import json, sys; open(sys.argv[1], "a").write(json.dumps(sys.argv[2:]) + "\\n")' "{record}" "$@"
"""


def test_editor_command_injection_the_program_hands_over_one_absolute_argument(tmp_path: Path) -> None:
    names = FEW
    vault, record, editor = tmp_path / "vault", tmp_path / "record", tmp_path / "my editor"
    vault.mkdir()
    for name in names:
        (vault / name).write_text("zebra\n")
    editor.write_text(RECORDER.format(python=sys.executable, record=record))
    editor.chmod(0o755)
    environment = surroundings(tmp_path / "home") | {"VISUAL": f"'{editor}' --flag"}
    command = [sys.executable, "-m", "app", "--no-semantic", str(vault)]
    with Session(command, environment, (60, 120)) as session:
        session.wait_for(f"{len(names)} notes")
        session.press("/zebra", "zebra*")
        session.press("\x1b[B", lambda screen: "▌" in screen)
        for count in range(1, len(names) + 1):
            session.type("o")
            assert wait_until(lambda count=count: (session.read(0.05) or True) and lines(record) >= count, 30)
            session.wait_for("zebra*")
            session.press("j", lambda screen: "zebra*" in screen)
    opened = [json.loads(line) for line in record.read_text().splitlines()]
    assert {tuple(words[:-1]) for words in opened} == {("--flag",)}
    assert {words[-1] for words in opened} == {str(vault / name) for name in names}
    assert not [path for path in (vault, tmp_path, Path.cwd()) if "PWNED" in os.listdir(path)]


def lines(record: Path) -> int:
    return record.read_text().count("\n") if record.exists() else 0


def test_editor_command_injection_a_place_is_never_that_of_an_option(tmp_path: Path) -> None:
    for name in ("vim", "nano", "micro", "emacs", "kak", "joe", "ne", "mg", "hx", "code", "subl", "strange"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        words = editor_command(tmp_path / NAMES[0], 3, {"PATH": str(tmp_path), "EDITOR": name})
        assert words[-1].startswith("/") and NAMES[0] in words[-1]
