r"""Prefix search over a stemmed index.

The index holds stems, so `"estimat" *` finds nothing: *estimate* is kept as *estim*. A result list that is empty at
some letters of a word and full at the others is of no use while typing. So a prefix also stands for the words of the
vault that begin with it: `("estimat" * OR "estimate" OR "estimates")`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from app.index.folding import fold, terms

SHORTEST_EXPANDED = 4
"""Letters from which a prefix is expanded: hardly a stem is shorter than three."""

_STRING = re.compile(r'"((?:[^"]|"")*)"')
_PREFIX = re.compile(r'(?P<before>[+^]\s*)?"(?P<word>(?:[^"]|"")*)"\s*\*(?P<after>\s*\+)?')
_OPERAND_ENDS = ('"', "*", ")")


def fold_strings(expression: str) -> str:
    """Fold every quoted string of a full-text expression."""
    return _STRING.sub(lambda match: '"{}"'.format(fold(match[1].replace('""', " ")).replace('"', " ")), expression)


def expand_prefixes(expression: str, completions: Callable[[str], Iterable[str]]) -> str:
    """Put the words that begin with a prefix beside the prefix.

    Args:
        expression: A full-text expression with every word in double quotes.
        completions: Gives words that begin with a prefix.

    Returns:
        The expression with each single-word prefix expanded. A prefix at the end of a phrase (`+`) or of a string of
        several words is left as it is.
    """
    parts: list[str] = []
    end = 0
    for match in _PREFIX.finditer(expression):
        group = _group(match, completions)
        if group is None:
            continue
        parts += [expression[end : match.start()], _joint("".join(parts) + expression[end : match.start()]), group]
        end = match.end()
        parts.append(" AND" if expression[end:].lstrip().startswith('"') else "")
    return "".join(parts) + expression[end:]


def _group(match: re.Match[str], completions: Callable[[str], Iterable[str]]) -> str | None:
    words = terms(match["word"])
    if match["before"] or match["after"] or len(words) != 1 or len(words[0]) < SHORTEST_EXPANDED:
        return None
    others = [f'"{word}"' for word in completions(words[0])]
    return f"({' OR '.join([match[0].strip(), *others])})" if others else None


def _joint(before: str) -> str:
    """Two operands side by side mean AND, but not beside parentheses: there it has to be written."""
    return "AND " if before.rstrip().endswith(_OPERAND_ENDS) else ""
