from __future__ import annotations

import json
from datetime import date

import pytest

from app.cli.commands import COMMANDS as CARRIED_OUT
from app.cli.parser import COMMANDS, LATER, command_parser, is_command, screen_parser
from app.cli.run import run
from app.paths import Locations


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["agenda"], True),
        (["--json", "agenda"], True),
        (["--vault", "agenda"], False),
        (["--vault", "notes", "agenda"], True),
        (["--as-of", "2026-11-30", "search", "x"], True),
        (["dismiss", "s:9695cadf9c"], True),
        (["./agenda"], False),
        ([], False),
        (["--demo"], False),
    ],
)
def test_a_command_is_told_from_a_folder(words, command):
    assert is_command(words) is command


def test_every_command_that_can_be_carried_out_is_told_from_a_folder():
    assert set(COMMANDS) - {"doctor", "eval", *LATER} == set(CARRIED_OUT)


def test_global_options_stand_before_or_after_the_command():
    parser = command_parser()
    for words in (["--json", "--as-of", "2026-11-30", "agenda"], ["agenda", "--json", "--as-of", "2026-11-30"]):
        options = parser.parse_args(words)
        assert options.json is True
        assert options.as_of == date(2026, 11, 30)


@pytest.mark.parametrize(
    "words",
    [
        ["--as-of", "soon", "agenda"],
        ["search"],
        ["search", "x", "-k", "0"],
        ["search", "x", "--weight", "-1"],
        ["search", "x", "--weight", "much"],
        ["resolve", "k7q2", "--as", "lost"],
        ["snooze", "k7q2"],
    ],
)
def test_what_cannot_be_understood_ends_with_status_2(words, capsys):
    with pytest.raises(SystemExit) as caught:
        command_parser().parse_args(words)
    assert caught.value.code == 2
    assert "usage: betimes" in capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name, capsys):
    with pytest.raises(SystemExit) as caught:
        command_parser().parse_args([name, "--help"])
    assert caught.value.code == 0
    assert name in capsys.readouterr().out


def test_help_of_the_screen_lists_the_commands(capsys):
    with pytest.raises(SystemExit):
        screen_parser().parse_args(["--help"])
    out = capsys.readouterr().out
    assert "agenda" in out and "exit status" in out


@pytest.mark.parametrize(
    "words", [["add"], ["resolve", "x", "--as", "lost"], ["agenda", "--as-of", "soon"], ["agenda", "--nonsense"]]
)
def test_whoever_asked_for_json_gets_json_for_a_usage_error_too(words, tmp_path, capsys):
    assert run([*words, "--json"], Locations.below(tmp_path)) == 2
    shape = json.loads(capsys.readouterr().out)
    assert shape["error"]["kind"] == "usage" and shape["error"]["message"]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_day_outside_the_calendar_is_refused(day, capsys):
    with pytest.raises(SystemExit) as caught:
        command_parser().parse_args(["agenda", "--as-of", day])
    assert caught.value.code == 2 and "too far away" in capsys.readouterr().err


def test_an_empty_folder_name_is_not_another_folder(tmp_path, capsys):
    assert run(["--vault", "", "agenda"], Locations.below(tmp_path)) == 2
    assert "--vault is empty" in capsys.readouterr().err
