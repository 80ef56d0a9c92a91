"""What the dates of a line come to: when a repetition falls first, when a lead begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime

from app.ledger.dates import NotADate
from app.ledger.draft_dates import following_dates, lead_words, repeat_words
from app.ledger.quick_add.due import Due
from app.ledger.quick_add.values import Claim
from app.vault.recurrence import Rule, RuleNotUnderstood, upcoming


def first_due(rule: Rule, due: Due, today: date) -> date | datetime | None:
    """Return when a repetition falls first: on the due date of the line, else as the rule says after today."""
    if due.value is not None and due.clock is None:
        return due.value
    clock = due.clock.time() if due.clock is not None else rule.times[-1] if rule.times else None
    base = datetime.combine(today, clock) if clock is not None else today
    following = following_dates(rule, base, 1)
    return following[0] if following else None


def repeat_of(
    claims: Sequence[Claim], rule: Rule | None, first: date | datetime | None, *, dated: bool, today: date
) -> list[Claim]:
    """Return the parts of a repetition with its next dates, or why it cannot be used."""
    if rule is None or not claims:
        return list(claims)
    if first is None:
        try:
            upcoming(rule, today, 1)
            problem = "it has no date left"
        except RuleNotUnderstood as error:
            problem = str(error)
        return [replace(claim, problem=problem) for claim in claims]
    return [replace(claims[0], said=repeat_words(rule, first, is_due=dated)), *claims[1:]]


def lead_of(claims: Iterable[Claim], due: date | datetime | None) -> list[Claim]:
    """Return the leads of a line with the day on which they begin, or why they cannot be used; the last counts."""
    found = list(claims)
    return [_lead(claim, due, last=claim is found[-1]) for claim in found]


def _lead(claim: Claim, due: date | datetime | None, *, last: bool) -> Claim:
    if claim.problem:
        return claim
    if due is None:
        return replace(claim, problem="a lead needs a date that it counts from")
    if not last:
        return replace(claim, problem="there is one lead only, and another stands later")
    try:
        return replace(claim, said=lead_words(claim.value, due))
    except (NotADate, OverflowError) as error:
        return replace(claim, problem=str(error))
