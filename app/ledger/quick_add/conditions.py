"""Conditions within a sentence: "when the vendor quote arrives", "once the paint is dry, hang the pictures".

The connecting word is left out. "when done", "if possible", "ask her when she comes", "after 15 Aug" and "look after
the cat" are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from app.ledger.quick_add.dated_conditions import dated_clauses, is_only_date
from app.ledger.quick_add.dates import FoundDate
from app.ledger.quick_add.sheet import KEPT, TAKEN, Sheet, words_of
from app.ledger.quick_add.values import Claim
from app.ledger.quick_add.words import ASKING, NOT_CLAUSES, Vocabulary, word_set

_LABEL = re.compile(r"(?<![\w'’-])when:\s*", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?]\s+(?=\S)|;|\n")
_STOP = re.compile(rf"[{TAKEN})]|,\s*(?:and\s+)?then\b|,\s*(?:and\s+)?(?:please\s+)?remind\s+me\b", re.IGNORECASE)
_OPENING_END = re.compile(rf",(?=\s)|:(?=\s)|\s[-–—]+\s|(?<![\w'’-])then(?![\w'’-])|[{TAKEN})]", re.IGNORECASE)
_ONLY_SIGNS = re.compile(rf"[\s{TAKEN},;:.(\[–—-]*(?:(?:and|but|please)\s+)?", re.IGNORECASE)

_ONCE_NOT = re.compile(
    r"(?:an?\s+(?:day|week|fortnight|month|quarter|year|hour|minute|night|while|decade|lifetime)|per|more|again|every"
    r"|each|in\s+a\b|upon|only|and|or|daily|weekly|monthly|yearly|with|for|at|to|by|before|this|next|today|tomorrow)\b",
    re.IGNORECASE,
)
_AFTER_NOT = re.compile(
    r"(?:all|that|this|which|hours|dark|now|then|work|lunch|dinner|breakfast|school|midnight|noon|tomorrow|today"
    r"|yesterday|me|him|her|them|us|it|you)(?![\w'’-])(?!\s+\w)",
    re.IGNORECASE,
)
_AFTER_VERBS = frozenset(
    [
        "look",
        "looks",
        "looked",
        "looking",
        "run",
        "runs",
        "ran",
        "running",
        "ask",
        "asks",
        "asked",
        "asking",
        "go",
        "goes",
        "went",
        "going",
        "come",
        "comes",
        "came",
        "take",
        "takes",
        "took",
        "taken",
        "chase",
        "name",
        "named",
        "call",
        "clean",
        "clear",
        "tidy",
        "up",
        "day",
        "days",
        "week",
        "weeks",
        "month",
        "months",
        "morning",
        "evening",
        "year",
        "one",
        "time",
        "soon",
        "hour",
        "hours",
        "minute",
        "minutes",
        "inquire",
        "enquire",
        "seek",
    ]
)
_SOON_NOT = re.compile(
    r"(?:possible|(?:i|you|we|they|he|she)\s+(?:can|could|may)|practical|able)\b(?!\s+\w)", re.IGNORECASE
)
_DETERMINERS = frozenset(
    [
        "the",
        "a",
        "an",
        "my",
        "your",
        "his",
        "her",
        "our",
        "their",
        "its",
        "this",
        "that",
        "these",
        "those",
        "i",
        "you",
        "he",
        "she",
        "it",
        "we",
        "they",
        "someone",
        "somebody",
        "everyone",
        "everybody",
        "nobody",
        "all",
        "both",
        "each",
        "some",
        "no",
        "another",
        "der",
        "die",
        "das",
        "ein",
        "eine",
        "ich",
        "er",
        "sie",
        "wir",
        "le",
        "la",
        "les",
        "l'",
        "un",
        "une",
        "il",
        "elle",
        "on",
        "el",
        "los",
        "las",
        "un",
        "una",
    ]
)
_ASKING_PAIRS = {
    ("find", "out"),
    ("found", "out"),
    ("figure", "out"),
    ("work", "out"),
    ("look", "up"),
    ("depend", "on"),
    ("depends", "on"),
}
_ASKS = word_set("is are was were do does did can could will would should shall may am have has")
"""Behind "when" at the beginning these ask a question."""
_VERB = re.compile(
    r"(?:is|are|was|were|has|have|had|does|did|do|gets?|got|comes?|came|goes|went|can|could|will|would|may|might"
    r"|says?|said|\w{2,}(?:s|ed))$"
)
_INNER = re.compile(
    r"\b(and|or|und|oder|et|ou|y|o)\s+(?:when(?:ever)?|once|if|as soon as|wenn|sobald|quand|cuando)\s+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a condition may begin.

    Attributes:
        start: Where the connecting word begins.
        begin: Where the clause begins.
        word: The kind of connecting word: when, once, if, after, other, label.
        leads: Whether nothing of the action stands before it.
    """

    start: int
    begin: int
    word: str
    leads: bool


def find_conditions(sheet: Sheet, dates: Sequence[FoundDate], known: Vocabulary, today: date) -> list[Claim]:
    """Find the conditions of a line, in order.

    Args:
        sheet: The line; links that are words of a clause are kept in it, other markers taken.
        dates: The dates of the line; those with a cue that says by when end a condition.
        known: The words of the languages.
        today: What dates in a condition are counted from.
    """
    claims: list[Claim] = []
    view, at = sheet.view, 0
    clauses = dated_clauses(view, today, partial(_ends, view), lambda place: _is_asked(view, place, "after"))
    dated = [_trimmed(view, start, end) for start, end in clauses]
    for opening in _openings(view, known):
        if opening.start < at or any(start <= opening.start < end for start, end in dated):
            continue
        begin, end = _trimmed(view, opening.begin, _with_dates(view, _end(view, opening, dates), opening, today))
        if begin < end and _is_clause(view, begin, end, opening, dates, today):
            clause = _INNER.sub(r"\1 ", " ".join(sheet.shown(begin, end).split()))
            claims.append(Claim("when", opening.start, end, clause))
            at = end
    free = [place for place in dated if not any(claim.start <= place[0] < claim.end for claim in claims)]
    claims += [Claim("when", *place, " ".join(sheet.shown(*place).split())) for place in free]
    return sorted(claims, key=lambda claim: claim.start)


def _ends(view: str, start: int) -> Iterator[int]:
    """Yield where a clause with a date may end: at the beginning of a line at each comma, else where a clause ends."""
    leads = _ONLY_SIGNS.fullmatch(view, 0, start) is not None
    if leads:
        yield from (match.start() for match in _OPENING_END.finditer(view, start + 1))
    else:
        stops = (_first(pattern, view, start) for pattern in (_SENTENCE_END, _STOP))
        yield min((match.start() for match in stops if match), default=len(view))


def _with_dates(view: str, end: int, opening: Opening, today: date) -> int:
    """Return the end of a clause with the dates that follow it: "when the quote is in, after the 15th, ..."."""
    while opening.leads and (match := _OPENING_END.search(view, end + 1)) and view[end : end + 1] == ",":
        if not is_only_date(view[end + 1 : match.start()].strip(), today):
            break
        end = match.start()
    return end


def _openings(view: str, known: Vocabulary) -> Iterator[Opening]:
    found = [(match, "label") for match in _LABEL.finditer(view)]
    found += [(match, _kind(match)) for match in known.connective.finditer(view)]
    for match, word in sorted(found, key=lambda pair: (pair[0].start(), -pair[0].end())):
        leads = _ONLY_SIGNS.fullmatch(view, 0, match.start()) is not None
        if word == "label" or not _is_asked(view, match.start(), word):
            yield Opening(match.start(), match.end(), word, leads)


def _kind(match: re.Match[str]) -> str:
    return next((name for name, text in match.groupdict().items() if text), "other").replace("whenever", "when")


def _is_asked(view: str, start: int, word: str) -> bool:
    """Return True when what stands before makes the clause a question, or no condition."""
    before = _words_before(view, start)
    if not before:
        return False
    if word == "after":
        return before[-1] in _AFTER_VERBS
    if word == "once":
        return before[-1] in ("at", "for", "all", "than", "just", "only")
    if word not in ("when", "if"):
        return False
    if tuple(before[-2:]) in _ASKING_PAIRS:
        return True
    if before[-1] in ASKING:
        return not (before[-1] == "know" and "let" in before[:-1])
    return "ask" in before and not {"about", "for", "to"} & set(before[before.index("ask") :])


def _words_before(view: str, start: int) -> list[str]:
    """Return up to four words of the same clause that stand before a place, the nearest last."""
    clause = re.split(rf"[,;:.!?{TAKEN}]\s|[{TAKEN}(]", view[max(0, start - 60) : start])[-1]
    return [word.text for word in words_of(clause)][-4:]


def _end(view: str, opening: Opening, dates: Sequence[FoundDate]) -> int:
    """Return where a clause ends at the latest; a bracket that it opens itself belongs to it."""
    ends = [len(view)]
    patterns = (_SENTENCE_END, _OPENING_END if opening.leads and opening.word != "label" else _STOP)
    ends += [match.start() for pattern in patterns if (match := _first(pattern, view, opening.begin))]
    for found in dates:
        comma = view[opening.begin : found.start].rstrip().endswith(",")
        if found.start > opening.begin and (found.strength == 2 or comma):
            ends.append(found.start)
    return min(ends)


def _first(pattern: re.Pattern[str], view: str, begin: int) -> re.Match[str] | None:
    """Return the first match that is not a bracket closing one of the clause."""
    for match in pattern.finditer(view, begin):
        if match[0] != ")" or view.count("(", begin, match.start()) <= view.count(")", begin, match.start()):
            return match
    return None


def _trimmed(view: str, begin: int, end: int) -> tuple[int, int]:
    while begin < end and view[begin] in " ,:;":
        begin += 1
    while begin < end and view[end - 1] in " ,:;.!?-–—(":
        end -= 1
    for word in (" and", " or", " but"):
        if view[begin:end].lower().endswith(word):
            return _trimmed(view, begin, end - len(word))
    return begin, end


def _is_clause(view: str, begin: int, end: int, opening: Opening, dates: Sequence[FoundDate], today: date) -> bool:
    """Return True for what can be a situation, behind that connecting word."""
    clause = view[begin:end]
    words = [word.text for word in words_of(clause)]
    if opening.word == "label" or (KEPT in clause and not words):
        return True
    if not words or words[0] in NOT_CLAUSES:
        return False
    if opening.word == "once":
        return _ONCE_NOT.match(clause) is None and (len(words) > 1 or words[0].endswith(("ed", "en", "ready", "home")))
    if opening.word == "after":
        is_dated = any(found.start == begin for found in dates) or is_only_date(f"after {clause}", today)
        return not is_dated and _is_event(clause, words)
    if opening.word == "if":
        return len(words) > 1
    if opening.word == "when" and opening.leads and words[0] in _ASKS:
        return False
    return opening.word == "when" or _SOON_NOT.match(clause) is None


def _is_event(clause: str, words: list[str]) -> bool:
    """Return True when what stands behind "after" happens once and is named: a clause, or a thing with its article."""
    if _AFTER_NOT.match(clause) or words[0][0].isdigit():
        return False
    if words[0] in _DETERMINERS or words[0].endswith(("'s", "’s")):
        return len(words) > 1
    return words[0].endswith("ing") or any(_VERB.match(word) for word in words[1:])
