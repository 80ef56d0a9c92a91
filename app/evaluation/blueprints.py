"""Blueprints: what a person wrote, what they had committed to, and the situation in which it becomes operative."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TypeVar

from app.errors import UsageError

_T = TypeVar("_T")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


@dataclass(frozen=True, slots=True)
class Said:
    """Something that the person wrote on a day."""

    day: date
    text: str


@dataclass(frozen=True, slots=True)
class NumberedNote:
    """A note; later ones have larger numbers."""

    number: int
    day: date
    text: str


@dataclass(frozen=True, slots=True)
class Intention:
    """The entry that a careful person would have made of the commitment: it waits for a date, or for a situation."""

    action: str
    due: date | None
    condition: str | None


@dataclass(frozen=True, slots=True)
class Blueprint:
    """One person's notes, a commitment stated in one of them, and situations in which it is operative, or is not.

    Attributes:
        id: Unique in its file; fit for a folder's name.
        domain: What it is about.
        dimension: `temporal`, `state` or `logical`: what decides.
        notes: In the order in which they were written.
        commitment: The number of the note that states the commitment in passing.
        intention: The ledger entry.
        settled_after: The number of the note after which `resolution` belongs.
        resolution: A note that settles the commitment.
        trigger: The situation that makes it operative and never mentions it.
        overloaded: The same among other requests.
        paraphrases: The same in other words.
        near_miss: Shares words or topic, and the commitment is not operative.
        unrelated: Nothing should fire.
        cues: Situations in which it would be operative, imagined when the entry was made.
        blockers: Nearby situations in which it would not.
    """

    id: str
    domain: str
    dimension: str
    notes: tuple[NumberedNote, ...]
    commitment: int
    intention: Intention
    settled_after: int
    resolution: Said
    trigger: Said
    overloaded: str
    paraphrases: tuple[str, ...]
    near_miss: Said
    unrelated: str
    cues: tuple[str, ...]
    blockers: tuple[str, ...]

    @property
    def waits_for_a_situation(self) -> bool:
        """Return True when the entry is trigger-conditioned, False when a date decides."""
        return self.intention.condition is not None

    @property
    def later_notes(self) -> tuple[NumberedNote, ...]:
        """The notes written after the commitment was stated; none of them makes it operative."""
        return tuple(note for note in self.notes if note.number > self.commitment)


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is no blueprint, and why."""

    line: int
    reason: str


def read_blueprints(path: Path) -> tuple[tuple[Blueprint, ...], tuple[BadLine, ...]]:
    """Read a file of blueprints, one JSON object a line.

    Returns:
        The blueprints, and the lines that could not be read as one.

    Raises:
        UsageError: The file cannot be read, or holds no blueprint.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(
            f"{path} cannot be read: {reason}", "Name a file of blueprints, one JSON object a line."
        ) from (error)
    found: dict[str, Blueprint] = {}
    bad: list[BadLine] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            blueprint = parse_blueprint(line)
            _require(blueprint.id.casefold() not in found, f"id: {blueprint.id} stands on an earlier line")
            found[blueprint.id.casefold()] = blueprint
        except BlueprintNotUnderstood as error:
            bad.append(BadLine(number, error.reason))
    if not found:
        first = f"line {bad[0].line}: {bad[0].reason}" if bad else "it is empty"
        raise UsageError(f"{path} holds no blueprint: {first}")
    return tuple(found.values()), tuple(bad)


class BlueprintNotUnderstood(ValueError):
    """Something is missing in a blueprint or contradicts itself; `reason` names the key."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def parse_blueprint(line: str) -> Blueprint:
    """Read one line; raises `BlueprintNotUnderstood`."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        raise BlueprintNotUnderstood("it is not JSON") from None
    _require(isinstance(values, dict), "it is not a JSON object")
    blueprint = Blueprint(
        id=_text(values, "id"),
        domain=_text(values, "domain"),
        dimension=_text(values, "dimension"),
        notes=_list(values, "notes", _note),
        commitment=_number(values, "constraint_n"),
        intention=_intention(_table(values, "entry")),
        settled_after=_number(_table(values, "resolution"), "after_n"),
        resolution=_said(_table(values, "resolution")),
        trigger=_said(_table(values, "trigger")),
        overloaded=_text(values, "trigger_overloaded"),
        paraphrases=_list(values, "trigger_paraphrases", _plain),
        near_miss=_said(_table(values, "near_miss")),
        unrelated=_text(values, "unrelated"),
        cues=_list(values, "cues", _plain),
        blockers=_list(values, "blockers", _plain),
    )
    _check(blueprint)
    return blueprint


def _check(blueprint: Blueprint) -> None:
    numbers = [note.number for note in blueprint.notes]
    _require(_ID.fullmatch(blueprint.id) is not None, "id: letters, digits, - and _ only")
    _require(len(set(numbers)) == len(numbers), "notes: two have the same n")
    _require(len(numbers) > 1, "notes: at least two are needed, or there is nothing to rank")
    _require(blueprint.commitment in numbers, "constraint_n: no note has this n")
    _require(blueprint.settled_after in numbers, "resolution.after_n: no note has this n")


def _intention(values: Mapping[str, object]) -> Intention:
    kind = _text(values, "kind")
    _require(kind in ("dated", "trigger"), f"entry.kind: dated or trigger, not {kind}")
    due = _day(values, "due") if values.get("due") is not None else None
    condition = _text(values, "condition") if values.get("condition") is not None else None
    _require(kind != "dated" or due is not None, "entry.due: a dated entry needs one")
    _require(kind != "trigger" or condition is not None, "entry.condition: a trigger-conditioned entry needs one")
    return Intention(_text(values, "action"), due, condition)


def _note(item: object) -> NumberedNote:
    _require(isinstance(item, dict), "an item is not an object")
    assert isinstance(item, dict)
    return NumberedNote(_number(item, "n"), _day(item, "date"), _text(item, "text"))


def _said(values: Mapping[str, object]) -> Said:
    return Said(_day(values, "date"), _text(values, "text"))


def _plain(item: object) -> str:
    _require(isinstance(item, str) and bool(item.strip()), "an item is not text")
    return str(item)


def _list(values: Mapping[str, object], key: str, read: Callable[[object], _T]) -> tuple[_T, ...]:
    found = values.get(key)
    _require(isinstance(found, list), f"{key}: a list is needed")
    assert isinstance(found, list)
    try:
        return tuple(read(item) for item in found)
    except BlueprintNotUnderstood as error:
        raise BlueprintNotUnderstood(f"{key}: {error.reason}") from None


def _table(values: Mapping[str, object], key: str) -> Mapping[str, object]:
    found = values.get(key)
    _require(isinstance(found, dict), f"{key}: an object is needed")
    assert isinstance(found, dict)
    return found


def _text(values: Mapping[str, object], key: str) -> str:
    found = values.get(key)
    _require(isinstance(found, str) and bool(found.strip()), f"{key}: text is needed")
    return str(found)


def _number(values: Mapping[str, object], key: str) -> int:
    found = values.get(key)
    if not isinstance(found, int) or isinstance(found, bool):
        raise BlueprintNotUnderstood(f"{key}: a whole number is needed")
    return found


def _day(values: Mapping[str, object], key: str) -> date:
    try:
        return date.fromisoformat(_text(values, key))
    except ValueError as error:
        if isinstance(error, BlueprintNotUnderstood):
            raise
        raise BlueprintNotUnderstood(f"{key}: a date is needed, as 2026-12-31") from None


def _require(holds: bool, reason: str) -> None:
    if not holds:
        raise BlueprintNotUnderstood(reason)
