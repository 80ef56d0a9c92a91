"""Time zones at the end of a phrase: "17:00 Europe/Berlin", "5pm UTC", "17:00+02:00"."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.ledger.dates.values import NotADate

_CLOCK_THEN_ZONE = re.compile(
    r"(?P<rest>.*(?:[0-9]:[0-9]{2}|[0-9 .][ap]\.? ?m\.?|noon|midday))\s*"
    r"(?:(?P<utc>Z|UTC|GMT)|(?P<offset>(?:UTC|GMT)?[-+][0-9]{2}:?[0-9]{2})|(?<=\s)(?P<name>[A-Z][A-Z_]+(?:/[A-Z0-9_+-]+)+)"
    r"|(?<=\s)(?P<short>[A-Z]{1,3}[SD]T|CEST?|PT|ET|CT|MT|IST|JST|BST))",
    re.IGNORECASE,
)


def take_zone(text: str) -> tuple[tzinfo | None, str]:
    """Take the zone or offset from the end of a phrase; it only stands after a time of day.

    Raises:
        NotADate: There is no such zone or offset, or its name stands for several.
    """
    match = _CLOCK_THEN_ZONE.fullmatch(text)
    if match is None:
        return None, text
    if match["short"]:
        raise NotADate(
            f"{match['short']} is not one zone; write a place, such as Europe/Berlin, or an offset, such as +02:00"
        )
    if match["utc"]:
        return UTC, match["rest"]
    return (_offset(match["offset"]) if match["offset"] else _named(match["name"])), match["rest"]


def _offset(text: str) -> timezone:
    digits = text[-5:] if ":" not in text else text[-6:].replace(":", "")
    hours, minutes = int(digits[1:3]), int(digits[3:])
    if hours > 14 or minutes > 59:
        raise NotADate(f"there is no offset {text}")
    size = timedelta(hours=hours, minutes=minutes)
    return timezone(-size if digits[0] == "-" else size)


def _named(name: str) -> ZoneInfo:
    try:
        return ZoneInfo("/".join("_".join(word.capitalize() for word in part.split("_")) for part in name.split("/")))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise NotADate(f"there is no time zone {name}") from error


def in_zone(moment: datetime, zone: tzinfo) -> tuple[datetime, ...]:
    """Return a local time as moments of a zone: two when the clocks pass it twice.

    Raises:
        NotADate: The clocks skip it.
    """
    there = moment.replace(tzinfo=zone)
    try:
        back = there.astimezone(UTC).astimezone(zone).replace(tzinfo=None)
    except OverflowError as error:
        raise NotADate("it is outside the calendar") from error
    if back != moment:
        raise NotADate(f"the clocks in {zone} skip that time")
    again = there.replace(fold=1)
    return (there,) if again.utcoffset() == there.utcoffset() else (_fixed(there), _fixed(again))


def check_local(moment: datetime, now: datetime | None) -> None:
    """Check that the clocks here show a local time.

    Args:
        moment: Without a zone.
        now: The present moment; nothing is known of the clocks here unless it has a zone, or the offset of this system.

    Raises:
        NotADate: The clocks skip it.
    """
    if now is None or now.tzinfo is None:
        return
    if isinstance(now.tzinfo, timezone):
        if _is_skipped_here(moment, now):
            raise NotADate("the clocks skip that time")
        return
    in_zone(moment, now.tzinfo)


def _is_skipped_here(moment: datetime, now: datetime) -> bool:
    """Return True when this system's clocks skip a time, and `now` is theirs."""
    try:
        is_here = now.replace(tzinfo=None).astimezone().utcoffset() == now.utcoffset()
        return is_here and moment.astimezone().replace(tzinfo=None) != moment
    except (OverflowError, ValueError, OSError):
        return False


def _fixed(moment: datetime) -> datetime:
    """Return the same moment with its offset spelt out: a zone alone would not say which of the two it is."""
    return moment.replace(tzinfo=timezone(moment.utcoffset() or timedelta()), fold=0)
