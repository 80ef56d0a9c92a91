"""Finds a repetition within a sentence.

What begins with "every" or "each" is one wherever it stands, as far as it can be read. Words that are ordinary ones too
("daily", "on Mondays", "every hour", "every 15th") count only where a phrase ends, at the end of the text or before a
sign, or where a time or a day follows ("weekly on Friday"). So "call her daily" repeats, "prepare the daily standup"
and "make every minute count" do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from app.vault.recurrence.checks import rule_of
from app.vault.recurrence.draft import Cursor, Draft, Misfit, Refused
from app.vault.recurrence.grammar import read_draft
from app.vault.recurrence.rule import Rule
from app.vault.recurrence.words import (
    ADVERBS,
    EVERY,
    PLURAL_WEEKDAYS,
    SEPARATORS,
    Token,
    ordinal_of,
    tokens_of,
)

_LONGEST, _LONGEST_WITHOUT_EVERY = 40, 16
_NEAR = 2
"""How far behind an "every" that could not be read its own words may be: "every 2 weekdays" is not "weekdays"."""
_ATTEMPTS = 8
"""How many ends are tried: each failure says how far the text could be read, so that few are needed."""

_MARKS = EVERY | PLURAL_WEEKDAYS | {"weekdays"}
_STARTS = PLURAL_WEEKDAYS | {"weekdays", "the", "on"}
_ORDINARY = frozenset({"may", "march", "mar", "second", "sat", "sun", "mo", "tu", "we", "th", "fr", "sa", "su"})
"""Behind a comma or an "and", in lower case, these go on with the sentence and not with the list."""
_BEFORE_NOUNS = frozenset({"a", "an", "the", "my", "your", "his", "our", "their"})


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A repetition within a text.

    Attributes:
        start: Where it begins in the text.
        end: Behind its last character.
        rule: What it means; its `text` is the part of the text.
    """

    start: int
    end: int
    rule: Rule


def find_rule(text: str) -> FoundRule | None:
    """Find the longest repetition in a text, the first of several that are equally long.

    A repetition that goes on with something that cannot be computed ("every day except holidays", "every month on
    Monday") is not found at all: a part of it would be another one.
    """
    tokens = tokens_of(text)
    found: FoundRule | None = None
    at = 0
    while at < len(tokens):
        here = _rule_at(text, tokens, at) if _may_begin(tokens, at) else None
        if here is not None and (found is None or here.end - here.start > found.end - found.start):
            found = here
        at = next(i for i in count(at + 1) if here is None or i == len(tokens) or tokens[i].start >= here.end)
    return found


def _may_begin(tokens: list[Token], at: int) -> bool:
    word = tokens[at].text
    if any(token.text in EVERY for token in tokens[max(0, at - _NEAR) : at]):
        return False
    if word in EVERY or word in ADVERBS:
        return True
    ahead = tokens[at : at + _LONGEST_WITHOUT_EVERY]
    return (word in _STARTS or ordinal_of(word) is not None) and any(token.text in _MARKS for token in ahead)


def _rule_at(text: str, tokens: list[Token], at: int) -> FoundRule | None:
    """Return the longest repetition that begins with a token."""
    says_every = tokens[at].text in EVERY or tokens[at].text in ADVERBS
    longest = _LONGEST if says_every else _LONGEST_WITHOUT_EVERY
    ahead = _one_sentence(text, tokens[at : at + longest])
    length = len(ahead)
    for _ in range(_ATTEMPTS):
        if length <= 0:
            break
        start, end = ahead[0].start, ahead[length - 1].end
        cursor = Cursor(ahead[:length])
        try:
            draft = read_draft(cursor)
            rule = rule_of(draft, text[start:end])
        except Misfit:
            return None
        except Refused:
            length = min(length - 1, cursor.furthest)
            continue
        return FoundRule(start, end, rule) if _stands(draft, text, tokens, at, end) else None
    return None


def _one_sentence(text: str, tokens: list[Token]) -> list[Token]:
    """Return the tokens before a list goes on with an ordinary word."""
    for at, token in enumerate(tokens[2:], 2):
        listed = tokens[at - 1].text in SEPARATORS or tokens[at - 1].text == ","
        if listed and token.text in _ORDINARY and text[token.start : token.end].islower():
            return tokens[: at - 1]
    return tokens


def _stands(draft: Draft, text: str, tokens: list[Token], at: int, end: int) -> bool:
    """Return whether what was read is a repetition there and no ordinary word."""
    before = text[: tokens[at].start]
    if before and not before[-1].isspace() and before[-1] not in ",;:(–—“\"'":
        return False
    if not draft.loose:
        return True
    following = text[end:].lstrip()
    is_noun = at > 0 and tokens[at - 1].text in _BEFORE_NOUNS
    return not is_noun and not (following and following[0].isalnum())
