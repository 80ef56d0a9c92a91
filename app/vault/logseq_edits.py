"""Changes of one task of Logseq: a marker word, and dates in angle brackets, mostly on lines of their own below.

What is done is marked, nothing is added; a repeating task that is done gets its next dates and is open again, as
Logseq and Org mode do it. There is no start date: a task is put off by its scheduled day.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from app.errors import WriteRefused
from app.vault.logseq import HEAD, PRIORITIES, STATES, SYMBOLS, Plan, find_plans, read_keyword
from app.vault.statuses import is_open_state
from app.vault.task_shape import TaskShape
from app.vault.task_splices import removals, repeat_in, spliced, written

_WORDS = {"due": "DEADLINE", "scheduled": "SCHEDULED"}
_LETTERS = {word: letter for letter, word in PRIORITIES.items()}
_OUTCOMES = {"x": "done", "-": "dropped"}
_MARKERS = {" ": "TODO", "/": "DOING", "h": "WAITING"}
_LATER = {" ": "LATER", "/": "NOW"}
"""The other pair of words that Logseq can be told to use."""

_UNITS = {"day": "d", "week": "w", "month": "m", "year": "y"}
_RULE = re.compile(
    r"every(?P<strict>!)?[ ]+(?:(?P<count>[0-9]{1,4})[ ]+)?(?P<unit>day|week|month|year)s?(?P<done>[ ]+when done)?"
)
_LONGEST = {"d": 1, "w": 7, "m": 31, "y": 366}
_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class _Task:
    raw: str
    head: re.Match[str]
    line: TaskShape
    plans: tuple[Plan, ...]

    @property
    def marker(self) -> str:
        return self.head["keyword"]

    @property
    def is_open(self) -> bool:
        return is_open_state(STATES[SYMBOLS[self.marker]])

    def plan(self, kind: str) -> Plan | None:
        """Return the date of a kind that counts: the first that can be read, else the first."""
        found = [plan for plan in self.plans if plan.kind == kind]
        return next((plan for plan in found if plan.day), found[0] if found else None)

    def has_field(self, kind: str) -> bool:
        """Return True when the first line says it as other programs do."""
        return any(field.kind == kind for field in self.line.fields)

    def with_marker(self, marker: str) -> str:
        start, end = self.head.span("keyword")
        return self.raw[:start] + marker + self.raw[end:]


def is_task(raw: str) -> bool:
    """Return True for a list item that begins with one of Logseq's marker words."""
    return HEAD.match(raw) is not None


def tick(raw: str, today: date, outcome: str) -> str:
    """Mark a task as done, or as cancelled; one that repeats gets its next dates instead. Raises `WriteRefused`."""
    task = _read_open(raw)
    if outcome != "done":
        return task.with_marker("CANCELED")
    if task.has_field("repeat"):
        raise WriteRefused("the task repeats in a way that Logseq does not know", "Tick it in its note.")
    repeating = [plan for plan in task.plans if plan.stamp and plan.stamp["repeat"]]
    if not repeating:
        return task.with_marker("DONE")
    marker = {"DOING": "TODO", "NOW": "LATER"}.get(task.marker, task.marker)
    new = raw
    for plan in sorted(repeating, key=lambda plan: -plan.start):
        new = _with_day(new, plan, _next_day(plan, today))
    start, end = task.head.span("keyword")
    return new[:start] + marker + new[end:]


def untick(raw: str) -> str:
    """Open a closed task again. Raises `WriteRefused`."""
    task = _read(raw)
    if task.is_open:
        raise WriteRefused("the task is open already", "Look at it again; it may have been opened elsewhere.")
    return task.with_marker("TODO")


def next_symbol(raw: str) -> str:
    """Return what follows a marker, as the character that means the same: TODO, DOING, DONE, as in Logseq."""
    here = SYMBOLS[_read(raw).marker]
    return {" ": "/", "h": "/", "/": "x"}.get(here, " ")


def set_marker(raw: str, symbol: str, today: date) -> str:
    """Give a task the marker that means what a character does; closed as `tick` does it. Raises `WriteRefused`."""
    task = _read(raw)
    if SYMBOLS[task.marker] == symbol:
        return raw
    if symbol in _OUTCOMES:
        return tick(raw, today, _OUTCOMES[symbol])
    marker = (_LATER if task.marker in _LATER.values() else _MARKERS).get(symbol) or _MARKERS.get(symbol)
    if marker is None:
        raise WriteRefused(f"Logseq has no marker for “{symbol}”", "It has ones for “ ”, “/”, “h”, “x” and “-”.")
    return task.with_marker(marker)


def defer(raw: str, day: date | None) -> str:
    """Put a task off until a day, or (None) no longer: by its scheduled day, its deadline stays. Raises `WriteRefused`.

    One that repeats from its scheduled day by a fixed distance is refused: all the days after it would move along.
    """
    task = _read_open(raw)
    if task.has_field("start") or task.has_field("scheduled"):
        return set_field(raw, "start", day)
    plan = task.plan("scheduled")
    if plan is not None and plan.stamp and plan.stamp["repeat"] and (day is None or plan.stamp["way"] != ".+"):
        raise WriteRefused(
            f"the task repeats from its scheduled day ({plan.said}), which would move", "Edit its scheduled day."
        )
    has_deadline = task.plan("due") is not None or task.has_field("due") or task.has_field("reminder")
    if day is None and not has_deadline:
        raise WriteRefused("a task of Logseq is put off by its scheduled day, and that is all it has", "Edit that day.")
    return _dated(task, "scheduled", day)


def set_field(raw: str, field: str, value: date | str | None) -> str:
    """Write a date, priority or repetition, or (None) take it out; where the line says it in another way, there.

    Raises:
        WriteRefused: Logseq has no way to say it.
    """
    task = _read(raw)
    kind = "reminder" if field == "due" and not task.has_field("due") and task.has_field("reminder") else field
    if task.has_field(kind):
        text = value.isoformat() if isinstance(value, date) else value
        text = repeat_in(task.line, text) if field == "repeat" and text is not None else text
        kinds = ("due", "reminder") if field == "due" else (field,)
        return spliced(raw, removals(task.line, kinds) if text is None else [written(task.line, kind, text)])
    if field == "start":
        if value is None:
            return raw
        raise WriteRefused("a task of Logseq has no start date", "Give it another scheduled date instead.")
    if field == "priority":
        return _prioritised(task, value if isinstance(value, str) else None)
    if field == "repeat":
        return _repeating(task, value if isinstance(value, str) else None)
    return _dated(task, field, value if isinstance(value, date) else None)


def _read(raw: str) -> _Task:
    head, keyword = HEAD.match(raw), read_keyword(raw)
    if head is None or keyword is None:
        raise WriteRefused("the line is not a task of Logseq")
    return _Task(raw, head, keyword.shape, tuple(find_plans(raw, head.end())))


def _read_open(raw: str) -> _Task:
    task = _read(raw)
    if not task.is_open:
        raise WriteRefused("the task is closed already", "Look at it again; it may have been closed elsewhere.")
    return task


def _with_day(raw: str, plan: Plan, day: date) -> str:
    """Return the text with another day in a date, and its name where one is written; one not understood is replaced."""
    stamp = plan.stamp
    if stamp is None:
        return f"{raw[: plan.value_start]}<{day.isoformat()} {_NAMES[day.weekday()]}>{raw[plan.end :]}"
    if stamp["name"] is not None:
        start, end = stamp.span("name")
        gap = stamp["name"][: len(stamp["name"]) - len(stamp["name"].lstrip())]
        raw = raw[:start] + gap + _NAMES[day.weekday()] + raw[end:]
    start, end = stamp.span("day")
    return raw[:start] + day.isoformat() + raw[end:]


def _next_day(plan: Plan, today: date) -> date:
    """Return the next date by a repeater: `+` once from the date, `++` until after today, `.+` from today."""
    stamp, base = plan.stamp, plan.day
    assert stamp is not None
    if stamp["unit"] == "h" or int(stamp["count"]) == 0:
        raise WriteRefused(f"the task repeats by {stamp['repeat']}, which gives no other day", "Tick it in Logseq.")
    if base is None:
        raise WriteRefused(
            f"the task repeats and has a date that cannot be read: {stamp['day']}",
            "Give it a date written as YYYY-MM-DD, then repeat.",
        )
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
    plan = task.plan(kind)
    if plan is not None:
        return _without(task.raw, plan) if day is None else _with_day(task.raw, plan, day)
    if day is None:
        return task.raw
    head, newline, rest = task.raw.partition("\n")
    return f"{head}\n{task.head['indent']}  {_WORDS[kind]}: <{day.isoformat()} {_NAMES[day.weekday()]}>{newline}{rest}"


def _without(raw: str, plan: Plan) -> str:
    """Return the text without a date, and without its line when that holds nothing else."""
    line_start, line_end = raw.rfind("\n", 0, plan.start), raw.find("\n", plan.end)
    line_end = len(raw) if line_end < 0 else line_end
    if line_start >= 0 and not (raw[line_start : plan.start] + raw[plan.end : line_end]).strip(" \t\n>"):
        return raw[:line_start] + raw[line_end:]
    return raw[: plan.start].rstrip(" \t") + raw[plan.end :]


def _prioritised(task: _Task, word: str | None) -> str:
    if word is not None and word not in _LETTERS:
        raise WriteRefused(f"Logseq has no priority “{word}”", "It has high, medium and low: [#A], [#B] and [#C].")
    start, end = task.head.span("priority")
    if task.head["priority"] is not None:
        if word is None:
            return task.raw[: task.head.end("keyword")] + task.raw[end + 1 :]
        return task.raw[:start] + _LETTERS[word] + task.raw[end:]
    at = task.head.end("keyword")
    return task.raw if word is None else f"{task.raw[:at]} [#{_LETTERS[word]}]{task.raw[at:]}"


def _repeating(task: _Task, rule: str | None) -> str:
    plan = next((plan for plan in task.plans if plan.repeat), None) or task.plan("due") or task.plan("scheduled")
    stamp = plan.stamp if plan is not None else None
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
