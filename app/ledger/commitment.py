"""A commitment: what the agenda shows, whether its home is the ledger or a note."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from app.ledger.entry import Snoozed

Status = Literal["open", "done", "dropped", "superseded", "suggested"]
"""Whether a commitment is open, and how it was closed; or that it is only a sentence that may be one."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a note."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Met:
    """Which words of the context met which words of the entry."""

    context: str
    text: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What a context match's score is the sum of; what asserts is 1.

    Attributes:
        words: Telling words in common, more than chance gives; may be below 0.
        meaning: Similarity above the vault's background, as far as it counts for this entry; may be below 0.
        blockers: What blockers take off, at most 0.
        not_yet: What negation and aspect take off, at most 0.
        shared: The most telling of the words in common, as stems.
        denied: The words that say that it has not come about; empty when there are none.
        blocker: The nearest blocker; empty when none takes anything off.
        named: True when the context names the entry: all its words stand in the entry's text, and nothing else counts.
        amounts: What an amount that contradicts the condition takes off, at most 0.
        amount: How it contradicts: "£18,000 is not above £25,000"; empty when it does not.
    """

    words: float = 0.0
    meaning: float = 0.0
    blockers: float = 0.0
    not_yet: float = 0.0
    shared: tuple[str, ...] = ()
    denied: str = ""
    blocker: str = ""
    named: bool = False
    amounts: float = 0.0
    amount: str = ""

    @property
    def total(self) -> float:
        """The score."""
        return self.words + self.meaning + self.blockers + self.not_yet + self.amounts


@dataclass(frozen=True, slots=True)
class Firing:
    """Why a commitment is operative now.

    Attributes:
        reason: `"date"`, `"context"` or `"event"`.
        days_late: Days since due; 0 on the day, negative while only the lead has begun. None without a due date.
        score: Strength of a context match against what asserts, None for a date.
        threshold: What the score had to reach (1; more for one without cues or blockers), None for a date.
        met: The words that met, None for a date.
        evidence: The line of the note that made it fire, None unless `"event"` or an open note.
        terms: What the score is made of, None for a date.
        key: Names the record of an event firing, which an acknowledgement ends; empty for the others.
    """

    reason: Literal["date", "context", "event"]
    days_late: int | None = None
    score: float | None = None
    threshold: float | None = None
    met: Met | None = None
    evidence: Place | None = None
    terms: Terms | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Blocking:
    """An open task that has to be done before another.

    Attributes:
        id: Of the commitment that it is, or would be if it had a date.
        action: What it says.
    """

    id: str
    action: str


@dataclass(frozen=True, slots=True)
class Commitment:
    """Something the person means to do, from the ledger or from a task line.

    Attributes:
        id: The entry's id; for a task line `path:line`, or `path#^block` when it has a block id.
        home: Where it is kept.
        due: What its agenda place depends on: the due date; for a task line without one, its scheduled date.
        start: Not to be thought of before; only task lines have one.
        note: The line it stands on; None for a ledger entry.
        raw: The task line as it was shown; a write needs it. Empty for a ledger entry.
        firing: Why it is operative now, or None.
        is_scheduled: True when `due` is the day planned for a task line, not a deadline: it is never late.
        problem: What a person should correct in it by hand; empty when all is well.
        blocked_by: The open tasks that it depends on; only task lines have any, and entries made of them.
        remind: When a task line asks to be reminded of, beside its due date; it fires from then on.
        under: What the list item says that a task line is nested in; empty when there is none.
        is_implied: True when the scheduled day is said by the file's name alone.
        sentence: What the note says, of a suggestion; empty for all others.
        progress: `"in progress"` or `"on hold"`, when the box of a task line says so; empty for all others.
    """

    id: str
    home: Literal["ledger", "note"]
    action: str
    when: str | None = None
    cues: tuple[str, ...] = ()
    blockers: tuple[str, ...] = ()
    due: date | datetime | None = None
    due_phrase: str | None = None
    lead: str | None = None
    repeat: str | None = None
    snoozed: Snoozed | None = None
    start: date | None = None
    project: str | None = None
    priority: str | None = None
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    status: Status = "open"
    created: datetime | date | None = None
    note: Place | None = None
    raw: str = ""
    firing: Firing | None = None
    is_scheduled: bool = False
    problem: str = ""
    blocked_by: tuple[Blocking, ...] = ()
    remind: date | datetime | None = None
    under: str = ""
    is_implied: bool = False
    sentence: str = ""
    progress: str = ""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A line that looks dated and could not be read, and why."""

    path: str
    line: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Agenda:
    """Every open commitment, sorted into what the person needs to know.

    Attributes:
        as_of: The day it is for.
        firing: Operative now: latest first, then by priority.
        maybe: At most three that may be operative in the context; never asserted.
        upcoming: Open and not firing: dated ones by date, then those that wait for a situation.
        snoozed: Hidden until a later day, by that day.
        suggested: Sentences that look like commitments and wait for a yes.
        not_understood: Lines that look dated and could not be read.
    """

    as_of: date
    firing: tuple[Commitment, ...] = ()
    maybe: tuple[Commitment, ...] = ()
    upcoming: tuple[Commitment, ...] = ()
    snoozed: tuple[Commitment, ...] = ()
    suggested: tuple[Commitment, ...] = ()
    not_understood: tuple[NotUnderstood, ...] = ()
