"""What must not be done, or not before something else: "never quote above 25k before the broker's OK".

All of it is the action. The situation that it is for is the doing itself ("quoting above 25k"): that is when a person
has to be told. What stands behind "before" is no deadline.
"""

from __future__ import annotations

import re

from app.ledger.quick_add.sheet import TAKEN, Sheet
from app.ledger.quick_add.values import Claim

_NO_VERB = r"(?:on|in|at|by|before|until|till|after|during|for|within|today|tomorrow|again)(?![\w'’-])"
_FORBIDDEN = re.compile(
    rf"[\s{TAKEN}]*(?:please\s+)?(?:(?:never|don['’]?t|do\s+not|must\s+not|mustn['’]?t|must\s+never|should\s+not|"
    rf"shouldn['’]?t|cannot|can['’]?t)\s+(?:(?:ever|again|even|just|really|actually|simply|only)\s+)*(?!{_NO_VERB})(?P<verb>[a-z]{{2,}})(?![\w'’-])|"
    rf"(?:no|not)\s+(?P<gerund>[a-z]{{2,}}ing)(?![\w'’-]))",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    rf"(?<![\w'’-])(?:before|until|till|without|unless|except|if|when(?:ever)?|once|because|again|ever)(?![\w'’-])"
    rf"|[,;:.!?](?=\s|$)|[{TAKEN}()]|\s[-–—]+\s",
    re.IGNORECASE,
)
_NOT_FORBIDDEN = frozenset(["forget", "worry", "hesitate", "miss", "fail", "lose", "mind", "bother", "panic"])
"""Behind "don't" these ask for the thing itself: don't forget to call."""

_BEFORE_DOING = re.compile(
    rf"(?<![\w'’-])before\s+(?P<clause>(?P<verb>[a-z]{{2,}}ing)\s+[^\s{TAKEN}][^{TAKEN}]*)", re.IGNORECASE
)
_NO_VERBS = frozenset(
    [
        "evening",
        "morning",
        "spring",
        "wedding",
        "meeting",
        "anything",
        "everything",
        "something",
        "king",
        "ring",
        "string",
    ]
)

_DOUBLED = re.compile(r"(?:[^aeiou]*(?:qu)?[aeiou][^aeiouwxyq]|.*[^aeiou][aeiou]l)")
_STRESSED = frozenset(
    [
        "admit",
        "begin",
        "commit",
        "submit",
        "permit",
        "omit",
        "forget",
        "refer",
        "prefer",
        "transfer",
        "occur",
        "defer",
        "confer",
        "regret",
        "equip",
        "upset",
        "rebut",
        "outrun",
        "overrun",
        "rerun",
        "unplug",
        "format",
        "input",
        "output",
    ]
)


def find_prohibition(view: str) -> re.Match[str] | None:
    """Return where a line forbids something; None when it does not."""
    match = _FORBIDDEN.match(view)
    return match if match and (match["verb"] or "").lower() not in _NOT_FORBIDDEN else None


def situation(sheet: Sheet, *, dated: bool = False) -> Claim | None:
    """Return the condition that lies in what is forbidden, or in what something is to be done before.

    Args:
        sheet: The line.
        dated: Whether it has a due date: what is forbidden until then may be a single word.
    """
    view = sheet.view
    match = find_prohibition(view)
    if match is not None:
        group = "verb" if match["verb"] else "gerund"
        start = match.start(group)
        limit = _LIMIT.search(view, match.end())
        end = start + len(view[start : limit.start() if limit else len(view)].rstrip())
        if end <= match.end() and not dated and (limit is None or not limit[0].isalpha()):
            return None
        doing = gerund(match[group]) if match["verb"] else match[group].lower()
        return _claim(sheet, start, match.end(), end, doing)
    before = _BEFORE_DOING.search(view)
    if before is None or before["verb"].lower() in _NO_VERBS:
        return None
    limit = _LIMIT.search(view, before.end("verb"))
    end = before.start("clause") + len(view[before.start("clause") : limit.start() if limit else len(view)].rstrip())
    return _claim(sheet, before.start("clause"), before.end("verb"), end, before["verb"])


def _claim(sheet: Sheet, start: int, rest: int, end: int, doing: str) -> Claim:
    clause = " ".join(f"{doing}{sheet.shown(rest, end)}".split()).strip(" ,")
    return Claim("when", start, end, clause, clause, stays=True)


def gerund(verb: str) -> str:
    """Return the "-ing" form of an English verb, in British spelling: quote, quoting; travel, travelling."""
    word = verb.lower()
    if word.endswith("ie"):
        return f"{word[:-2]}ying"
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")) and len(word) > 2:
        return f"{word[:-1]}ing"
    if word in _STRESSED or _DOUBLED.fullmatch(word):
        return f"{word}{word[-1]}ing"
    return f"{word}ing"
