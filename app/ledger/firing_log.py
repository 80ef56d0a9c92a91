"""What fired, and when: lines of the operations log, beside those that say which notes were used.

An event is recorded once for an entry and what a note says, whatever becomes of it: by whichever instance comes first,
and never again after the person has had enough of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize

from app.errors import VaultError
from app.ledger.commitment import Firing, Met, Place, Terms
from app.private import FOLDER
from app.vault.atomic import append_line
from app.vault.presence import Presence

_WORD = re.compile(r"\w+")
_MARK = b'"fired"'
_SEEN = 64
"""Bytes before the place that was read to; when they are others, the file was written anew."""
_KEY = re.compile(r"[\w.:-]{1,64}", re.ASCII)
_LONGEST_TEXT = 100_000
"""Characters of a text in a record: more than any line of a note that was compared has."""
_LARGEST_NUMBER = 1e6
_LAST_LINE = 2**31 - 1
_SAME_SAVING = timedelta(days=1)
"""So long after an event, the same note saying it in more or fewer words is that event: it was still being typed."""

T = TypeVar("T")
Lock = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True)
class FiredEvent:
    """A note met the condition of an entry.

    Attributes:
        time: When that was found.
        id: The entry.
        path: The note.
        line: The line of it that says so, as it was then.
        said: The sentences that met the condition.
        sentence: The one of them that stands on that line.
        met: The entry's text that they met.
        score: As in `Firing`, like the next two.
        threshold: What it had to reach.
        terms: What it is made of.
        given_key: The key that it was recorded with.
    """

    time: datetime
    id: str
    path: str
    line: int
    said: str
    sentence: str
    met: str
    score: float
    threshold: float
    terms: Terms | None = None
    given_key: str = ""

    @property
    def key(self) -> str:
        """The event's name: the same for the same entry and the same words, on every machine."""
        return (
            self.given_key
            or hashlib.sha256(f"{self.id}\0{same_words(self.said)}".encode("utf-8", "replace")).hexdigest()[:8]
        )

    def firing(self, line: int | None = None) -> Firing:
        """Return the event as a reason to fire; `line` is where its sentence stands now."""
        return Firing(
            "event",
            score=self.score,
            threshold=self.threshold,
            met=Met(self.said, self.met),
            evidence=Place(self.path, line or self.line),
            terms=self.terms,
            key=self.key,
        )


class FiringLog:
    """The firings in an operations log. Only new lines are read again; what cannot be read is passed over.

    Args:
        path: The log.
        lock: Held while something is added, so that two instances do not record one event twice.
    """

    def __init__(self, path: Path, lock: Lock) -> None:
        self._path = path
        self._presence = Presence(path.parent.parent)
        self._lock = lock
        self._threads = threading.RLock()
        self._read_to, self._inode, self._before = 0, 0, b""
        self._events: list[FiredEvent] = []
        self._of_entry: dict[str, list[FiredEvent]] = {}
        self._keys: set[tuple[str, str]] = set()
        self._dates: set[tuple[str, str]] = set()
        self._contexts: set[tuple[str, str]] = set()

    @property
    def events(self) -> Sequence[FiredEvent]:
        """The events as of the last reading, in the order of the log, each once."""
        with self._threads:
            return tuple(self._events)

    def refresh(self) -> None:
        """Read what was added; raises `VaultError` when the vault is away, or the log is there and cannot be read."""
        with self._threads:
            self._read()

    def _read(self) -> None:
        self._presence.check()
        try:
            with self._path.open("rb") as file:
                found = os.fstat(file.fileno())
                file.seek(max(0, self._read_to - _SEEN))
                if found.st_ino != self._inode or file.read(min(_SEEN, self._read_to)) != self._before:
                    self._forget()
                    self._inode = found.st_ino
                file.seek(self._read_to)
                data = file.read()
        except FileNotFoundError:
            self._forget()
            return
        except OSError as error:
            raise VaultError(f"The operations log {self._path} cannot be read: {error.strerror}.") from error
        whole = data[: data.rfind(b"\n") + 1]
        self._read_to += len(whole)
        self._before = (self._before + whole)[-_SEEN:]
        if _MARK in whole:
            for line in whole.split(b"\n"):
                if _MARK in line:
                    self._take(line)

    def add_events(self, found: Iterable[FiredEvent]) -> list[FiredEvent]:
        """Record events.

        Returns:
            Those that are new.

        Raises:
            BetimesError: The log cannot be read or written.
        """
        return self._add([(event, _of_event(event)) for event in found], self._is_known)

    def add_date(self, entry_id: str, due: date, now: datetime) -> None:
        """Record that an entry fires by date, once for each due date; raises as `add_events`."""
        record = _record(now, entry_id, "date") | {"due": due.isoformat()}
        self._add([((entry_id, due.isoformat()), record)], lambda key: key in self._dates)

    def add_context(self, entry_id: str, now: datetime) -> None:
        """Record that an entry fires by context, once a day; raises as `add_events`."""
        key = (entry_id, now.date().isoformat())
        self._add([(key, _record(now, entry_id, "context"))], lambda key: key in self._contexts)

    def has_date(self, entry_id: str, due: date) -> bool:
        """Return True when a firing by date is recorded, as of the last reading."""
        return (entry_id, due.isoformat()) in self._dates

    def has_context(self, entry_id: str, day: date) -> bool:
        """Return True when a firing by context is recorded for a day, as of the last reading."""
        return (entry_id, day.isoformat()) in self._contexts

    def _add(self, records: Sequence[tuple[T, Mapping[str, object]]], is_known: Callable[[T], bool]) -> list[T]:
        """Add what nobody has added meanwhile, one line after the other; return what that is."""
        added = []
        with self._threads, self._lock():
            for value, record in records:
                self.refresh()
                if not is_known(value):
                    self._path.parent.mkdir(FOLDER, exist_ok=True)
                    append_line(self._path, json.dumps(record).encode())
                    added.append(value)
            self.refresh()
        return added

    def _is_known(self, event: FiredEvent) -> bool:
        return any(_is_same(event, known) for known in self._of_entry.get(event.id, ()))

    def _take(self, line: bytes) -> None:
        try:
            record = json.loads(line)
            if record.get("kind") != "fired" or not isinstance(record["id"], str):
                return
            moment = datetime.fromisoformat(record["time"]).astimezone()
            if record["reason"] == "event":
                self._keep(_event_of(record, moment))
            elif record["reason"] == "date":
                self._dates.add((record["id"], str(record["due"])))
            elif record["reason"] == "context":
                self._contexts.add((record["id"], datetime.fromisoformat(record["time"]).date().isoformat()))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, OSError, RecursionError):
            return

    def _keep(self, event: FiredEvent) -> None:
        if (event.id, event.key) not in self._keys:
            self._keys.add((event.id, event.key))
            self._of_entry.setdefault(event.id, []).append(event)
            self._events.append(event)

    def _forget(self) -> None:
        self._read_to, self._inode, self._before = 0, 0, b""
        self._events, self._of_entry, self._keys = [], {}, set()
        self._dates, self._contexts = set(), set()


def same_words(text: str) -> str:
    """Return what two texts of the same words have in common."""
    return " ".join(_WORD.findall(normalize("NFC", text).casefold()))


def _is_same(event: FiredEvent, known: FiredEvent) -> bool:
    shorter, longer = sorted((same_words(event.said), same_words(known.said)), key=len)
    if event.key == known.key or shorter == longer:
        return True
    if event.path != known.path or abs(event.time - known.time) > _SAME_SAVING:
        return False
    return longer.startswith(shorter) or longer.endswith(shorter)


def _record(now: datetime, entry_id: str, reason: str) -> dict[str, object]:
    moment = now.astimezone().isoformat(timespec="microseconds")
    return {"time": moment, "kind": "fired", "id": entry_id, "reason": reason}


def _of_event(event: FiredEvent) -> dict[str, object]:
    terms = {"terms": asdict(event.terms)} if event.terms is not None else {}
    return _record(event.time, event.id, "event") | {
        "key": event.key,
        "evidence": {"path": event.path, "line": event.line},
        "said": event.said,
        "sentence": event.sentence,
        "met": event.met,
        "score": round(event.score, 4),
        "threshold": event.threshold,
        **terms,
    }


def _event_of(record: Mapping[str, object], moment: datetime) -> FiredEvent:
    """Read an event; raises `KeyError`, `TypeError` or `ValueError` when it is none."""
    evidence = record["evidence"]
    if not isinstance(evidence, dict):
        raise TypeError("this is no place")
    said = _said(record["said"])
    return FiredEvent(
        time=moment,
        id=_text(record["id"]),
        path=_said(evidence["path"]),
        line=_line(evidence["line"]),
        said=said,
        sentence=_said(record.get("sentence", said)),
        met=_text(record["met"]),
        score=_number(record["score"]),
        threshold=_number(record["threshold"]),
        terms=_terms(record.get("terms")),
        given_key=_given_key(record.get("key")),
    )


def _terms(values: object) -> Terms | None:
    if not isinstance(values, dict):
        return None
    try:
        found = Terms(**values)
        return Terms(
            words=_number(found.words),
            meaning=_number(found.meaning),
            blockers=_number(found.blockers),
            not_yet=_number(found.not_yet),
            shared=tuple(map(_text, found.shared)),
            denied=_text(found.denied),
            blocker=_text(found.blocker),
            named=bool(found.named),
            amounts=_number(found.amounts),
            amount=_text(found.amount),
        )
    except (TypeError, ValueError):
        return None


def _text(value: object) -> str:
    """Return a text that file names, database and JSON can hold; the log may have been edited by hand."""
    if not isinstance(value, str):
        raise TypeError("this is no text")
    if len(value) > _LONGEST_TEXT or "\0" in value:
        raise ValueError("no note says this")
    value.encode()
    return value


def _said(value: object) -> str:
    """Return a text that says something: it may become a cue."""
    text = _text(value)
    if not text.strip():
        raise ValueError("nothing is said")
    return text


def _number(value: object) -> float:
    """Return a number of the size that scores have; JSON knows no infinity, and Python's reader lets it pass."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("this is no number")
    if not -_LARGEST_NUMBER <= value <= _LARGEST_NUMBER:
        raise ValueError("this is no score")
    return float(value)


def _line(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("this is no line")
    if not 1 <= value <= _LAST_LINE:
        raise ValueError("no note has this line")
    return value


def _given_key(value: object) -> str:
    """Return the key of a record; one that no program of ours wrote is made anew."""
    return value if isinstance(value, str) and _KEY.fullmatch(value) else ""
