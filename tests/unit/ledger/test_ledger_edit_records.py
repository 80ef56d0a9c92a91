"""Changes of task lines in the journal: what was written there is what undo gets back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.ledger.edit_records import edit_in, recorded_edit
from app.ledger.journal_shape import is_well_formed
from app.vault.applied import AppliedEdit, Gap

BLOCK = AppliedEdit("a.md", 3, "- TODO Call\n  DEADLINE: <2027-01-31 Sun>", "- TODO Call", between="\r\n")
REMOVED = AppliedEdit("a.md", 3, "- [x] Call", None, Gap("above", None, "\n"))
CHANGED = AppliedEdit("a.md", 3, "- [ ] Call \udce4", "- [x] Call \udce4")


@pytest.mark.parametrize("edit", [BLOCK, REMOVED, CHANGED])
def test_an_edit_comes_back_from_the_journal_as_it_was(edit: AppliedEdit) -> None:
    recorded = json.loads(json.dumps(recorded_edit(edit)))
    assert edit_in(recorded) == edit
    assert edit_in(recorded, forward=False) == replace(edit, before=edit.after, after=edit.before)
    assert is_well_formed({"id": "aaaa"}, None, {"task": recorded})


@pytest.mark.parametrize("wrong", [{"between": 3}, {"gap": []}, {"line": "3"}, {"before": 1}])
def test_what_has_another_shape_is_no_edit(wrong: dict[str, object]) -> None:
    assert not is_well_formed({"id": "aaaa"}, None, {"task": recorded_edit(BLOCK) | wrong})
