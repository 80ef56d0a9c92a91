"""Priorities, tags and projects: what a sign before a word marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from app.ledger.entry import Priority
from app.ledger.quick_add.sheet import Sheet
from app.ledger.quick_add.values import Claim
from app.vault.tags import body_tags

_BEGIN = r"(?<![^\s(\[{,;|])"
_TAG = re.compile(rf"{_BEGIN}#(?P<name>[^\s\x00\x01\u2000-\u200c\u200e-\u206f'!\"#$%&()*+,.:;<=>?@^`{{|}}~\[\]\\]+)")
"""As far as a tag can reach; `app.vault.tags` says whether it is one."""
_PROJECT = re.compile(rf"{_BEGIN}@(?:\"(?P<quoted>[^\"\n]*)\"|(?P<plain>\w[\w/&+-]*(?:\.\w[\w/&+-]*)*))(?![\w'’@])")
_PRIORITY = re.compile(rf"{_BEGIN}!(?P<word>[^\W\d_]+|[0-9]|!{{1,2}})(?=[\s,;.)]|$)")
_OPEN_QUOTE = re.compile(rf"{_BEGIN}@\"[^\"\n]*$")
_SIGNS = {"1": "highest", "2": "high", "3": "medium", "4": "low", "5": "lowest", "!!": "high", "!": "medium"}
_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}(?:[:.][0-9]{2})?(?:[ap]m)?|noon|midnight|today|tonight|tomorrow"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|heute|morgen|demain|mañana",
    re.IGNORECASE,
)
"""Behind `@` these are dates and times, and no projects."""


def find_markers(sheet: Sheet) -> list[Claim]:
    """Take the markers of a line."""
    claims = [*_tags(sheet.view), *_last_only(_priorities(sheet.view)), *_last_only(_projects(sheet.view))]
    for claim in claims:
        sheet.take(claim.start, claim.end)
    return claims


def _tags(view: str) -> Iterator[Claim]:
    seen = set()
    for match in _TAG.finditer(view):
        same = next(body_tags(match[0]), "")
        if same:
            name = match["name"].strip("/")
            yield Claim("tags", match.start(), match.end(), "" if same in seen else name, f"#{name}")
            seen.add(same)


def _priorities(view: str) -> Iterator[Claim]:
    for match in _PRIORITY.finditer(view):
        word = _SIGNS.get(match["word"], match["word"].lower())
        problem = "" if word in get_args(Priority) else f"a priority is one of {', '.join(get_args(Priority))}"
        yield Claim("priority", match.start(), match.end(), word, word, problem)


def _projects(view: str) -> Iterator[Claim]:
    for match in _PROJECT.finditer(view):
        name = " ".join((match["quoted"] or match["plain"] or "").split()).strip("/")
        if match["plain"] and _MOMENT.fullmatch(match["plain"]):
            continue
        problem = "" if name else "name the project between the quotes"
        yield Claim("project", match.start(), match.end(), name, name, problem)
    if unclosed := _OPEN_QUOTE.search(view):
        yield Claim("project", unclosed.start(), unclosed.end(), "", problem="the closing quote is missing")


def _last_only(claims: Iterator[Claim]) -> Iterator[Claim]:
    """Yield claims of a field that has one value: the last that can be used counts."""
    found = list(claims)
    usable = [claim for claim in found if not claim.problem]
    for claim in found:
        if claim.problem or claim is usable[-1] or claim.value == usable[-1].value:
            yield claim
        else:
            yield replace(claim, problem=f"there is one {claim.field} only, and {usable[-1].value} stands later")
