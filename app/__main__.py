"""`betimes`: chooses between screen and command line, and wires them; the only place that knows everything."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack

from app.cli.parser import command_parser, is_command, screen_parser
from app.errors import BetimesError
from app.paths import Locations
from app.terminal import require_terminal, use_utf8

_INTERRUPTED = 130
_TURN_SECONDS = 0.001
_FRAMES_PER_SECOND = "120"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run Betimes.

    Args:
        arguments: What stands after the program's name; by default what the system passed.

    Returns:
        The exit status: 0 done; 1 nothing found; 2 usage; 3 vault, ledger or index problem; 4 a write was refused;
        70 a fault of the program; 128 and more: ended by that signal.
    """
    if arguments is None:
        use_utf8()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if is_command(words):
            from app.cli.run import run

            return run(words, Locations.default())
        return _screen(screen_parser().parse_args(words))
    except KeyboardInterrupt:
        return _INTERRUPTED


def tune() -> None:
    """Set the interpreter up for a program that is started, looked at and typed into. Call it before Textual is loaded.

    Imports leave no garbage, and looking for some takes a tenth of the time to the first paint: the screen, once it is
    painted, switches that on again. A search runs beside the painting of the key before it and should not wait five
    milliseconds for each turn, nor a frame of sixty a second for being shown.
    """
    gc.disable()
    sys.setswitchinterval(_TURN_SECONDS)
    os.environ.setdefault("TEXTUAL_FPS", _FRAMES_PER_SECOND)


def _screen(options: argparse.Namespace) -> int:
    tune()
    from app.cli.opening import print_error

    if options.json:
        command_parser().error("--json goes with a command")
    try:
        require_terminal(os.environ, keys=sys.__stdin__, drawing=sys.__stdout__)
        return _demo(options) if options.demo else _open(options, Locations.default())
    except BetimesError as error:
        print_error(error, as_json=False)
        return error.exit_code


def _demo(options: argparse.Namespace) -> int:
    from app.demo import TODAY, copy_demo_vault
    from app.demo.throwaway import throwaway_folder

    with throwaway_folder() as folder:
        options.vault = str(copy_demo_vault(folder / "Demo vault"))
        options.as_of = options.as_of or TODAY
        banner = f"Demonstration: a throw-away copy, as of {options.as_of:%A} {options.as_of.day} {options.as_of:%B %Y}"
        locations = Locations(folder / "cache", folder / "state", Locations.default().config)
        return _open(options, locations, banner)


def _open(options: argparse.Namespace, locations: Locations, banner: str = "") -> int:
    from app.cli.opening import open_workspace
    from app.crashes import Crashes
    from app.unsaved import DraftBox

    options.vault = options.folder or options.vault
    with ExitStack() as closing:
        workspace = open_workspace(options, locations)
        closing.callback(workspace.close)
        if options.as_of and not banner:
            banner = f"As of {options.as_of:%A} {options.as_of.day} {options.as_of:%B %Y}"
            banner += ": the ledger as it was then; it cannot be changed" if workspace.ledger.past_day else ""
        workspace.banner = banner
        workspace.remember()
        from widgets.shell import BetimesApp

        app = BetimesApp(
            workspace,
            agenda=workspace.agenda(),
            theme_folders=(locations.themes,),
            drafts=DraftBox(locations.drafts(workspace.root)),
            crashes=Crashes(Locations.default().crashes),
        )
        return app.live(closing.close)


if __name__ == "__main__":
    sys.exit(main())
