"""How a query was understood, in words for the person who typed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.search.query import Query, Term

_NAMES = {"word": "words", "phrase": "phrase", "tag": "tag", "path": "path", "title": "title", "is": "is"}


def read_as(query: Query, *, any_word: bool = False) -> str:
    """Return "words: kitchen, quote* · tag: work"; empty when nothing was asked for.

    Args:
        query: What was read.
        any_word: True when no chunk has all the words, so that any of them was enough.
    """
    parts: dict[str, list[str]] = {}
    for group in query.groups:
        wanted = [term for term in group if not term.negated]
        if wanted:
            name = _name(wanted[0]) if len({_name(term) for term in wanted}) == 1 else "either"
            shown = " or ".join(_shown(term, query, named=name != "either") for term in wanted)
            parts.setdefault(name, []).append(shown)
    if any_word and "words" in parts and len(query.words) > 1:
        parts = {("any of" if name == "words" else name): values for name, values in parts.items()}
    excluded = [_shown(term, query, named=term.kind in ("word", "phrase")) for term in query.excluded]
    if excluded:
        parts["without"] = excluded
    return " · ".join(f"{name}: {', '.join(values)}" for name, values in parts.items())


def _name(term: Term) -> str:
    return term.key if term.kind == "prop" else _NAMES[term.kind]


def _shown(term: Term, query: Query, *, named: bool) -> str:
    unfinished = query.prefix and term is query.terms[-1]
    value = f"“{term.value}”" if term.kind == "phrase" else term.value + ("*" if unfinished else "")
    return value if named or term.is_text else f"{_name(term)} {value}"
