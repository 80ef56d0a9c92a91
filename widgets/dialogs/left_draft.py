"""Text that was typed and not saved when the program ended: go on with it, or let it go."""

from __future__ import annotations

from app.unsaved import Draft
from widgets.dialogs.choices import ChoiceRow
from widgets.dialogs.picking import PickDialog
from widgets.drawing import Part, line

_EDIT = ChoiceRow("edit", "open it again, as it was typed", "keep editing", sign="k", cells=13)
_DISCARD = ChoiceRow("discard", "delete what was typed", "discard", sign="d", cells=13)


def left_draft(draft: Draft, text: str) -> PickDialog:
    """Return a dialog that gives back "edit", "discard", or None to be asked again at the next start.

    Args:
        draft: What was typed.
        text: What of it is shown.
    """
    at = draft.typed_at
    when = f", {at.day} {at:%b %H:%M}" if at else ""
    lines = [line(Part("Not saved when Betimes ended: ", "muted"), Part(draft.title, "strong"), Part(when, "muted"))]
    lines += [line(f"  {words}") for words in text.split("\n")]
    return PickDialog("Typed and not saved", lines, (_EDIT, _DISCARD), start="edit")
