"""Running one command: open the vault, do it, print it, and say failures in the form that was asked for."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence

from app.cli import commands
from app.cli.answer import Answer
from app.cli.opening import open_workspace, print_error
from app.cli.parser import LATER, command_parser
from app.cli.shapes import Json, plain
from app.errors import BetimesError, UsageError
from app.paths import Locations
from app.text import safe_json, safe_line, without_surrogates

_PIPE_CLOSED = 141
_PLACES = ("vault", "folder")


def run(arguments: Sequence[str], locations: Locations) -> int:
    """Run `betimes COMMAND ...`.

    Returns:
        The exit status.
    """
    as_json = "--json" in arguments
    try:
        options = command_parser(raises=as_json).parse_args(arguments)
        _escape_names(options)
        answer = _carry_out(options, locations)
    except BetimesError as failure:
        error = failure
        return _written(lambda: print_error(error, as_json=as_json), error.exit_code)
    return _written(lambda: _print(answer, as_json=options.json), answer.status)


def _escape_names(options: argparse.Namespace) -> None:
    """Write bytes that are no text as the keys of notes have them: a shell completes a name as it stands on disk.

    Folders and files that are opened as they are named stay what they are.
    """
    for name, value in vars(options).items():
        if name in _PLACES or options.command == "eval":
            continue
        if isinstance(value, str):
            setattr(options, name, without_surrogates(value))
        elif isinstance(value, list):
            setattr(options, name, [without_surrogates(item) if isinstance(item, str) else item for item in value])


def _written(write: Callable[[], None], status: int) -> int:
    """Write to standard output; returns the exit status, another one when it could not be written."""
    try:
        write()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe has seen enough; Python would complain once more while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"betimes: the output could not be written: {error.strerror}", file=sys.stderr)
        return BetimesError.exit_code
    return status


def _carry_out(options: argparse.Namespace, locations: Locations) -> Answer:
    if options.command in LATER:
        raise UsageError(f"{options.command}: not in this version", "See `betimes --help` for what is.")
    if options.command == "eval":
        from app.cli.evaluating import evaluate

        answer = evaluate(options, locations)
    elif options.command == "doctor":
        from app.cli.doctor import doctor

        answer = doctor(options, locations)
    else:
        answer = _in_workspace(options, locations)
    if not options.quiet:
        for message in answer.messages:
            print(safe_line(message), file=sys.stderr)
    return answer


def _in_workspace(options: argparse.Namespace, locations: Locations) -> Answer:
    workspace = open_workspace(options, locations)
    try:
        return commands.COMMANDS[options.command](workspace, options)
    finally:
        workspace.close()


def _print(answer: Answer, *, as_json: bool) -> None:
    if as_json:
        _write([dumps(answer.shape)])
    else:
        _write(answer.lines)


def dumps(shape: Json) -> str:
    """Return one line of JSON; what a terminal would obey is escaped: results are looked at as often as piped."""
    return safe_json(json.dumps(plain(shape), ensure_ascii=False))


def _write(lines: Iterable[str]) -> None:
    """Write lines; what a command has forgotten to make fit to print is caught here."""
    for line in lines:
        sys.stdout.write(safe_line(line) + "\n")
    sys.stdout.flush()
