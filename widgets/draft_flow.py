"""What was typed and not saved before the last end: offered once, and opened again where it was typed."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.message import Message

from app.errors import BetimesError, NotFound
from app.ledger.commitment import Commitment
from app.unsaved import MOST, Draft, LeftDraft
from app.vault.scratch import left_text
from widgets.entry_flow import FormWanted, QuickWanted, Writing
from widgets.ledger_flow import Closing, Refused
from widgets.line_flow import LineFormWanted, LineWriting
from widgets.raw_entry import RawText, RawWanted

if TYPE_CHECKING:
    from app.unsaved import DraftBox
    from app.workspace import Workspace
    from widgets.drafts import DraftKeeper
    from widgets.ledger_screen import LedgerScreen

GONE = "What this was typed for is closed or gone by now. Saving this makes a new commitment"
CHANGED = "Changed meanwhile, and typed here: {}. Saving writes what stands here"
_LONGEST = 300
"""Characters of a draft that are shown before it is chosen."""


class LeftBehind(Message):
    """Drafts were found that another program has left; handled by the application."""

    def __init__(self, found: list[LeftDraft]) -> None:
        super().__init__()
        self.found = found


class DraftFlow:
    """Offers drafts, one after the other, whenever no dialog is open."""

    def __init__(self, screen: LedgerScreen, workspace: Workspace, box: DraftBox, keeper: DraftKeeper) -> None:
        self._screen = screen
        self._workspace = workspace
        self._box = box
        self._keeper = keeper
        self._waiting: deque[LeftDraft] = deque()
        self._is_asking = False

    def look(self) -> None:
        """Look what was left behind, in a thread."""
        app = self._screen.app

        def found() -> None:
            if left := [one for one in map(self._completed, self._box.left_behind()) if one is not None]:
                app.post_message(LeftBehind(left))

        self._screen.work("drafts", found)

    def _completed(self, left: LeftDraft) -> LeftDraft | None:
        """Return a draft with what an editor has saved since; None, and it is forgotten, when nothing was changed."""
        values = left.draft.values
        if "file" not in values:
            return left
        saved = left_text(Path(_text(values, "file")), MOST)
        text = saved if saved is not None else _text(values, "text")
        if text == _text(values, "seen"):
            self._box.forget(left)
            return None
        return replace(left, draft=replace(left.draft, values={**values, "text": text}))

    def take(self, found: list[LeftDraft]) -> None:
        """Offer them."""
        self._waiting.extend(found)
        self.offer()

    def offer(self) -> None:
        """Ask about the next draft; a dialog that is open comes first."""
        if self._is_asking or not self._waiting or self._screen.app.screen is not self._screen:
            return
        from widgets.dialogs.left_draft import left_draft

        left = self._waiting.popleft()
        self._is_asking = True

        def decide(answer: str | None) -> None:
            self._is_asking = False
            if answer == "edit":
                self._keeper.offer(left)
                self._screen.prepare(lambda: self._open(left.draft))
            elif answer == "discard":
                self._keeper.give_up(left)
            self._screen.call_after_refresh(self.offer)

        self._screen.app.push_screen(left_draft(left.draft, shown(left.draft)), decide)

    # Opening again; in a thread

    def _open(self, draft: Draft) -> None:
        try:
            self._screen.post_message(self._message(draft))
        except NotFound:
            self._screen.post_message(self._without(draft))

    def _message(self, draft: Draft) -> Message:
        """Return what opens the dialog of a draft again; raises `NotFound` when what it was about is gone."""
        values = draft.values
        if draft.kind == "form":
            return FormWanted(self._form(values))
        if draft.kind == "line":
            item = self._workspace.ledger.find_line(_text(values, "line"))
            return LineFormWanted(LineWriting(item, self._workspace.ledger.line_draft(item), _texts(values, "typed")))
        if draft.kind == "resolve":
            item = self._workspace.find(_text(values, "item"))
            outcome = _text(values, "outcome")
            known = outcome if outcome in ("done", "dropped", "superseded") else "done"
            return Refused(Closing(item, known, _text(values, "remark")))  # type: ignore[arg-type]
        if draft.kind == "raw":
            return RawWanted(self._raw(values))
        from widgets.dialogs.quick_add import Quick

        return QuickWanted(Quick(_text(values, "text"), _texts(values, "changed")))

    def _form(self, values: Mapping[str, Any]) -> Writing:
        """Return a form with what was typed, on the entry as it is now."""
        ledger = self._workspace.ledger
        typed, before, entry_id = _texts(values, "draft"), _texts(values, "stored"), _text(values, "entry")
        if not entry_id:
            source = self._source(_text(values, "source"))
            return Writing(None, typed, stored=before if source else {}, source=source)
        seen, now = ledger.entry(entry_id), ledger.draft_of(entry_id)
        mine = {name for name, text in typed.items() if text.strip() != before.get(name, "").strip()}
        theirs = {name for name, text in now.items() if text.strip() != before.get(name, "").strip()}
        draft = {name: typed.get(name, "") if name in mine else now.get(name, "") for name in {**typed, **now}}
        both = sorted(name for name in mine & theirs if draft[name].strip() != now.get(name, "").strip())
        return Writing(entry_id, draft, seen, now, CHANGED.format(", ".join(both)) if both else "")

    def _source(self, source_id: str) -> Commitment | None:
        """Return the task line or suggestion that a new entry was to be made of, if that is still there."""
        for find in (self._workspace.find, self._workspace.find_suggestion) if source_id else ():
            try:
                item = find(source_id)
            except BetimesError:
                continue
            if item.home != "ledger":
                return item
        return None

    def _raw(self, values: Mapping[str, Any]) -> RawText:
        entry_id, seen, text = (_text(values, name) for name in ("entry", "seen", "text"))
        now = self._workspace.ledger.raw(entry_id)
        theirs = now if now != seen else ""
        problem = "The entry was changed meanwhile. Yours is not stored." if theirs else "Not stored yet."
        return RawText(entry_id, now, text, problem, theirs)

    def _without(self, draft: Draft) -> QuickWanted:
        """Return a new commitment with what was typed for one that is gone, so that it can at least be taken along."""
        from widgets.dialogs.quick_add import Quick

        values = draft.values
        typed = {name: text for name, text in _texts(values, "draft").items() if text.strip()}
        if typed:
            return QuickWanted(Quick(typed.pop("action", ""), typed, problem=GONE))
        words = _text(values, "action") or draft.title
        said = "; ".join([GONE, *(shown(draft).split("\n"))])
        return QuickWanted(Quick(words, {}, problem=f"{said}."))


def shown(draft: Draft) -> str:
    """Return what was typed, as lines to be read; only the beginning of much."""
    values = draft.values
    lines = [_text(values, name) for name in ("text", "remark") if _text(values, name)]
    before = _texts(values, "stored")
    for name, text in {**_texts(values, "draft"), **_texts(values, "typed"), **_texts(values, "changed")}.items():
        if text.strip() and text.strip() != before.get(name, "").strip():
            lines.append(f"{name}: {text.strip()}")
    whole = "\n".join(lines)
    return whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}…"


def _text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""


def _texts(values: Mapping[str, Any], name: str) -> dict[str, str]:
    value = values.get(name)
    items = value.items() if isinstance(value, dict) else ()
    return {key: text for key, text in items if isinstance(key, str) and isinstance(text, str)}
