"""A query as full-text expressions of SQLite's FTS5, in which everything typed is quoted."""

from __future__ import annotations

import re

from app.ledger.matching import is_function_word
from app.search.query import Query, Term

_VERSION = re.compile(r"([vV]?)(\d+(?:\.\d+)+)")


def match_expression(query: Query) -> str:
    """Return the expression that wants every group of words; empty when the query has none.

    A group with a filter in it (`tag:#a OR word`) is left to the filters.
    """
    wanted = [_alternatives(group, query) for group in _text_groups(query)]
    return _without(" AND ".join(part for part in wanted if part), query)


def any_expression(query: Query) -> str:
    """Return the expression that wants every phrase and any of the words; empty when the query has no text.

    Function words are left out as long as others are there: "who has not paid me" asks about paying.
    """
    groups = _text_groups(query)
    loose = [group for group in groups if all(term.kind == "word" for term in group)]
    telling = [group for group in loose if not all(_is_function(term.value) for term in group)]
    required = [_alternatives(group, query) for group in groups if group not in loose]
    words = " OR ".join(part for group in telling or loose if (part := _alternatives(group, query)))
    parts = [part for part in [*required, f"({words})" if words and not any(required) else ""] if part]
    return _without(" AND ".join(parts), query)


def _text_groups(query: Query) -> list[tuple[Term, ...]]:
    return [group for group in query.groups if all(term.is_text and not term.negated for term in group)]


def _alternatives(group: tuple[Term, ...], query: Query) -> str:
    unfinished = query.terms[-1] if query.prefix else None
    parts = [part for term in group if (part := _quoted(term.value, prefix=term is unfinished))]
    return f"({' OR '.join(parts)})" if len(parts) > 1 else "".join(parts)


def _without(expression: str, query: Query) -> str:
    excluded = [part for term in query.excluded if term.is_text and (part := _quoted(term.value))]
    if not expression or not excluded:
        return expression
    return f"({expression}) NOT ({' OR '.join(excluded)})"


def _is_function(word: str) -> bool:
    """Return whether a word says nothing of what is asked for: `it` does not, `IT` does."""
    return is_function_word(word) and not (len(word) > 1 and word.isupper())


def _quoted(text: str, *, prefix: bool = False) -> str:
    """Return text as an FTS5 string, empty when no letter or digit is in it; the reader folds it.

    A version is found with and without its `v`, which the index takes for a part of the first number.
    """
    inside = text.replace('"', " ").strip()
    if not any(character.isalnum() for character in inside):
        return ""
    sign = "*" if prefix else ""
    version = _VERSION.fullmatch(inside)
    if version is not None:
        return f'("{inside}"{sign} OR "{"" if version[1] else "v"}{version[2]}"{sign})'
    return f'"{inside}"{sign}'
