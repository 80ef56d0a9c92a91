"""Changing a list that is written one item a line: lines of items that stay are not touched, nor are comments."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from app.ledger.rendering import canonical, render_value
from app.ledger.scanner import comments_in, value_end


@dataclass(frozen=True, slots=True)
class _Line:
    """A line within the brackets: its text with its end, and its item; a line of comment or of nothing has none."""

    text: str
    items: tuple[object, ...]


def edit_list(text: str, new: Sequence[object], newline: str) -> str | None:
    """Return the text of a list so that it holds `new`.

    Args:
        text: The list as it stands in the file, brackets included.
        new: What it is to hold.
        newline: The line end of added lines.

    Returns:
        None when it is not written one item a line, the brackets on lines of their own, or is to be empty.
    """
    found: list[str] = re.findall(r"[^\n]*\n|[^\n]+", text)
    opening, *rest = found
    if len(rest) < 2 or not new or not _is_bracket(opening, "[") or not _is_bracket(rest[-1], "]"):
        return None
    lines = [_line(line) for line in rest[:-1]]
    if any(line is None for line in lines):
        return None
    changed = _changed([line for line in lines if line], new, newline)
    return "".join((opening, *changed, rest[-1]))


def _is_bracket(line: str, bracket: str) -> bool:
    return line.split("#")[0].strip() == bracket


def _line(text: str) -> _Line | None:
    """Return a line that holds one item at most and ends after it, with a comma or without; None for any other."""
    try:
        items = tomllib.loads(f"x = [\n{text}\n]")["x"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    return _Line(text, tuple(items)) if len(items) <= 1 else None


def _changed(lines: list[_Line], new: Sequence[object], newline: str) -> list[str]:
    places = [index for index, line in enumerate(lines) if line.items]
    old = [_named(lines[index].items[0]) for index in places]
    texts = [line.text for line in lines]
    if places:
        texts[places[-1]] = _with_comma(texts[places[-1]])
    indent = _indent(texts[places[0]]) if places else "    "
    matcher = SequenceMatcher(None, old, [_named(item) for item in new], autojunk=False)
    for tag, start, end, first, last in reversed(matcher.get_opcodes()):
        if tag == "equal":
            continue
        added = "".join(f"{indent}{render_value(item)},{newline}" for item in new[first:last])
        for index in places[start:end]:
            texts[index] = "".join(f"{indent}{comment}{newline}" for comment in comments_in(texts[index]))
        at = places[start] if start < len(places) else _after(places)
        texts.insert(at, added)
    return texts


def _after(places: Sequence[int]) -> int:
    return places[-1] + 1 if places else 0


def _with_comma(line: str) -> str:
    """Return the line of an item, a comma after it."""
    end = value_end(line, len(_indent(line)))
    return line if line[end:].lstrip(" \t").startswith(",") else f"{line[:end]},{line[end:]}"


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _named(item: object) -> str:
    return canonical({"item": item})
