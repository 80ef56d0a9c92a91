"""Rows of ledgers that a person, an editor or another program changes: shown as they are, and never written over."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.errors import BetimesError, LedgerError, UsageError, WriteRefused
from app.ledger.conflicts import EntryChanged
from app.ledger.entry import Entry
from app.ledger.ledger import Ledger
from tests.faults.ledger_world import NOW, World

BY_HAND = """\
# The head, and a sentence of mine.
owner = "me"

# about A
[[entry]] # the first
id = 'aaaa'   # short
action   =   "A"
mine = { x = 1, y = [ 1, 2 ] } # mine
due = 2026-12-10

[settings]   # in the midst
z = 0x1F

  # about B, indented
  [[entry]]
  action = '''B
over lines'''
  id = "bbbb"
  priority = "high"
  repeat = "every week" # on Mondays
  due = 2026-11-30

# the last
[[entry]]
id = "cccc"
action = "C"
unknown-key = "kept"
created = 1979-05-27T07:32:00.999999-07:00
# the end"""


def differing(before: str, after: str) -> list[str]:
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line.startswith(("+ ", "- "))]


def test_comments_order_and_unknown_keys_stay_when_one_entry_is_changed(tmp_path: Path) -> None:
    world = World(tmp_path, BY_HAND)
    ledger = world.open()
    ledger.edit("cccc", project="p")
    assert differing(BY_HAND, world.text()) == ['+ project = "p"']
    ledger.undo()
    assert world.text() == BY_HAND
    ledger.resolve("aaaa")
    gone = differing(BY_HAND, world.text())
    assert {"- [[entry]] # the first", "- id = 'aaaa'   # short"} <= set(gone) and not [g for g in gone if g[0] == "+"]
    assert all(line[2:] in BY_HAND[: BY_HAND.index("[settings]")] for line in gone)
    ledger.undo()
    assert world.text() == BY_HAND
    ledger.resolve("bbbb")
    changed = {line[2:].split()[0] for line in differing(BY_HAND, world.text())}
    assert changed == {"id", "due", "created"}
    assert tomllib.loads(world.text())["settings"] == {"z": 31}


def test_a_ledger_with_other_line_ends_and_no_last_one_stays_so(tmp_path: Path) -> None:
    text = BY_HAND.replace("\n", "\r\n")
    world = World(tmp_path, text)
    world.open().edit("aaaa", project="p")
    changed = world.text()
    assert changed.replace('project = "p"\r\n', "") == text and "\n" not in changed.replace("\r\n", "")


INVALID = {
    "byte order mark in the midst": '[[entry]]\n\ufeffid = "a"\n',
    "smart quotes": "[[entry]]\nid = “aaaa”\n",
    "True": '[[entry]]\nid = "aaaa"\ndone = True\n',
    "duplicate key": '[[entry]]\nid = "aaaa"\nid = "aaaa"\n',
    "merge markers": '<<<<<<< HEAD\n[[entry]]\nid = "aaaa"\n=======\n>>>>>>> other\n',
    "a day that is none": '[[entry]]\nid = "aaaa"\ndue = 2026-02-30\n',
    "open string": '[[entry]]\nid = "aaaa\n',
    "half of it": BY_HAND[: BY_HAND.index(", 2 ]")],
    "no utf-8": None,
    "entry is no list": "[entry]\nid = 1\n",
}


@pytest.mark.parametrize("what", INVALID)
def test_an_invalid_ledger_keeps_the_last_good_state_and_is_not_written(tmp_path: Path, what: str) -> None:
    world = World(tmp_path, BY_HAND)
    ledger = world.open()
    broken = INVALID[what]
    data = b'[[entry]]\nid = "\xff"\n' if broken is None else broken.encode()
    world.file.write_bytes(data)
    assert ledger.reload()
    assert ledger.problem is not None and ".betimes/ledger.toml, line" in ledger.problem.message
    assert "column" in ledger.problem.message and ledger.problem.hint
    assert [entry.id for entry in ledger.entries] == ["aaaa", "bbbb", "cccc"]
    writes: list[Callable[[], object]] = [
        lambda: ledger.add(Entry("", "New")),
        lambda: ledger.resolve("aaaa"),
        lambda: ledger.edit("aaaa", project="p"),
        ledger.undo,
    ]
    for write in writes:
        with pytest.raises(BetimesError):
            write()
    assert world.file.read_bytes() == data
    world.file.write_bytes(BY_HAND.encode())
    assert ledger.reload() and ledger.problem is None
    assert ledger.edit("aaaa", project="p").project == "p"


def test_a_ledger_with_a_byte_order_mark_is_read_and_keeps_it(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.file.write_bytes(b"\xef\xbb\xbf" + BY_HAND.encode())
    ledger = world.open()
    assert ledger.problem is None
    ledger.edit("aaaa", project="p")
    assert world.file.read_bytes().startswith(b"\xef\xbb\xbf# The head")


class Meddling:
    """A clock that is asked in the midst of a change; before it answers, another program writes the ledger."""

    def __init__(self, world: World, change: Callable[[str], str]) -> None:
        self.world, self.change, self.times = world, change, 0

    def __call__(self) -> datetime:
        self.times += 1
        if self.times == 1:
            self.world.file.write_bytes(self.change(self.world.text()).encode())
        return NOW

    def open(self) -> Ledger:
        self.times = 1
        ledger = Ledger.open(self.world.root, self, lock=self.world.places / "lock")
        ledger.catch_up()
        self.times = 0
        return ledger


def test_a_change_between_read_and_write_is_kept_when_it_is_of_another_entry(tmp_path: Path) -> None:
    world = World(tmp_path, BY_HAND)
    meddling = Meddling(world, lambda text: text.replace('"C"', '"C, and more"') + '\n\n[[entry]]\nid = "dddd"\n')
    meddling.open().resolve("aaaa")
    assert meddling.times > 1
    found = {table["id"]: table.get("action") for table in world.tables()}
    assert found == {"bbbb": "B\nover lines", "cccc": "C, and more", "dddd": None}
    assert [item.entry.id for item in world.open().resolved()] == ["aaaa"]


def test_a_change_between_read_and_write_of_the_same_entry_is_asked_about(tmp_path: Path) -> None:
    world = World(tmp_path, BY_HAND)
    meddling = Meddling(world, lambda text: text.replace('"A"', '"A, but other"'))
    ledger = meddling.open()
    with pytest.raises(EntryChanged):
        ledger.resolve("aaaa", seen=ledger.entry("aaaa"))
    assert world.text() == BY_HAND.replace('"A"', '"A, but other"') and world.open().resolved() == []


def test_a_ledger_that_is_broken_between_read_and_write_is_left_alone(tmp_path: Path) -> None:
    world = World(tmp_path, BY_HAND)
    ledger = Meddling(world, lambda text: text + "\n<<<<<<<").open()
    with pytest.raises((LedgerError, WriteRefused)):
        ledger.resolve("aaaa")
    assert world.text() == BY_HAND + "\n<<<<<<<"
    world.file.write_bytes(BY_HAND.encode())
    assert [entry.id for entry in world.open().entries] == ["aaaa", "bbbb", "cccc"]


HARD = [
    "a\ud800b", "\udcff", "nul\0", "\x1b[2J", "tab\t, \r\n, \x85 \u2028", "\x7f\x80", "'''\"\"\"\\", "x" * 20_000,
    "\ufeff", "\U0001f600\u202e", "[[entry]]\nid = 'x'", "# no comment", "\\u0041 \\n", " ", "-", "=",
]  # fmt: skip


@pytest.mark.parametrize("text", HARD, ids=lambda text: ascii(text)[:20])
def test_any_text_is_stored_as_it_is_or_refused_before_anything_is_written(tmp_path: Path, text: str) -> None:
    world = World(tmp_path, BY_HAND)
    stored(world, text)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(codec=None), min_size=1, max_size=40))
def test_whatever_is_typed_is_stored_as_it_is_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    stored(World(tmp_path_factory.mktemp("typed"), BY_HAND), text)


def stored(world: World, text: str) -> None:
    ledger = world.open()
    try:
        made = ledger.add(Entry("", f"x{text}", when=text, cues=(text, "c"), project=text))
        ledger.edit("aaaa", when=text)
        ledger.resolve("bbbb", remark=text)
    except BetimesError:
        left = world.text()
        assert [table["id"] for table in world.tables()] == ["aaaa", "bbbb", "cccc"] and left == BY_HAND
        return
    again = world.open()
    assert (again.entry(made.id).action, again.entry(made.id).when) == (f"x{text}", text)
    assert again.entry("aaaa").when == text and again.resolved()[0].remark == text
    assert len(again.history()) == len(ledger.history()) >= 3


NO_TOML = [None, {1, 2}, object(), b"x", 1j, {3: 4}, time(8, tzinfo=UTC)]


@pytest.mark.parametrize("value", NO_TOML, ids=lambda value: type(value).__name__)
def test_values_that_toml_does_not_have_are_refused_before_anything_is_written(tmp_path: Path, value: object) -> None:
    world = World(tmp_path, BY_HAND)
    ledger = world.open()
    for write in (
        lambda: ledger.add(Entry("", "A", unknown={"odd": [value]})),
        lambda: ledger.add(Entry("", "A", unknown={"odd": value})),
    ):
        with pytest.raises(UsageError, match="odd"):
            write()
    assert world.text() == BY_HAND and world.left() == []


def test_numbers_that_are_none_come_back(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.open().add(Entry("", "A", unknown={"n": float("nan"), "i": float("-inf")}))
    (table,) = world.tables()
    assert str(table["n"]) == "nan" and table["i"] == float("-inf")


def test_double_ids_are_both_shown_and_neither_is_changed(tmp_path: Path) -> None:
    block = '[[entry]]\nid = "aaaa"\naction = "A"\n'
    world = World(tmp_path, f"{block}\n{block.replace('A', 'Another')}\n" + block.replace("aaaa", "b"))
    ledger = world.open()
    assert [entry.action for entry in ledger.entries] == ["A", "Another", "A"]
    assert "lines 1 and 5" in ledger.entries[0].problem and "lines 1 and 5" in ledger.entries[1].problem
    before = world.text()
    for write in (lambda: ledger.resolve("aaaa"), lambda: ledger.edit("aaaa", project="p")):
        with pytest.raises(WriteRefused, match="lines 1 and 5"):
            write()
    assert world.text() == before
    assert ledger.resolve("b").entry.id == "b"
    assert {ledger.add(Entry("", "New")).id for _ in range(20)}.isdisjoint({"aaaa", "b"})
    text = world.text()
    start = text.index("Another")
    world.file.write_bytes(
        (text[:start] + text[start:].replace('"', '"', 1)).replace('id = "aaaa"', 'id = "zz"', 1).encode()
    )
    assert ledger.reload() and ledger.duplicates == frozenset()
    assert ledger.resolve("aaaa").entry.action == "Another"


def test_a_monthly_entry_comes_back_to_its_day_and_a_leap_day_in_leap_years(tmp_path: Path) -> None:
    text = '[[entry]]\nid = "m"\naction = "M"\ndue = 2027-12-31\nrepeat = "every month"\n\n'
    world = World(tmp_path, text + text.replace('"m"', '"y"').replace("M", "Y").replace("2027-12-31", "2028-02-29"))
    world.file.write_bytes(world.text().replace('"Y"\ndue = 2028-02-29\nrepeat = "every month"', Y).encode())
    seen = {"M": [], "Y": []}  # type: dict[str, list[object]]
    ledger = world.open()
    for _ in range(5):
        for entry in world.open().entries:
            seen[entry.action].append(entry.due)
            ledger.reload()
            ledger.resolve(entry.id)
    assert seen["M"] == [date(2027, 12, 31), date(2028, 1, 31), date(2028, 2, 29), date(2028, 3, 31), date(2028, 4, 30)]
    assert seen["Y"] == [date(2028, 2, 29), *(date(year, 2, 28) for year in (2029, 2030, 2031)), date(2032, 2, 29)]


Y = '"Y"\ndue = 2028-02-29\nrepeat = "every year"'
