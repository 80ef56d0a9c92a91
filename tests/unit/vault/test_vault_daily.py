from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config import TasksConfig
from app.vault.daily import DailyNotes, DailyPlace, date_in_name
from app.vault.markdown import parse_note
from app.vault.moment import date_pattern
from app.vault.other_programs import read_daily_notes, read_statuses
from app.vault.rules import DEFAULT_RULES, ReadingRules, load_rules

DAY = date(2024, 6, 3)
ROWS = Path("/work/shared/data/task-formats/obsidian_tasks_date_from_path.jsonl")


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        *(("YYYY-MM-DD", "2024-06-03"), ("YYYYMMDD", "20240603"), ("YY.M.D", "24.6.3"), ("YYYY, M-D", "2024, 6-3")),
        *(("MMM DD, YYYY", "Jun 03, 2024"), ("dddd, MMMM Do YYYY", "Monday, June 3rd 2024")),
        *(("YYYY/MM-MMMM/YYYY-MM-DD-dddd", "2024/06-June/2024-06-03-Monday"), ("YYYY-DDDD", "2024-155")),
        *(
            ("[Daily] YYYY-MM-DD", "Daily 2024-06-03"),
            ("GGGG-[W]WW-E", "2024-W23-1"),
            ("YYYY-MM-DD HH", "2024-06-03 08"),
        ),
        *(("YYYY_MM_DD MMM MMMM", "2024_06_03 Jun June"), ("DD.MM.YYYY", "03.06.2024"), ("YYYYTMMTDD", "2024T06T03")),
    ],
)
def test_a_name_is_read_by_the_pattern_of_moment(pattern: str, name: str) -> None:
    made = date_pattern(pattern)
    assert made is not None
    assert made.date_of(name) == DAY
    assert made.date_of(f"{name} and more") is None


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        *(("yyyy_MM_dd", "2024_06_03"), ("MMM do, yyyy", "Jun 3rd, 2024"), ("EEEE, dd.MM.yyyy", "Monday, 03.06.2024")),
        *(("EEE, yy/MM/d", "Mon, 24/06/3"), ("'Day' yyyy-MM-dd", "Day 2024-06-03")),
    ],
)
def test_a_name_is_read_by_the_pattern_of_logseq(pattern: str, name: str) -> None:
    made = date_pattern(pattern, java=True)
    assert made is not None
    assert made.date_of(name) == DAY


@pytest.mark.parametrize("pattern", ["", "YYYY", "GGGG-[W]WW", "MM-DD", "[Daily]", "YYYY-MM", "x" * 200])
def test_what_does_not_say_a_day_is_no_pattern(pattern: str) -> None:
    assert date_pattern(pattern) is None


@pytest.mark.parametrize("name", ["2024-02-30", "2024-13-01", "0000-01-01", "", "24-06-03"])
def test_a_day_that_does_not_exist_is_none(name: str) -> None:
    made = date_pattern("YYYY-MM-DD")
    assert made is not None
    assert made.date_of(name) is None


def test_a_day_of_the_year_that_does_not_exist_is_none() -> None:
    made = date_pattern("YYYY-DDDD")
    assert made is not None
    assert [made.date_of(name) for name in ("2023-366", "2024-366", "2024-000")] == [None, date(2024, 12, 31), None]


@given(st.text(max_size=40), st.text(max_size=40), st.booleans())
def test_no_pattern_and_no_name_makes_it_raise(pattern: str, name: str, java: bool) -> None:
    made = date_pattern(pattern, java=java)
    assert made is None or isinstance(made.date_of(name), date | None)


@given(st.dates(date(1000, 1, 1)), st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%B %d, %Y", "%Y%j"]))
def test_what_a_pattern_writes_is_read_back(day: date, form: str) -> None:
    pattern = {"%Y-%m-%d": "YYYY-MM-DD", "%d.%m.%Y": "DD.MM.YYYY", "%B %d, %Y": "MMMM DD, YYYY", "%Y%j": "YYYYDDDD"}[
        form
    ]
    made = date_pattern(pattern)
    assert made is not None
    assert made.date_of(day.strftime(form)) == day


@pytest.mark.parametrize(
    ("path", "day"),
    [
        *(("2024-06-03.md", DAY), ("a/20240603 note.md", DAY), ("p2024-06-03s.md", DAY), ("2024_06_03.markdown", DAY)),
        *(("2024-06-03/note.md", None), ("2024-06-31.md", None), ("12024-06-03.md", None), ("120240603.md", None)),
        ("2024-06-99 2024-06-03.md", DAY),
    ],
)
def test_a_date_is_read_in_a_name(path: str, day: date | None) -> None:
    assert date_in_name(path) == day


@pytest.mark.skipif(not ROWS.exists(), reason="the shared data is not there")
def test_dates_of_names_are_those_of_obsidian_tasks() -> None:
    compared = 0
    for row in map(json.loads, ROWS.read_text("utf-8").splitlines()):
        if row["path"] is None or "folders" in row:
            continue  # Betimes has no list of folders for this
        written = row.get("filenameAsScheduledDateFormat")
        daily = DailyNotes(
            tuple(DailyPlace(parent, written) for parent in ("", "folder", "2024/06")) if written else ()
        )
        expected = row["expected"] and date.fromisoformat(row["expected"])
        assert daily.day_of_name(row["path"]) == expected, row
        compared += 1
    assert compared >= 12


def _vault(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_obsidian_settings_say_where_daily_notes_are(tmp_path: Path) -> None:
    _vault(tmp_path, {".obsidian/daily-notes.json": '{"folder": "/Log/", "format": "YYYY/MM/DD"}'})
    daily = read_daily_notes(tmp_path)
    assert daily.date_of("Log/2024/06/03.md") == DAY
    assert daily.date_of("log/2024/06/03.md") == DAY
    assert daily.date_of("2024/06/03.md") is None
    assert daily.day_of_name("Talks/2024-06-03 Call.md") == DAY


def test_periodic_notes_and_defaults_are_known_too(tmp_path: Path) -> None:
    _vault(
        tmp_path,
        {
            ".obsidian/core-plugins.json": '["daily-notes"]',
            ".obsidian/plugins/periodic-notes/data.json": '{"daily": {"enabled": true, "format": "", "folder": "D"}}',
        },
    )
    assert read_daily_notes(tmp_path).places == (DailyPlace("", "YYYY-MM-DD"), DailyPlace("D", "YYYY-MM-DD"))
    _vault(tmp_path, {".obsidian/core-plugins.json": '{"daily-notes": false}'})
    assert read_daily_notes(tmp_path).places == (DailyPlace("D", "YYYY-MM-DD"),)


def test_logseq_settings_say_where_journals_are(tmp_path: Path) -> None:
    text = '{;; :journals-directory "no"\n :journals-directory "days"\n :journal/page-title-format "MMM do, yyyy"}'
    _vault(tmp_path, {"logseq/config.edn": text})
    daily = read_daily_notes(tmp_path)
    assert [daily.date_of(path) for path in ("days/2024_06_03.md", "days/Jun 3rd, 2024.md", "pages/2024_06_03.md")] == [
        DAY,
        DAY,
        None,
    ]


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', "null", '{"folder": 3, "format": []}', "[" * 100_000])
def test_settings_that_cannot_be_read_count_as_not_said(tmp_path: Path, text: str) -> None:
    for name in ("daily-notes.json", "core-plugins.json", "plugins/periodic-notes/data.json"):
        _vault(tmp_path, {f".obsidian/{name}": text})
    _vault(tmp_path, {".obsidian/plugins/obsidian-tasks-plugin/data.json": text, "logseq/config.edn": text})
    assert {place.folder for place in read_daily_notes(tmp_path).places} <= {"", "journals"}
    assert read_statuses(tmp_path).states == {}


def test_a_vault_without_settings_has_the_default_rules(tmp_path: Path) -> None:
    assert load_rules(tmp_path, TasksConfig()) == DEFAULT_RULES


def test_statuses_of_the_tasks_plugin_are_taken_and_our_own_go_before_them(tmp_path: Path) -> None:
    told = [
        {"symbol": "!", "name": "Hot", "nextStatusSymbol": "x", "type": "IN_PROGRESS"},
        {"symbol": "!", "name": "Twice", "nextStatusSymbol": " ", "type": "DONE"},
        {"symbol": "n", "name": "Note", "nextStatusSymbol": "n", "type": "NON_TASK"},
        *({"symbol": "long", "type": "DONE"}, {"symbol": "q", "type": "WHAT"}, {"symbol": 3}, "no table"),
    ]
    text = json.dumps({"statusSettings": {"coreStatuses": [], "customStatuses": told}})
    _vault(tmp_path, {".obsidian/plugins/obsidian-tasks-plugin/data.json": text})
    statuses = load_rules(tmp_path, TasksConfig(statuses={"n": "on-hold"}, cycle={"!": "/"})).statuses
    assert statuses.states == {"!": "in-progress", "n": "on-hold"}
    assert (statuses.following("!"), statuses.following("n"), statuses.following("?")) == ("/", "n", "x")


def test_the_fingerprint_follows_what_changes_reading() -> None:
    place = DailyNotes((DailyPlace("", "YYYY"),))
    rules = [DEFAULT_RULES, ReadingRules(task_filter="#task"), ReadingRules(date_from_name=True)]
    rules.append(ReadingRules(date_from_name=True, daily=place))
    assert len({one.fingerprint for one in rules}) == 4


def test_a_note_has_a_day(tmp_path: Path) -> None:
    rules = ReadingRules(daily=DailyNotes((DailyPlace("Log", "DD.MM.YYYY"),)))
    assert parse_note("Log/03.06.2024.md", b"x", rules).day == DAY
    assert parse_note("03.06.2024.md", b"x", rules).day is None
    assert parse_note("a.md", b"---\nDate: 2024-06-03T10:00\n---\n").day == DAY
    assert parse_note("a.md", b"---\ndate: soon\nday: 2024-06-03\n---\n").day == DAY
    assert parse_note("2024-06-03.md", b"---\ndate: 2020-01-01\n---\n").day == DAY
