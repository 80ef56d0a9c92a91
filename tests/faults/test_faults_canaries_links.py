"""Rows "path traversal in ledger links" and "link click": what is never opened, ticked or read, and what asks first."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.errors import BetimesError
from app.vault.files import Vault
from app.workspace import Workspace
from tests.faults.hostile_vault import surroundings
from tests.faults.screen_reader import Session, obeyed
from tests.support import open_workspace, wait_until, write_notes

SECRET = "- [ ] the secret outside 📅 2026-11-30\n"
OUTSIDE = (
    "../../etc/passwd",
    "../outside.md",
    "/etc/passwd",
    "~/outside.md",
    "~root/outside.md",
    "C:\\outside.md",
    "\\\\host\\share\\outside.md",
    "link-out.md",
    "folder-out/outside.md",
    "nul\x00.md",
    "a/../../outside.md",
    "./../outside.md",
    "%2e%2e/outside.md",
    "\\x2e\\x2e/outside.md",
    "file:///etc/passwd",
    "..",
    ".",
    "",
)


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    (tmp_path / "outside.md").write_text(SECRET)
    links = "\n".join(f"[[{target}]] [x](<{target}>)" for target in OUTSIDE if "\x00" not in target)
    root = write_notes(tmp_path / "vault", {"Home.md": f"# Home\n\n{links}\n"})
    (root / "link-out.md").symlink_to(tmp_path / "outside.md")
    (root / "folder-out").symlink_to(tmp_path)
    (root / ".betimes").mkdir()
    entries = "\n".join(
        f'[[entry]]\nid = "k{number}"\naction = "Act"\ndue = 2026-11-30\nlinks = [{json.dumps(target)}]\n'
        for number, target in enumerate(OUTSIDE)
        if target
    )
    (root / ".betimes" / "ledger.toml").write_text(entries)
    opened = open_workspace(root)
    opened.update(meaning=False)
    yield opened
    opened.close()


def test_path_traversal_in_links_of_the_ledger_leads_nowhere(workspace: Workspace) -> None:
    items = [item for item in workspace.commitments() if item.home == "ledger"]
    assert len(items) == len(OUTSIDE) - 1
    assert [item.links for item in items if workspace.target_of(item) is not None] == []


def test_path_traversal_in_links_of_a_note_leads_nowhere(workspace: Workspace) -> None:
    view = workspace.note_view("Home.md")
    assert {link.other for link in view.outgoing} <= {None, "Home.md"}
    assert {link.state for link in view.outgoing if link.other is None} == {"unresolved"}
    assert not any(item.note and "secret" in item.action for item in workspace.commitments())


@pytest.mark.parametrize("target", OUTSIDE)
def test_path_traversal_nothing_outside_is_read_opened_or_ticked(workspace: Workspace, target: str) -> None:
    with pytest.raises(BetimesError):
        workspace.read_note(target)
    with suppress(BetimesError):
        opened = Path(os.path.realpath(workspace.editor_command(target, 1)[-1]))
        assert opened.is_relative_to(workspace.root) and not opened.exists()
    with pytest.raises(BetimesError):
        workspace.ledger.resolve(workspace.find(f"{target}:1"), "done", "")
    assert (workspace.root.parent / "outside.md").read_text() == SECRET


def test_path_traversal_a_link_that_comes_to_lead_outside_later_is_not_followed(workspace: Workspace) -> None:
    root = workspace.root
    (root / "Task.md").write_text("- [ ] inside 📅 2026-11-30\n")
    workspace.update(meaning=False)
    item = workspace.find("Task.md:1")
    (root / "Task.md").unlink()
    (root / "Task.md").symlink_to(root.parent / "outside.md")
    with pytest.raises(BetimesError):
        workspace.ledger.resolve(item, "done", "")
    with pytest.raises(BetimesError):
        workspace.read_note("Task.md")
    assert (root.parent / "outside.md").read_text() == SECRET


def test_path_traversal_a_file_of_the_vault_is_only_called_one_when_it_is_inside(tmp_path: Path) -> None:
    (tmp_path / "out.pdf").write_text("x")
    vault = Vault(write_notes(tmp_path / "vault", {"a.md": ""}))
    assert not any(vault.has_file(target, "a.md") for target in ("../out.pdf", "/etc/passwd", "~/x", "\x00", "C:\\x"))


PAGE = "https://e.example/a?b=1"
ADDRESSES = f"""# Home
[safe]({PAGE}) [f](file:///etc/passwd) [j](javascript:alert(1)) [v](vscode://file/etc/passwd) <ssh://host/x>
[look](https://go\u200bod.example/) [alike](https://e\u0445ample.org/)
"""


def test_link_click_only_pages_open_and_only_after_a_question(tmp_path: Path) -> None:
    record, browser = tmp_path / "record", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> "{record}"\n')
    browser.chmod(0o755)
    root = write_notes(tmp_path / "vault", {"Home.md": ADDRESSES})
    environment = surroundings(tmp_path / "home") | {"BROWSER": str(browser)}
    with Session([sys.executable, "-m", "app", "--no-semantic", str(root)], environment, (50, 130)) as session:
        session.wait_for("1 note")
        session.press("/home", "home*")
        session.press("\r", lambda screen: "▌# Home" in screen)
        screen = session.press("l", "OUT OF THE VAULT 7")
        assert PAGE in screen and screen.count("is never opened") == 5 and "<U+200B>" in screen
        session.press("\r", "Open this page in the browser?")
        assert f"│ {PAGE}" in session.screen and "leads to  e.example" in session.screen
        session.press("\r", lambda screen: "Open this page" not in screen)
        for scheme in ("file", "javascript", "vscode", "ssh"):
            session.press("j\r", f"Not opened: {scheme}: is never opened")
        session.type("jj")
        session.press("\r", "leads to  xn--eample-bsf.org")
        assert not record.exists()
        session.press("y", "Handed to")
        assert wait_until(record.exists, 20)
    assert record.read_text() == "https://xn--eample-bsf.org/\n"
    assert obeyed(session.output) == []
