"""A context as the units that are compared with conditions: sentences, pairs of sentences and the whole."""

from __future__ import annotations

import re

MAX_SENTENCES = 40
"""Sentences of a context that are compared; the rest of a longer text only counts in its whole."""
MIN_WORDS = 3
"""A shorter sentence among others ("All done?") is compared only together with its neighbours."""
WHOLE_CHARACTERS = 2000
"""More of a text than a small sentence model reads."""

_LINE_MARKS = re.compile(
    r"^[ \t]*(?:>[ \t]?)*[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[.\][ \t]+)?|\d{1,3}[.)][ \t]+|\[![\w-]+\][-+]?[ \t]*)?",
    re.MULTILINE,
)
_LINK = re.compile(r"!?\[\[(?:[^\]\[|]*\\?\|)?([^\]\[]*)\]\]")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)\]*_]*\s+|(?<=[。！？])|\n+")
_WORD = re.compile(r"\w+")


def plain(text: str) -> str:
    """Return note text without list marks, checkboxes, heading marks and link brackets."""
    return _LINK.sub(r"\1", _LINE_MARKS.sub("", text))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text in order; a line of a list or table is one of its own."""
    parts = (" ".join(part.split()) for part in _SENTENCE_END.split(plain(text)))
    return [part for part in parts if _WORD.search(part)]


def context_units(text: str) -> list[str]:
    """Return what is compared with conditions, each unit once.

    One sentence is one unit. More sentences give every sentence that is long enough, every pair of neighbours, and the
    whole: a situation is often told in two sentences, and the whole keeps what no single sentence says.

    Args:
        text: A query, or the text of a note or chunk.

    Returns:
        Units without markup; empty when the text has no word.
    """
    parts = sentences(text)
    if len(parts) < 2:
        return parts
    whole = " ".join(parts)[:WHOLE_CHARACTERS]
    parts = parts[:MAX_SENTENCES]
    singles = [part for part in parts if len(_WORD.findall(part)) >= MIN_WORDS]
    pairs = [f"{first} {second}" for first, second in zip(parts, parts[1:], strict=False)]
    return list(dict.fromkeys([*singles, *pairs, whole]))
