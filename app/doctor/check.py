"""What was looked at, and what was found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Literal

from app.config import Config
from app.errors import BetimesError
from app.paths import Locations

State = Literal["ok", "note", "problem"]
MOST = 20
"""Findings of one kind that are named one by one; of the rest only the number is said."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        code: Names the finding for programs: "index.damaged". Never changes.
        state: `"ok"`, `"note"` (works, but less than it could) or `"problem"`.
        message: What was found, and where.
        hint: What to do; may be empty.
        fixable: `betimes doctor --fix` does it.
    """

    code: str
    state: State
    message: str
    hint: str = ""
    fixable: bool = False

    @property
    def name(self) -> str:
        """The subject: "index"."""
        return self.code.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Fixed:
    """One thing that `--fix` did, or tried in vain.

    Attributes:
        code: The finding that it answers.
        message: What was done.
        hint: How to take it back, or what is left to do; may be empty.
        done: False when it could not be done; the message says why.
    """

    code: str
    message: str
    hint: str = ""
    done: bool = True

    @property
    def name(self) -> str:
        """The subject."""
        return self.code.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Subject:
    """What is examined.

    Attributes:
        named: The vault's folder as it was named; None when nothing names one.
        root: The same with links resolved; None when it cannot be used.
        error: Why not.
        config: The settings, as far as they can be used.
        locations: Where index, logs and settings are.
        now: The local time.
    """

    named: Path | None
    root: Path | None
    error: BetimesError | None
    config: Config
    locations: Locations
    now: datetime


def guarded(name: str, found: Iterator[Check]) -> Iterator[Check]:
    """Yield what an examination finds; what stops it is a finding as well, and stops no other one."""
    try:
        yield from found
    except BetimesError as error:
        yield Check(f"{name}.examination", "problem", error.message, error.hint)
    except (OSError, sqlite3.Error, ValueError, RecursionError, OverflowError) as error:
        message = f"could not be looked at to the end: {getattr(error, 'strerror', None) or error}"
        yield Check(f"{name}.examination", "problem", message, "Correct that, then run `betimes doctor` again.")


def first_of(items: Sequence[str], make: Callable[[str], Check], rest: str) -> Iterator[Check]:
    """Yield a check for each of the first items, and one that says how many there are beside.

    Args:
        items: What there is.
        make: Makes the check of one.
        rest: What the others are: "notes cannot be read".
    """
    for item in islice(items, MOST):
        yield make(item)
    if len(items) > MOST:
        of_kind = make(items[MOST])
        yield Check(of_kind.code, of_kind.state, f"{len(items) - MOST:,} more {rest}", of_kind.hint, of_kind.fixable)


def megabytes(size: int) -> str:
    """Return a number of bytes in words."""
    return f"{size / 1e6:,.1f} MB"


def total(sizes: Iterable[int]) -> str:
    """Return several numbers of bytes in words, together."""
    return megabytes(sum(sizes))
