"""The task lines of a vault, counted with regular expressions and as Betimes reads them.

Run as a script it prints a table by kind: `python grep_table.py FOLDER`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.vault.files import Vault
from app.vault.markdown import parse_note
from app.vault.note import TaskLine

TASK = re.compile(r"[\s>]*(?:[-*+]|\d+[.)])[ \t]+\[.\](?:\s|$)")
_FENCE = re.compile(r"[\s>]*(?:[-*+] )?[\s>]*(`{3,}|~{3,})")
_COMMENT_LINE = re.compile(r"\s*%%\s*$|\s*<!--\s*$|\s*-->\s*$")
_ISO = r"\ufe0f? *\d{4}-\d\d-\d\d"
_KEY = r" *:: *\d{4}-\d\d-\d\d *[\])]"

Place = tuple[str, int]


def _dates(symbols: str, key: str) -> re.Pattern[str]:
    return re.compile(rf"[{symbols}]{_ISO}|[\[(] *{key}{_KEY}")


GREP = {
    "task": re.compile(""),
    "dated": _dates("📅📆🗓⏳⌛🛫➕✅❌", "(?:due|scheduled|start|created|completion|cancelled)"),
    "due": _dates("📅📆🗓", "due"),
    "scheduled": _dates("⏳⌛", "scheduled"),
    "start": _dates("🛫", "start"),
    "created": _dates("➕", "created"),
    "done": _dates("✅", "completion"),
    "cancelled": _dates("❌", "cancelled"),
    "priority": re.compile(r"[🔺⏫🔼🔽⏬]|[\[(] *priority *:: *\w"),
    "repeat": re.compile(r"🔁 *\w|[\[(] *repeat *:: *\w"),
    "id": re.compile(r"🆔 *[\w-]|[\[(] *id *:: *\w"),
    "depends on": re.compile(r"⛔\ufe0f? *[\w-]|[\[(] *dependsOn *:: *\w"),
    "on completion": re.compile(r"🏁 *(?:keep|delete)|[\[(] *onCompletion *:: *\w"),
    "block id": re.compile(r" \^[A-Za-z0-9-]+\s*$"),
}


@dataclass(frozen=True, slots=True)
class KindRow:
    """How many task lines hold a kind of field.

    Attributes:
        kind: One of `GREP`.
        everywhere: By regular expression, in the whole text.
        outside: By regular expression, outside code and comments.
        betimes: As read.
        only_grep: Outside code and comments, and not as read.
        only_betimes: As read, and in no such line.
        hidden_betimes: As read, and inside a code block.
    """

    kind: str
    everywhere: int
    outside: int
    betimes: int
    only_grep: int
    only_betimes: int
    hidden_betimes: int


def outside_code(text: str) -> Iterator[tuple[int, str]]:
    """Yield (number, line) of every line that is in no fenced code block."""
    fence = ""
    for number, line in enumerate(text.split("\n"), start=1):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        elif not fence:
            yield number, line


def count_kinds(folder: Path) -> Iterator[KindRow]:
    """Yield a row for each kind."""
    vault = Vault(folder)
    every: dict[Place, str] = {}
    outside: dict[Place, str] = {}
    code: set[Place] = set()
    read: dict[Place, TaskLine] = {}
    for stamp in vault.scan():
        data = vault.read(stamp.path)
        text = data.decode("utf-8")
        shown = dict(outside_code(text))
        for number, line in enumerate(text.split("\n"), start=1):
            if TASK.match(line):
                every[stamp.path, number] = line
        code |= {place for place in every if place[0] == stamp.path and place[1] not in shown}
        outside |= {(stamp.path, n): line for n, line in _without_comments(shown) if TASK.match(line)}
        read |= {(stamp.path, task.line): task for task in parse_note(stamp.path, data).tasks}
    for kind, pattern in GREP.items():
        grep = {place for place, line in outside.items() if pattern.search(line)}
        ours = {place for place, task in read.items() if _has(task, kind)}
        yield KindRow(
            kind,
            sum(bool(pattern.search(line)) for line in every.values()),
            len(grep),
            len(ours),
            len(grep - ours),
            len(ours - grep),
            len(ours & code),
        )


def _without_comments(lines: dict[int, str]) -> Iterator[tuple[int, str]]:
    """Yield the lines between which no comment stands that takes whole lines."""
    hidden = False
    for number, line in lines.items():
        if _COMMENT_LINE.match(line):
            hidden = not hidden
        elif not hidden:
            yield number, line


def _has(task: TaskLine, kind: str) -> bool:
    """Return True when a kind was read; a date that does not exist was found too, and is told."""
    if kind == "task":
        return True
    dates = {name: getattr(task, name) is not None for name in ("due", "scheduled", "start", "created", "done")}
    dates["cancelled"] = task.cancelled is not None
    found = {name: seen or f"the {name} date “" in task.problem for name, seen in dates.items()}
    others = {
        "priority": task.priority,
        "repeat": task.repeat,
        "id": task.task_id,
        "depends on": task.depends_on,
        "on completion": task.on_completion,
        "block id": task.block_id,
    }
    return any(found.values()) if kind == "dated" else found[kind] if kind in found else bool(others[kind])


if __name__ == "__main__":
    names = ("kind", "everywhere", "outside", "betimes", "only_grep", "only_betimes", "hidden_betimes")
    sys.stdout.write("  ".join(names) + "\n")
    for row in count_kinds(Path(sys.argv[1])):
        sys.stdout.write("  ".join(f"{getattr(row, name)!s:<{len(name)}}" for name in names) + "\n")
