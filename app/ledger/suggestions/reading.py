"""Whether a sentence binds the person who wrote it, and the entry that it would make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.ledger.quick_add.literals import keep_literals
from app.ledger.quick_add.sheet import Sheet
from app.ledger.suggestions.clauses import find_clauses
from app.ledger.suggestions.drafting import draft_of_sentence
from app.ledger.suggestions.english import ENGLISH
from app.ledger.suggestions.evidence import STOP, Evidence, dates_ahead, waits_for
from app.ledger.suggestions.french import FRENCH
from app.ledger.suggestions.german import GERMAN
from app.ledger.suggestions.grammar import VOICES, Grammar, Marker, Voice
from app.ledger.suggestions.spanish import SPANISH

if TYPE_CHECKING:
    from app.ledger.drafts import Reader

_GRAMMARS = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
_FEWEST_WORDS = 4
_SETTLED = re.compile(
    r"(?:[-–—:;,.]\s+|\(\s*)(?:(?:and|now|all|already|it['’]s|that['’]s|is|ist|est|ya)\s+){0,2}"
    r"(?:done|did it|sent|finished|completed|sorted|paid|handled|cancelled|dropped|no longer needed"
    r"|erledigt|fertig|fait|terminé|hecho|listo)[\s.!)]*$|[✓✔✅☑]\ufe0f?[\s.!)]*$",
    re.IGNORECASE,
)
"""How a person writes behind a sentence that it is dealt with."""

_ASKS = re.compile(r"\?[\s\"'”’)\]»]*$|^\s*¿")
_BEHIND = re.compile(r"[^,;:.!?]{0,30}")
"""How far behind the words that bind doubt is looked for: within their clause."""


def read_sentence(sentence: str, reader: Reader, voice: Voice = "diary") -> dict[str, str] | None:
    """Return the entry that a sentence would make; None when it binds nobody.

    Args:
        sentence: Without markdown signs.
        reader: How dates are read; `today` is the day on which it was written.
        voice: How personal the text is that it stands in.
    """
    if len(sentence.split()) < _FEWEST_WORDS or _ASKS.search(sentence) or _SETTLED.search(sentence):
        return None
    for code in dict.fromkeys(("en", *reader.languages)):
        grammar = _GRAMMARS.get(code)
        found = _read(sentence, grammar, reader, voice) if grammar is not None else None
        if found is not None:
            return found
    return None


def _read(sentence: str, grammar: Grammar, reader: Reader, voice: Voice) -> dict[str, str] | None:
    if grammar.questions.match(sentence) or grammar.refused.search(sentence):
        return None
    sheet = Sheet(sentence)
    keep_literals(sheet, frozenset())
    matches = list(_matches(sheet.view, grammar, voice))
    seen = _seen(sheet.view, grammar, reader, matches) if matches else None
    if seen is None or not (
        seen.dates or seen.clauses or any(marker.needs in ("rule", "from") for marker, _ in matches)
    ):
        return None
    for marker, match in matches:
        within = any(clause.begin <= match.start() < clause.end for clause in seen.clauses)
        waits = None if within or _is_denied(match, seen) else waits_for(marker, match, seen)
        draft = draft_of_sentence(sheet, marker, match, waits) if waits is not None else None
        if draft is not None:
            return draft
    return None


def _matches(view: str, grammar: Grammar, voice: Voice) -> Iterator[tuple[Marker, re.Match[str]]]:
    for marker in grammar.markers:
        if VOICES.index(marker.voice) <= VOICES.index(voice):
            for match in marker.pattern.finditer(view):
                yield marker, match


def _seen(view: str, grammar: Grammar, reader: Reader, matches: list[tuple[Marker, re.Match[str]]]) -> Evidence:
    borders = [match.start() for _, match in matches]
    clauses = find_clauses(view, grammar, borders)
    return Evidence(view, dates_ahead(view, reader), tuple(clauses), grammar, reader)


def _is_denied(match: re.Match[str], seen: Evidence) -> bool:
    """Return True when doubt or habit stands before the words that bind in their part of the sentence, or behind."""
    start = max((stop.end() for stop in STOP.finditer(seen.view, 0, match.start())), default=0)
    behind = _BEHIND.match(seen.view, match.end())
    end = behind.end() if behind is not None else match.end()
    return seen.grammar.denied.search(seen.view, start, end) is not None
