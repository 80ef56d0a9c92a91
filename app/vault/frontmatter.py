"""Properties at the head of a note.

YAML between `---` lines (JSON is YAML too) or TOML between `+++` lines. Scalars stay the text that was written: `no`,
`1:30` and `01234` mean something to the person and nothing to us. Nothing in here raises: a block that is malformed
keeps what can be read of it line by line, and says what is wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from app.vault.note import PropertyValue

_OPENING = re.compile(r"(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)")
_LINE_END = re.compile(r"\r\n|\n|\r")
_MAX_CHARACTERS = 64 * 1024
_MAX_VALUES = 20_000
_MAX_DEPTH = 60
_STACKED = re.compile(rf"(?:[-?:][ \t]+){{{_MAX_DEPTH}}}")
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
_DOTTED = re.compile(rf"(?<![\w-])(?:{_PART}\.[ \t]*+){{{_MAX_DEPTH}}}")
"""A key of many parts: the parser of the standard library takes the square of their number."""
_KEY = re.compile(r"([^\s:#\-][^:]*):(?:[ \t]+(.*))?$")
_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)$")

_IN_WORDS = {
    "mapping values are not allowed in this context": "text with a colon needs quotes",
}


_PLACEHOLDER = "{{"
"""A template's `date: {{date}}` is no YAML, and nothing that a person should correct."""


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """What stands at the head of a note.

    Attributes:
        properties: Key to value, every scalar as text; an empty value is None.
        body_line: The first line after the block; 1 when there is none.
        problem: Why the block could not be read in full; empty when all is well.
    """

    properties: dict[str, PropertyValue] = field(default_factory=dict)
    body_line: int = 1
    problem: str = ""


def split_frontmatter(text: str) -> Frontmatter:
    """Read the properties of a note, if it begins with any."""
    opening = _OPENING.match(text)
    if opening is None:
        return Frontmatter()
    fence = opening[1]
    closing = re.compile(rf"^{re.escape(fence)}[ \t]*$", re.MULTILINE).search
    found = closing(_LINE_END.sub("\n", text[opening.end() : opening.end() + _MAX_CHARACTERS]))
    if found is None:
        return _unclosed(text, fence)
    block = found.string[: found.start()]
    return _read(block, fence, block.count("\n") + 3)


def _unclosed(text: str, fence: str) -> Frontmatter:
    """Tell a rule at the head of a note, which is body, from a block that is too long to be read."""
    if len(text) <= _MAX_CHARACTERS:
        return Frontmatter()
    lines = _LINE_END.split(text)
    for number, line in enumerate(lines[1:], start=2):
        if line.rstrip(" \t") == fence:
            return Frontmatter({}, number + 1, f"properties are longer than {_MAX_CHARACTERS // 1024} KB: not read")
    return Frontmatter()


def _read(block: str, fence: str, body_line: int) -> Frontmatter:
    values, problem = _toml(block) if fence == "+++" else _yaml(block)
    if problem:
        said = "" if _PLACEHOLDER in block else f"properties cannot be read in full: {problem}"
        return Frontmatter(_by_line(block), body_line, said)
    if values is None:
        return Frontmatter({}, body_line)
    try:
        properties = _Plain().value(values)
    except _TooMuch:
        return Frontmatter({}, body_line, "properties hold too many or too deeply nested values: not read")
    if not isinstance(properties, dict):
        return Frontmatter()
    return Frontmatter(properties, body_line)


def _yaml(block: str) -> tuple[Any, str]:
    import yaml

    if _depth(block) > _MAX_DEPTH or _STACKED.search(block):
        return None, "nested too deeply"
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        return yaml.load(block, Loader=loader), ""  # a base loader makes text, lists and mappings, never objects
    except yaml.MarkedYAMLError as error:
        line = "" if error.problem_mark is None else f"line {error.problem_mark.line + 2}: "
        return None, line + (_IN_WORDS.get(error.problem or "") or error.problem or "not YAML")
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        return None, str(error).splitlines()[0] if str(error) else "not YAML"


def _depth(block: str) -> int:
    depth = deepest = 0
    for character in re.findall(r"[\[\]{}]", block):
        depth += 1 if character in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _toml(block: str) -> tuple[Any, str]:
    import tomllib

    if _DOTTED.search(block):
        return None, "nested too deeply"
    try:
        return tomllib.loads(block), ""
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        return None, str(error)


class _TooMuch(Exception):
    """More values than anybody writes by hand: aliases that multiply, or deep nesting."""


class _Plain:
    """Copies loaded values into property values within a budget, so that aliases cannot multiply."""

    def __init__(self) -> None:
        self._left = _MAX_VALUES

    def value(self, value: Any, depth: int = 0) -> PropertyValue:
        self._left -= 1
        if self._left < 0 or depth > _MAX_DEPTH:
            raise _TooMuch
        if isinstance(value, dict):
            return {str(key).strip(): self.value(item, depth + 1) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(item, depth + 1) for item in value]
        if isinstance(value, bool):
            return "true" if value else "false"
        return None if value is None or value == "" else str(value)


def _by_line(block: str) -> dict[str, PropertyValue]:
    """Read `key: value` lines and `- item` lists one by one: what is left of a block that does not parse."""
    properties: dict[str, PropertyValue] = {}
    key = ""
    for line in block.split("\n"):
        if pair := _KEY.match(line):
            key = pair[1].strip()
            properties[key] = _unquoted(pair[2] or "") or None
        elif key and (item := _ITEM.match(line)):
            before = properties[key]
            properties[key] = [*(before if isinstance(before, list) else []), _unquoted(item[1])]
    return properties


def _unquoted(text: str) -> str:
    text = text.strip()
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text
