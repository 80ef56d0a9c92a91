"""Changes of one task of Logseq: a marker word, and dates in angle brackets, mostly on lines of their own below.

What is done is marked, nothing is added; a repeating task that is done gets its next dates and is open again, as
Logseq and Org mode do it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from app.errors import WriteRefused
from app.vault.task_fields import find_fields
from app.vault.task_shape import TaskShape
from app.vault.task_splices import removals, spliced, written

_OPEN = ("TODO", "DOING", "NOW", "LATER", "WAITING", "WAIT", "IN-PROGRESS")
_CLOSED = ("DONE", "CANCELED", "CANCELLED")
_HEAD = re.compile(
    rf"(?P<indent>[ \t>]*)[-*+][ \t]+(?:#{{1,6}}[ \t]+)?(?P<marker>{'|'.join((*_OPEN, *_CLOSED))})(?=[ \t]|$)"
    r"(?:[ \t]+\[#(?P<priority>[ABC])\])?"
)
_STAMP = re.compile(
    r"(?P<kind>SCHEDULED|DEADLINE):[ \t]*<(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?P<name>[ \t]+[^\W\d]{2,})?"
    r"(?P<time>[ \t]+[0-9]{1,2}:[0-9]{2}(?:-[0-9]{1,2}:[0-9]{2})?)?"
    r"(?:[ \t]+(?P<repeat>(?P<way>\.\+|\+\+|\+)(?P<count>[0-9]{1,4})(?P<unit>[hdwmy])))?"
    r"[^<>\n]*>"
)
_BULLET = re.compile(r"[ \t>]*[-*+](?:[ \t]|$)")
_KINDS = {"due": "DEADLINE", "scheduled": "SCHEDULED"}
_LETTERS = {"high": "A", "medium": "B", "low": "C"}
_UNITS = {"day": "d", "week": "w", "month": "m", "year": "y"}
_RULE = re.compile(
    r"every(?P<strict>!)?[ ]+(?:(?P<count>[0-9]{1,4})[ ]+)?(?P<unit>day|week|month|year)s?(?P<done>[ ]+when done)?"
)
_LONGEST = {"d": 1, "w": 7, "m": 31, "y": 366}
_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MOST_LINES = 50


@dataclass(frozen=True, slots=True)
class _Task:
    raw: str
    head: re.Match[str]
    stamps: tuple[re.Match[str], ...]

    @property
    def marker(self) -> str:
        return self.head["marker"]

    @property
    def is_open(self) -> bool:
        return self.marker in _OPEN

    def stamp(self, kind: str) -> re.Match[str] | None:
        return next((stamp for stamp in self.stamps if stamp["kind"] == kind), None)

    def with_marker(self, marker: str) -> str:
        start, end = self.head.span("marker")
        return self.raw[:start] + marker + self.raw[end:]


def is_task(raw: str) -> bool:
    """Return True for a list item that begins with one of Logseq's marker words."""
    return _HEAD.match(raw) is not None


def lines_of(lines: Sequence[str]) -> int:
    """Return how many lines belong to a task: to the last of its dates, which stand below it, further in."""
    head = _HEAD.match(lines[0]) if lines else None
    count = 1
    if head is None:
        return count
    for number, text in enumerate(lines[1:_MOST_LINES], start=2):
        indent = len(text) - len(text.lstrip(" \t>"))
        if not text.strip() or indent <= len(head["indent"]) or _BULLET.match(text):
            break
        if _STAMP.search(text):
            count = number
    return count


def tick(raw: str, today: date, outcome: str) -> str:
    """Mark a task as done, or as cancelled; one that repeats gets its next dates instead. Raises `WriteRefused`."""
    task = _read(raw)
    if not task.is_open:
        raise WriteRefused("the task is closed already", "Look at it again; it may have been closed elsewhere.")
    if outcome != "done":
        return task.with_marker("CANCELED")
    repeating = [stamp for stamp in task.stamps if stamp["repeat"]]
    if not repeating:
        return task.with_marker("DONE")
    marker = {"DOING": "TODO", "NOW": "LATER"}.get(task.marker, task.marker)
    new = raw
    for stamp in sorted(repeating, key=lambda stamp: -stamp.start()):
        new = _with_day(new, stamp, _next_day(stamp, today))
    start, end = task.head.span("marker")
    return new[:start] + marker + new[end:]


def untick(raw: str) -> str:
    """Open a closed task again. Raises `WriteRefused`."""
    task = _read(raw)
    if task.is_open:
        raise WriteRefused("the task is open already", "Look at it again; it may have been opened elsewhere.")
    return task.with_marker("TODO")


def set_field(raw: str, field: str, value: date | str | None) -> str:
    """Write a date, priority or repetition, or (None) take it out; where the line says it in another way, there.

    Raises:
        WriteRefused: Logseq has no way to say it.
    """
    task = _read(raw)
    line = _shape(task)
    if any(present.kind == field for present in line.fields):
        text = value.isoformat() if isinstance(value, date) else value
        splices = removals(line, (field,)) if text is None else [written(line, field, text)]
        return spliced(raw, splices)
    if field == "start":
        raise WriteRefused("a task of Logseq has no start date", "Give it another scheduled date instead.")
    if field == "priority":
        return _prioritised(task, value if isinstance(value, str) else None)
    if field == "repeat":
        return _repeating(task, value if isinstance(value, str) else None)
    return _dated(task, _KINDS[field], value if isinstance(value, date) else None)


def _read(raw: str) -> _Task:
    head = _HEAD.match(raw)
    if head is None:
        raise WriteRefused("the line is not a task of Logseq")
    return _Task(raw, head, tuple(_STAMP.finditer(raw, head.end())))


def _shape(task: _Task) -> TaskShape:
    """Return the first line as that of a checkbox is taken apart: it may have the fields of other programs too."""
    line, body_at = task.raw.partition("\n")[0], task.head.end()
    fields = find_fields("\0" * body_at + line[body_at:])
    return TaskShape(line, task.head.start("marker"), body_at, max(body_at, len(line.rstrip())), None, fields)


def _with_day(raw: str, stamp: re.Match[str], day: date) -> str:
    """Return the text with another day in a stamp, and its name where one is written."""
    if stamp["name"] is not None:
        start, end = stamp.span("name")
        gap = stamp["name"][: len(stamp["name"]) - len(stamp["name"].lstrip())]
        raw = raw[:start] + gap + _NAMES[day.weekday()] + raw[end:]
    start, end = stamp.span("day")
    return raw[:start] + day.isoformat() + raw[end:]


def _day(stamp: re.Match[str]) -> date:
    try:
        return date.fromisoformat(stamp["day"])
    except ValueError as error:
        raise WriteRefused(
            f"the task repeats and has a date that cannot be read: {stamp['day']}",
            "Give it a date written as YYYY-MM-DD, then repeat.",
        ) from error


def _next_day(stamp: re.Match[str], today: date) -> date:
    """Return the next date by a repeater: `+` once from the date, `++` until after today, `.+` from today."""
    if stamp["unit"] == "h" or int(stamp["count"]) == 0:
        raise WriteRefused(f"the task repeats by {stamp['repeat']}, which gives no other day", "Tick it in Logseq.")
    base = _day(stamp)
    try:
        if stamp["way"] == ".+":
            return _moved(today, stamp, 1)
        if stamp["way"] == "+":
            return _moved(base, stamp, 1)
        times = max(1, (today - base).days // (_LONGEST[stamp["unit"]] * int(stamp["count"])))
        while _moved(base, stamp, times) <= today:
            times += 1
        return _moved(base, stamp, times)
    except (OverflowError, ValueError) as error:
        raise WriteRefused(f"the task repeats by {stamp['repeat']} and its next date cannot be computed") from error


def _moved(base: date, stamp: re.Match[str], times: int) -> date:
    count = int(stamp["count"]) * times
    if stamp["unit"] in "dw":
        return base + timedelta(days=count * (7 if stamp["unit"] == "w" else 1))
    months = base.year * 12 + base.month - 1 + count * (12 if stamp["unit"] == "y" else 1)
    first = date(months // 12, months % 12 + 1, 1)
    last = (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    return first.replace(day=min(base.day, last.day))


def _dated(task: _Task, kind: str, day: date | None) -> str:
    stamp = task.stamp(kind)
    if stamp is not None:
        return _without(task.raw, stamp) if day is None else _with_day(task.raw, stamp, day)
    if day is None:
        return task.raw
    head, newline, rest = task.raw.partition("\n")
    return f"{head}\n{task.head['indent']}  {kind}: <{day.isoformat()} {_NAMES[day.weekday()]}>{newline}{rest}"


def _without(raw: str, stamp: re.Match[str]) -> str:
    """Return the text without a stamp, and without its line when that holds nothing else."""
    start, end = stamp.span()
    line_start, line_end = raw.rfind("\n", 0, start), raw.find("\n", end)
    line_end = len(raw) if line_end < 0 else line_end
    if line_start >= 0 and not (raw[line_start:start] + raw[end:line_end]).strip():
        return raw[:line_start] + raw[line_end:]
    return raw[:start].rstrip(" \t") + raw[end:]


def _prioritised(task: _Task, word: str | None) -> str:
    if word is not None and word not in _LETTERS:
        raise WriteRefused(f"Logseq has no priority “{word}”", "It has high, medium and low: [#A], [#B] and [#C].")
    start, end = task.head.span("priority")
    if task.head["priority"] is not None:
        if word is None:
            return task.raw[: task.head.end("marker")] + task.raw[end + 1 :]
        return task.raw[:start] + _LETTERS[word] + task.raw[end:]
    at = task.head.end("marker")
    return task.raw if word is None else f"{task.raw[:at]} [#{_LETTERS[word]}]{task.raw[at:]}"


def _repeating(task: _Task, rule: str | None) -> str:
    stamp = task.stamp("DEADLINE") or task.stamp("SCHEDULED")
    if stamp is None:
        if rule is None:
            return task.raw
        raise WriteRefused("a task of Logseq repeats from a date, and this has none", "Give it a date first.")
    start, end = stamp.span("repeat")
    if rule is None:
        return task.raw if start < 0 else task.raw[:start].rstrip(" \t") + task.raw[end:]
    repeater = _repeater(rule)
    if start >= 0:
        return task.raw[:start] + repeater + task.raw[end:]
    at = max(stamp.end(name) for name in ("day", "name", "time"))
    return f"{task.raw[:at]} {repeater}{task.raw[at:]}"


def _repeater(rule: str) -> str:
    """Return a rule as Org mode writes it; raises `WriteRefused` for what it cannot say."""
    if re.fullmatch(r"(?:\.\+|\+\+|\+)[1-9][0-9]{0,3}[dwmy]", rule.strip()):
        return rule.strip()
    found = _RULE.fullmatch(" ".join(rule.lower().split()))
    if found is None or found["count"] == "0":
        raise WriteRefused(
            f"Logseq cannot repeat “{rule}”", "It repeats every so many days, weeks, months or years: “every 2 weeks”."
        )
    way = ".+" if found["done"] or found["strict"] else "++"
    return f"{way}{found['count'] or 1}{_UNITS[found['unit']]}"
