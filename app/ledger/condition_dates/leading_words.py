"""A condition as it follows an action in a sentence."""

from __future__ import annotations

_WORDS = (
    "when whenever once if as while whilst during throughout only after from since until till before by between not "
    "wenn sobald falls während nach ab seit bis vor quand lorsque pendant après depuis avant cuando durante después"
)
_SAYS_WHEN = frozenset(_WORDS.split())


def condition_words(when: str) -> str:
    """Return a condition with "when" before it, unless it begins with such a word, or one of dates, itself."""
    first = when.split(maxsplit=1)[0].lower() if when.strip() else ""
    return when if first in _SAYS_WHEN else f"when {when}"
