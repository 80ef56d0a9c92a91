"""Times of day within a phrase: "5pm", "17:30", "noon", "at 7 in the evening", "half past six", "midnight"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time

from app.ledger.dates.tokens import Token, Tokens
from app.ledger.dates.values import NotADate

_CLOCK = re.compile(r"([0-9]{1,2})(?:[:.h]([0-9]{2}))?(?:[:.]([0-9]{2}))? ?(?:([ap])[. m]*)?")
_AT = ("at", "@", "around", "about")
_PAST, _TO = ("past", "after"), ("to", "before")
_NOT_AFTER_AN_HOUR = frozenset({"month", "unit", "working"})
"""Classes of the token after a number that is no hour."""
_MORNING, _EVENING = 0, 2
_MINUTES_OF_DAY = 1440


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day.

    Attributes:
        times: What it may be, the likeliest first; two for "at 5".
        is_midnight: "midnight" was said: which of a day's two is not.
        is_settled: "am" or "pm" was said, or noon.
    """

    times: tuple[time, ...]
    is_midnight: bool = False
    is_settled: bool = False


def take_clock(tokens: Tokens) -> tuple[Clock | None, Tokens]:
    """Take the time of day out of a phrase.

    Returns:
        The time, or None when there is none, and the other tokens.

    Raises:
        NotADate: There is no such time, or there are two.
    """
    found = [place for place in range(len(tokens)) if _at(tokens, place) is not None]
    if not found:
        return None, tokens
    start = found[0]
    clock, length = _at(tokens, start) or (Clock(()), 1)
    if any(place >= start + length for place in found):
        raise NotADate("a stretch of hours is not kept; write one time")
    before, after = tokens[:start], tokens[start + length :]
    if before and before[-1].text in _AT:
        before = before[:-1]
    rest = before + after
    return _within(clock, rest), rest


def _at(tokens: Tokens, place: int) -> tuple[Clock, int] | None:
    """Return the time that begins at a token, and of how many tokens it is."""
    token, after = tokens[place], tokens[place + 1 : place + 3]
    if "clock" in token.values:
        return _read(token.text), 1
    if token.text == "midnight":
        return Clock((time(),), is_midnight=True), 1
    if "noon" in token.values:
        return Clock((time(12),), is_settled=True), 1
    if token.text == "12" and after and "noon" in after[0].values:
        return Clock((time(12),), is_settled=True), 2
    if token.text in ("half", "quarter") and len(after) == 2 and after[0].text in (*_PAST, *_TO):
        return _beside(token, after[0], after[1])
    if "number" in token.values and after and after[0].text in ("o'clock", "oclock"):
        return _hour(token.values["number"]), 2
    is_hour = place > 0 and tokens[place - 1].text in _AT and "number" in token.values and len(token.text) <= 2
    is_other = bool(after) and not _NOT_AFTER_AN_HOUR.isdisjoint(after[0].values)
    return (_hour(token.values["number"]), 1) if is_hour and not is_other else None


def _beside(share: Token, side: Token, hour: Token) -> tuple[Clock, int] | None:
    """Read "half past six", "quarter to 9am"."""
    minutes = 30 if share.text == "half" else 15
    if "clock" in hour.values:
        base = _read(hour.text)
    elif "count" in hour.values:
        base = _hour(hour.values["count"])
    else:
        return None
    if side.text in _TO and share.text == "half":
        return None
    step = -minutes if side.text in _TO else minutes
    moved = [(moment.hour * 60 + moment.minute + step) % _MINUTES_OF_DAY for moment in base.times]
    return Clock(tuple(time(*divmod(moment, 60)) for moment in moved), is_settled=base.is_settled), 3


def _read(text: str) -> Clock:
    match = _CLOCK.fullmatch(text)
    assert match is not None
    hour, minute, second, half = int(match[1]), int(match[2] or 0), int(match[3] or 0), match[4]
    if half:
        if not 1 <= hour <= 12:
            raise NotADate(f"there is no {hour} {half}m")
        hour = hour % 12 + (12 if half == "p" else 0)
    return Clock((_time(hour, minute, second),), is_settled=half is not None)


def _hour(hour: int) -> Clock:
    if 1 <= hour <= 12:
        return Clock((_time(hour % 12 + 12), _time(hour % 12)))
    return Clock((_time(hour),))


def _time(hour: int, minute: int = 0, second: int = 0) -> time:
    try:
        return time(hour, minute, second)
    except ValueError as error:
        raise NotADate(f"there is no time {hour}:{minute:02d}") from error


def _within(clock: Clock, rest: Tokens) -> Clock:
    """Return the time with morning or evening settled by the other words."""
    parts = [token.values["part"] for token in rest if "part" in token.values]
    if "tonight" in [token.text for token in rest]:
        parts.append(_EVENING)
    if not parts or clock.is_midnight or clock.is_settled:
        return clock
    early = min(clock.times)
    if parts[0] == _MORNING:
        return Clock((early,), is_settled=True)
    return Clock((early.replace(hour=early.hour % 12 + 12),), is_settled=True)
