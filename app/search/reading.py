"""How a query was understood, in words for the person who typed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.search.result import Chip
from app.search.written import written_forms

if TYPE_CHECKING:
    from app.search.query import Query, Term

_NAMES = {"word": "words"}


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
            name = _name_of(wanted)
            shown = " or ".join(_shown(term, query, named=name != "either") for term in wanted)
            parts.setdefault(name, []).append(shown)
    if any_word and "words" in parts and len(query.words) > 1:
        parts = {("any of" if name == "words" else name): values for name, values in parts.items()}
    excluded = [_shown(term, query, named=term.is_text) for term in query.excluded]
    if excluded:
        parts["without"] = excluded
    return " · ".join(f"{name}: {', '.join(values)}" for name, values in parts.items())


def read_chips(query: Query, *, any_word: bool = False) -> tuple[Chip, ...]:
    """Return one chip for each part of a query, in the order in which they were typed; words that follow share one.

    Args:
        query: What was read.
        any_word: True when no chunk has all the words, so that any of them was enough.
    """
    chips: list[Chip] = []
    for group in query.groups:
        term = group[0]
        if term.negated:
            chips.append(Chip("without", _shown(term, query, named=term.is_text), is_without=True))
            continue
        name = _name_of(list(group))
        value = " or ".join(_shown(term, query, named=name != "either") for term in group)
        plain = name == "words" and len(group) == 1
        if plain and chips and chips[-1].name == "words" and not term.instead and not chips[-1].remark:
            chips[-1] = Chip("words", f"{chips[-1].value} {value}")
        elif plain and term.instead and chips and chips[-1].remark == _instead(term):
            chips[-1] = Chip("words", f"{chips[-1].value} {value}", chips[-1].remark)
        else:
            chips.append(Chip(name, value, _instead(term)))
    if any_word and len(query.words) > 1:
        chips = [Chip("any of", chip.value, chip.remark) if chip.name == "words" else chip for chip in chips]
    exact = written_forms(query)
    return (*chips, Chip("", "", f"{', '.join(exact)} as written first")) if exact else tuple(chips)


def _instead(term: Term) -> str:
    return "no filter" if term.instead else ""


def _name_of(terms: list[Term]) -> str:
    return _name(terms[0]) if len({_name(term) for term in terms}) == 1 else "either"


def _name(term: Term) -> str:
    return term.key if term.kind == "prop" else _NAMES.get(term.kind, term.kind)


def _shown(term: Term, query: Query, *, named: bool) -> str:
    unfinished = query.prefix and term is query.terms[-1]
    value = f"“{term.value}”" if term.kind == "phrase" else term.value + ("*" if unfinished else "")
    if term.days is not None:
        value = term.days.said
    elif term.kind == "prop" and not value:
        value = "any"
    return value if named or term.is_text else f"{_name(term)} {value}"
