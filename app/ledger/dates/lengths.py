"""Lengths of time in words: "two weeks", "half an hour", "1 month and 3 days", "5 business days"."""

from __future__ import annotations

from app.ledger.dates.leads import Lead
from app.ledger.dates.tokens import Tokens
from app.ledger.dates.vocabulary import DAY, DECADE, FORTNIGHT, HOUR, UNITS, YEAR

_HALVES = {
    HOUR: Lead(minutes=30),
    YEAR: Lead(months=6),
    DECADE: Lead(months=60),
    FORTNIGHT: Lead(days=7),
}
"""Units of which a half is a whole number of something."""
_QUARTER_OF_AN_HOUR = 15


def read_length(tokens: Tokens, *, letters: bool = False) -> Lead | None:
    """Read a length of time; None when it is none.

    Args:
        tokens: The whole of it.
        letters: Whether "3 d" is three days.
    """
    total, rest, pieces = Lead(), tokens, 0
    while rest:
        if pieces and len(rest) > 1 and rest[0].text in ("and", "+"):
            rest = rest[1:]
        piece, rest = _piece(rest, letters)
        if piece is None:
            return None
        total, pieces = _sum(total, piece), pieces + 1
    return total if pieces else None


def _sum(one: Lead, other: Lead) -> Lead:
    return Lead(
        one.days + other.days,
        one.months + other.months,
        one.minutes + other.minutes,
        one.working_days + other.working_days,
    )


def _piece(tokens: Tokens, letters: bool) -> tuple[Lead | None, Tokens]:
    """Take one number and its unit from the front."""
    if tokens[0].text == "half":
        return _half(tokens[1:])
    if "decimal" in tokens[0].values:
        return _hours(tokens)
    count, rest = _count(tokens)
    if count is None:
        return None, tokens
    if _begins(rest, "and", "a", "half"):
        return _and_a_half(count, rest[3:], rest[4:])
    if _begins(rest, "quarter", "of", "an") or _begins(rest, "quarters", "of", "an"):
        return (Lead(minutes=count * _QUARTER_OF_AN_HOUR), rest[4:]) if _unit_of(rest[3:]) == HOUR else (None, tokens)
    length, after = _unit(count, rest, letters and "number" in tokens[0].values)
    if length is not None and _begins(after, "and", "a", "half"):
        return _and_a_half(count, rest, after[3:])
    return length, after


def _begins(tokens: Tokens, *words: str) -> bool:
    return tuple(token.text for token in tokens[: len(words)]) == words


def _half(tokens: Tokens) -> tuple[Lead | None, Tokens]:
    rest = tokens[1:] if tokens and tokens[0].text in ("a", "an") else tokens
    rest = rest[1:] if rest and rest[0].text == "-" else rest
    unit = _unit_of(rest)
    return (_HALVES[unit], rest[1:]) if unit in _HALVES else (None, tokens)


def _and_a_half(count: int, unit: Tokens, after: Tokens) -> tuple[Lead | None, Tokens]:
    number = _unit_of(unit)
    if number not in _HALVES:
        return None, after
    return _sum(Lead(*(count * size for size in UNITS[number])), _HALVES[number]), after


def _hours(tokens: Tokens) -> tuple[Lead | None, Tokens]:
    minutes = float(tokens[0].text) * 60
    if _unit_of(tokens[1:]) != HOUR or minutes != int(minutes):
        return None, tokens
    return Lead(minutes=int(minutes)), tokens[2:]


def _count(tokens: Tokens) -> tuple[int | None, Tokens]:
    rest = tokens[1:] if tokens[0].text == "a" and len(tokens) > 1 and tokens[1].text == "couple" else tokens
    if rest[0].text == "couple":
        return 2, rest[2:] if len(rest) > 1 and rest[1].text == "of" else rest[1:]
    return rest[0].values.get("count"), rest[1:]


def _unit(count: int, tokens: Tokens, letters: bool) -> tuple[Lead | None, Tokens]:
    if len(tokens) > 1 and "working" in tokens[0].values and _unit_of(tokens[1:]) == DAY:
        return Lead(working_days=count), tokens[2:]
    if _begins(tokens, "week", "days"):
        return Lead(working_days=count), tokens[2:]
    unit = _unit_of(tokens)
    if unit is None and letters and tokens:
        unit = tokens[0].values.get("letter")
    if unit is None:
        return None, tokens
    days, months, minutes, working = (count * size for size in UNITS[unit])
    return Lead(days, months, minutes, working), tokens[1:]


def _unit_of(tokens: Tokens) -> int | None:
    return tokens[0].values.get("unit") if tokens else None
