"""Public bugs of other programs, each with its own small input: reading, searching and ticking of hostile notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import WriteRefused
from app.search.result import RankMode
from app.vault.atomic import write_atomically
from app.vault.decoding import decode
from app.vault.edits import apply_edit
from app.vault.files import Vault
from app.vault.markdown import parse_note
from app.vault.task_edits import tick
from app.workspace import Workspace
from tests.support import NOW, open_workspace, write_notes

TODAY = NOW.date()
TASK = "- [ ] Call Ann 📅 2026-12-01"
TICKED = "- [x] Call Ann 📅 2026-12-01 ✅ 2026-11-30"


def _tick(raw: str) -> str | None:
    return tick(raw, TODAY)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A vault with the texts that could not be searched for, indexed."""
    root = write_notes(
        tmp_path_factory.mktemp("bugs") / "vault",
        {
            "band.md": "Abbott asked: who's on first\n",
            "ticket.md": "Fix POL-358 before the release\n",
            "cjk.md": "重跑gen-itgc后50条悬空\n",
            "kyoto.md": "東京の会议は明日\n",
            "short.md": "用户 db go\n",
        },
    )
    workspace = open_workspace(root)
    workspace.update(meaning=False)
    return workspace


def paths(workspace: Workspace, query: str) -> list[str]:
    return [row.path for row in workspace.search_words(query, RankMode.BLEND).results]


def test_a12_a_file_that_is_saved_right_before_the_write_is_not_overwritten(tmp_path: Path) -> None:
    note = tmp_path / "n.md"
    note.write_text("old", encoding="utf-8")
    with pytest.raises(WriteRefused, match="changed"):
        write_atomically(
            note, b"ours", expected=b"old", before_replace=lambda: note.write_text("theirs", encoding="utf-8") and None
        )
    assert note.read_bytes() == b"theirs"
    new = tmp_path / "new.md"
    with pytest.raises(WriteRefused):
        write_atomically(new, b"ours", expected=None, before_replace=lambda: new.write_bytes(b"theirs") and None)
    assert new.read_bytes() == b"theirs"


def test_a13_a_title_with_a_colon_leaves_the_body_readable_and_is_told() -> None:
    note = parse_note("n.md", b"---\ntitle: Assignment 1: X\n---\nbody words\n")
    assert "text with a colon needs quotes" in note.problem and "line 2" in note.problem
    assert (note.title, note.chunks[0].text) == ("Assignment 1: X", "body words\n")


def test_a14_changing_one_field_leaves_every_other_byte_of_the_properties(tmp_path: Path) -> None:
    head = b"---\nz: 'q'\ndate: 2026-06-29 # c\ntags:   [b, \"a\"]\n---\n"
    (tmp_path / "n.md").write_bytes(head + TASK.encode())
    apply_edit(Vault(tmp_path), "n.md", 6, TASK, _tick)
    assert (tmp_path / "n.md").read_bytes() == head + TICKED.encode()


def test_a15_no_second_block_of_properties_is_ever_added(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "v", {"n.md": f"---\ntitle: T\n---\n{TASK}\n", "bare.md": f"{TASK}\n"})
    workspace = open_workspace(root)
    workspace.update(meaning=True)
    for item in workspace.commitments():
        workspace.ledger.resolve(item, "done", "")
    workspace.close()
    assert (root / "n.md").read_text(encoding="utf-8") == f"---\ntitle: T\n---\n{TICKED}\n"
    assert (root / "bare.md").read_text(encoding="utf-8") == f"{TICKED}\n"


def test_a23_a_line_inserted_above_between_reading_and_ticking_ticks_the_line_that_was_shown(tmp_path: Path) -> None:
    note = tmp_path / "n.md"
    note.write_text(f"new\n- [ ] Call Bob 📅 2026-12-02\n{TASK}\n", encoding="utf-8")
    apply_edit(Vault(tmp_path), "n.md", 2, TASK, _tick)
    assert note.read_text(encoding="utf-8") == f"new\n- [ ] Call Bob 📅 2026-12-02\n{TICKED}\n"
    note.write_text(f"new\n{TASK}\n{TASK}\n", encoding="utf-8")
    with pytest.raises(WriteRefused, match="2 other lines read the same"):
        apply_edit(Vault(tmp_path), "n.md", 1, TASK, _tick)


def test_a24_a_save_right_before_the_tick_is_kept(tmp_path: Path) -> None:
    note = tmp_path / "n.md"
    note.write_text(f"{TASK}\n", encoding="utf-8")
    saved = f"{TASK}\nand a line saved meanwhile\n"
    with pytest.raises(WriteRefused):
        apply_edit(
            Vault(tmp_path), "n.md", 1, TASK, _tick, before_replace=lambda: note.write_text(saved, "utf-8") and None
        )
    assert note.read_text(encoding="utf-8") == saved
    apply_edit(Vault(tmp_path), "n.md", 1, TASK, _tick)
    assert note.read_text(encoding="utf-8") == saved.replace(TASK, TICKED)


def test_a26_one_byte_that_is_not_utf_8_stops_nothing(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "v", {"other.md": "zebra\n"})
    (root / "x.md").write_bytes(b"\xa2 antelope")
    workspace = open_workspace(root)
    workspace.update(meaning=True)
    assert (paths(workspace, "zebra"), paths(workspace, "antelope")) == (["other.md"], ["x.md"])
    workspace.close()
    assert decode(b"\xa2").text == "\udca2"


@pytest.mark.parametrize("query", ["who's on first", "who's", '"who\'s on first"'])
def test_a41_an_apostrophe_is_searched_for(found: Workspace, query: str) -> None:
    assert paths(found, query) == ["band.md"]


@pytest.mark.parametrize("query", ["POL-358", "pol-358 release", '"POL-358"'])
def test_a42_a_hyphen_is_searched_for(found: Workspace, query: str) -> None:
    assert paths(found, query) == ["ticket.md"]


@pytest.mark.parametrize(
    ("query", "path"),
    [("悬空", "cjk.md"), ("itgc", "cjk.md"), ("東京", "kyoto.md"), ("会议", "kyoto.md")],
)
def test_a43_a_part_of_unspaced_text_and_what_is_glued_to_it_are_found(found: Workspace, query: str, path: str) -> None:
    assert paths(found, query) == [path]


@pytest.mark.parametrize("query", ["用户", "db", "go"])
def test_a44_words_of_two_letters_are_found(found: Workspace, query: str) -> None:
    assert paths(found, query) == ["short.md"]
