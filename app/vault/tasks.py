"""Reads a task line into a `TaskLine`, whatever dialects it is written in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, time
from functools import lru_cache

from app.vault.decoding import clean
from app.vault.links import wiki_links
from app.vault.logseq import STATES as KEYWORD_STATES
from app.vault.logseq import Keyword, Plan, find_plans, read_keyword, without_plans
from app.vault.note import Link, State, TaskLine
from app.vault.recurrence import RuleNotUnderstood, read_rule
from app.vault.rules import DEFAULT_RULES, ReadingRules
from app.vault.tags import body_tags
from app.vault.task_fields import DATE_KINDS, PRIORITIES, Field, find_unbracketed
from app.vault.task_shape import TaskShape, read_shape

_SHAPED = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_BULLET = re.compile(r"[ \t>]*(?:[-*+]|[0-9]+[.)])[ \t]+")
_ENDINGS = ("keep", "delete")


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a task line.

    Attributes:
        heading: The heading that it stands under.
        parent: The line of the list item that it is nested in, or None.
        parent_raw: That line itself.
        day: The day that the file's name says, or None.
    """

    heading: str = ""
    parent: int | None = None
    parent_raw: str = ""
    day: date | None = None


ALONE = Around()


def parse_task(
    path: str, line_number: int, raw: str, around: Around = ALONE, rules: ReadingRules = DEFAULT_RULES
) -> TaskLine | None:
    r"""Read a line.

    Args:
        path: The note.
        line_number: From 1.
        raw: The line as decoded, without its line end; where Logseq's dates stand below it, the lines to the last of
            them too, separated by `\n`.
        around: What stands around it.
        rules: What the vault's settings say.

    Returns:
        The task, or None when the line is no list item with a checkbox or a Logseq keyword, or lacks the text that the
        settings ask for. Nothing a line can hold raises. Of several fields that say the same thing the left-most
        counts. A date of a reminder is the due date where no other is.
    """
    keyword = read_keyword(raw)
    shape = keyword.shape if keyword else read_shape(raw)
    if shape is None or rules.task_filter not in shape.raw[shape.body_at : shape.body_end]:
        return None
    task = _Reading(shape, keyword, around, rules).task(path, line_number)
    if around.day is not None and rules.date_from_name and not (task.is_dated or task.start):
        return replace(task, scheduled=around.day, implied=True)
    return task


class _Reading:
    """One task line being read."""

    def __init__(self, shape: TaskShape, keyword: Keyword | None, around: Around, rules: ReadingRules) -> None:
        self._shape = shape
        self._keyword = keyword
        self._around = around
        self._rules = rules
        self._fields = {kind: shape.first(kind) for kind in DATE_KINDS}
        self._plans = tuple(find_plans(shape.raw, shape.body_at if keyword else shape.line_end + 1))
        self._days = {kind: self._read_day(kind) for kind in DATE_KINDS}

    def task(self, path: str, line_number: int) -> TaskLine:
        shape, symbol = self._shape, self._keyword.symbol if self._keyword else self._shape.status
        text = clean(description(shape, is_block=self._keyword is not None))
        return TaskLine(
            path=path,
            line=line_number,
            raw=shape.raw,
            status=clean(symbol),
            text=without_filter(text, self._rules.task_filter),
            due=self._days["due"] or self._days["reminder"],
            scheduled=self._days["scheduled"],
            start=self._days["start"],
            created=self._days["created"],
            done=self._days["done"],
            cancelled=self._days["cancelled"],
            priority=self._priority(),
            repeat=self._repeat(),
            tags=tuple(dict.fromkeys(body_tags(text))),
            links=tuple(dict.fromkeys(_target(link) for link in wiki_links([text], 0))),
            block_id=shape.block_id,
            heading=self._around.heading,
            problem=clean("; ".join(dict.fromkeys(self._problems()))),
            state=self._state(symbol),
            keyword=self._keyword.word if self._keyword else "",
            at=next((self._clock(kind) for kind in ("due", "reminder", "scheduled") if self._days[kind]), None),
            reminder=self._days["reminder"],
            reminder_at=self._clock("reminder") if self._days["reminder"] else None,
            task_id=_value(shape.first("id")),
            depends_on=_ids(shape),
            on_completion=_ending(shape.first("on completion")),
            parent=self._around.parent,
            parent_text=self._parent_text(),
        )

    def _parent_text(self) -> str:
        if self._around.parent is None:
            return ""
        return without_filter(_text_of(self._around.parent_raw), self._rules.task_filter)

    def _state(self, symbol: str) -> State:
        """Return what a status means. A keyword means what it says, whatever the vault's symbols mean."""
        return KEYWORD_STATES[symbol] if self._keyword else self._rules.statuses.state(symbol)

    def _plan(self, kind: str) -> Plan | None:
        """Return the Logseq date of a kind that counts: the first that could be read, where no field says one."""
        if not self._plans or self._fields[kind] is not None:
            return None
        return next((plan for plan in self._plans if plan.kind == kind and plan.day), None)

    def _read_day(self, kind: str) -> date | None:
        field, plan = self._fields[kind], self._plan(kind)
        return field.date if field else plan.day if plan else None

    def _clock(self, kind: str) -> time | None:
        field, plan = self._fields[kind], self._plan(kind)
        return field.clock if field else plan.at if plan else None

    def _priority(self) -> str | None:
        field = self._shape.first("priority")
        if field is None:
            return self._keyword.priority if self._keyword else None
        return _priority_word(field)

    def _repeat(self) -> str | None:
        field = self._shape.first("repeat")
        if field is not None:
            return clean(field.value)
        return next((plan.repeat for plan in self._plans if plan.repeat), None)

    def _problems(self) -> Iterator[str]:
        for kind, field in self._fields.items():
            if field is not None:
                yield from _date_problems(kind, field)
        yield from (plan.problem for plan in self._plans if plan.problem)
        yield from _repeat_problems(self._shape.first("repeat"))
        for written in find_unbracketed(_without_fields(self._shape)):
            key, _, day = written.partition(":")
            yield f"“{written}” is no date field here: write [{key.lower()}:: {day.strip(': ')}]"


def _date_problems(kind: str, field: Field) -> Iterator[str]:
    name = "due" if kind == "reminder" else kind
    if field.date is None:
        wrong = "does not exist" if _SHAPED.fullmatch(field.value) else "is not written as YYYY-MM-DD"
        yield f"the {name} date “{field.value}” {wrong}"
    elif field.time_text and field.clock is None:
        yield f"the time “{field.time_text}” does not exist"


def _repeat_problems(field: Field | None) -> Iterator[str]:
    if field is not None and (reason := _why_not(field.value)):
        yield f"the repetition “{field.value}” cannot be read: {reason}"


@lru_cache(maxsize=256)
def _why_not(rule: str) -> str:
    """Return why a rule cannot be read, or nothing. A vault says the same few over and over."""
    try:
        read_rule(rule)
    except RuleNotUnderstood as error:
        return str(error) or "it is not understood"
    return ""


def _priority_word(field: Field) -> str | None:
    word = PRIORITIES.get(field.value, field.value.lower())
    return word if word in PRIORITIES.values() else None


def _ending(field: Field | None) -> str | None:
    return field.value.lower() if field is not None and field.value.lower() in _ENDINGS else None


def _value(field: Field | None) -> str | None:
    return clean(field.value) if field is not None else None


def _ids(shape: TaskShape) -> tuple[str, ...]:
    field = shape.first("depends on")
    names = field.value.split(",") if field is not None else []
    return tuple(dict.fromkeys(clean(name.strip()) for name in names if name.strip()))


def _target(link: Link) -> str:
    return f"{link.target}#{link.fragment}" if link.fragment else link.target


@lru_cache(maxsize=64)
def _text_of(raw: str) -> str:
    """Return what a list item says, a task or not. Kept, because each of the items in it asks."""
    keyword = read_keyword(raw)
    shape = keyword.shape if keyword else read_shape(raw)
    if shape is not None:
        return clean(description(shape, is_block=keyword is not None))
    return clean(" ".join(_BULLET.sub("", raw, count=1).split()))


def description(task: TaskShape, *, is_block: bool = False) -> str:
    """Return the body without the fields that were understood, blanks evened out.

    Args:
        task: The line.
        is_block: Whether it is a block of Logseq, whose `SCHEDULED: <...>` goes too.
    """
    text = _without_fields(task, kept=_is_not_understood)
    return " ".join((without_plans(text) if is_block else text).split())


def without_filter(text: str, task_filter: str) -> str:
    """Return what a task says without the word that makes it count, as Obsidian shows it; never nothing."""
    if not task_filter or task_filter not in text:
        return text
    kept = re.sub(rf"(?<!\S){re.escape(task_filter)}(?!\S)", " ", text)
    return " ".join(kept.split()) or text


def _without_fields(task: TaskShape, kept: Callable[[Field], bool] = lambda field: False) -> str:
    """Return the body with a blank in place of each field, those that are kept excepted."""
    parts, at = [], task.body_at
    for field in task.fields:
        if not kept(field):
            parts.append(task.raw[at : max(at, field.start)])
            at = max(at, field.end)
    return " ".join((*parts, task.raw[at : task.body_end]))


def _is_not_understood(field: Field) -> bool:
    if field.kind in DATE_KINDS:
        return field.date is None
    if field.kind == "priority":
        return _priority_word(field) is None and bool(field.value)
    return field.kind == "on completion" and _ending(field) is None and bool(field.value)
