"""Commands of the program while one call of the system after the other fails; one line of JSON tells of each.

Only calls made by `app` fail, and a failing `close` does close: that is what network file systems do.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import tomllib
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from app.cli.run import run
from app.paths import Locations

LEDGER = '# head\n\n[[entry]]\nid = "aaaa"\naction = "A"\n\n[[entry]]\nid = "bbbb"\naction = "B"\n'
NOTE = "# Notes\n\n- [ ] pay 📅 2026-11-30\nend"
TICKED = NOTE.replace("[ ]", "[x]").replace("2026-11-30\n", "2026-11-30 ✅ 2026-11-30\n")
COMMANDS = {"note": ["resolve", "a.md:3"], "entry": ["resolve", "aaaa"], "edit": ["edit", "aaaa", "project=x"]}
REAL: dict[str, Callable[..., Any]] = {name: getattr(os, name) for name in ("fsync", "write", "close")}


class Failing:
    """Makes the call with a number fail; 0 for none."""

    def __init__(self, name: str, code: int) -> None:
        self.name, self.code, self.number, self.count = name, code, 0, 0
        setattr(os, name, self)

    def __call__(self, *arguments: Any) -> Any:
        if self.number and str(sys._getframe(1).f_globals.get("__name__")).startswith("app.vault"):
            self.count += 1
            if self.count == self.number:
                if self.name == "close":
                    REAL["close"](*arguments)
                raise OSError(self.code, os.strerror(self.code))
        return REAL[self.name](*arguments)


def command(root: Path, places: Path, words: list[str]) -> tuple[int, str]:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run([*words, "--vault", str(root), "--no-semantic", "--as-of", "2026-11-30"], Locations.below(places))
    return status, out.getvalue() + err.getvalue()


def attempt(folder: Path, words: list[str], failing: Failing, number: int) -> bool:
    """Carry out a command with that call failing; return False when there are not so many."""
    root, places = folder / "vault", folder / "places"
    (root / ".betimes").mkdir(parents=True)
    (root / ".betimes" / "ledger.toml").write_text(LEDGER)
    (root / "a.md").write_bytes(NOTE.encode())
    command(root, places, ["edit", "bbbb", "priority=low"])
    failing.number, failing.count = number, 0
    status, said = command(root, places, words)
    reached, failing.number = failing.count >= number, 0
    left = sorted(path.name for path in root.rglob(".betimes-*"))
    state = {"status": status, "said": said, "left": left} | look(root)
    again, _ = command(root, places, words)
    after = look(root)
    print(json.dumps({"number": number, "now": state, "again": again, "after": after}))
    return reached


def look(root: Path) -> dict[str, Any]:
    own = root / ".betimes"
    opened = entries(own / "ledger.toml")
    closed = [table for path in own.glob("resolved-*.toml") for table in entries(path)]
    note = (root / "a.md").read_bytes().decode()
    return {
        "open": [table["id"] for table in opened],
        "closed": [table["id"] for table in closed],
        "project": [table.get("project") for table in opened],
        "note": {NOTE: "old", TICKED: "ticked"}.get(note, note),
        "head": (own / "ledger.toml").read_text().startswith("# head\n"),
    }


def entries(path: Path) -> list[dict[str, Any]]:
    return list(tomllib.loads(path.read_text()).get("entry", []))


def main(folder: Path, *trials: str) -> None:
    for trial in trials:
        what, call, code = trial.split(":")
        failing, number = Failing(call, getattr(errno, code)), 1
        while attempt(folder / trial / str(number), COMMANDS[what], failing, number):
            number += 1
        setattr(os, call, REAL[call])


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
