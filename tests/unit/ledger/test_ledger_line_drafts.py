"""What is typed into the form of a task line."""

from __future__ import annotations

from datetime import date

import pytest

from app.errors import UsageError
from app.ledger.agenda import commitment_of_task
from app.ledger.drafts import Reader
from app.ledger.line_drafts import check_line_draft, read_line_draft
from app.vault.tasks import parse_task

READER = Reader(date(2026, 11, 30))


def said(raw: str, draft: dict[str, str]) -> str:
    task = parse_task("a.md", 1, raw)
    assert task is not None
    return check_line_draft(commitment_of_task(task), draft, READER)["repeat"]


def test_a_repetition_counts_from_the_date_that_is_typed_beside_it() -> None:
    raw = "- [ ] a 📅 2026-12-01"
    assert "then Tue 8 Dec" in said(raw, {"repeat": "every week"})
    assert "then Mon 14 Dec" in said(raw, {"due": "2026-12-07", "repeat": "every week"})
    assert "then Mon 14 Dec" in said(raw, {"due": "7 Dec", "repeat": "every week"})
    assert "then Tue 8 Dec" in said(raw, {"due": "no day", "repeat": "every week"})
    assert "then Tue 8 Dec" in said(raw, {"scheduled": "2026-12-07", "repeat": "every week"})


def test_the_scheduled_day_counts_where_there_is_no_other() -> None:
    raw = "- [ ] a ⏳ 2026-12-01"
    assert "then Mon 14 Dec" in said(raw, {"scheduled": "2026-12-07", "repeat": "every week"})
    assert "then Mon 14 Dec" in said(raw, {"due": "2026-12-07", "repeat": "every week"})


def test_what_tasks_cannot_say_is_told_while_it_is_typed() -> None:
    assert said("- [ ] a 📅 2026-12-01", {"repeat": "every day at 9"}).startswith("! repeat: ")
    task = parse_task("a.md", 1, "- [ ] a 📅 2026-12-01")
    assert task is not None
    with pytest.raises(UsageError, match="no times"):
        read_line_draft(task, {"repeat": "every day at 9"}, READER)
