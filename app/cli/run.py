"""Running one command: open the vault, do it, print it, and say failures in the form that was asked for."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from app.cli import commands
from app.cli.parser import LATER, command_parser
from app.cli.shapes import Json, error_shape, plain
from app.clock import clock_as_of, system_clock
from app.config import Config
from app.errors import BetimesError, UsageError
from app.paths import Locations, vault_settings
from app.settings import load_config
from app.text import safe_line
from app.workspace import Workspace

_PIPE_CLOSED = 141


def run(arguments: Sequence[str], locations: Locations) -> int:
    """Run `betimes COMMAND ...`.

    Returns:
        The exit status.
    """
    options = command_parser().parse_args(arguments)
    try:
        answer = _carry_out(options, locations)
    except BetimesError as error:
        print_error(error, as_json=options.json)
        return error.exit_code
    try:
        _print(answer, as_json=options.json)
    except BrokenPipeError:
        # The reader of the pipe has seen enough; Python would complain once more while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    return answer.status


def _carry_out(options: argparse.Namespace, locations: Locations) -> commands.Answer:
    if options.command in LATER:
        raise UsageError(f"{options.command}: not in this version", "See `betimes --help` for what is.")
    workspace = open_workspace(options, locations)
    try:
        answer = commands.COMMANDS[options.command](workspace, options)
    finally:
        workspace.close()
    if not options.quiet:
        for message in answer.messages:
            print(safe_line(message), file=sys.stderr)
    return answer


def open_workspace(options: argparse.Namespace, locations: Locations) -> Workspace:
    """Open the vault that the options name, with its settings."""
    root = vault_folder(options.vault, locations)
    config = settings_for(root, locations, no_semantic=options.no_semantic)
    clock = clock_as_of(options.as_of) if options.as_of else system_clock
    return Workspace.open(root, config=config, locations=locations, clock=clock)


def settings_for(root: Path, locations: Locations, *, no_semantic: bool) -> Config:
    """Return the settings of a vault, with `--no-semantic` applied."""
    config = load_config(locations.settings, vault_settings(root))
    return replace(config, embedding=replace(config.embedding, enabled=False)) if no_semantic else config


def vault_folder(named: str | None, locations: Locations) -> Path:
    """Return the vault: named, else `BETIMES_VAULT`, else the one opened last.

    Raises:
        UsageError: There is none of these.
    """
    chosen = named or os.environ.get("BETIMES_VAULT")
    if not chosen:
        try:
            chosen = locations.last_vault.read_text(encoding="utf-8", errors="surrogateescape").rstrip("\n")
        except OSError:
            chosen = None
    if not chosen:
        raise UsageError("Which folder of notes?", "Name it: betimes ~/Notes, or --vault, or BETIMES_VAULT.")
    return Path(chosen).expanduser()


def print_error(error: BetimesError, *, as_json: bool) -> None:
    """Print a failure: JSON on standard output, else words on standard error."""
    if as_json:
        _write([json.dumps(error_shape(error), ensure_ascii=False)])
        return
    print(f"betimes: {safe_line(error.message)}", file=sys.stderr)
    if error.hint:
        print(f"  {safe_line(error.hint)}", file=sys.stderr)


def _print(answer: commands.Answer, *, as_json: bool) -> None:
    if as_json:
        _write([dumps(answer.shape)])
    else:
        _write(answer.lines)


def dumps(shape: Json) -> str:
    """Return one line of JSON; what no encoding has (bytes of a file name that are not UTF-8) is escaped."""
    return json.dumps(plain(shape), ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8")


def _write(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()
