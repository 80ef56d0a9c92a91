"""The list under the caret of the search box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from widgets.dialogs.completion import CompletionList
from widgets.dialogs.tokens import Token

if TYPE_CHECKING:
    from app.search.query_completion import Place

Complete = Callable[["Place"], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class QueryToken(Token):
    """A part of a query that a suggestion takes the place of."""

    place: Place | None = None


def query_token(text: str, caret: int, *, names: bool) -> QueryToken | None:
    """Return the part of a query that the caret stands at the end of.

    Args:
        text: The query.
        caret: Where the caret is.
        names: Whether names of operators are wanted too: a list under every word would be in the way.
    """
    from app.search.query_completion import place_at

    place = place_at(text, caret)
    if place is None or (place.part == "operator" and not names):
        return None
    after = text[caret:]
    is_link = place.part == "note"
    end = caret + (2 if is_link and after.startswith("]]") else 1 if after.startswith('"') else 0)
    gap = "" if place.part == "operator" or text[end : end + 1].isspace() else " "
    typed = text[place.start : caret]
    is_open = is_link and typed.startswith("[[") and end == caret
    return QueryToken("links", typed, place.start, end, gap, is_open=is_open, place=place)


class QueryCompletions(CompletionList):
    """Suggests what a part of a query may become."""

    def __init__(self, complete: Complete) -> None:
        super().__init__(lambda kind, typed: ())
        self._complete = complete

    def look_up(self, token: Token) -> tuple[str, ...]:
        """Return what a token may become."""
        return self._complete(token.place) if isinstance(token, QueryToken) and token.place else ()

    def _fits(self, token: Token, suggestion: str) -> bool:
        """Return whether the suggestion is for what is typed now: more may have been typed since it was made."""
        typed = token.typed.lstrip('["#')
        return token == self._token or typed.casefold() in suggestion.casefold()
