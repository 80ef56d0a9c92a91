"""Dates as people write them, and what they mean: the rules that were decided.

A phrase is read as a deadline, whole or not at all, relative to the day it was written on. What is read is shown before
it is kept. What may mean two days is asked with both, and never guessed. In the examples today is Wednesday
12 August 2026.

- Relative days: `tomorrow`, `in 3 days`, `in two weeks`, `2 weeks from now`, `a week from Friday`, `within 3 days` are
  counted on the calendar; a month later ends at the month's last day at the most. `tonight`, `this evening`, `EOD` and
  `COB` are that day, without a time.
- `tomorrow week` and `a week on Tuesday` are counted from that day: the coming Tuesday and seven days. French `vendredi
  en huit` and `en quinze` are one and two weeks after the coming Friday, German `am Samstag in acht Tagen` likewise.
  `in two weeks on Friday` is asked. Lengths with an unknown end (`in 3 to 4 weeks`) are no dates.
- A weekday is the next one after today: on a Wednesday, `Wednesday` is in a week, and `this Wednesday` is today.
  `next Friday` is the Friday of next week (21 August), `last Friday` that of last week, `Friday after next` that of the
  week after next; a week begins on Monday. French `vendredi prochain` and Spanish `el próximo viernes` are read as
  `next Friday`, so that a phrase means the same in every language; many speakers mean the coming Friday, which is said
  as `vendredi`, `el viernes`. `this Monday`, when it is past, is asked.
- A day without a year is the coming one, today included: `10 Aug` is in 2027. `the 3rd` is the next day of that number.
- A month, quarter, year or week that is named means its last day: `August` is 31 August, `Q3` is 30 September,
  `week 33` and `this week` their Sunday. One that is to come and is called `next` means its first day: `next week` is
  Monday the 17th, `next month` 1 September. A weekend means its Saturday, or today while it lasts. Each is a span, and
  shown with both ends. The first week of a month is that of its first Thursday.
- `from Monday to Friday`, `15-20 Aug` mean the last day.
- `end of week` and `EOW` mean Friday; the end of a month, quarter or year its last day; the middle of a week is
  Wednesday, of a month the 15th, of a quarter the 15th of its second month, of a year 30 June. `early` is the
  beginning, `late` the end. One that is past and names no year is next year's; otherwise it is asked.
- `by`, `until`, `not later than` include the day; `before Friday` is Thursday, but `before 5pm` is 17:00, and
  `before the end of August` is 31 August. `by March` may mean its first day or its last and is asked, unless it has
  begun. In Chinese, as there, `周五之前` includes Friday. `after`, `since` and `周五以后` name no
  day. `the evening before Friday` is Thursday.
- Working days are Monday to Friday; holidays are not known.
- Numbers: 2026-08-15, 20260815 and 2026/08/15 are certain. Of 15/08 and 8/15 one reading exists. 03/04/2027 is asked;
  the setting of day and month only orders the choices. 03.04.2027 is 3 April when a language other than English is
  set. A year has four digits. A number or a decimal by itself is no date; `2027` and `10-12` are asked.
- A year is at most 10 ahead or 1 back, unless the date is written as YYYY-MM-DD.
- `may`, `sat`, `march` and the like are ordinary words when they stand alone in lower case: `May` or `in may` is read.
- Times: `5pm`, `17:30`, `noon`; `at 5` is asked. A time without a day is today's, or tomorrow's when it is known to be
  past. `midnight` is the end of today; `Friday midnight` is asked. A time is local unless an offset or the name of a
  zone follows it (`17:00 Europe/Berlin`); a time that the clocks of that zone skip is refused, one that they pass
  twice is asked. A local time that is skipped is refused when the base has a zone, or this system's offset. Hours
  and minutes from now need to know the time, and are counted by the clock that never jumps.
- English is always read, German, French, Spanish and Chinese when they are set, by the same rules. Other languages are
  left to dateparser, as is what no rule knows; of its readings only those in which every number is found again count.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from app.ledger.dates.leads import Lead, before, parse_lead
from app.ledger.dates.values import Ambiguous, NotADate, Reading, Span

__all__ = ["Ambiguous", "Lead", "NotADate", "Reading", "Span", "before", "parse_lead", "read_date", "read_phrase"]


def read_phrase(
    phrase: str, base: date, *, day_first: bool = True, languages: Sequence[str] = ("en",), fallback: bool = True
) -> Reading:
    """Read a typed date, date-time, span or repetition.

    Args:
        phrase: What was typed, all of it a date; at most 60 characters.
        base: What relative dates are counted from: a day, or a moment in local time, from which hours can be counted.
        day_first: Which of two readings of 03/04/2027 is named first when it is refused.
        languages: Two-letter codes of further languages; English is always read.
        fallback: Whether the library may be asked about what no rule of ours reads.

    Raises:
        NotADate: It is none of these; the message says why.
        Ambiguous: It may mean several days.
    """
    from app.ledger.dates.reading import read_whole

    return read_whole(phrase, base, day_first=day_first, languages=languages, fallback=fallback)


def read_date(
    phrase: str, base: date, *, day_first: bool = True, languages: Sequence[str] = ("en",), fallback: bool = True
) -> Reading:
    """Read a typed date or date-time; a span gives the day that it means as a deadline.

    Takes the same arguments as `read_phrase`.

    Raises:
        NotADate: It is no date, or it repeats.
        Ambiguous: It may mean several days.
    """
    reading = read_phrase(phrase, base, day_first=day_first, languages=languages, fallback=fallback)
    if reading.kind == "repetition":
        raise NotADate("it repeats; that belongs in `repeat`")
    return reading
