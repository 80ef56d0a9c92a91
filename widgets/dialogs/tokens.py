"""Which part of what is being typed can be completed, and what it becomes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["links", "project", "tags"]
"""What completes it; named as the fields are."""

_WORD = re.compile(r"([@#])([^\s\"]*)\Z")
_QUOTED = re.compile(r"(?:^|(?<=\s))@\"([^\"]*)\Z")
_PLAIN = re.compile(r"\w[\w/&+-]*(?:\.\w[\w/&+-]*)*")
_REST_OF_LINK = re.compile(r"[^\[\]]*\]\]")
_KINDS: dict[str, Kind] = {"@": "project", "#": "tags"}
_MARKERS: dict[Kind, str] = {"links": "[[", "project": "@", "tags": "#"}


@dataclass(frozen=True, slots=True)
class Token:
    """What a suggestion takes the place of.

    Attributes:
        kind: What completes it.
        typed: What it begins with so far.
        start: Where it begins in the text, its marker left out.
        end: Where it ends.
        closing: What comes after a suggestion.
        in_line: Whether it is one of several in a line, so that a project of several words needs quotes.
        is_open: Whether it is a link whose brackets are not closed: it is nothing yet without a suggestion.
    """

    kind: Kind
    typed: str
    start: int
    end: int
    closing: str = ""
    in_line: bool = False
    is_open: bool = False


def token_in_line(text: str, caret: int) -> Token | None:
    """Return the link, project or tag that the caret stands at the end of, by its marker: `[[`, `@` or `#`."""
    before, after = text[:caret], text[caret:]
    opened = before.rfind("[[")
    if opened >= 0 and "]]" not in before[opened:]:
        rest = _REST_OF_LINK.match(after)
        end = caret + (rest.end() if rest else 0)
        closing = "]]" + _gap(text[end:])
        return Token("links", before[opened + 2 :], opened + 2, end, closing, in_line=True, is_open=rest is None)
    if after and not after[0].isspace():
        return None
    if quoted := _QUOTED.search(before):
        return Token("project", quoted[1], quoted.start() + 1, caret, _gap(after), in_line=True)
    word = _WORD.fullmatch(before.split()[-1]) if before and not before[-1].isspace() else None
    if word is None:
        return None
    return Token(_KINDS[word[1]], word[2], caret - len(word[2]), caret, _gap(after), in_line=True)


def token_in_field(kind: Kind, text: str, caret: int) -> Token | None:
    """Return what a field of this kind, or a line of it, holds; None when it is empty or the caret is elsewhere.

    The marker may stand there, and is left out of what a suggestion becomes: the field says what it is.
    """
    bare = text.lstrip().removeprefix("!") if kind == "links" else text.lstrip()
    typed = bare.removeprefix(_MARKERS[kind])
    is_marked = typed != bare
    if kind == "links" and is_marked and typed.endswith("]]"):
        return None
    if caret != len(text) or not (typed.strip() or is_marked):
        return None
    return Token(kind, typed, 0, len(text), is_open=kind == "links" and is_marked)


def completed(text: str, token: Token, suggestion: str) -> tuple[str, int]:
    """Return the text with the suggestion in it, and where the caret goes."""
    needs_quotes = token.in_line and token.kind == "project" and not _PLAIN.fullmatch(suggestion)
    before = text[: token.start] + (f'"{suggestion}"' if needs_quotes else suggestion) + token.closing
    return before + text[token.end :], len(before)


def adds_something(token: Token, suggestion: str) -> bool:
    """Return whether taking the suggestion would do more than go on to the next word."""
    return suggestion != token.typed or bool(token.closing.strip())


def _gap(after: str) -> str:
    return "" if after[:1].isspace() else " "
