from __future__ import annotations

import os
from pathlib import Path

from app.vault.spelling import misspelled


def test_where_case_counts_every_name_is_spelled_right(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    for name in ("a.md", "A.md", "d/cafe\u0301.md"):
        (tmp_path / name).write_text(name)
    assert misspelled(tmp_path, ["a.md", "A.md", "d/caf\u00e9.md", "nothing.md", "1"]) == frozenset()
    assert misspelled(tmp_path, ["d/cafe\u0301.md"]) == {"d/cafe\u0301.md"}
    (tmp_path / "d" / "caf\u00e9.md").write_text("twin")
    assert misspelled(tmp_path, ["d/caf\u00e9.md", "d/cafe\u0301.md"]) == frozenset()


def test_where_case_does_not_count_the_listing_decides(tmp_path: Path) -> None:
    """A link in the other case stands for a file system that finds a file under either."""
    (tmp_path / "NOTE.MD").write_text("x")
    os.link(tmp_path / "NOTE.MD", tmp_path / "note.md")
    assert misspelled(tmp_path, ["note.md", "NOTE.MD"], lambda folder: ["NOTE.MD"]) == {"note.md"}
    assert misspelled(tmp_path, ["note.md", "NOTE.MD"]) == frozenset()


def test_a_folder_may_be_the_one_that_is_misspelled(tmp_path: Path) -> None:
    (tmp_path / "Sub").mkdir()
    (tmp_path / "Sub" / "n.md").write_text("x")
    (tmp_path / "sUB").symlink_to("Sub")
    assert misspelled(tmp_path, ["Sub/n.md"]) == frozenset()
