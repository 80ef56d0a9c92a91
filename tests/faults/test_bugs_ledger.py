"""Bugs that other programs had with dates, repetitions and files of entries: each with its own input."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.ledger.dates import NotADate, read_date, read_phrase
from app.ledger.drafts import Reader
from app.ledger.entry import Entry
from app.ledger.quick_add import read_line
from app.ledger.toml_file import parse_document
from app.vault.recurrence import next_moment, read_rule
from tests.faults.ledger_world import CODE, NOW, World
from tests.support import open_workspace, write_notes

WEDNESDAY = date(2026, 8, 12)


def refused(phrase: str, base: date = WEDNESDAY, languages: tuple[str, ...] = ("en",)) -> bool:
    """Return True for what is read as no date, or asked."""
    try:
        read_phrase(phrase, base, languages=languages)
    except NotADate:
        return True
    return False


def done_by(world: World, *moments: datetime) -> list[object]:
    """Resolve the first entry again and again, and return the due date after each time."""
    due = []
    for moment in moments:
        world.now = moment
        ledger = world.open()
        ledger.resolve(ledger.entries[0].id)
        due.append(world.open().entries[0].due)
    return due


def test_a25_the_done_date_is_the_local_day(tmp_path: Path) -> None:
    morning = datetime(2027, 1, 1, 8, 0, tzinfo=timezone(timedelta(hours=10)))  # in Greenwich still the old year
    root = write_notes(tmp_path / "vault", {"a.md": "- [ ] pay 📅 2027-01-01\n"})
    (root / ".betimes").mkdir()
    (root / ".betimes" / "ledger.toml").write_text('[[entry]]\nid = "aaaa"\naction = "Pay"\n')
    workspace = open_workspace(root, now=morning)
    try:
        workspace.update(meaning=False)
        workspace.ledger.resolve(workspace.find("a.md:1"))
        workspace.ledger.resolve(workspace.find("aaaa"))
    finally:
        workspace.close()
    assert (root / "a.md").read_text() == "- [x] pay 📅 2027-01-01 ✅ 2027-01-01\n"
    (closed,) = tomllib.loads((root / ".betimes" / "resolved-2027.toml").read_text())["entry"]
    assert closed["resolved"] == morning


def test_a28_a_month_after_the_31st_is_the_end_of_the_next_month_and_then_the_31st_again(tmp_path: Path) -> None:
    world = World(tmp_path, '[[entry]]\nid = "r"\naction = "Rent"\ndue = 2021-03-31\nrepeat = "every month"\n')
    due = done_by(world, *(datetime(2021, month, 28, 9, tzinfo=UTC) for month in (3, 4, 5)))
    assert due == [date(2021, 4, 30), date(2021, 5, 31), date(2021, 6, 30)]


def test_a28_the_same_in_a_line_of_a_note(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {"a.md": "- [ ] rent 🔁 every month 📅 2021-03-31\n"})
    workspace = open_workspace(root, now=datetime(2021, 3, 31, 9, tzinfo=UTC))
    try:
        workspace.update(meaning=False)
        workspace.ledger.resolve(workspace.find("a.md:1"))
    finally:
        workspace.close()
    following, _ = (root / "a.md").read_text().splitlines()
    assert following == "- [ ] rent 🔁 every month 📅 2021-04-30"


def test_a29_six_months_are_half_a_year(tmp_path: Path) -> None:
    world = World(tmp_path, '[[entry]]\nid = "r"\naction = "x"\ndue = 2022-03-31\nrepeat = "every 6 months"\n')
    moments = (datetime(2022, 3, 31, 9, tzinfo=UTC), datetime(2022, 9, 30, 9, tzinfo=UTC))
    assert done_by(world, *moments) == [date(2022, 9, 30), date(2023, 3, 31)]


def test_a30_completing_what_repeats_while_another_program_writes_loses_no_entry(tmp_path: Path) -> None:
    entries = [f'[[entry]]\nid = "e{n}"\naction = "{n}"\n' for n in range(40)]
    repeating = '[[entry]]\nid = "r"\naction = "Rent"\ndue = 2021-01-31\nrepeat = "every month"\n'
    world = World(tmp_path, "\n".join([repeating, *entries]))
    child = [sys.executable, str(Path(__file__).with_name("writer_child.py")), "edit", str(world.root)]
    with subprocess.Popen(
        [*child, str(world.places / "lock"), "e7", "15"], env=world.environment(), stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    ) as other:  # fmt: skip
        assert other.stdout is not None and other.stdout.readline() == "ready\n"
        assert other.stdin is not None
        other.stdin.write("\n")
        other.stdin.flush()
        ledger = world.open()
        for _ in range(15):
            ledger.reload()
            ledger.resolve(next(entry.id for entry in ledger.entries if entry.action == "Rent"))
        assert "failed" not in other.communicate()[0]
    found = {str(table["id"]): table for table in world.tables()}
    assert {f"e{n}" for n in range(40)} < set(found) and len(found) == 41
    assert all(table.get("action") for table in found.values()) and found["e7"]["project"] == "e7-14"
    assert len(world.open().resolved()) == 15


def test_a30_a_ledger_that_another_program_emptied_can_be_had_back(tmp_path: Path) -> None:
    world = World(tmp_path, '[[entry]]\nid = "aaaa"\naction = "A"\n\n[[entry]]\nid = "bbbb"\naction = "B"\n')
    world.open().edit("aaaa", project="x")
    world.file.write_bytes(b"")
    ledger = world.open()
    ledger.catch_up()
    assert ledger.entries == ()
    assert [line.kind for line in ledger.history()[-2:]] == ["removed-by-hand"] * 2
    assert {ledger.reopen(entry_id).action for entry_id in ("aaaa", "bbbb")} == {"A", "B"}
    assert world.open().entry("aaaa").project == "x"


def test_a31_the_end_of_the_day_is_today(tmp_path: Path) -> None:
    for phrase in ("EOD", "end of day", "COB"):
        assert read_date(phrase, WEDNESDAY).value == WEDNESDAY, phrase
    root = write_notes(tmp_path / "vault", {})
    root.mkdir()
    workspace = open_workspace(root)
    try:
        workspace.update(meaning=False)
        added = workspace.ledger.add({"action": "send it", "due": "EOD"})
        (fires,) = workspace.agenda().firing
    finally:
        workspace.close()
    assert added.due == NOW.date() and (fires.id, fires.firing and fires.firing.days_late) == (added.id, 0)


def test_a32_a_week_across_the_change_of_clocks_keeps_the_hour() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    for day in (date(2026, 10, 20), date(2026, 3, 24)):
        base = datetime(day.year, day.month, day.day, 9, 0, tzinfo=berlin)
        after = next_moment(read_rule("every week"), base, base)
        assert (after.date() - day, after.hour, after.minute) == (timedelta(days=7), 9, 0)
        assert after.utcoffset() != base.utcoffset()


@pytest.mark.parametrize("languages", [("en",), ("en", "de", "fr", "es")])
def test_a33_ordinary_words_are_no_dates(languages: tuple[str, ...]) -> None:
    for words in ("Do you have a car", "bar", "are", "may", "sat", "march"):
        assert refused(words, languages=languages), words
        assert set(read_line(words, Reader(WEDNESDAY, languages=languages)).draft) == {"action"}, words


def test_a34_friday_at_the_end_of_a_month() -> None:
    assert read_date("Friday", date(2024, 10, 31)).value == date(2024, 11, 1)


def test_a35_a_year_of_two_digits_is_never_guessed() -> None:
    for phrase in ("02/07/18", "2/7/18", "02.07.18"):
        assert refused(phrase, date(2018, 3, 4)), phrase


def test_a36_the_order_of_a_language_holds_whatever_else_is_set() -> None:
    for day_first in (True, False):
        read = read_date("01.10.2018", date(2018, 3, 4), day_first=day_first, languages=("de",))
        assert read.value == date(2018, 10, 1)


@pytest.mark.parametrize("languages", [("pt",), ("es",), ("it",), ("en", "pt", "es", "it")])
def test_a37_an_iso_date_is_never_swapped(languages: tuple[str, ...]) -> None:
    assert read_date("2024-10-05", date(2024, 3, 4), languages=languages).value == date(2024, 10, 5)
    assert refused("2026-13-01", languages=languages)


@pytest.mark.timeout(60)
def test_a38_a_hundred_thousand_question_marks_are_read_at_once() -> None:
    for text in ("?" * 100_000 + "x", "a?" * 50_000, "2026-08-15T" * 9_000, "in 3 days " * 10_000):
        assert refused(text, languages=("en", "de"))
        assert "due" not in read_line(text[:20_000], Reader(WEDNESDAY)).draft


def test_a39_a_weekday_that_is_today_is_said_to_be_the_next_one() -> None:
    friday = date(2019, 3, 8)
    read = read_date("Friday", friday)
    assert read.value == date(2019, 3, 15) and "15 Mar" in read.said
    assert read_date("this Friday", friday).value == friday == read_date("today", friday).value
    assert read_date("next Friday", friday).value == date(2019, 3, 15)
    assert read_date("last Friday", friday).value == date(2019, 3, 1)


def test_a40_a_weekday_within_a_word_is_none() -> None:
    for text in ("information fripple", "salmon satay", "common sunset", "on fripple"):
        assert refused(text) and set(read_line(text, Reader(WEDNESDAY)).draft) == {"action"}, text


def test_a45_a_table_between_entries_and_no_last_line_end(tmp_path: Path) -> None:
    text = '[[entry]]\nid = "a"\naction = "A"\n\n[foo]\nx = 1\n\n[[entry]]\nid = "b"\naction = "B"'
    world = World(tmp_path, text)
    ledger = world.open()
    ledger.edit("b", project="p")
    ledger.add(Entry("c", "C"))
    ledger.edit("a", project="q")
    data = tomllib.loads(world.text())
    assert [table["id"] for table in data["entry"]] == ["a", "b", "c"] and data["foo"] == {"x": 1}
    assert (data["entry"][0]["project"], data["entry"][1]["project"]) == ("q", "p")
    for _ in range(3):
        ledger.undo()
    assert world.text() == text


def test_a46_child_tables_out_of_order_are_read(tmp_path: Path) -> None:
    text = "[t.r]\n[t.r.l.a]\nx = 1\n[t.r.l]\ny = 2\n[[t.p]]\nz = 3\n[t.r.l.b]\nw = 4\n\n"
    text += '[[entry]]\nid = "a"\naction = "A"\n[entry.deep.er]\nk = 1\n[entry.deep]\nj = 2\n'
    world = World(tmp_path, text)
    ledger = world.open()
    assert ledger.problem is None and parse_document(text.encode(), "x").tables[0] == tomllib.loads(text)["entry"][0]
    ledger.edit("a", project="p")
    after = tomllib.loads(world.text())
    assert after["t"] == tomllib.loads(text)["t"] and after["entry"][0]["deep"] == {"er": {"k": 1}, "j": 2}
    assert after["entry"][0]["project"] == "p"


def test_a50_a_carriage_return_in_a_text_comes_back(tmp_path: Path) -> None:
    world = World(tmp_path)
    ledger = world.open()
    texts = ("x\r\ny", "x\ry", "\r", 'a\tb\\c"d\'\'\'e"""')
    made = [ledger.add(Entry("", f"A{n}", when=text, cues=(text,))) for n, text in enumerate(texts)]
    again = world.open()
    for entry, text in zip(made, texts, strict=True):
        found = again.entry(entry.id)
        assert (found.when, found.cues) == (text, (text,)), text
    assert [table["when"] for table in world.tables()] == list(texts)


KILLED = """
import os, signal, sys
from pathlib import Path
from app.vault.atomic import write_atomically
path = Path(sys.argv[1])
write_atomically(path, b"new " * 50_000, expected=path.read_bytes(), before_replace=lambda: os.kill(os.getpid(), 9))
"""


@pytest.mark.skipif(os.name != "posix", reason="there is no kill -9")
@pytest.mark.parametrize("names", [1, 2])
def test_a51_a_program_killed_inside_a_write_leaves_the_old_file(tmp_path: Path, names: int) -> None:
    path = tmp_path / "ledger.toml"
    path.write_bytes(b"old " * 50_000)
    if names == 2:
        os.link(path, tmp_path / "also")
    died = subprocess.run([sys.executable, "-c", KILLED, str(path)], env=os.environ | {"PYTHONPATH": str(CODE)})
    assert died.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old " * 50_000


def test_a52_a_ledger_that_is_a_link_into_another_folder_stays_one(tmp_path: Path) -> None:
    world = World(tmp_path)
    repository = tmp_path / "dotfiles"
    repository.mkdir()
    target = repository / "ledger.toml"
    target.write_text('[[entry]]\nid = "aaaa"\naction = "A"\n')
    target.chmod(0o640)
    os.link(target, repository / "hard")
    world.file.symlink_to(os.path.relpath(target, world.own))
    ledger = world.open()
    ledger.edit("aaaa", project="x")
    ledger.add(Entry("", "B"))
    assert world.file.is_symlink() and target.stat().st_mode & 0o777 == 0o640
    assert (repository / "hard").read_bytes() == target.read_bytes() == world.file.read_bytes()
    assert len(world.tables()) == 2 and not [path for path in repository.iterdir() if path.name.startswith(".")]
