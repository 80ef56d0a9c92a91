"""Every dialog there is, one after the other on F9, each full of what a terminal would obey. Run in a pty."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

TREE = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TREE), str(TREE / "tests" / "ui")]

from fake_links import NOWHERE, RENAMED  # noqa: E402
from fake_safety import COPY, STEPS, changed  # noqa: E402
from fake_search import FACTS, SCORED  # noqa: E402
from fake_workspace import AGENDA, PASSPORT, QUOTE, TODAY, FakeStatus, FakeWorkspace, result  # noqa: E402
from textual.binding import Binding  # noqa: E402
from textual.screen import Screen  # noqa: E402

from app.config import SavedSearch  # noqa: E402
from app.errors import NotWritable  # noqa: E402
from app.ledger.held import HeldChange  # noqa: E402
from app.search.explain_commitment import explain_commitment  # noqa: E402
from app.search.result import Arm, RankMode, SearchResults  # noqa: E402
from app.vault.outside_links import outside_link  # noqa: E402
from tests.faults.hostile_vault import FULL, MARKUP  # noqa: E402
from widgets.dialogs.comparison import ComparisonDialog  # noqa: E402
from widgets.dialogs.copies import CopyDialog  # noqa: E402
from widgets.dialogs.entry_form import EntryForm, Form  # noqa: E402
from widgets.dialogs.explanation import ExplanationDialog  # noqa: E402
from widgets.dialogs.held import HeldDialog  # noqa: E402
from widgets.dialogs.history import HistoryDialog  # noqa: E402
from widgets.dialogs.picking import yes_or_no  # noqa: E402
from widgets.dialogs.quick_add import Quick, QuickAdd  # noqa: E402
from widgets.dialogs.raw_problem import RawProblem  # noqa: E402
from widgets.dialogs.repair import RepairDialog  # noqa: E402
from widgets.dialogs.resolve import ResolveDialog  # noqa: E402
from widgets.dialogs.save_search import SaveSearch  # noqa: E402
from widgets.dialogs.saved_searches import SavedSearches  # noqa: E402
from widgets.dialogs.score import ScoreDialog  # noqa: E402
from widgets.dialogs.snooze import SnoozeDialog  # noqa: E402
from widgets.dialogs.task_form import TaskForm  # noqa: E402
from widgets.dialogs.text_dialog import TextDialog  # noqa: E402
from widgets.dialogs.versions import EDITING, VersionsDialog  # noqa: E402
from widgets.drawing import Part, line  # noqa: E402
from widgets.glyphs import UNICODE  # noqa: E402
from widgets.note_screen import NoteScreen  # noqa: E402
from widgets.outside_flow import follow_outside  # noqa: E402
from widgets.preview_flow import Wanted  # noqa: E402
from widgets.shell import BetimesApp  # noqa: E402
from widgets.toasts import toast  # noqa: E402
from widgets.verdicts import verdicts  # noqa: E402


def poisoned(value: Any) -> Any:
    """Return a value of the core with something hostile behind every text that is free."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(f"{item} {FULL}" if isinstance(item, str) else poisoned(item) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    made = {}
    for field in fields(value):
        item = getattr(value, field.name)
        is_free = field.type in ("str", "str | None") and item is not None
        made[field.name] = f"{item} {FULL}" if is_free else poisoned(item)
    return replace(value, **made)


class Hostile(FakeWorkspace):
    """Says hostile things about everything it is asked."""

    def check_draft(self, draft: Any) -> dict[str, str]:
        return {name: f"! {FULL}" for name in draft}

    def suggest(self, kind: str, typed: str) -> tuple[str, ...]:
        return tuple(f"{typed}{number} {FULL}" for number in range(3))


ITEM, LINE = poisoned(replace(QUOTE, problem="odd", repeat="every day")), poisoned(PASSPORT)


def workspace() -> Hostile:
    made = Hostile(current=poisoned(AGENDA), state=poisoned(FakeStatus(problems=2)), banner=FULL)
    made.notes = {f"{path} {MARKUP}": f"{text} {FULL}" for path, text in made.notes.items()}
    made.views = {f"{path} {MARKUP}": poisoned(view) for path, view in made.views.items()}
    made.follows = FULL
    return made


def dialogs(made: Hostile) -> Iterator[Screen[Any]]:
    draft = {"action": FULL, "when": FULL, "due": FULL, "cues": f"{FULL}\n{FULL}", "links": FULL, "tags": FULL}
    kept = {name: text.replace("\n", " ") for name, text in draft.items()}
    note = next(iter(made.views))
    hits = tuple(poisoned(result(f"{name}.md", at, FULL, "zebra", **SCORED)) for at, name in enumerate("ab"))
    found = SearchResults(FULL, FULL, RankMode.BLEND, Arm.FUSED, hits)
    why, apart = (made.explain(hits[0], found), made.compare(*hits, found))
    error = NotWritable(FULL, FULL)
    saved = SavedSearch(FULL, FULL, "alt+1")
    yield TextDialog(FULL, [line(FULL), line(Part(FULL, name=True))])
    yield yes_or_no(FULL, [line(FULL)], FULL, FULL)
    yield ExplanationDialog(FULL, explain_commitment(ITEM, made.now()), verdicts(ITEM), {}, signed=True)
    yield ScoreDialog(FULL, poisoned(why), UNICODE, others=True)
    yield ComparisonDialog(poisoned(apart), FULL, FULL)
    yield VersionsDialog(poisoned_error(), EDITING)
    yield HistoryDialog(FULL, lambda: [poisoned(step) for step in STEPS], made.now())
    yield CopyDialog(poisoned(COPY), left=1)
    yield HeldDialog((HeldChange(FULL, error, FULL, None, lambda: None),))
    yield RepairDialog([poisoned(link) for link in (*RENAMED, NOWHERE)])
    yield SavedSearches([saved, replace(saved, name=MARKUP)])
    yield SaveSearch(saved, lambda key, name: FULL)
    yield EntryForm(Form(FULL, draft, FULL), made.check_draft, made.suggest)
    yield QuickAdd(Quick(kept["action"], problem=FULL), made.read_line, made.check_draft, made.suggest)
    yield TaskForm(FULL, FULL, dict.fromkeys(("due", "priority"), FULL), made.check_draft, typed={}, problem=FULL)
    yield ResolveDialog(ITEM, lambda item: FULL, remark=FULL, problem=FULL)
    yield SnoozeDialog(ITEM, TODAY, made.check_draft, typed=FULL, problem=FULL)
    yield RawProblem(FULL, f"{FULL}\n{FULL}", 1)
    yield RawProblem(FULL, f"{FULL}\n{FULL}", 1, theirs=f"{FULL}\nother")
    yield NoteScreen(made, Wanted(note), UNICODE)  # type: ignore[arg-type]


def poisoned_error() -> Any:
    error = changed(QUOTE)
    error.mine, error.theirs = poisoned(error.mine), poisoned(error.theirs)
    return error


class Walk(BetimesApp):
    """Shows the next dialog on F9; says in a toast which one it is."""

    BINDINGS = [Binding("f9", "next", priority=True)]

    def on_mount(self) -> None:
        super().on_mount()
        self._rest = list(enumerate(dialogs(self._workspace)))  # type: ignore[arg-type]

    async def action_next(self) -> None:
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        if not self._rest:
            follow_outside(self.screen, outside_link("https://e.example/a?b='c'&d", text=FULL))  # type: ignore[arg-type]
            toast(self, "All shown.")
            return
        number, screen = self._rest.pop(0)
        await self.push_screen(screen)
        self.clear_notifications()
        toast(self, f"{type(screen).__name__} {number}.", FULL, "warning", seconds=600)


if __name__ == "__main__":
    assert FACTS
    made = workspace()
    Walk(made, agenda=made.agenda()).run()  # type: ignore[arg-type]
