from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.unsaved import MOST, Draft, DraftBox, LeftDraft

QUICK = Draft("quick", "New commitment", {"text": "Pay the roofer", "changed": {"due": "friday"}})
LATER = Draft("resolve", "Resolve: Call", {"item": "k7q2", "remark": "caf\udce9 \u2028 done"})


def names(folder: Path) -> list[str]:
    return sorted(path.name.partition(".")[2] for path in folder.iterdir())


def drafts(found: list[LeftDraft]) -> list[Draft]:
    return [left.draft for left in found]


def test_a_draft_comes_back_to_the_next_program_as_it_was(tmp_path: Path) -> None:
    box = DraftBox(tmp_path / "drafts")
    box.put(1, QUICK)
    box.put(1, QUICK)
    box.put(2, LATER)
    box.close()
    following = DraftBox(tmp_path / "drafts")
    found = following.left_behind()
    assert drafts(found) == [QUICK, LATER] and all(left.draft.typed_at for left in found)
    following.forget(found[0])
    following.close()
    assert drafts(DraftBox(tmp_path / "drafts").left_behind()) == [LATER]


def test_nothing_is_made_before_there_is_something_to_keep_and_nothing_stays_after_it(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "drafts"
    box = DraftBox(folder)
    assert box.left_behind() == [] and not folder.parent.exists()
    box.put(1, QUICK)
    assert names(folder) == ["1.json", "lock"]
    box.drop(1)
    box.drop(7)
    box.close()
    assert names(folder) == []


def test_only_its_owner_can_read_a_draft(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        DraftBox(tmp_path / "drafts").put(1, QUICK)
    finally:
        os.umask(before)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "drafts").iterdir()}
    assert modes == {0o600} and stat.S_IMODE((tmp_path / "drafts").stat().st_mode) == 0o700


def test_two_programs_do_not_take_each_others_drafts(tmp_path: Path) -> None:
    one, other = DraftBox(tmp_path), DraftBox(tmp_path)
    one.put(1, QUICK)
    other.put(1, LATER)
    assert one.left_behind() == [] and other.left_behind() == []
    one.close()
    assert drafts(other.left_behind()) == [QUICK]
    assert DraftBox(tmp_path).left_behind() == []


def test_what_was_found_stays_with_its_finder_until_that_decides_or_ends(tmp_path: Path) -> None:
    first = DraftBox(tmp_path)
    first.put(1, QUICK)
    first.close()
    finder = DraftBox(tmp_path)
    assert len(finder.left_behind()) == 1
    assert DraftBox(tmp_path).left_behind() == []
    finder.close()
    assert drafts(DraftBox(tmp_path).left_behind()) == [QUICK]


def test_a_killed_program_leaves_its_draft_whole_and_its_half_written_one_is_cleared(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from app.unsaved import *\n"
        "box = DraftBox(Path(sys.argv[1])); box.put(1, Draft('quick', 't', {'text': 'kept'}))\n"
        "next(Path(sys.argv[1]).glob('*.1.json')).with_suffix('.new').write_text('{\"ver')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    result = subprocess.run([sys.executable, "-c", code, str(tmp_path)], env={"PYTHONPATH": root}, check=False)
    assert result.returncode == -9
    found = DraftBox(tmp_path).left_behind()
    assert [left.draft.values for left in found] == [{"text": "kept"}]
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"version": 1}', "[" * 100_000,
     '{"version":2,"kind":"a","title":"b","values":{},"at":"2026-01-01"}',
     '{"version":1,"kind":"a","title":"b","values":[],"at":"2026-01-01"}',
     '{"version":1,"kind":"a","title":"b","values":{},"at":"soon"}',
     '{"version":1,"kind":1,"title":"b","values":{},"at":"2026-01-01"}', "\x00\xff"],
    ids=range(11),
)  # fmt: skip
def test_a_file_that_is_no_draft_is_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / "1-ab.1.json").write_text(text, encoding="latin-1")
    (tmp_path / "1-ab.lock").touch()
    assert DraftBox(tmp_path).left_behind() == []
    assert (tmp_path / "1-ab.1.json").exists()


def test_a_link_or_a_pipe_in_the_place_of_a_draft_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text(json.dumps({"version": 1, "kind": "a", "title": "b", "values": {}}))
    (tmp_path / "1-ab.1.json").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(tmp_path / "1-ab.2.json")
    (tmp_path / "1-ab.lock").touch()
    assert DraftBox(tmp_path).left_behind() == []


def test_what_cannot_be_kept_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="too large"):
        DraftBox(tmp_path).put(1, Draft("quick", "t", {"text": "x" * MOST}))
    (tmp_path / "file").touch()
    with pytest.raises(OSError):
        DraftBox(tmp_path / "file").put(1, QUICK)
    assert DraftBox(tmp_path / "file").left_behind() == []


def test_a_closed_box_keeps_nothing_more(tmp_path: Path) -> None:
    box = DraftBox(tmp_path)
    box.close()
    box.put(1, QUICK)
    assert list(tmp_path.iterdir()) == []


def test_drafts_outlive_that_somebody_deletes_their_folder_meanwhile(tmp_path: Path) -> None:
    folder = tmp_path / "drafts"
    box = DraftBox(folder)
    box.put(1, QUICK)
    shutil.rmtree(folder)
    box.put(1, LATER)
    assert names(folder) == ["1.json", "lock"] and DraftBox(folder).left_behind() == []
    box.close()
    assert drafts(DraftBox(folder).left_behind()) == [LATER]


def test_a_draft_whose_lock_is_gone_was_left_behind(tmp_path: Path) -> None:
    box = DraftBox(tmp_path / "drafts")
    box.put(1, QUICK)
    box.put(2, LATER)
    box.close()
    for lock in (tmp_path / "drafts").glob("*.lock"):
        lock.unlink()
    following = DraftBox(tmp_path / "drafts")
    found = following.left_behind()
    assert drafts(found) == [QUICK, LATER]
    shutil.rmtree(tmp_path / "drafts")
    for left in found:
        following.forget(left)
    following.close()


def test_folders_of_drafts_are_for_their_owner_only(tmp_path: Path) -> None:
    DraftBox(tmp_path / "state" / "drafts" / "vault").put(1, QUICK)
    folders = (tmp_path / "state", tmp_path / "state" / "drafts", tmp_path / "state" / "drafts" / "vault")
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in folders] == [0o700] * 3
