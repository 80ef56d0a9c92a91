from __future__ import annotations

import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.config import Config, SavedSearch, SearchConfig
from app.errors import ConfigError, UsageError, WriteRefused
from app.saved_searches import drop_search, put_search
from app.search.query_completion import place_at
from app.search_history import LONGEST, MOST, SearchHistory
from app.settings import load_config
from app.workspace import Workspace
from tests.support import open_workspace, write_notes

NOTES = {
    "Projects/Kitchen.md": "---\ntags: [home/kitchen]\nstatus: open\naliases: [Galley]\n---\n# Kitchen\n\n"
    "[[Lena Marsh]]\n",
    "People/Lena Marsh.md": "---\nstatus: on hold\ntags: [people]\n---\nJoiner. See [[Nowhere]].\n",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    opened = open_workspace(write_notes(tmp_path / "vault", NOTES))
    opened.update(meaning=False)
    yield opened
    opened.close()


def completed(workspace: Workspace, text: str) -> tuple[str, ...]:
    place = place_at(text, len(text))
    return workspace.searches.complete(place) if place else ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ta", ("tag:", "tags:")), ("kitchen mod", ("modified:",)), ("sta", ("status:",)),
        ("tag:hom", ("home/kitchen",)), ("tag:#peo", ("people",)), ("#ho", ("#home/kitchen",)),
        ("path:Pro", ("Projects/",)), ('path:"Peo', ("People/",)), ("title:le", ('"Lena Marsh"',)),
        ("is:", ("task", "firing")), ("is:f", ("firing",)), ("due:o", ("overdue",)),
        ("-modified:t", ("today", "this-week")),
        ("links:[[Le", ("[[Lena Marsh]]",)), ("links:gal", ("[[Kitchen]]",)), ("see [[Kit", ("[[Kitchen]]",)),
        ("in:Kit", ("[[Kitchen]]",)), ("status:", ('"on hold"', "open")), ("STATUS:op", ("open",)), ("nothing:x", ()),
        ('"a phrase', ()), ("due:", ("<7d", "overdue", "today", "tomorrow", "this-week", "next-week", "<1m", "any")),
    ],
)  # fmt: skip
def test_each_part_is_completed(workspace: Workspace, text: str, found: tuple[str, ...]) -> None:
    assert set(completed(workspace, text)[: len(found)] if found else completed(workspace, text)) == set(found)


def test_nothing_is_completed_within_a_word() -> None:
    assert place_at("tag:home", 6) is None
    assert place_at("tag:ho me", 6) is not None


@given(st.text(max_size=60), st.integers(0, 60))
def test_there_is_a_place_or_none_whatever_is_typed(text: str, caret: int) -> None:
    place = place_at(text, min(caret, len(text)))
    assert place is None or text[place.start : caret].endswith(place.typed)


def test_a_place_is_found_quickly_in_a_long_paste() -> None:
    assert place_at("[[" + "a " * 10_000, 20_002) is not None
    assert place_at("a-" * 10_000 + ":", 20_001) is not None


def test_history_is_private_bounded_and_without_doubles(tmp_path: Path) -> None:
    history = SearchHistory(tmp_path / "state" / "searches")
    for number in range(MOST + 5):
        history.add(f"search {number}")
    history.add("search 10")
    history.add("search 10")
    entries = history.entries()
    assert len(entries) == MOST and entries[-1] == "search 10" and entries.count("search 10") == 1
    assert entries[0] == "search 5"
    file = tmp_path / "state" / "searches"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert list(file.parent.iterdir()) == [file]
    history.forget()
    assert history.entries() == () and not file.exists()


@pytest.mark.parametrize("text", ["", "   ", " secret", "x" * (LONGEST + 1), "a\nb", "a\x1b[31m"])
def test_what_is_not_to_be_kept_is_not_kept(tmp_path: Path, text: str) -> None:
    assert SearchHistory(tmp_path / "searches").add(text) == ()


def test_a_damaged_history_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    (tmp_path / "searches").write_bytes(b"good\n\xff\xfe\n\x1b]0;evil\x07\n\nalso good\n")
    assert SearchHistory(tmp_path / "searches").entries()[::2] == ("good", "also good")
    assert SearchHistory(tmp_path / "searches", enabled=False).entries() == ()
    assert SearchHistory(tmp_path / "searches", enabled=False).add("x") == ()


def test_history_survives_a_restart_and_says_once_when_it_cannot(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", NOTES)
    first = open_workspace(root)
    assert first.searches.remember("kitchen quote") == ("kitchen quote",)
    first.close()
    again = open_workspace(root)
    assert again.searches.history() == ("kitchen quote",)
    again.searches.forget_history()
    assert again.searches.history() == ()
    again.close()
    blocked = tmp_path / "vault places" / "state" / "searches"
    for path in blocked.iterdir():
        path.unlink()
    blocked.rmdir()
    blocked.write_text("in the way")
    third = open_workspace(root)
    with pytest.raises(WriteRefused, match="not remembered"):
        third.searches.remember("x")
    assert third.searches.remember("y") == ()
    third.close()


def test_history_can_be_switched_off(tmp_path: Path) -> None:
    opened = open_workspace(write_notes(tmp_path / "vault", NOTES), Config(search=SearchConfig(history=False)))
    assert opened.searches.remember("secret") == ()
    assert not (tmp_path / "vault places" / "state" / "searches").exists()
    opened.close()


SETTINGS = """# mine
theme = "betimes-light"   # bright

[searches]
Late = "due:overdue"  # what hurts

[searches."Open work"]
query = "tag:work status:open"
key = "alt+1"
# after

[search]
limit = 20
"""


def test_a_search_is_put_without_touching_anything_else(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(SETTINGS)
    put_search(path, SavedSearch("Week", 'due:<7d "the \\ end"', "f6"))
    put_search(path, SavedSearch("Late", "due:<0d", ""))
    put_search(path, SavedSearch("Open work", "status:open", "alt+2"))
    text = path.read_text()
    for line in ("# mine", 'theme = "betimes-light"   # bright', "# after", "limit = 20"):
        assert line in text
    config = load_config(path)
    assert config.searches == {
        "Week": SavedSearch("Week", 'due:<7d "the \\ end"', "f6"),
        "Late": SavedSearch("Late", "due:<0d"),
        "Open work": SavedSearch("Open work", "status:open", "alt+2"),
    }
    assert config.search.limit == 20
    for name in ("Week", "Late", "Open work"):
        drop_search(path, name)
    assert load_config(path).searches == {}
    assert "# after" in path.read_text()


@given(st.text(min_size=1, max_size=20), st.text(min_size=1, max_size=40), st.text(max_size=8))
@settings(max_examples=40, deadline=None)
def test_any_name_and_query_can_be_kept(
    tmp_path_factory: pytest.TempPathFactory, name: str, query: str, key: str
) -> None:
    path = tmp_path_factory.mktemp("settings") / "config.toml"
    path.write_text(SETTINGS)
    put_search(path, SavedSearch(name, query, key))
    loaded = tomllib.loads(path.read_text())
    assert loaded["searches"][name] == {"query": query} | ({"key": key} if key else {})
    drop_search(path, name)
    assert name not in tomllib.loads(path.read_text()).get("searches", {})


@pytest.mark.parametrize("text", ['searches = {Late = "due:overdue"}\n', "not toml [\n", 'searches.Late.query = "x"\n'])
def test_a_file_in_another_form_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(WriteRefused):
        put_search(path, SavedSearch("Late", "due:<0d"))
    assert path.read_text() == text


@pytest.mark.parametrize(
    "text",
    ["searches = 3", "[searches]\nLate = 3", "[searches.Late]\nkey = 'f6'", "[searches.Late]\nquery = 'x'\nrank = 'y'",
     "[searches]\nLate = ' '"],
)  # fmt: skip
def test_a_wrong_table_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.toml").write_text(text)
    with pytest.raises(ConfigError, match="searches"):
        load_config(tmp_path / "config.toml")


def test_the_vaults_searches_stand_beside_the_persons(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[searches]\nMine = "a"\nBoth = "b"\n')
    (tmp_path / "vault.toml").write_text('[searches]\nBoth = "c"\n')
    found = load_config(tmp_path / "mine.toml", tmp_path / "vault.toml").searches
    assert {name: item.query for name, item in found.items()} == {"Mine": "a", "Both": "c"}


def test_saving_and_dropping_through_the_workspace(workspace: Workspace) -> None:
    workspace.searches.save(SavedSearch("Late", "due:overdue"))
    assert list(workspace.searches.saved) == ["Late"]
    assert (workspace.root / ".betimes" / "config.toml").exists()
    workspace.searches.drop("Late")
    assert not workspace.searches.saved
    with pytest.raises(WriteRefused, match="own settings"):
        workspace.searches.drop("Late")
    for wrong in (SavedSearch(" ", "x"), SavedSearch("x", " "), SavedSearch("a\nb", "x"), SavedSearch("x" * 99, "x")):
        with pytest.raises(UsageError):
            workspace.searches.save(wrong)
