"""The open entries at the end of a journal, found backwards: of most entries only the last line is of interest."""

from __future__ import annotations

import re

from app.ledger.journal import JournalLine, decode_line, is_task, parts_of
from app.ledger.rendering import Table

_HEAD = re.compile(rb'\{"time": "[^"\\]*+", "op": "[^"\\]*+", "kind": "[^"\\]*+", "id": ("[^"\\]*+"), ')

_ENDED = re.compile(rb', "before": \{.*\}, "after": null[,}]')
_OF_ANOTHER_SHAPE = re.compile(rb'"(?:closing|place)": (?!\{)|"(?:undoes|redoes|line)": (?!")')


def open_at_the_end(data: bytes) -> dict[str, Table]:
    """Return what `open_tables` returns for all lines of a journal, in the order in which they were last changed."""
    settled: set[bytes] = set()
    found: list[tuple[str, Table]] = []
    for raw in reversed(data.split(b"\n")):
        head = _HEAD.match(raw)
        if head and not _may_concern_others(raw):
            if head[1] in settled:
                continue
            if _certainly_closed(raw):
                settled.add(head[1])
                continue
        line = decode_line(raw)
        for entry_id, table in _reversed_parts(line) if line is not None else ():
            key = f'"{entry_id}"'.encode("utf-8", "surrogatepass")
            if key not in settled:
                settled.add(key)
                if isinstance(table, dict):
                    found.append((entry_id, table))
    return dict(reversed(found))


def _may_concern_others(raw: bytes) -> bool:
    """Tell whether a line may be one of other entries than the one it is named by, or of none."""
    return b'"next": ' in raw or b'"entries": ' in raw or b'"path": ' in raw


def _certainly_closed(raw: bytes) -> bool:
    """Tell without decoding it that a line ends an entry: in doubt, as when it may be torn, it is not certain."""
    if not raw.endswith(b"}") or raw.count(b"{") != raw.count(b"}") or b"\\ud" in raw.lower():
        return False
    nulls = 2 if b', "before": null, "after": null' in raw else 1 if _ENDED.search(raw) else 0
    return raw.count(b"null") == nulls > 0 and not _OF_ANOTHER_SHAPE.search(raw)


def _reversed_parts(line: JournalLine) -> list[tuple[str, object]]:
    if is_task(line):
        return []
    own = [] if "entries" in line.details else [(line.id, line.after)]
    return [*own, *((str(part.get("id")), part.get("after")) for part in parts_of(line))][::-1]
