"""What can be typed after `betimes`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from typing import NoReturn

from app import __version__
from app.errors import UsageError
from app.text import safe_line

Command = Callable[[str, str], argparse.ArgumentParser]

LATER = ("review", "imagine", "export", "mcp")
"""Commands that have a place in the design and none in this version."""

LATER_EVALUATIONS = ("prospection",)
"""The same after `betimes eval`."""

COMMANDS = (
    "agenda", "search", "show", "log", "add", "edit", "dismiss", "resolve", "reopen", "snooze", "undo", "redo",
    "restore", "merge", "index", "doctor", "eval",
    *LATER,
)  # fmt: skip

_YEARS = (1900, 9000)
"""Days that can be "today": others lie where local times have no meaning."""

_EPILOGUE = """\
exit status: 0 done; 1 nothing found; 2 usage; 3 vault, ledger or index problem; 4 a write was refused
             70 a fault of Betimes itself; 128 and more: ended by that signal (143 SIGTERM, 129 SIGHUP, 130 SIGINT)
Results go to standard output, messages to standard error. `betimes COMMAND --help` tells more of one command.
"""


def is_command(words: list[str]) -> bool:
    """Return True when the first word that is not an option (or an option's value) is a command."""
    takes_value = {"--vault", "--as-of"}
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in takes_value:
            skip = True
        elif not word.startswith("-"):
            return word in COMMANDS
    return False


def screen_parser() -> argparse.ArgumentParser:
    """Return the parser of `betimes [VAULT]`."""
    parser = _Parser(
        prog="betimes",
        description="Notes that look forward: an agenda beside a search box, for one folder of markdown notes.",
        epilog="commands: " + ", ".join(name for name in COMMANDS if name not in LATER) + "\n" + _EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", nargs="?", metavar="VAULT", help="the folder of notes; without it, the last one")
    parser.add_argument("--demo", action="store_true", help="open a throw-away copy of the demonstration vault")
    _add_globals(parser, suppress=False)
    return parser


class _Parser(argparse.ArgumentParser):
    """Repeats what was typed as text that no terminal obeys."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, and leave."""
        super().error(safe_line(message))


class _Raising(argparse.ArgumentParser):
    """Raises what is wrong instead of printing it: whoever asked for JSON gets JSON."""

    def error(self, message: str) -> NoReturn:
        """Raise `UsageError`."""
        raise UsageError(message, f"See `{self.prog} --help`.")


def command_parser(*, raises: bool = False) -> argparse.ArgumentParser:
    """Return the parser of `betimes COMMAND ...`; global options may stand before or after the command.

    Args:
        raises: Raise `UsageError` for what cannot be understood, instead of printing it and leaving.
    """
    make: type[argparse.ArgumentParser] = _Raising if raises else _Parser
    parser = make(prog="betimes", epilog=_EPILOGUE, formatter_class=argparse.RawDescriptionHelpFormatter)
    _add_globals(parser, suppress=False)
    shared = argparse.ArgumentParser(add_help=False)
    _add_globals(shared, suppress=True)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, parents=[shared])

    _add_reading(command)
    _add_writing(command)
    _add_evaluation(command, shared)
    for name in LATER:
        command(name, "not in this version").add_argument("rest", nargs=argparse.REMAINDER)
    return parser


def _add_globals(parser: argparse.ArgumentParser, *, suppress: bool) -> None:
    def default(value: object) -> object:
        return argparse.SUPPRESS if suppress else value

    parser.add_argument("--vault", metavar="PATH", default=default(None), help="the folder of notes (or BETIMES_VAULT)")
    parser.add_argument("--as-of", metavar="DATE", type=_day, default=default(None), help="take this day for today")
    parser.add_argument("--json", action="store_true", default=default(False), help="print JSON")
    parser.add_argument(
        "--no-semantic", action="store_true", default=default(False), help="words only; start no model process"
    )
    parser.add_argument("--quiet", action="store_true", default=default(False), help="print no messages")
    parser.add_argument("--version", action="version", version=f"betimes {__version__}")


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a date; write it as 2026-12-31") from None
    if not _YEARS[0] <= day.year <= _YEARS[1]:
        raise argparse.ArgumentTypeError(f"{text} is too far away; take a year from {_YEARS[0]} to {_YEARS[1]}")
    return day


def _add_reading(command: Command) -> None:
    agenda = command("agenda", "print what fires, what comes, what waits")
    agenda.add_argument("--context", metavar="TEXT", default="", help="what you are dealing with now")
    search = command("search", "search the notes")
    search.add_argument("query", nargs="+", metavar="QUERY")
    search.add_argument("-k", type=_count, default=None, metavar="N", help="at most N notes")
    search.add_argument("--rank", choices=("blend", "plain", "newest"), default=None)
    search.add_argument("--arm", choices=("words", "meaning", "fused"), default="fused")
    search.add_argument("--weight", type=_weight, default=None, metavar="W", help="how much salience lifts")
    search.add_argument("--firing-weight", type=_weight, default=None, metavar="F", help="how much firing lifts")
    search.add_argument("--wait", action="store_true", help="embed everything first")
    show = command("show", "print a commitment's or a note's history, links, backlinks and properties")
    show.add_argument("what", metavar="ID|NOTE")
    log = command("log", "print the journal of the ledger")
    log.add_argument("id", nargs="?", metavar="ID")
    index = command("index", "bring the index up to date")
    index.add_argument("--rebuild", action="store_true", help="start from nothing")
    index.add_argument("--wait", action="store_true", help="embed everything too")
    doctor = command("doctor", "check everything that Betimes depends on, and say what to do; status 3 for a problem")
    doctor.add_argument(
        "--fix", action="store_true",
        help="do what is safe: make a damaged index anew, mend the journal's end, tighten permissions, remove own "
        "leftovers, repair links of entries; no note is changed, and each thing done is said",
    )  # fmt: skip
    doctor.add_argument(
        "--quick", action="store_true", help="start no model, do not read the index through, and leave it as it is"
    )


def _add_evaluation(command: Command, shared: argparse.ArgumentParser) -> None:
    evaluations = command("eval", "measure firing and ranking").add_subparsers(
        dest="evaluation", required=True, metavar="WHAT"
    )

    def evaluation(name: str, text: str) -> argparse.ArgumentParser:
        return evaluations.add_parser(name, help=text, description=text, parents=[shared])

    blueprints = evaluation("blueprints", "run a file of blueprints through the program, and say what fires and ranks")
    blueprints.add_argument("file", metavar="FILE", help="one JSON object a line")
    blueprints.add_argument(
        "--entries", choices=("all-open", "own"), default="all-open", help="which entries are open at once"
    )
    blueprints.add_argument(
        "--cues", choices=("none", "given"), default="given", help="whether entries have their cues and blockers"
    )
    blueprints.add_argument("--matcher", choices=("oracle", "real"), default="real", help="who says what fires")
    _add_model(blueprints)
    _add_fit(evaluation("fit", "choose the matcher's constants by cross-validation over a file of blueprints"))
    suggestions = evaluation("suggestions", "say how well commitments are found in the prose of notes")
    suggestions.add_argument("path", metavar="PATH", help="blueprints, labelled utterances, or a vault that holds few")
    retrieval = evaluation("retrieval", "run labelled queries over a corpus, and say what words and meaning find")
    retrieval.add_argument("folder", metavar="DIR", help="holds corpus.jsonl and queries.jsonl")
    retrieval.add_argument(
        "--ablate", action="store_true", help="also blend without each component, and with neutral values of each"
    )
    _add_model(retrieval)
    evaluation("own", "say how often this vault's commitments fired, were confirmed, were corrected")
    for name in LATER_EVALUATIONS:
        evaluation(name, "not in this version").add_argument("rest", nargs=argparse.REMAINDER)


def _add_fit(fit: argparse.ArgumentParser) -> None:
    fit.add_argument("file", metavar="FILE", help="one JSON object a line")
    fit.add_argument(
        "--cues", choices=("none", "given"), default=None, help="only with or without cues and blockers; else both"
    )
    fit.add_argument(
        "--in", dest="kind", choices=("union", "own"), default=None,
        help="only in one vault of all notes, or in a vault of its own for each blueprint; else both",
    )  # fmt: skip
    fit.add_argument(
        "--folds", type=_count, default=5, metavar="N", help="into how many parts the blueprints are dealt"
    )
    fit.add_argument("--shufflings", type=_count, default=5, metavar="N", help="how often they are dealt anew")
    fit.add_argument(
        "--most-false", type=_percent, default=0.75, metavar="PERCENT", help="of later and unrelated notes asserted"
    )
    fit.add_argument("--most-near", type=_percent, default=15.0, metavar="PERCENT", help="of near misses asserted")
    fit.add_argument("--curve", action="store_true", help="print what other thresholds would do")
    _add_model(fit)


def _add_model(evaluation: argparse.ArgumentParser) -> None:
    evaluation.add_argument(
        "--model", metavar="NAME", default=None, help="the model, by default the configured one; hash needs none"
    )


def _add_writing(command: Command) -> None:
    add = command("add", "add a commitment from one line of prose; what options say wins")
    add.add_argument("text", nargs="*", metavar="TEXT", help="a line of prose; - for one a line from standard input")
    add.add_argument(
        "--from", dest="source", metavar="PATH:LINE", default="", help="make an entry of this task line of a note"
    )
    add.add_argument("--suggestion", metavar="ID", help="take what a note was found to say; TEXT becomes its action")
    add.add_argument("--plain", "--literal", action="store_true", help="take the text as the action, as it stands")
    add.add_argument("--dry-run", action="store_true", help="say how it would be read, and store nothing")
    for name, text in _ENTRY_OPTIONS:
        add.add_argument(f"--{name}", metavar=name.upper(), action="append", default=[], help=text)
    edit = command("edit", "change fields of an entry or a task line; without any, an entry's text in $EDITOR")
    edit.add_argument("id", metavar="ID", help="an entry, or PATH:LINE: due, scheduled, start, priority, repeat")
    edit.add_argument(
        "changes", nargs="*", metavar="FIELD=VALUE", help="name a list field several times for several items"
    )
    dismiss = command("dismiss", "never suggest a sentence again")
    dismiss.add_argument("id", metavar="ID", help="as the agenda prints it under SUGGESTED")
    resolve = command("resolve", "close a commitment; a task line of a note is ticked")
    resolve.add_argument("id", metavar="ID")
    resolve.add_argument("--as", dest="outcome", choices=("done", "dropped", "superseded"), default="done")
    resolve.add_argument("--remark", default="", metavar="TEXT")
    reopen = command("reopen", "open an entry again that was resolved or removed by hand, or a ticked task line")
    reopen.add_argument("id", metavar="ID", help="an entry, or PATH:LINE")
    snooze = command("snooze", "hide a commitment until a day; its due date stays")
    snooze.add_argument("id", metavar="ID")
    snooze.add_argument("when", nargs="+", metavar="WHEN", help="2026-12-31, in 3 days, until the condition fires; off")
    command("undo", "take back the last change of the ledger or of a task line")
    command("redo", "do again what was taken back")
    restore = command("restore", "bring an entry back to what it was before a step of `betimes log`")
    restore.add_argument("op", metavar="STEP", help="the step's name, the third column of the log")
    merge = command("merge", "show the conflict copies of the ledger, or merge one")
    merge.add_argument("copy", nargs="?", metavar="COPY", help="its name; without one, what merging would do is shown")
    merge.add_argument("--take", metavar="ID", action="append", default=[], help="take the copy's version of this one")


_ENTRY_OPTIONS = (
    ("when", "the situation in which it becomes operative"),
    ("cue", "an example of that situation; may be repeated"),
    ("blocker", "a nearby situation in which it does not apply; may be repeated"),
    ("due", "its date"),
    ("lead", "how long before that it fires: 3 days"),
    ("repeat", "every month on the 15th"),
    ("link", "a note it concerns: Projects/Kitchen#Quotes; may be repeated"),
    ("project", "its project"),
    ("priority", "highest, high, medium, low or lowest"),
    ("tag", "may be repeated"),
)


def _count(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1")
    return number


def _percent(text: str) -> float:
    return _weight(text.removesuffix("%"))


def _weight(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 to 100")
    return number
