"""Rules over tokens: patterns in a small notation, kept in a tree so that a phrase is tried against all at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import product

from app.ledger.dates.tokens import Tokens
from app.ledger.dates.values import NotADate

_CHUNK = re.compile(r"\[[^\]]+\]|\S+")
_REST = "*"
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of days that a phrase names.

    Attributes:
        first: Its first day.
        last: Its last day.
        due: The day that it means as a deadline.
        unit: The period it is, "day" for a single one, "" for another stretch.
        floating: No year was named: where the phrase asks for a later day, it may be moved on by a year.
        moment: The date-time, when one was named by its distance from now.
    """

    first: date
    last: date
    due: date
    unit: str = "day"
    floating: bool = False
    moment: datetime | None = None

    @property
    def is_day(self) -> bool:
        """Whether a single day was named."""
        return self.unit == "day"


def one_day(day: date, *, floating: bool = False) -> Part:
    """Return a single day."""
    return Part(day, day, day, floating=floating)


class Several(Exception):  # noqa: N818 - it is no fault, and never leaves the package
    """A phrase that may mean several days.

    Attributes:
        parts: What it may mean, the likeliest first.
    """

    def __init__(self, *parts: Part) -> None:
        super().__init__()
        self.parts = parts


@dataclass(frozen=True, slots=True)
class Found:
    """What the slots of a pattern took.

    Attributes:
        numbers: Values by slot name.
        rests: What each `*` took.
    """

    numbers: dict[str, int]
    rests: tuple[Tokens, ...]

    def __getitem__(self, name: str) -> int:
        return self.numbers[name]

    def get(self, name: str) -> int | None:
        """Return the value of a slot, or None when this form of the pattern has none."""
        return self.numbers.get(name)


@dataclass(frozen=True, slots=True)
class Context:
    """What a phrase is read against.

    Attributes:
        today: The day that relative dates are counted from.
        now: The moment that hours are counted from, if it is known.
        day_first: Which of two readings of 03/04/2027 is named first.
        dotted_day_first: Whether 03.04.2027 is 3 April beyond doubt.
        grammar: The rules, for phrases within phrases.
        is_order_known: Whether 03/04/2027 is read by `day_first` without asking.
        depth: How deep within another phrase this one is.
    """

    today: date
    now: datetime | None
    day_first: bool
    dotted_day_first: bool
    grammar: Grammar
    is_order_known: bool = False
    depth: int = 0

    def read(self, tokens: Tokens) -> Part | None:
        """Read a phrase within a phrase; None when no rule knows it."""
        return self.grammar.read(tokens, replace(self, depth=self.depth + 1)) if self.depth < _DEEPEST else None

    def change(self, tokens: Tokens, change: Callable[[Part], Part | None]) -> Part | None:
        """Read a phrase within a phrase, and change what it means, or each of the several things that it may mean."""
        return changed(lambda: self.read(tokens), change)


def changed(read: Callable[[], Part | None], change: Callable[[Part], Part | None]) -> Part | None:
    """Return what was read, changed; of several things it may be, each is changed, and those that cannot be drop out.

    Raises:
        Several: More than one is left.
        NotADate: None is left.
    """
    try:
        part = read()
    except Several as several:
        choices = [choice for part in several.parts for choice in _choices(part, change)]
        if len(choices) == 1 < len(several.parts):
            return choices[0]
        if not choices:
            raise NotADate("none of the days that it may be fits") from None
        raise Several(*choices) from None
    return change(part) if part is not None else None


def _choices(part: Part, change: Callable[[Part], Part | None]) -> tuple[Part, ...]:
    try:
        found = change(part)
    except Several as several:
        return several.parts
    except NotADate:
        return ()
    return (found,) if found is not None else ()


Rule = Callable[[Found, Context], Part | None]
Rules = Iterable[tuple[Rule, tuple[str, ...]]]


@dataclass(slots=True)
class _Node:
    words: dict[str, _Node] = field(default_factory=dict)
    slots: dict[str, _Node] = field(default_factory=dict)
    rest: _Node | None = None
    rules: list[tuple[int, Rule, tuple[str, ...]]] = field(default_factory=list)


class Grammar:
    """Rules with their patterns.

    A pattern is a row of words, `a|b` for either word, `{weekday}` for a token that has a value of that class, `*` for
    one or more tokens, and `[...]` around what may be missing.
    """

    def __init__(self, rules: Rules) -> None:
        self._root = _Node()
        order = 0
        for rule, patterns in rules:
            for pattern in patterns:
                order += 1
                for elements in _expanded(pattern):
                    self._add(elements, order, rule)

    def read(self, tokens: Tokens, context: Context) -> Part | None:
        """Return what the first rule that fits reads; None when none does."""
        fitting = sorted(_fitting(self._root, tokens, 0, ()), key=lambda found: found[0])
        for _, rule, names, taken in fitting:
            part = rule(_found(names, taken), context)
            if part is not None:
                return part
        return None

    def _add(self, elements: tuple[str, ...], order: int, rule: Rule) -> None:
        node, names = self._root, []
        for element in elements:
            if element == _REST:
                node.rest = node.rest or _Node()
                node = node.rest
                names.append(_REST)
            elif element.startswith("{"):
                node = node.slots.setdefault(element[1:-1], _Node())
                names.append(element[1:-1])
            else:
                node = node.words.setdefault(element, _Node())
        node.rules.append((order, rule, tuple(names)))


def _expanded(pattern: str) -> Iterator[tuple[str, ...]]:
    """Return the pattern once for each choice of its optional groups and alternatives."""
    chunks = [
        ((), tuple(chunk[1:-1].split())) if chunk.startswith("[") else (tuple(chunk.split()),)
        for chunk in _CHUNK.findall(pattern)
    ]
    for groups in product(*chunks):
        words = [word.split("|") for group in groups for word in group]
        yield from product(*words)


_Taken = tuple[int | Tokens, ...]


def _fitting(
    node: _Node, tokens: Tokens, position: int, taken: _Taken
) -> Iterator[tuple[int, Rule, tuple[str, ...], _Taken]]:
    if position == len(tokens):
        for order, rule, names in node.rules:
            yield order, rule, names, taken
        return
    token = tokens[position]
    if token.text in node.words:
        yield from _fitting(node.words[token.text], tokens, position + 1, taken)
    for kind, value in token.values.items():
        if kind in node.slots:
            yield from _fitting(node.slots[kind], tokens, position + 1, (*taken, value))
    if node.rest is not None:
        for end in range(position + 1, len(tokens) + 1):
            yield from _fitting(node.rest, tokens, end, (*taken, tokens[position:end]))


def _found(names: tuple[str, ...], taken: _Taken) -> Found:
    numbers = {name: value for name, value in zip(names, taken, strict=True) if isinstance(value, int)}
    return Found(numbers, tuple(value for value in taken if isinstance(value, tuple)))
