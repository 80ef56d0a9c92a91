"""Whether a text may have a date at all: most conditions have none, and cost next to nothing then."""

from __future__ import annotations

import re

_PIECE = re.compile(r"[0-9]|[^\W\d_]{2,}")
_LETTERS = (
    "jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun mär mai okt dez die mit don fre sam "
    "heu mor woc jah tag fév avr jui aoû déc lun mer jeu ven dim dem sem moi ene abr ago dic mié jue vie sáb dom mañ "
    "mes año hoy tod tom tmr ton wee qua yea chr xma hal val for day pâq noë wei ost hie auj"
)
_BEGINNINGS = frozenset(_LETTERS.split())
"""First letters of the names of months, weekdays and periods, of today and tomorrow, in the languages that are read."""
_PARTS_OF_DAYS = frozenset({"morning", "mornings"})
"""Of whatever day: "in the morning" is no date."""


def may_have_date(text: str) -> bool:
    """Return False for a text in which no date can be: without a digit and any word that dates are made of."""
    pieces = _PIECE.findall(text.lower())
    return any(piece.isdigit() or (piece[:3] in _BEGINNINGS and piece not in _PARTS_OF_DAYS) for piece in pieces)
