"""The reading of a line: each kind of part in its turn, and the draft that they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from app.ledger.condition_dates import read_season
from app.ledger.quick_add.action import tidied
from app.ledger.quick_add.conditions import find_conditions
from app.ledger.quick_add.dates import FoundDate, find_dates
from app.ledger.quick_add.due import Due, choose_due, ends_prohibition
from app.ledger.quick_add.leads import find_leads
from app.ledger.quick_add.links import find_links, place_links
from app.ledger.quick_add.literals import keep_literals
from app.ledger.quick_add.markers import find_markers
from app.ledger.quick_add.prohibitions import find_prohibition, situation
from app.ledger.quick_add.repeats import find_repetition
from app.ledger.quick_add.schedule import first_due, lead_of, repeat_of
from app.ledger.quick_add.sheet import Sheet
from app.ledger.quick_add.values import Claim, QuickLine
from app.ledger.quick_add.words import vocabulary

if TYPE_CHECKING:
    from app.ledger.drafts import Reader
    from app.vault.recurrence import Rule

_SEVERAL = ("links", "tags")


def read_line(text: str, reader: Reader) -> QuickLine:
    """Read one line of prose as a commitment.

    Args:
        text: What was typed; anything is fine.
        reader: How dates are read and links are checked.

    Returns:
        The fields that it gave, ready for `apply_draft`, and which of its characters gave them.
    """
    sheet = Sheet(text)
    known = vocabulary(reader.languages)
    keep_literals(sheet, known.dated)
    claims = find_markers(sheet)
    links = find_links(sheet, reader.known)
    rule, repeats = find_repetition(sheet.view)
    _take(sheet, repeats)
    leads = list(find_leads(sheet.view))
    _take(sheet, leads)
    dates = find_dates(sheet.view, reader, repeats=rule is not None)
    claims += place_links(sheet, links, dates, known)
    conditions = find_conditions(sheet, dates, known, reader.today)
    dates = [found for found in dates if not _within(found, conditions)]
    _take(sheet, conditions)
    if find_prohibition(sheet.view):
        dates = ends_prohibition(dates, text, reader)
    due = choose_due(text, dates)
    claims += conditions or _situation(sheet, due.claims)
    return _assembled(sheet, claims, due, leads, (rule, repeats), reader)


def _take(sheet: Sheet, claims: Iterable[Claim]) -> None:
    for claim in claims:
        sheet.take(claim.start, claim.end)


def _within(found: FoundDate, conditions: Sequence[Claim]) -> bool:
    return any(claim.start <= found.start < claim.end for claim in conditions)


def _situation(sheet: Sheet, dated: Sequence[Claim]) -> list[Claim]:
    _take(sheet, [claim for claim in dated if not claim.problem])
    found = situation(sheet, dated=bool(dated))
    return [found] if found is not None and found.value else []


def _assembled(
    sheet: Sheet,
    claims: list[Claim],
    due: Due,
    leads: list[Claim],
    repetition: tuple[Rule | None, list[Claim]],
    reader: Reader,
) -> QuickLine:
    rule, repeats = repetition
    value = due.value
    first = first_due(rule, due, reader.today) if rule is not None else None
    value = first if first is not None else value
    claims = [
        *claims,
        *due.claims,
        *repeat_of(repeats, rule, value, dated=due.value is not None and due.clock is None, today=reader.today),
        *lead_of(leads, value if value is not None else _first_day(claims, reader.today)),
    ]
    for claim in claims:
        if not claim.problem and not claim.stays:
            sheet.cut(claim.start, claim.end)
    draft = {"action": tidied(sheet.left), **_fields(claims)}
    if value is not None:
        draft["due"] = (
            value.isoformat(sep=" ", timespec="minutes") if isinstance(value, datetime) else value.isoformat()
        )
        if due.phrase:
            draft["due_phrase"] = due.phrase
    if not draft["action"] and draft.get("when"):
        claims = [_actionless(claim) for claim in claims]
    parts = sorted((piece.part(sheet.line) for piece in _apart(claims)), key=lambda part: part.start)
    return QuickLine(draft, tuple(parts))


def _first_day(claims: Iterable[Claim], today: date) -> date | None:
    """Return the first of the days that are the condition; a lead may count from them."""
    season = read_season(_fields(claims).get("when", ""), today)
    return season.first if season is not None and season.fires else None


def _fields(claims: Iterable[Claim]) -> dict[str, str]:
    """Return what the parts give, by field: of tags and links all, of conditions all in one, of others the last."""
    found: dict[str, list[str]] = {}
    for claim in sorted(claims, key=lambda claim: claim.start):
        if claim.value and not claim.problem:
            found.setdefault(claim.field, []).append(claim.value)
    joints = {"when": " and "} | dict.fromkeys(_SEVERAL, "\n")
    return {name: joints[name].join(values) if name in joints else values[-1] for name, values in found.items()}


def _apart(claims: Sequence[Claim]) -> Iterator[Claim]:
    """Yield the claims with conditions cut in pieces around the links in them, so that none overlaps another."""
    for claim in claims:
        inner = [one for one in claims if one is not claim and claim.start <= one.start < claim.end]
        at, said = claim.start, claim
        for one in sorted(inner, key=lambda one: one.start):
            if at < one.start:
                yield replace(said, start=at, end=one.start)
                said = replace(said, value="", said="")
            at = one.end
        if at < claim.end:
            yield replace(said, start=at)


def _actionless(claim: Claim) -> Claim:
    if claim.field != "when":
        return claim
    return replace(claim, problem="say what is to be done then: put a comma behind the condition")
