"""Where the statements of a TOML text stand.

Only for text that `tomllib` has accepted: then a few patterns are enough to find every key, value and comment exactly.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

_BASIC = r'"(?:[^"\\\n]|\\.)*+"'
_LITERAL = r"'[^'\n]*+'"
_MULTILINE_BASIC = r'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}'
_MULTILINE_LITERAL = r"'''(?:[^']|'(?!''))*+'{3,5}"
_STRING = f"(?:{_MULTILINE_BASIC}|{_MULTILINE_LITERAL}|{_BASIC}|{_LITERAL})"
_KEY = f"(?:[A-Za-z0-9_-]+|{_BASIC}|{_LITERAL})"
_DOTTED = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"

_STRING_AT = re.compile(_STRING, re.DOTALL)
_TOKEN = re.compile(rf"(?P<string>{_STRING})|(?P<comment>\#[^\r\n]*)|(?P<open>[\[{{])|(?P<close>[\]}}])", re.DOTALL)
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_DOTTED})[ \t]*\]")
_PAIR = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=[ \t]*")
_BARE = re.compile(r"[^#\r\n]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class Header(NamedTuple):
    """`[table]` or `[[table]]`: its place, whether its brackets are double, and the parts of its name."""

    start: int
    end: int
    is_array: bool
    path: tuple[str, ...]


class Pair(NamedTuple):
    """`key = value`: offsets of its first line's start, of its value, and of the end of its last line."""

    start: int
    value_start: int
    value_end: int
    end: int
    path: tuple[str, ...]


def statements(text: str, start: int = 0) -> Iterator[Header | Pair]:
    """Yield headers and pairs in order; comments and blank lines lie between them."""
    position = start
    while position < len(text):
        first = _first_character(text, position)
        if first in "#\r\n":
            position = line_end(text, position)
        elif first == "[":
            header = _header(text, position)
            yield header
            position = header.end
        else:
            pair = _pair(text, position)
            yield pair
            position = pair.end


def pair_end(text: str, start: int) -> int:
    """Return where the pair that starts there ends, its line end included."""
    match = _PAIR.match(text, start)
    assert match is not None
    return line_end(text, value_end(text, match.end()))


def header_at(text: str, start: int) -> Header:
    """Return the header on the line that starts there."""
    return _header(text, start)


def line_end(text: str, position: int) -> int:
    """Return the offset after the end of the line that a position is in."""
    found = text.find("\n", position)
    return len(text) if found < 0 else found + 1


def comments_in(text: str) -> list[str]:
    """Return the comments of a piece of TOML, each from its `#` to the end of its line."""
    return [match["comment"].rstrip() for match in _TOKEN.finditer(text) if match["comment"]]


def value_end(text: str, start: int) -> int:
    """Return where the value that starts there ends."""
    first = text[start]
    if first in "\"'":
        match = _STRING_AT.match(text, start)
        assert match is not None
        return match.end()
    if first in "[{":
        return _closing(text, start)
    bare = _BARE.match(text, start)
    assert bare is not None
    return start + len(bare[0].rstrip())


def _closing(text: str, start: int) -> int:
    depth = 0
    for match in _TOKEN.finditer(text, start):
        depth += (match["open"] is not None) - (match["close"] is not None)
        if depth == 0:
            return match.end()
    raise AssertionError("a valid text closes what it opens")


def _first_character(text: str, position: int) -> str:
    while position < len(text) and text[position] in " \t":
        position += 1
    return text[position] if position < len(text) else "\n"


def _header(text: str, position: int) -> Header:
    match = _HEADER.match(text, position)
    assert match is not None
    return Header(position, line_end(text, match.end()), match[1] == "[[", _parts(match[2]))


def _pair(text: str, position: int) -> Pair:
    match = _PAIR.match(text, position)
    assert match is not None
    end = value_end(text, match.end())
    return Pair(position, match.end(), end, line_end(text, end), _parts(match[1]))


def _parts(dotted: str) -> tuple[str, ...]:
    if _BARE_KEY.fullmatch(dotted):
        return (dotted,)
    parts: list[str] = []
    table: object = tomllib.loads(f"{dotted} = 0")
    while isinstance(table, dict):
        key = next(iter(table))
        parts.append(key)
        table = table[key]
    return tuple(parts)
