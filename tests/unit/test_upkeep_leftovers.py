from __future__ import annotations

from pathlib import Path

from app.vault.descriptors import temporary
from tests.support import open_workspace, wait_until, write_notes


def test_what_a_killed_program_left_goes_at_the_start_and_nothing_else(tmp_path: Path) -> None:
    vault = write_notes(tmp_path / "vault", {"a.md": "# A\n", "sub/b.md": "# B\n"})
    (vault / ".betimes").mkdir()
    left = [vault / folder / ".betimes-abcd_123.tmp" for folder in ("", "sub", ".betimes")]
    others = [vault / "sub" / ".betimes-notes.tmp", vault / "draft.tmp", vault / ".betimes-abcd_123.bak"]
    for path in (*left, *others):
        path.write_text("x")
    with temporary(vault / "sub", ".tmp") as (_, in_use):
        workspace = open_workspace(vault)
        workspace.start()
        try:
            assert wait_until(lambda: not any(path.exists() for path in left))
            assert in_use.exists() and all(path.exists() for path in others)
        finally:
            workspace.close()
