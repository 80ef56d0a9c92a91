"""Task lines of random notes, changed at random: one token changes, undo restores the bytes, nobody's work is lost."""

from __future__ import annotations

import codecs
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest

from app.errors import VaultError, WriteRefused
from app.vault.applied import AppliedEdit
from app.vault.edits import apply_edit, undo_edit
from app.vault.files import Vault
from app.vault.markdown import parse_note
from app.vault.recurrence import RuleNotUnderstood
from app.vault.task_edits import TaskStyle, defer, reschedule, set_field, tick, untick, with_block_id
from app.vault.task_fields import find_fields

TODAY = date(2026, 11, 30)
CHILD = Path(__file__).with_name("note_writer_child.py")
WORDS = [
    "Call",
    "caf\u00e9",
    "th\udce9",
    "a\u2028b",
    "#home",
    "[[Note#^x|y]]",
    "`📅 2026-01-01`",
    "“quoted”",
    "\u00a0",
    "%%c%%",
    "٣",
]
DATES = ["2026-11-26", "2026-12-04", "2027-01-31", "2026-02-30"]
RULES = ["every day", "every week", "every month on the 31st", "every 2 weeks when done", "every blue moon"]
HEADS = ["- [{}] ", "* [{}] ", "\t- [{}]  ", "> - [{}] ", "1. [{}] ", "12) [{}] ", "> > + [{}] "]
AROUND = [
    "",
    "# Heading",
    "prose",
    "```",
    "- plain",
    "\ufeffinner",
    "a\x85b",
    "x\x0cy",
    "\udcff\udcfe",
    "- [ ] Call",
    "| a | b |",
]
BOX = re.compile(r"[ \t>]*(?:[-*+]|[0-9]+[.)])[ \t]+\[(.)\]")
BLOCK = re.compile(r"\s\^([A-Za-z0-9-]+)\s*$")
MOVED = ("due", "reminder", "scheduled", "start", "created", "id", "depends on", "done", "cancelled")
"""What changes in the next occurrence of a repeating task."""
ENDS = ["\n", "\r\n", "\r"]


@dataclass(frozen=True)
class Case:
    """A note, one of its task lines (index), and what is to be done to it."""

    mark: bytes
    lines: list[tuple[str, str]]
    at: int
    name: str
    change: Callable[[str], str | None]
    kinds: tuple[str, ...]

    @property
    def data(self) -> bytes:
        return self.mark + "".join(text + end for text, end in self.lines).encode("utf-8", "surrogateescape")

    @property
    def raw(self) -> str:
        return self.lines[self.at][0]


def field(chance: random.Random, kind: str) -> str:
    day, rule = chance.choice(DATES), chance.choice(RULES)
    emoji = {"due": "📅", "scheduled": "⏳", "start": "🛫", "created": "➕", "done": "✅"}
    if kind == "repeat":
        return chance.choice([f"🔁 {rule}", f"[repeat:: {rule}]", f"(repeat:: {rule})"])
    if kind == "priority":
        return chance.choice(["⏫", "🔽", "[priority:: high]"])
    if kind == "completion":
        return chance.choice(["🏁 delete", "🏁 keep", "[onCompletion:: delete]"])
    if kind == "reminder":
        return f"(@{day} 09:00)"
    if kind == "id":
        return chance.choice(["🆔 abc", "⛔ abc,def", "[id:: abc]"])
    return chance.choice([f"{emoji[kind]} {day}", f"{emoji[kind]}\ufe0f{day}", f"[{kind}:: {day}]", f"({kind}::{day})"])


def task_line(chance: random.Random) -> str:
    kinds = ["due", "scheduled", "start", "created", "repeat", "priority", "completion", "reminder", "id"]
    parts = chance.sample(WORDS, chance.randint(0, 3)) + [
        field(chance, kind) for kind in chance.sample(kinds, chance.randint(0, 4))
    ]
    if chance.random() < 0.3:
        chance.shuffle(parts)
    head = chance.choice(HEADS).format(chance.choice(" " if chance.random() < 0.7 else "/xX-?"))
    tail = chance.choice(["", "", " ^id1", "  ", " ^id-2 \t"])
    return head + chance.choice([" ", "  "]).join(parts) + tail


def logseq_lines(chance: random.Random) -> list[str]:
    indent = chance.choice(["", "\t", "  "])
    head = f"{indent}- {chance.choice(['TODO', 'DOING', 'LATER', 'NOW', 'DONE'])} {chance.choice(['', '[#A] '])}Call"
    stamps = []
    for kind in chance.sample(["SCHEDULED", "DEADLINE"], chance.randint(0, 2)):
        rest = "".join(chance.choice(["", part]) for part in (" Mon", " 09:00"))
        stamps.append(
            f"{indent}  {kind}: <{chance.choice(DATES)}{rest}{chance.choice(['', ' +1w', ' .+2d', ' ++1m'])}>"
        )
    return [head, *stamps]


def operation(chance: random.Random) -> tuple[str, Callable[[str], str | None], tuple[str, ...]]:
    day = TODAY + timedelta(days=chance.randint(-400, 4000))
    style = TaskStyle(next_line=chance.choice(["above", "below"]))
    later = chance.choice([day, None])
    word, rule = chance.choice(["highest", "high", "low", None]), chance.choice(["every 3 days", "every week", None])
    return chance.choice(
        [
            ("tick", lambda raw: tick(raw, TODAY, "done", style), ("done",)),
            ("tick", lambda raw: tick(raw, TODAY, "done", style), ("done",)),
            ("drop", lambda raw: tick(raw, TODAY, "dropped", style), ("cancelled",)),
            ("untick", untick, ("done", "cancelled")),
            ("reschedule", lambda raw: reschedule(raw, day), ("due", "reminder", "scheduled")),
            ("snooze", lambda raw: defer(raw, later), ("start",)),
            ("due", lambda raw: set_field(raw, "due", day), ("due", "reminder")),
            ("no due", lambda raw: set_field(raw, "due", None), ("due", "reminder")),
            ("scheduled", lambda raw: set_field(raw, "scheduled", day), ("scheduled",)),
            ("priority", lambda raw: set_field(raw, "priority", word), ("priority",)),
            ("repeat", lambda raw: set_field(raw, "repeat", rule), ("repeat",)),
            ("block id", lambda raw: with_block_id(raw, "fresh9"), ()),
        ]
    )


def case(chance: random.Random) -> Case:
    lines: list[str] = [chance.choice(AROUND) for _ in range(chance.randint(0, 4))]
    at = len(lines)
    lines += [task_line(chance)] if chance.random() < 0.85 else logseq_lines(chance)
    lines += [chance.choice([*AROUND, lines[at]]) for _ in range(chance.randint(0, 4))]
    usual = chance.choice(ENDS)
    mixed = chance.random() < 0.2
    ended = [(text, chance.choice(ENDS) if mixed else usual) for text in lines]
    # A lone \r before an empty line that ends in \n would be one line end.
    ended = [(text, "\n" if end == "\r" and mixed else end) for text, end in ended]
    if chance.random() < 0.4 and ended[-1][0]:
        ended[-1] = (ended[-1][0], "")
    mark = codecs.BOM_UTF8 if chance.random() < 0.2 else b""
    return Case(mark, ended, at, *operation(chance))


def bare(raw: str, kinds: tuple[str, ...]) -> str:
    """Return a line without its status, its fields of some kinds, its block id and its blanks: what has to stay."""
    head = BOX.match(raw)
    assert head is not None
    block = BLOCK.search(raw)
    body = raw[: block.start() if block else len(raw)]
    fields = find_fields("\0" * head.end() + body[head.end() :])
    for found in sorted(fields, key=lambda found: -found.start):
        if found.kind in kinds:
            body = body[: found.start] + body[found.end :]
    body = body[: head.start(1)] + body[head.end(1) :]
    return "".join((body + (block[0] if block and block[1] != "fresh9" else "")).split())


def check_line(trial: Case, text: str, *, goes_on: bool) -> None:
    """Compare a line with the one before: but for fields that were to be written all of it is there, in order."""
    if BOX.match(text) is None:
        return
    kinds = (*trial.kinds, *MOVED) if goes_on else trial.kinds
    before = trial.raw if not goes_on or BLOCK.search(text) else BLOCK.sub("", trial.raw)
    assert bare(text, kinds) == bare(before, kinds)


def check(folder: Path, trial: Case, counts: Counter[str]) -> None:
    note, vault = folder / "a.md", Vault(folder)
    note.write_bytes(trial.data)
    tasks = {task.line: task for task in parse_note("a.md", trial.data).tasks}
    count = tasks[trial.at + 1].raw.count("\n") + 1 if trial.at + 1 in tasks else 1
    head = trial.mark + "".join(text + end for text, end in trial.lines[: trial.at]).encode("utf-8", "surrogateescape")
    rest = "".join(text + end for text, end in trial.lines[trial.at + count :]).encode("utf-8", "surrogateescape")
    last_end = trial.lines[trial.at + count - 1][1].encode()
    try:
        edit = apply_edit(vault, "a.md", trial.at + 1, trial.raw, trial.change)
    except (WriteRefused, RuleNotUnderstood):
        assert note.read_bytes() == trial.data
        counts["refused"] += 1
        return
    counts[trial.name if edit.after is not None else "deleted"] += 1
    written = note.read_bytes()
    tail = (b"" if edit.after is None else last_end) + rest
    assert written.startswith(head) and written.endswith(tail) and len(written) >= len(head) + len(tail)
    middle = written[len(head) : len(written) - len(tail)]
    if edit.after is None:
        assert middle == b""
    else:
        now = [part.decode("utf-8", "surrogateescape") for part in middle.splitlines()]
        assert now == edit.after.split("\n")
        goes_on = trial.name == "tick" and any(found[1] == " " for found in map(BOX.match, now) if found)
        for text in now:
            check_line(trial, text, goes_on=goes_on)
    interfere(vault, note, trial, edit)


def interfere(vault: Vault, note: Path, trial: Case, edit: AppliedEdit) -> None:
    """Undo, redo, and undo again; somebody else who writes in the midst keeps what they wrote."""
    written = note.read_bytes()
    back = undo_edit(vault, edit)
    assert note.read_bytes() == trial.data
    undo_edit(vault, back)
    assert note.read_bytes() == written
    theirs = written + b"theirs"
    with pytest.raises(WriteRefused):
        undo_edit(vault, edit, before_replace=lambda: void(note.write_bytes(theirs)))
    assert note.read_bytes() == theirs
    note.write_bytes(written)
    undo_edit(vault, edit)
    assert note.read_bytes() == trial.data
    with pytest.raises(WriteRefused):
        apply_edit(
            vault,
            "a.md",
            trial.at + 1,
            trial.raw,
            trial.change,
            before_replace=lambda: void(note.write_bytes(theirs)),
        )
    assert note.read_bytes() == theirs


def void(value: object) -> None:
    """Take a value and give nothing."""


def run(cases: int, seed: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(cases):
            chance = random.Random(f"{seed}/{number}")
            trial = case(chance)
            try:
                check(Path(folder), trial, counts)
            except AssertionError as error:
                raise AssertionError(
                    f"case {seed}/{number}: {trial.name} of {trial.raw!r} in {trial.data!r}"
                ) from error
    return counts


@pytest.mark.timeout(300)
def test_random_operations_on_random_notes_change_one_token_and_can_be_undone() -> None:
    counts = run(300, seed=1)
    assert counts.total() == 300 and counts["refused"] < 150 and len(counts) > 8


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ten_thousand_random_operations_change_one_token_and_can_be_undone(capsys: pytest.CaptureFixture[str]) -> None:
    counts = run(10_000, seed=2)
    with capsys.disabled():
        print(f"\n{counts.total()} cases: " + ", ".join(f"{count} {name}" for name, count in counts.most_common()))
    assert counts.total() == 10_000


def together(folder: Path, times: int) -> tuple[int, int]:
    """Tick and open a task while another program adds lines; return how often it was done, and how often refused."""
    note, vault = folder / "a.md", Vault(folder)
    note.write_bytes(b"- [ ] Call \xf0\x9f\x93\x85 2026-11-26\n")
    pipe, done, refused = subprocess.PIPE, 0, 0
    with subprocess.Popen([sys.executable, "-S", str(CHILD), str(note), str(times)], stdin=pipe, stdout=pipe) as child:
        assert child.stdin is not None and child.stdout is not None and child.stdout.readline() == b"ready\n"
        child.stdin.write(b"\n")
        child.stdin.flush()
        while child.poll() is None:
            raw = note.read_text("utf-8").splitlines()[0]
            try:
                apply_edit(vault, "a.md", 1, raw, untick if "[x]" in raw else lambda raw: tick(raw, TODAY))
                done += 1
            except (WriteRefused, VaultError):
                refused += 1
        assert child.returncode == 0
    lines = note.read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("theirs")] == [f"theirs {number}" for number in range(times)]
    assert len(lines) == times + 1
    return done, refused


def test_a_second_program_that_writes_the_same_note_loses_nothing(tmp_path: Path) -> None:
    done, refused = together(tmp_path, 60)
    assert done > 0 and done + refused > 10


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_a_second_program_that_writes_a_note_two_thousand_times_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done, refused = together(tmp_path, 2_000)
    with capsys.disabled():
        print(f"\n{done} changes made beside 2,000 of another program, {refused} refused")
    assert done > 0
