"""A ledger entry as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final, Literal

Outcome = Literal["done", "dropped", "superseded"]
"""How a commitment was closed."""

Priority = Literal["highest", "high", "medium", "low", "lowest"]

UNTIL_FIRED: Final = "until the condition fires"
"""What stands in place of a day when an entry is hidden until its condition is met, whatever its date says."""

Snoozed = date | Literal["until the condition fires"]
"""Until when an entry is hidden."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something the person means to do, as the ledger file holds it.

    Attributes:
        id: Short, unique, never reused.
        action: What is to be done.
        when: The condition in plain words, or None.
        cues: Example situations of the condition.
        blockers: Nearby situations in which it does not apply.
        due: Local date, or date-time, or None.
        due_phrase: What was typed for `due` when it was not the date itself ("by 15 Aug"), or None.
        lead: How long before `due` it fires ("3 days"), or None.
        repeat: "every month on the 15th", or None.
        anchor: The day that a repetition by months or years comes back to after a shorter month; None when `due` is it.
        snoozed: Hidden until then, or None.
        links: Wikilink targets without brackets: "Projects/Kitchen#Quotes".
        created: When it was made.
        unknown: Keys of the table that Betimes does not know, or whose values it cannot use; kept as they are.
        problem: What cannot be used or stands in the way of a change, for a person; empty when all is well.
    """

    id: str
    action: str
    when: str | None = None
    cues: tuple[str, ...] = ()
    blockers: tuple[str, ...] = ()
    due: date | datetime | None = None
    due_phrase: str | None = None
    lead: str | None = None
    repeat: str | None = None
    anchor: date | None = None
    snoozed: Snoozed | None = None
    links: tuple[str, ...] = ()
    project: str | None = None
    priority: Priority | None = None
    tags: tuple[str, ...] = ()
    created: datetime | date | None = None
    unknown: Mapping[str, object] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Resolution:
    """A closed entry: what it was, how it ended, when and why.

    Attributes:
        entry: As it was when it was closed.
        outcome: How it was closed.
        resolved: When.
        remark: What the person said of it; may be empty.
        followed_by: The id of the next occurrence of a repeating entry; empty when there is none.
    """

    entry: Entry
    outcome: Outcome
    resolved: datetime
    remark: str = ""
    followed_by: str = ""
