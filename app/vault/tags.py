"""Tags of a note, from its text and from its properties.

A tag starts a line or follows blank space or an opening sign, runs to the next blank or punctuation sign other than
`-`, `_` and `/`, and has at least one character that is not a digit: `#1984` is a number. Case does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from app.vault.note import PropertyValue

_ENDS = r"\u2000-\u200c\u200e-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s"
_TAG = re.compile(rf"(?<![^\s(\[{{*_~=,;|>])#([^{_ENDS}]+)")
_LINKS = re.compile(r"\[\[[^\[\]\r\n]*\]\]|\]\([^()\r\n]*\)")
_SEPARATORS = re.compile(r"[,\s]+")
_PROPERTIES = ("tags", "tag")


def note_tags(visible: str, properties: Mapping[str, PropertyValue]) -> tuple[str, ...]:
    """Return the tags of a note, lower-case, without `#`, each once, in order of appearance.

    Args:
        visible: The body without code, comments and HTML tags.
        properties: The note's frontmatter.
    """
    return tuple(dict.fromkeys((*_property_tags(properties), *body_tags(visible))))


def body_tags(visible: str) -> Iterator[str]:
    """Yield each tag of a text, lower-case."""
    if "#" not in visible:
        return
    for found in _TAG.finditer(_LINKS.sub(")", visible)):
        if tag := _normal(found[1]):
            yield tag


def _property_tags(properties: Mapping[str, PropertyValue]) -> Iterator[str]:
    for key, value in properties.items():
        if key.casefold() in _PROPERTIES:
            parts = value if isinstance(value, list) else _SEPARATORS.split(value) if isinstance(value, str) else []
            for part in parts:
                if isinstance(part, str) and (tag := _normal(part.strip().lstrip("#"))):
                    yield tag


def _normal(tag: str) -> str:
    """Return the tag as it is compared, or nothing when it is none."""
    tag = tag.strip("/").lower()
    return "" if not tag or tag.isdigit() else tag
