"""An entry as text in the person's own editor: a real program, which this terminal lends itself to."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fake_workspace import QUOTE, FakeWorkspace
from pilots import press, running, screen_text, toasts
from textual.pilot import Pilot

from app.errors import NotWritable, UsageError, WriteRefused
from app.ledger.commitment import Commitment
from widgets.dialogs.raw_problem import RawProblem
from widgets.shell import BetimesApp


class Lending(BetimesApp):
    """The application in a terminal that can be handed to an editor."""

    @contextmanager
    def suspend(self) -> Iterator[None]:
        yield


class Editor:
    """A program that does what a test says; what it was given is in `seen`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "editor"

    def does(self, *commands: str) -> None:
        log = self.folder / "seen"
        lines = ["#!/bin/sh", f'echo "$1" >> {log}.names', f'stat -c %a "$1" >> {log}.modes', f'cat "$1" >> {log}']
        self.program.write_text("\n".join([*lines, *commands]) + "\n")
        self.program.chmod(0o755)

    @property
    def seen(self) -> str:
        return (self.folder / "seen").read_text()

    @property
    def files(self) -> list[Path]:
        return [Path(name) for name in (self.folder / "seen.names").read_text().split()]


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Editor:
    program = Editor(tmp_path)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", str(program.program))
    program.does("true")
    return program


def replaced(workspace: FakeWorkspace) -> list[tuple[object, ...]]:
    return [call[1:] for call in workspace.calls if call[0] == "replace_raw"]


def problem(pilot: Pilot) -> RawProblem:
    assert isinstance(pilot.app.screen, RawProblem)
    return pilot.app.screen


async def test_the_text_goes_to_the_editor_and_back_into_the_ledger(editor: Editor) -> None:
    workspace = FakeWorkspace()
    editor.does('sed -i s/Reconcile/Compare/ "$1"')
    async with running(workspace, app=Lending) as pilot:
        await press(pilot, "E")
        assert editor.seen.startswith('[[entry]]\nid = "k7q2"')
        assert replaced(workspace)[0][0] == "k7q2"
        assert replaced(workspace)[0][2] == editor.seen and "Compare the kitchen" in str(replaced(workspace)[0][1])
        assert "Saved: Compare the kitchen quote" in toasts(pilot)


async def test_the_file_is_private_and_does_not_stay(editor: Editor) -> None:
    editor.does('cp "$1" "$1~"')
    async with running(FakeWorkspace(), app=Lending) as pilot:
        await press(pilot, "E")
    assert (editor.folder / "seen.modes").read_text() == "600\n"
    assert editor.files[0].suffix == ".toml" and not editor.files[0].parent.exists()


async def test_an_unchanged_text_changes_nothing_and_says_so(editor: Editor) -> None:
    workspace = FakeWorkspace()
    async with running(workspace, app=Lending) as pilot:
        await press(pilot, "E")
        assert replaced(workspace) == [] and "came back unchanged" in toasts(pilot)


async def test_an_editor_that_fails_changes_nothing_and_says_so(editor: Editor) -> None:
    workspace = FakeWorkspace()
    editor.does("exit 3")
    async with running(workspace, app=Lending) as pilot:
        await press(pilot, "E")
        assert replaced(workspace) == [] and "ended with code 3" in toasts(pilot)


async def test_what_an_editor_had_saved_before_it_failed_is_not_dropped(editor: Editor) -> None:
    workspace = FakeWorkspace()
    editor.does('echo "# more" >> "$1"', "kill -9 $$")
    async with running(workspace, app=Lending) as pilot:
        await press(pilot, "E")
        assert replaced(workspace) == [] and "was ended by SIGKILL" in screen_text(pilot)
        assert "# more" in screen_text(pilot)
        editor.does("true")
        await press(pilot, "enter")
        assert "# more" in editor.seen


async def test_what_is_invalid_is_shown_at_its_line_and_can_be_gone_on_with(editor: Editor) -> None:
    workspace = FakeWorkspace()
    editor.does('sed -i \'s/"$//\' "$1"')
    async with running(workspace, app=Lending) as pilot:
        await press(pilot, "E")
        text = screen_text(pilot)
        assert "the entry, line 3, column 10: no closing quote" in text
        assert f'3  action = "{QUOTE.action}' in text
        await press(pilot, "escape")
        assert problem(pilot).is_current
        editor.does("sed -i -e 's/k7q2/k7q2\"/' -e 's/estimate$/forecast\"/' \"$1\"")
        await press(pilot, "enter")
        assert len(replaced(workspace)) == 2 and replaced(workspace)[1][2] == workspace_raw()
        assert "against the June forecast" in toasts(pilot)


async def test_what_is_invalid_can_be_dropped(editor: Editor) -> None:
    workspace = FakeWorkspace()
    editor.does('echo = >> "$1"')
    async with running(workspace, app=Lending) as pilot:
        await press(pilot, "E", "down", "enter")
        assert len(replaced(workspace)) == 1 and "The text was dropped" in toasts(pilot)
        assert len(pilot.app.screen_stack) == 1


async def test_a_second_try_that_fails_keeps_the_text(editor: Editor) -> None:
    workspace = FakeWorkspace()
    editor.does('echo = >> "$1"')
    async with running(workspace, app=Lending) as pilot:
        await press(pilot, "E")
        editor.does('echo "" > "$1"', "exit 1")
        await press(pilot, "enter")
        assert "ended with code 1" in screen_text(pilot) and "=" in screen_text(pilot)
        editor.does("sed -i '$d' \"$1\"", 'echo "# kept" >> "$1"')
        await press(pilot, "enter")
        assert str(replaced(workspace)[-1][1]).endswith("# kept\n") and "Saved" in toasts(pilot)


async def test_an_entry_changed_meanwhile_is_shown_before_it_is_replaced(editor: Editor) -> None:
    class Elsewhere(FakeWorkspace):
        changed = False

        def raw(self, entry_id: str) -> str:
            return super().raw(entry_id) + ("# by hand\n" if self.changed else "")

        def replace_raw(self, entry_id: str, text: str, seen: str) -> Commitment:
            if seen == workspace_raw():
                self.changed = True
                raise WriteRefused("“Reconcile” was changed in the file meanwhile", "Open it again.")
            return super().replace_raw(entry_id, text, seen)

    workspace = Elsewhere()
    editor.does('sed -i s/Reconcile/Compare/ "$1"')
    async with running(workspace, app=Lending) as pilot:
        await press(pilot, "E")
        text = screen_text(pilot)
        assert "was changed in the file meanwhile" in text and "# by hand" in text and "Compare the kitchen" in text
        assert "saving replaces the text in the file" in text
        await press(pilot, "enter")
        assert str(replaced(workspace)[0][2]).endswith("# by hand\n") and "Saved: Compare" in toasts(pilot)


async def test_a_text_that_the_disk_does_not_take_is_not_lost(editor: Editor) -> None:
    class Full(FakeWorkspace):
        def replace_raw(self, entry_id: str, text: str, seen: str) -> Commitment:
            raise NotWritable("No space left on device")

    editor.does('sed -i s/Reconcile/Compare/ "$1"')
    async with running(Full(), app=Lending) as pilot:
        await press(pilot, "E")
        assert "No space left on device" in screen_text(pilot) and "Compare the kitchen" in screen_text(pilot)


async def test_without_an_editor_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "no-such-editor")
    async with running(FakeWorkspace(), app=Lending) as pilot:
        await press(pilot, "E")
        assert "There is no program no-such-editor" in toasts(pilot)


async def test_a_terminal_that_cannot_be_handed_over_is_told(editor: Editor) -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "E")
        assert "cannot be handed to an editor" in toasts(pilot)


async def test_a_task_line_opens_its_note() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "j", "j", "E")
        assert ("editor", "Home.md", 4) in workspace.calls
        await press(pilot, "j", "e", "escape")
        assert workspace.calls.count(("editor", "Home.md", 4)) == 1


async def test_an_entry_that_cannot_be_handed_out_is_told(editor: Editor) -> None:
    class Gone(FakeWorkspace):
        def raw(self, entry_id: str) -> str:
            raise UsageError("It is gone")

    async with running(Gone(), app=Lending) as pilot:
        await press(pilot, "E")
        assert "It is gone" in toasts(pilot) and not shutil.which("seen", path=str(editor.folder))


def workspace_raw() -> str:
    return FakeWorkspace().raw("k7q2")
