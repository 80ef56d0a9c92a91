"""The agenda of a moment: which commitments fire, which come, which are hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from functools import lru_cache

from app.ledger.commitment import Agenda, Blocking, Commitment, Firing, NotUnderstood, Place, Status
from app.ledger.condition_dates import day_in_agenda, in_season, is_over, span_of
from app.ledger.dates import NotADate, before, parse_lead
from app.ledger.entry import UNTIL_FIRED, Entry
from app.vault.note import TaskLine

_MOST_MAYBES = 3
_RANKS = {"highest": 0, "high": 1, "medium": 2, None: 3, "low": 4, "lowest": 5}
_NO_FIRINGS: Mapping[str, Firing] = {}
_NO_OWNERS: Mapping[tuple[str, str], str] = {}


def build_agenda(
    entries: Iterable[Entry],
    tasks: Iterable[TaskLine],
    *,
    now: datetime,
    context: Mapping[str, Firing] = _NO_FIRINGS,
    maybe: Mapping[str, Firing] = _NO_FIRINGS,
    suggested: Iterable[Commitment] = (),
    flagged: Iterable[NotUnderstood] = (),
    owners: Mapping[tuple[str, str], str] = _NO_OWNERS,
) -> Agenda:
    """Sort every open commitment.

    Args:
        entries: The open entries of the ledger.
        tasks: Task lines of notes; only open ones count, and only with a date. Those that others depend on are
            needed even without one.
        now: The local time.
        context: Firings by context or event, by commitment id. They go before dates: they say more. They count for
            nothing on days on which the dates of the condition do not let it fire.
        maybe: What may be operative, by commitment id; it is listed as such beside its usual place.
        suggested: Sentences that look like commitments.
        flagged: What in the ledger could not be read.
        owners: The entries that were made of task lines, by note and block id: such a line does not stand for itself,
            and what it waits for, its entry waits for.
    """
    every = with_ids_of_one([task for task in tasks if task.is_open])
    lines = [task for task in every if _owner(task, owners) is None]
    adopted = {owner: task for task in every if (owner := _owner(task, owners))}
    waited_for = {task.task_id: _blocking(task, owners) for task in every if task.task_id}
    commitments = [blocked(commitment_of_entry(entry), adopted.get(entry.id), waited_for) for entry in entries]
    commitments += [blocked(commitment_of_task(task), task, waited_for) for task in lines if task.is_dated]
    today = now.date()
    snoozed = [item for item in commitments if is_snoozed(item, today, context)]
    awake = [item for item in commitments if not is_snoozed(item, today, context)]
    fired = [replace(item, firing=firing_of(item, now, context)) for item in awake]
    return Agenda(
        as_of=today,
        firing=tuple(sorted((item for item in fired if item.firing), key=_urgency)),
        maybe=tuple(_maybes(fired, maybe, today)),
        upcoming=tuple(sorted((item for item in fired if not item.firing), key=lambda item: _coming(item, now))),
        snoozed=tuple(sorted(snoozed, key=_waking)),
        suggested=tuple(suggested),
        not_understood=(*(_not_understood(task) for task in lines if task.problem), *flagged),
    )


def commitment_of_entry(entry: Entry, firing: Firing | None = None) -> Commitment:
    """Return a ledger entry as the agenda shows it."""
    return Commitment(
        id=entry.id,
        home="ledger",
        action=entry.action,
        when=entry.when,
        cues=entry.cues,
        blockers=entry.blockers,
        due=entry.due,
        due_phrase=entry.due_phrase,
        lead=entry.lead,
        repeat=entry.repeat,
        snoozed=entry.snoozed,
        project=entry.project,
        priority=entry.priority,
        tags=entry.tags,
        links=entry.links,
        created=entry.created,
        firing=firing,
        problem=entry.problem,
    )


@lru_cache(maxsize=50_000)
def commitment_of_task(task: TaskLine, firing: Firing | None = None) -> Commitment:
    """Return a task line as the agenda shows it; most are the same as in the agenda before."""
    return Commitment(
        id=task_commitment_id(task),
        home="note",
        action=task.text,
        due=moment_of(task.due or task.scheduled, task.at),
        repeat=task.repeat,
        start=task.start,
        snoozed=_hidden_until(task),
        priority=task.priority,
        tags=task.tags,
        links=task.links,
        status=_status(task),
        created=task.created,
        note=Place(task.path, task.line),
        raw=task.raw,
        is_scheduled=task.due is None and task.scheduled is not None,
        firing=firing,
        problem=task.problem,
        remind=moment_of(task.reminder, task.reminder_at),
        under=task.parent_text,
        is_implied=task.implied,
        progress=task.state.replace("-", " ") if task.state in ("in-progress", "on-hold") else "",
    )


def blocked(item: Commitment, task: TaskLine | None, waited_for: Mapping[str, Blocking]) -> Commitment:
    """Return a commitment with the open tasks that its line depends on, by id; a line does not wait for itself."""
    if task is None or not task.depends_on:
        return item
    found = (waited_for[name] for name in task.depends_on if name in waited_for and name != task.task_id)
    return replace(item, blocked_by=tuple(found))


def with_ids_of_one(tasks: Sequence[TaskLine]) -> list[TaskLine]:
    """Return task lines without the block ids that several of a note have: those name none of them."""
    times = Counter((task.path, task.block_id or "") for task in tasks if task.block_id)
    if len(times) == sum(times.values()):
        return list(tasks)
    return [replace(task, block_id=None) if times[task.path, task.block_id or ""] > 1 else task for task in tasks]


def _owner(task: TaskLine, owners: Mapping[tuple[str, str], str]) -> str | None:
    return owners.get((task.path, task.block_id)) if task.block_id else None


def _blocking(task: TaskLine, owners: Mapping[tuple[str, str], str]) -> Blocking:
    return Blocking(_owner(task, owners) or task_commitment_id(task), task.text)


def task_commitment_id(task: TaskLine) -> str:
    """Return the id of a task line as a commitment: note and block id, else note and line."""
    return f"{task.path}#^{task.block_id}" if task.block_id else f"{task.path}:{task.line}"


def moment_of(day: date | None, at: time | None) -> date | datetime | None:
    """Return a day with its time, when one is said."""
    return datetime.combine(day, at) if day is not None and at is not None else day


def _hidden_until(task: TaskLine) -> date | None:
    """Return the start date of a task that was put off beyond its own date; any other start only delays its firing.

    The start of a Logseq task that has a deadline is the day it is scheduled for.
    """
    day = task.due or task.scheduled
    start = task.scheduled if task.keyword and task.due and task.start is None else task.start
    return start if start is not None and day is not None and start > day else None


def _status(task: TaskLine) -> Status:
    if task.is_open:
        return "open"
    return "dropped" if task.state == "cancelled" else "done"


def is_snoozed(item: Commitment, today: date, context: Mapping[str, Firing] = _NO_FIRINGS) -> bool:
    """Return True while a commitment is hidden: until the day it is snoozed to, that day excluded.

    One that waits for its condition is hidden, whatever its date says, while the context does not meet it, and until
    days that are the condition have come. When the days of a condition are past it would be hidden for good: so it is
    not any more.
    """
    if item.snoozed == UNTIL_FIRED:
        has_fired = item.id in context and in_season(item, today)
        return not (has_fired or span_has_come(item, today) or is_over(item, today))
    return item.snoozed is not None and today < item.snoozed


def firing_of(item: Commitment, now: datetime, context: Mapping[str, Firing] = _NO_FIRINGS) -> Firing | None:
    """Return why a commitment that is not snoozed is operative, or None.

    A task line that is not to be started yet does not fire by its date. Days that are the condition of an entry fire it
    by date, and are never late.
    """
    today = now.date()
    has_come = date_has_come(item, now) and not (item.start is not None and today < item.start)
    late = days_late(item, now) if has_come else None
    if item.id in context and in_season(item, today):
        return replace(context[item.id], days_late=late)
    return Firing("date", late) if has_come or span_has_come(item, today) else None


def span_has_come(item: Commitment, today: date) -> bool:
    """Return True on the days that are the condition of an entry: from the first less its lead to the last."""
    return span_of(item) is not None and in_season(item, today)


def date_has_come(item: Commitment, now: datetime) -> bool:
    """Return True from the due date (or date-time) less the lead on, and from the moment of a reminder on."""
    if item.remind is not None and _is_reached(item.remind, now):
        return True
    if item.due is None:
        return False
    try:
        return _is_reached(_begin(item.due, item.lead), now)
    except OverflowError:
        return True


def _is_reached(begins: date | datetime, now: datetime) -> bool:
    if isinstance(begins, datetime):
        return _comparable(now, begins) >= begins
    return now.date() >= begins


def days_late(item: Commitment, now: datetime) -> int | None:
    """Return the days since due, negative before; None without a due date: a scheduled day is none."""
    if item.due is None or item.is_scheduled:
        return None
    return (now.date() - local_day(item.due, now)).days


def local_day(moment: date | datetime, now: datetime) -> date:
    """Return the day of a date or date-time, in the time zone of `now`."""
    if not isinstance(moment, datetime):
        return moment
    return moment.astimezone(now.tzinfo).date() if moment.tzinfo else moment.date()


def _comparable(now: datetime, moment: datetime) -> datetime:
    if moment.tzinfo is None:
        return now.replace(tzinfo=None)
    return now if now.tzinfo else now.astimezone()


def _begin(due: date | datetime, lead: str | None) -> date | datetime:
    """Return when a commitment fires from; a lead that cannot be taken off counts as none (the entry is flagged)."""
    try:
        return before(due, parse_lead(lead)) if lead else due
    except NotADate:
        return due


def _waking(item: Commitment) -> tuple[date, int, str]:
    """Order what is hidden: by the day it comes back, then what waits for its condition."""
    day = item.snoozed if isinstance(item.snoozed, date) else date.max
    return day, _rank(item), item.action


def _rank(item: Commitment) -> int:
    return _RANKS.get(item.priority, _RANKS[None])


def _urgency(item: Commitment) -> tuple[bool, int, int, str, str]:
    """Order what fires: matches of the context first, then the latest, then by priority."""
    firing = item.firing
    assert firing is not None
    return (firing.reason == "date", -(firing.days_late or 0), _rank(item), item.action, item.id)


def _coming(item: Commitment, now: datetime) -> tuple[date, bool, int, str, str]:
    """Order what comes: by date (what is over: its last day), then what waits for a situation, then for nothing."""
    day = local_day(item.due, now) if item.due else day_in_agenda(item, now.date()) or date.max
    return (day, item.when is None, _rank(item), item.action, item.id)


def _maybes(items: Iterable[Commitment], maybe: Mapping[str, Firing], today: date) -> list[Commitment]:
    possible = (item for item in items if item.firing is None and item.id in maybe and in_season(item, today))
    found = [replace(item, firing=maybe[item.id]) for item in possible]
    return sorted(found, key=lambda item: (-((item.firing and item.firing.score) or 0), item.id))[:_MOST_MAYBES]


def _not_understood(task: TaskLine) -> NotUnderstood:
    text = " ".join(line.strip() for line in task.raw.split("\n"))
    return NotUnderstood(task.path, task.line, text.strip(), task.problem)
