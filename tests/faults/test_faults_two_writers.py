"""Two programs, and a sync tool, on one vault at the same moment: with real processes."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from app.errors import NotFound, WriteRefused
from app.ledger.conflicts import EntryChanged
from app.ledger.entry import Entry
from app.ledger.journal import open_tables
from app.ledger.ledger import Ledger
from app.ledger.tables import table_of

ROOT = Path(__file__).resolve().parents[2]
CHILD = Path(__file__).with_name("writer_child.py")
NOW = datetime(2026, 11, 30, 8, 0, tzinfo=timezone(timedelta(hours=1)))

LEDGER = """\
# head

[[entry]]
id = "aaaa"   # first
action = "0"
mine = { x = 1 }

# about the second
[[entry]]
id = "bbbb"
action = "0"

[[entry]]
id = "cccc"
action = "Pay the rent"
due = 2026-12-03   # always the third
repeat = "every month on the 3rd"
"""


class TwoSided:
    """A vault that other processes write too."""

    def __init__(self, folder: Path) -> None:
        self.root, self.lock = folder / "vault", folder / "cache" / "ledger.lock"
        self.path = self.root / ".betimes" / "ledger.toml"
        self.path.parent.mkdir(parents=True)
        self.path.write_text(LEDGER)

    def open(self) -> Ledger:
        return Ledger.open(self.root, lambda: NOW, lock=self.lock)

    @contextmanager
    def another(self, what: str, entry_id: str = "-", times: int = 0) -> Iterator[subprocess.Popen[str]]:
        """Start a program that waits for `go`."""
        command = [sys.executable, "-S", str(CHILD), what, str(self.root), str(self.lock), entry_id, str(times)]
        path = ":".join([str(ROOT), *(item for item in sys.path if item.endswith("site-packages"))])
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env={"PYTHONPATH": path}) as child:
            try:
                assert child.stdout is not None and child.stdout.readline() == "ready\n"
                yield child
            finally:
                child.kill()

    def agree(self) -> Ledger:
        """Return the ledger after making sure that it parses, and that files and journal say the same."""
        ledger = self.open()
        ledger.catch_up()
        assert ledger.problem is None and ledger.duplicates == frozenset() and ledger.flagged == ()
        assert open_tables(ledger.history()) == {entry.id: table_of(entry) for entry in ledger.entries}
        both = Counter([entry.id for entry in ledger.entries] + [item.entry.id for item in ledger.resolved()])
        assert max(both.values()) == 1
        return ledger


@pytest.fixture
def vault(tmp_path: Path) -> TwoSided:
    return TwoSided(tmp_path)


def go(*children: subprocess.Popen[str]) -> None:
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()


def said(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    text = child.stdout.read()
    assert child.wait(30) == 0
    return text


def test_two_programs_that_edit_different_entries_lose_nothing(vault: TwoSided) -> None:
    with vault.another("edit", "aaaa", 25) as one, vault.another("edit", "bbbb", 25) as other:
        go(one, other)
        assert (said(one), said(other)) == ("", "")
    ledger = vault.agree()
    assert [(entry.id, entry.project) for entry in ledger.entries[:2]] == [("aaaa", "aaaa-24"), ("bbbb", "bbbb-24")]
    for entry_id in ("aaaa", "bbbb"):
        after = [line.after["project"] for line in ledger.history(entry_id) if line.kind == "edited"]
        assert after == [f"{entry_id}-{number}" for number in range(25)]
    text = vault.path.read_text()
    without = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("project"))
    assert without == LEDGER


def test_two_programs_that_edit_the_same_entry_overwrite_nothing_unseen(vault: TwoSided) -> None:
    with vault.another("count", "aaaa", 20) as one, vault.another("count", "aaaa", 20) as other:
        go(one, other)
        assert (said(one), said(other)) == ("", "")
    assert vault.agree().entry("aaaa").action == "40"


def test_of_two_programs_that_resolve_the_same_entry_one_does(vault: TwoSided) -> None:
    with vault.another("resolve", "cccc") as one, vault.another("resolve", "cccc") as other:
        go(one, other)
        answers = sorted((said(one), said(other)))
    assert answers in (["refused: None\n", "resolved\n"], ["failed: There is no open entry cccc\n", "resolved\n"])
    ledger = vault.agree()
    assert [item.entry.id for item in ledger.resolved()] == ["cccc"]
    assert len(ledger.entries) == 3
    ledger.undo()
    assert vault.path.read_text() == LEDGER


def test_what_a_sync_tool_puts_there_is_never_written_over(vault: TwoSided) -> None:
    ledger = vault.open()
    with vault.another("replace", "aaaa", 40) as tool:
        go(tool)
        made: list[str] = []
        while tool.poll() is None:
            with suppress(WriteRefused):  # it is allowed to give up, and says so
                made.append(str(ledger.edit("bbbb", project=f"mine {len(made)}").project))
        assert said(tool) == ""
    assert len(made) > 1
    ledger = vault.agree()
    assert ledger.entry("aaaa").action == "version 39"
    recorded = [line.after["project"] for line in ledger.history("bbbb") if line.kind == "edited"]
    assert recorded == made
    assert "# always the third" in vault.path.read_text()


class Replaced:
    """A clock that, the first time that it is asked during a change, lets another program replace the ledger.

    An addition asks for the time after the ledger was read and before it is written.
    """

    def __init__(self, vault: TwoSided, text: str) -> None:
        self.vault, self.text, self.is_armed = vault, text, False

    def __call__(self) -> datetime:
        if self.is_armed:
            self.is_armed = False
            script = "import os, sys; open(sys.argv[1] + '.new', 'w').write(sys.argv[2]);"
            script += " os.replace(sys.argv[1] + '.new', sys.argv[1])"
            subprocess.run([sys.executable, "-S", "-c", script, str(self.vault.path), self.text], check=True)
        return NOW


def test_a_file_replaced_by_rename_between_read_and_write_is_read_again(vault: TwoSided) -> None:
    theirs = LEDGER.replace("2026-12-03", "2026-12-04").replace("# head", "# another head")
    clock = Replaced(vault, theirs)
    ledger = Ledger.open(vault.root, clock, lock=vault.lock)
    ledger.edit("aaaa", project="x")
    clock.is_armed = True
    added = ledger.add(Entry("", "Mine"))
    assert clock.is_armed is False
    assert vault.path.read_text().startswith(theirs)
    ledger = vault.agree()
    assert ledger.entry(added.id).action == "Mine" and ledger.entry("cccc").due == date(2026, 12, 4)
    by_hand = [(line.kind, line.id) for line in ledger.history() if line.kind == "edited-by-hand"]
    assert by_hand == [("edited-by-hand", "aaaa"), ("edited-by-hand", "cccc")]
    lost = next(line for line in ledger.history("aaaa") if line.kind == "edited-by-hand")
    assert ledger.restore(lost.op).project == "x"


def test_a_file_replaced_by_what_does_not_parse_between_read_and_write_is_left_alone(vault: TwoSided) -> None:
    clock = Replaced(vault, "[[entry]\n")
    ledger = Ledger.open(vault.root, clock, lock=vault.lock)
    clock.is_armed = True
    with pytest.raises(Exception, match="line 1"):
        ledger.add(Entry("", "Mine"))
    assert vault.path.read_text() == "[[entry]\n" and len(ledger.entries) == 3
    vault.path.write_text(LEDGER)
    assert ledger.add(Entry("", "Mine")).action == "Mine"


def test_what_was_resolved_by_another_program_is_not_edited(vault: TwoSided) -> None:
    ledger = vault.open()
    seen = ledger.entry("bbbb")
    with vault.another("resolve", "bbbb") as other:
        go(other)
        assert said(other) == "resolved\n"
    with pytest.raises(EntryChanged) as caught:
        ledger.edit("bbbb", seen=seen, priority="high")
    assert caught.value.theirs is None and caught.value.mine.priority == "high"
    with pytest.raises(NotFound):
        ledger.edit("bbbb", priority="high")


def test_a_program_killed_while_it_holds_the_lock_stops_nobody(vault: TwoSided) -> None:
    with vault.another("hold") as other:
        go(other)
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        other.kill()
        other.wait()
        assert vault.open().edit("aaaa", project="x").project == "x"


def test_an_entry_in_ledger_and_resolved_file_and_one_twice_in_the_ledger_are_shown(vault: TwoSided) -> None:
    vault.open().resolve("bbbb")
    closed = tomllib.loads((vault.path.parent / "resolved-2026.toml").read_text())["entry"]
    assert [table["id"] for table in closed] == ["bbbb"]
    vault.path.write_text(LEDGER.replace('"0"', '"changed"') + '\n[[entry]]\nid = "cccc"\naction = "Twice"\n')
    ledger = vault.open()
    assert [entry.id for entry in ledger.entries] == ["aaaa", "cccc", "cccc"]
    assert sorted(item.reason.partition(":")[0] for item in ledger.flagged) == [
        "2 entries have the id cccc (lines 13 and 19)",
        "2 entries have the id cccc (lines 13 and 19)",
        "bbbb is resolved, says resolved-2026.toml",
    ]
    ledger.edit("aaaa", project="x")
    text = vault.path.read_text()
    assert text.count('"cccc"') == 2 and text.count('"bbbb"') == 1
