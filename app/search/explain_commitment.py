"""Why a commitment stands where it stands in the agenda, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime

from app.ledger.commitment import Commitment, Firing, Terms
from app.ledger.condition_dates import in_season, season_of
from app.ledger.condition_dates.wording import season_words
from app.ledger.firing_constants import OUT_OF_REACH
from app.ledger.matching import content_words
from app.ledger.wording import is_asserted, place_words, until_words, when_words
from app.search.explain import Explanation, Factor

_WORD = re.compile(r"\w+(?:['’]\w+)?")


def explain_commitment(item: Commitment, now: datetime) -> Explanation:
    """Return what decides a commitment's place: its date, its lead, its condition and what met it."""
    return Explanation(tuple(_factors(item, now)))


def _factors(item: Commitment, now: datetime) -> Iterator[Factor]:
    if item.status == "suggested":
        yield Factor("suggested", None, f"a note says “{item.sentence}”; it counts for nothing until it is an entry")
    if item.due is not None:
        words = when_words(item, now.date())
        yield Factor("scheduled" if item.is_scheduled else "due", None, f"{_day(item.due)}: {words}")
    if item.lead:
        yield Factor("lead", None, f"fires {item.lead} before that")
    if item.when:
        yield from _condition(item, item.when)
        yield from _season(item, now.date())
    if item.snoozed:
        yield Factor("snoozed", None, f"hidden {until_words(item.snoozed)}")
    if item.is_implied:
        yield Factor("implied", None, "that day is in the file's name; the line itself has no date")
    if item.remind is not None and item.remind != item.due:
        yield Factor("reminder", None, f"fires from {_day(item.remind)} on")
    if item.blocked_by:
        yield Factor("blocked", None, f"not before these are done: {_names(item)}")
    if item.under:
        yield Factor("under", None, f"part of “{item.under}”")
    if item.start:
        yield Factor("start", None, f"not before {_day(item.start)}")
    yield from _firing(item)


def _day(moment: date | datetime) -> str:
    time = f" {moment:%H:%M}" if isinstance(moment, datetime) else ""
    return f"{moment:%a} {moment.day} {moment:%b %Y}{time}"


def _condition(item: Commitment, when: str) -> Iterator[Factor]:
    yield Factor("condition", None, f"waits for: {when}")
    yield Factor("cues", None, _counted(item.cues, "example", " of the situation"))
    yield Factor("not for", None, _counted(item.blockers, "nearby situation", " in which it does not apply"))


def _counted(texts: Sequence[str], name: str, what: str) -> str:
    if not texts:
        return "none: with some it is asserted more easily"
    return f"{len(texts)} {name}{'s' if len(texts) > 1 else ''}{what}"


def _season(item: Commitment, today: date) -> Iterator[Factor]:
    """Yield what the dates of a condition come to."""
    season = season_of(item)
    if season is not None:
        limits = not season.fires and season.phrases and not in_season(item, today)
        yield Factor("dates", None, season_words(season, today) + (": not today" if limits else ""))


def _names(item: Commitment) -> str:
    return ", ".join(f"“{one.action}”" for one in item.blocked_by)


def _firing(item: Commitment) -> Iterator[Factor]:
    firing = item.firing
    if firing is None:
        yield Factor("firing", None, "not now: no date has come and nothing met the condition")
    elif firing.reason == "date":
        ahead = "its lead has begun" if item.lead else "its reminder has come"
        yield Factor("firing", None, "its date has come" if (firing.days_late or 0) >= 0 else ahead)
    else:
        yield from _match(firing, item)


def _match(firing: Firing, item: Commitment) -> Iterator[Factor]:
    place = place_words(firing) or "what you search for"
    if firing.met:
        yield Factor("because of", None, f"{place}: “{firing.met.context}”")
        yield Factor("met", None, f"“{firing.met.text}”")
    else:
        yield Factor("because of", None, place)
    if firing.terms:
        yield from _terms(firing.terms, firing.met.context if firing.met else "")
    if firing.score is not None:
        yield Factor("score", firing.score, f"{_needed(firing, item)}: {_verdict(firing)}")


def _needed(firing: Firing, item: Commitment) -> str:
    threshold = firing.threshold or 0.0
    if threshold >= OUT_OF_REACH:
        return "the sum"
    lacking = " and ".join(name for name, given in (("cues", item.cues), ("blockers", item.blockers)) if not given)
    more = f" (1.00 with {lacking})" if threshold > 1.0 and lacking else ""
    return f"of {threshold:.2f} needed{more}"


def _verdict(firing: Firing) -> str:
    if is_asserted(firing):
        return "strong evidence, asserted"
    if (firing.threshold or 0.0) >= OUT_OF_REACH:
        return "words alone, and few of them, never assert it; it may be, and is only offered"
    return "it may be, and is only offered"


def _terms(terms: Terms, context: str) -> Iterator[Factor]:
    """Yield the parts of the score, which is their sum."""
    if terms.named:
        yield Factor("named", terms.words, "all words of the sentence stand in that text")
        return
    shared = f": {', '.join(_spelled(terms.shared, context))}" if terms.shared else ""
    yield Factor("words", terms.words, f"telling words in common, beyond chance{shared}")
    yield Factor("meaning", terms.meaning, _MEANING if terms.meaning else _NO_MEANING)
    if terms.blockers:
        yield Factor("blockers", terms.blockers, f"near to where it does not apply: “{terms.blocker}”")
    if terms.not_yet:
        yield Factor("not yet", terms.not_yet, f"it has not come about: “{terms.denied}”")
    if terms.amounts:
        yield Factor("amounts", terms.amounts, terms.amount)


_MEANING = "alike in meaning, compared with the vault's other notes"
_NO_MEANING = "alike in meaning: not compared, or no more than other notes"


def _spelled(stems: Sequence[str], context: str) -> Iterator[str]:
    """Yield for each stem the word of the context that it is of."""
    words: dict[str, str] = {}
    for word in _WORD.findall(context):
        for stem in content_words(word):
            words.setdefault(stem, word.casefold())
    return (words.get(stem, stem) for stem in stems)
