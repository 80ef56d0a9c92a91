"""Changes of task lines as the journal keeps them: alone, or within the change of the entry whose line it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from app.vault.applied import AppliedEdit, Gap


def recorded_place(edit: AppliedEdit) -> dict[str, Any]:
    """Return where an edit was made, for a journal line that has before and after of its own."""
    place: dict[str, Any] = {"path": edit.path, "line": edit.line}
    if edit.gap is not None:
        place["gap"] = asdict(edit.gap)
    return place | {"between": edit.between} if edit.between else place


def recorded_edit(edit: AppliedEdit) -> dict[str, Any]:
    """Return all of an edit."""
    return recorded_place(edit) | {"before": edit.before, "after": edit.after}


def edit_in(recorded: Mapping[str, Any], *, forward: bool = True) -> AppliedEdit:
    """Return a recorded edit, or (`forward=False`) the one that took it back: what redoing it takes back in turn."""
    gap = recorded.get("gap")
    sides = recorded.get("before"), recorded.get("after")
    before, after = sides if forward else sides[::-1]
    where = None if gap is None else Gap(gap.get("above"), gap.get("below"), gap["end"])
    return AppliedEdit(str(recorded["path"]), int(recorded["line"]), before, after, where, recorded.get("between", ""))
