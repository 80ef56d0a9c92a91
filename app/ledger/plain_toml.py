"""Reading a plain ledger fast: `[[entry]]` blocks of texts in double quotes, dates and lists of texts.

`tomllib` needs half a second for five thousand entries; this reads what ledgers nearly always hold in a fifth of that,
and leaves everything else, errors included, to `tomllib`. Whatever is read here, `tomllib` reads alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime

from app.ledger.blocks import Block
from app.ledger.rendering import Table

_TEXT = r'"[^"\\\x00-\x08\x0a-\x1f\x7f]*+"'
_GAP = r"(?:[ \t]|\r?\n)*+"
_LIST = rf"\[(?:{_GAP}{_TEXT}{_GAP},)*+{_GAP}(?:{_TEXT})?{_GAP}\]"
_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_OFFSET = r"(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
_MOMENT = rf"{_DATE}[T ](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]{_OFFSET}?"
_STATEMENT = re.compile(
    rf"(?:(?P<header>\[\[entry\]\])|(?P<key>[A-Za-z0-9_-]++)[ \t]*=[ \t]*"
    rf"(?:(?P<text>{_TEXT})|(?P<list>{_LIST})|(?P<moment>{_MOMENT})|(?P<date>{_DATE})))?"
    r"[ \t]*(?:\#[^\x00-\x08\x0a-\x1f\x7f]*+)?(?:\r?\n|\Z)"
)
_TEXT_AT = re.compile(_TEXT)


def read_plain(text: str) -> tuple[list[Table], list[Block]] | None:
    """Return the tables of a plain ledger and where they stand; None when `tomllib` is needed."""
    tables: list[Table] = []
    blocks: list[Block] = []
    start = end = position = 0
    read = _STATEMENT.match
    while position < len(text):
        match = read(text, position)
        if match is None:
            return None
        kind = match.lastgroup
        if kind == "header":
            if tables:
                blocks.append(Block(start, end))
            tables.append({})
            start, end = position, match.end()
        elif kind is not None:
            key, value = match.group("key", kind)
            if not tables or key in tables[-1]:
                return None
            try:
                tables[-1][key] = _VALUES[kind](value)
            except ValueError:
                return None
            end = match.end()
        position = match.end()
    if tables:
        blocks.append(Block(start, end))
    return tables, blocks


_VALUES: Mapping[str, Callable[[str], object]] = {
    "text": lambda text: text[1:-1],
    "list": lambda text: [item[1:-1] for item in _TEXT_AT.findall(text)],
    "date": date.fromisoformat,
    "moment": datetime.fromisoformat,
}
