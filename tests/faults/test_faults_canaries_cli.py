"""Row "terminal escapes": every line that a command prints, results, JSON and messages alike."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from app.cli.run import run
from app.paths import Locations
from tests.faults.hostile_vault import ALL, ESCAPES, FULL, NAME, make_hostile_vault
from tests.faults.screen_reader import obeyed

COPY = ".betimes/ledger.sync-conflict-20260101-010101-ABCDEFG.toml"
COMMANDS = (
    ("agenda",),
    ("agenda", "--context", f"zebra {FULL}"),
    ("search", "zebra"),
    ("search", FULL),
    ("show", f"k0{FULL}"),
    ("show", "Titled"),
    ("show", FULL),
    ("add", f"call {FULL} on friday #tag{FULL} [[{NAME}]]"),
    ("add", FULL, "--due", FULL),
    ("edit", "plain", f"project={FULL}"),
    ("edit", "plain", f"{FULL}=1"),
    ("edit", FULL, "due=2026-12-01"),
    ("resolve", f"k0{FULL}", "--remark", FULL),
    ("undo",),
    ("redo",),
    ("reopen", f"k0{FULL}"),
    ("snooze", f"k1{FULL}", FULL),
    ("snooze", f"k1{FULL}", "tomorrow"),
    ("dismiss", FULL),
    ("log",),
    ("restore", FULL),
    ("merge",),
    ("merge", COPY),
    ("merge", FULL),
    ("index",),
    ("doctor",),
    ("doctor", "--fix"),
    ("eval", "blueprints", FULL),
    (FULL,),
    ("search", "x", "-k", FULL),
    ("search", "x", "--rank", FULL),
    ("agenda", FULL),
)


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Locations]:
    folder = tmp_path_factory.mktemp("cli")
    return make_hostile_vault(folder / f"vault {NAME}"), Locations.below(folder / "places")


@pytest.mark.parametrize("as_json", [False, True], ids=["lines", "json"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0][:12].encode("ascii", "replace").decode())
def test_terminal_escapes_are_not_printed_by_any_command(
    vault: tuple[Path, Locations], capsys: pytest.CaptureFixture[str], command: tuple[str, ...], as_json: bool
) -> None:
    root, locations = vault
    options = (
        ["--vault", str(root), "--as-of", "2026-11-30"]
        if command[0] in ("agenda", "search")
        else ["--vault", str(root)]
    )
    try:
        status = run([*options, *(["--json"] if as_json else []), *command], locations)
    except SystemExit as left:
        status = int(str(left.code))
    printed = capsys.readouterr()
    assert status in range(5)
    assert printed.out or printed.err or command[0] in ("redo",)
    assert obeyed(printed.out) == [] and obeyed(printed.err) == []
    if as_json and printed.out:
        json.loads(printed.out)


def test_json_says_what_stands_in_the_file_all_the_same(
    vault: tuple[Path, Locations], capsys: pytest.CaptureFixture[str]
) -> None:
    root, locations = vault
    run(["--vault", str(root), "--json", "show", "plain"], locations)
    assert FULL in json.loads(capsys.readouterr().out)["commitment"]["action"]


def test_lines_from_standard_input_come_back_harmless(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"call {ALL}\n{ESCAPES}\n".encode())))
    (tmp_path / "vault").mkdir()
    run(["--vault", str(tmp_path / "vault"), "--no-semantic", "add", "-"], Locations.below(tmp_path))
    printed = capsys.readouterr()
    assert "call" in printed.out + printed.err
    assert obeyed(printed.out) == [] and obeyed(printed.err) == []
