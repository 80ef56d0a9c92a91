"""Local times and zones: the same wall time on another day, and the moment a length of time later.

A ledger file holds an offset and no zone. An offset that is the local one at its own time is taken as "local": there
the wall time is kept and the offset follows summer time. Any other offset is kept as it is.
"""

from __future__ import annotations

from datetime import UTC, datetime, timezone


def on_the_wall(moment: datetime, like: datetime) -> datetime:
    """Return the wall time of a moment, without zone, where the clock of `like` hangs.

    Where `like` has no zone, that is the moment's own wall time.
    """
    if like.tzinfo is None:
        return moment.replace(tzinfo=None)
    return moment.astimezone(None if _is_local(like) else like.tzinfo).replace(tzinfo=None, fold=0)


def at_wall_time(wall: datetime, like: datetime) -> datetime:
    """Return the wall time with the zone of `like`.

    A local time that summer time leaves out keeps its digits, with the offset from before the change: that is the
    moment which the zone gives it, and the digits are there for the day after.
    """
    if like.tzinfo is None or not _is_local(like):
        return wall.replace(tzinfo=like.tzinfo)
    whole = wall.replace(microsecond=0)
    utc = datetime.fromtimestamp(whole.timestamp(), UTC).replace(tzinfo=None)
    return wall.replace(tzinfo=timezone(whole - utc))


def after_a_while(wall: datetime, start: datetime, like: datetime) -> datetime:
    """Return, with the zone of `like`, the moment whose wall time is `wall` as long as the offset of `start` holds."""
    if start.tzinfo is None:
        return wall
    offset = start.utcoffset()
    assert offset is not None
    return wall.replace(tzinfo=timezone(offset)).astimezone(None if _is_local(like) else like.tzinfo)


def with_zone(moment: datetime, like: datetime) -> datetime:
    """Return a moment without zone if `like` has none, and otherwise with its own or the local one."""
    if like.tzinfo is None:
        return moment.replace(tzinfo=None)
    return moment if moment.tzinfo is not None else moment.astimezone()


def _is_local(moment: datetime) -> bool:
    """Return whether a moment's offset is the local one then; a time that occurs twice has two of them."""
    if not isinstance(moment.tzinfo, timezone):
        return False
    wall = moment.replace(tzinfo=None)
    return any(wall.replace(fold=fold).timestamp() == moment.timestamp() for fold in (0, 1))
