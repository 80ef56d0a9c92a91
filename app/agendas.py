"""The agenda as screens and searches need it: with what fires in a context, or kept from key to key."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from app.clock import Clock
from app.ledger.adopting import adopted_blocks, with_problems
from app.ledger.agenda import build_agenda
from app.ledger.commitment import Agenda
from app.upkeep import Upkeep

if TYPE_CHECKING:
    from app.ledger.context_matches import ContextMatches


class _Asked(NamedTuple):
    """What queries are matched with, the minute that it is of, and what it was made of."""

    made_of: tuple[object, ...]
    minute: datetime
    agenda: Agenda


class Agendas:
    """Makes agendas of one vault. May be used from any thread."""

    def __init__(self, upkeep: Upkeep, now: Clock) -> None:
        self._upkeep = upkeep
        self._ledger = upkeep.ledger
        self._now = now
        self._asked: _Asked | None = None

    def of(self, matches: ContextMatches | None) -> Agenda:
        """Return the agenda of now, with what fires in a context and what is suggested."""
        return build_agenda(
            with_problems(self._ledger.entries, self._upkeep.lines.problems),
            self._upkeep.tasks,
            now=self._now(),
            context={**(matches.firing if matches else {}), **self._upkeep.firings.current},
            maybe=dict(matches.maybe) if matches else {},
            suggested=self._upkeep.suggestions.current,
            flagged=self._ledger.flagged,
            owners=adopted_blocks(self._ledger.entries, self._upkeep.resolve),
        )

    def for_queries(self) -> Agenda:
        """Return what queries are matched with: kept from key to key while ledger, task lines, firings and time allow.

        With thousands of task lines an agenda takes longer than the search.
        """
        now, tasks, current = self._now(), self._upkeep.tasks, self._upkeep.firings.current
        made_of, minute = (self._ledger.entries, tasks, current), now.replace(second=0, microsecond=0)
        known = self._asked
        same = known is not None and all(a is b for a, b in zip(known.made_of, made_of, strict=True))
        if known is None or not same or minute != known.minute:
            owners = adopted_blocks(self._ledger.entries, self._upkeep.resolve)
            agenda = build_agenda(self._ledger.entries, tasks, now=now, context=current, owners=owners)
            known = self._asked = _Asked(made_of, minute, agenda)
        return known.agenda
