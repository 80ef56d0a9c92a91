"""An entry in the person's own editor: handed out as it stands in the file, checked when it comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from app.errors import BetimesError
from app.ledger.commitment import Commitment
from app.unsaved import Draft
from widgets.drafts import keeper_of
from widgets.toasts import toast

if TYPE_CHECKING:
    from app.workspace import Workspace
    from widgets.commitment_screen import CommitmentScreen

UNCHANGED = "The text came back unchanged: nothing was written."
_LINE = re.compile(r"\bline (\d{1,6})\b")


@dataclass(frozen=True, slots=True)
class RawText:
    """The text of an entry on its way through the editor.

    Attributes:
        entry_id: The entry.
        seen: What the file holds of it.
        text: What the editor is to show.
        problem: Why that cannot be stored; empty before the first try.
        theirs: What somebody else made of the entry meanwhile; empty when nobody did.
    """

    entry_id: str
    seen: str
    text: str
    problem: str = ""
    theirs: str = ""

    @property
    def line(self) -> int:
        """The line that the problem names; 0 when it names none."""
        named = _LINE.search(self.problem)
        return int(named[1]) if named else 0


class RawWanted(Message):
    """A text is to be edited, or its problem is to be told; handled by the screen."""

    def __init__(self, raw: RawText) -> None:
        super().__init__()
        self.raw = raw


class RawFlow:
    """Carries out the command to edit an entry as text."""

    def __init__(self, screen: CommitmentScreen, workspace: Workspace) -> None:
        self._screen = screen
        self._ledger = workspace.ledger
        self._left: Path | None = None

    def edit(self, item: Commitment) -> None:
        """Hand the text of an entry to the editor."""

        def read() -> None:
            text = self._ledger.raw(item.id)
            self._screen.post_message(RawWanted(RawText(item.id, text, text)))

        self._screen.prepare(read)

    def take(self, raw: RawText) -> None:
        """Open the editor; after a problem, only when the person wants to go on."""
        if raw.problem:
            self._tell(raw)
        else:
            self._hand_out(raw)

    def _tell(self, raw: RawText) -> None:
        from widgets.dialogs.kept import Keeping
        from widgets.dialogs.raw_problem import RawProblem

        def decide(goes_on: bool | None) -> None:
            if goes_on:
                self._hand_out(raw)
            else:
                left = "is as the file has it now" if raw.theirs else "is as it was"
                toast(self._screen.app, f"The text was dropped: the entry {left}.")

        dialog = RawProblem(raw.problem, raw.text, raw.line, raw.theirs)
        dialog.keeping = Keeping("raw", _title(raw), _about(raw))
        self._screen.app.push_screen(dialog, decide)

    def _hand_out(self, raw: RawText) -> None:
        try:
            code, text = self._edited(raw)
        except BetimesError as error:
            self._give_up(raw, error.message, error.hint)
            return
        edited = replace(raw, text=text, problem="", theirs="")
        with self._kept(edited):
            if code:
                self._give_up(edited if text.strip() and text != raw.text else raw, *self._why(code))
            elif text == raw.seen:
                toast(self._screen.app, UNCHANGED)
            else:
                self._screen.work("ledger", lambda: self._store(edited))

    @contextmanager
    def _kept(self, raw: RawText) -> Iterator[None]:
        """Keep a text until what is begun here with it has ended."""
        keeper = keeper_of(self._screen.app) if raw.text != raw.seen else None
        number = keeper.put(Draft("raw", _title(raw), {**_about(raw), "text": raw.text})) if keeper else 0
        yield
        if keeper:
            keeper.settle(number)

    def _why(self, code: int) -> tuple[str, str]:
        from widgets.editor import ended

        left = f" What it left is in {self._left}." if self._left else ""
        return ended("The editor", code), f"Nothing was written.{left}"

    def _edited(self, raw: RawText) -> tuple[int, str]:
        from app.vault.editor import editor_command
        from app.vault.scratch import read_back, rescue, scratch_file
        from widgets.editor import run_editor

        with scratch_file(raw.text, "entry.toml") as path, self._followed(raw, path):
            code = run_editor(self._screen.app, editor_command(path, max(1, raw.line)))
            text = read_back(path)
            self._left = rescue(path) if code else None
            return code, text

    @contextmanager
    def _followed(self, raw: RawText, path: Path) -> Iterator[None]:
        """Let the next program find what the editor has saved, should this one be killed meanwhile."""
        keeper = keeper_of(self._screen.app)
        draft = Draft("raw", _title(raw), {**_about(raw), "text": raw.text, "file": str(path)})
        number = keeper.put(draft, at_once=True) if keeper else 0
        try:
            yield
        finally:
            if keeper:
                keeper.settle(number)

    def _give_up(self, raw: RawText, message: str, hint: str) -> None:
        """Say why nothing was changed; a text that was typed before is offered once more."""
        if raw.text != raw.seen:
            self._tell(replace(raw, problem=f"{message}. {hint}".strip()))
        else:
            toast(self._screen.app, message, hint, "error")

    def _refused(self, raw: RawText, error: BetimesError) -> RawText:
        """Return what is to be told and tried again; when the file holds another text by now, that one is shown."""
        try:
            present = self._ledger.raw(raw.entry_id)
        except BetimesError:
            present = raw.seen
        if present == raw.seen:
            return replace(raw, problem=f"{error.message}. {error.hint}".strip())
        problem = f"{error.message}. Yours is not stored."
        return replace(raw, seen=present, problem=problem, theirs=present)

    def _store(self, raw: RawText) -> None:
        try:
            item = self._ledger.replace_raw(raw.entry_id, raw.text, raw.seen)
        except BetimesError as error:
            self._screen.post_message(RawWanted(self._refused(raw, error)))
        else:
            self._screen.done(f"Saved: {item.action}", item.id, item)


def _title(raw: RawText) -> str:
    return f"The text of entry {raw.entry_id}"


def _about(raw: RawText) -> dict[str, str]:
    return {"entry": raw.entry_id, "seen": raw.seen}
