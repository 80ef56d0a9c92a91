"""Repetitions: reading them, saying them in words, and the dates on which they fall.

Understood, in any case of letters (the grammar of Obsidian Tasks and of `rrule`'s texts, and what people write beside):

- `every [N|other|second ...] day|week|fortnight|month|quarter|year|hour|minute[s]`; `daily`, `weekly`, `fortnightly`,
  `monthly`, `quarterly`, `yearly`, `annually`, `hourly`; `each` for `every`.
- `every weekday` (Monday to Friday), `every weekend` (its Saturday), `every Monday, Wednesday and Friday`,
  `every Mon-Fri`, `every other Friday`, `on Mondays`, `every January and July`, `every 3 March`.
- `on|in [the]` and a list of: `15th`, `first`, `last`, `4th last`, each with a weekday, `day` or `weekday` (a working
  day) or alone; weekdays; months. `every last Friday`, `the 15th of every month`.
- `at 9`, `at 9:30 and 17`, `at 7 pm`, `at noon`; `until 2027-06-30` or `until 30 June 2027`.
- `when done` behind, or `every!` in front: counted from the day of completion instead of the due date.

Refused, with the reason and an example: what may mean two things (`every 2 weekdays`, `every second Tuesday`,
`every month on Monday`, `biweekly`), exceptions, `for N times` (nothing counts the occurrences of a text), an `until`
without a year, and any word without a meaning. Nothing is guessed at: the library behind Obsidian Tasks reads
"every weekend" as "every week", and loses "blah" from "every day blah".
"""

from __future__ import annotations

from app.vault.recurrence.finding import FoundRule, find_rule
from app.vault.recurrence.moments import next_moment, upcoming
from app.vault.recurrence.reading import read_rule
from app.vault.recurrence.rule import NthDay, RepetitionOver, Rule, RuleNotUnderstood
from app.vault.recurrence.steps import anchor_after, next_date

__all__ = [
    "FoundRule",
    "NthDay",
    "RepetitionOver",
    "Rule",
    "RuleNotUnderstood",
    "anchor_after",
    "find_rule",
    "next_date",
    "next_moment",
    "read_rule",
    "upcoming",
]
