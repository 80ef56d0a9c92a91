"""A note with task lines that entries are made of, and another program that changes them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.ledger.commitment import Commitment
from app.workspace import Workspace
from tests.support import open_workspace, write_notes

PATH = "Both.md"
LINES = {
    "tiles": "- [ ] Order tiles 📅 2026-12-04 🔼 ^tiles",
    "water": "- [ ] Water [due:: 2026-12-01] [repeat:: every week] ^water",
    "plain": "- [ ] Plain ^plain",
    "planned": "- [ ] Planned ⏳ 2026-12-03 ^planned",
}
NOTE = "# Both\n" + "\n".join(LINES.values()) + "\nthe end"


@contextmanager
def opened(folder: Path) -> Iterator[Workspace]:
    found = open_workspace(write_notes(folder / "notes", {PATH: NOTE}))
    found.update(meaning=False)
    yield found
    found.close()


def adopt(workspace: Workspace, block: str, **more: str) -> Commitment:
    line = workspace.ledger.find_line(f"{PATH}#^{block}")
    return workspace.ledger.adopt(line, workspace.ledger.adopting_draft(line) | more)


def text(workspace: Workspace) -> str:
    return (workspace.root / PATH).read_text("utf-8")


def line(workspace: Workspace, block: str) -> str:
    return next(line for line in text(workspace).splitlines() if line.endswith(f"^{block}"))


def outside(workspace: Workspace, before: str, after: str) -> None:
    """Another program changes the note, and the vault is looked at."""
    assert before in text(workspace)
    (workspace.root / PATH).write_text(text(workspace).replace(before, after, 1), "utf-8")
    workspace.update(meaning=False)


def entry(workspace: Workspace, item: Commitment) -> Commitment | None:
    return next((found for found in workspace.commitments() if found.id == item.id), None)


def count(workspace: Workspace) -> int:
    return len(workspace.ledger.steps())
