from __future__ import annotations

from datetime import UTC, datetime

from app.ledger.journal import JournalLine
from app.ledger.news import news_of

NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)


def line(kind: str, action: str) -> JournalLine:
    return JournalLine(NOW, kind, "aaaa", {"id": "aaaa", "action": action}, None, "1", {})


def test_only_what_was_taken_out_by_hand_is_told() -> None:
    assert list(news_of([line("edited-by-hand", "x"), line("resolved", "y")])) == []


def test_one_entry_is_named_and_several_are_counted() -> None:
    (one,) = news_of([line("removed-by-hand", "Pay the rent")])
    assert (one.message, one.severity) == ("Ledger: removed by hand 'Pay the rent'", "warning")
    (several,) = news_of([line("removed-by-hand", "Pay the rent"), line("removed-by-hand", "b")])
    assert several.message == "Ledger: removed by hand 'Pay the rent' and 1 more"
    assert several.hint and one.action == several.action == "history_all"
