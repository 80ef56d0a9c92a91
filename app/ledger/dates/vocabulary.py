"""The English words of dates, by what they stand for."""

from __future__ import annotations

from collections.abc import Mapping

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

UNITS: tuple[tuple[int, int, int, int], ...] = (
    (1, 0, 0, 0), (7, 0, 0, 0), (14, 0, 0, 0), (0, 1, 0, 0), (0, 3, 0, 0), (0, 12, 0, 0), (0, 120, 0, 0),
    (0, 0, 60, 0), (0, 0, 1, 0), (0, 0, 0, 1),
)  # fmt: skip
"""Days, months, minutes and working days of each unit, by its number in the class "unit"."""
DAY, WEEK, FORTNIGHT, MONTH, QUARTER, YEAR, DECADE, HOUR, MINUTE, WORKING_DAY = range(len(UNITS))

PERIODS = ("week", "month", "quarter", "year")
"""By their number in the class "period"."""

_WORDS: Mapping[str, Mapping[int, str]] = {
    "weekday": {
        0: "monday mon", 1: "tuesday tues tue", 2: "wednesday weds wed", 3: "thursday thurs thur thu", 4: "friday fri",
        5: "saturday sat", 6: "sunday sun",
    },
    "month": {
        1: "january jan", 2: "february feb", 3: "march mar", 4: "april apr", 5: "may", 6: "june jun", 7: "july jul",
        8: "august aug", 9: "september sept sep", 10: "october oct", 11: "november nov", 12: "december dec",
    },
    "count": {
        1: "a an one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
        10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen", 16: "sixteen",
        17: "seventeen", 18: "eighteen", 19: "nineteen", 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty",
        60: "sixty", 90: "ninety", 0: "zero",
    },
    "unit": {
        DAY: "day days", WEEK: "week weeks wk wks", FORTNIGHT: "fortnight fortnights", MONTH: "month months mo mos",
        QUARTER: "quarter quarters", YEAR: "year years yr yrs", DECADE: "decade decades",
        HOUR: "hour hours hr hrs", MINUTE: "minute minutes min mins", WORKING_DAY: "weekday weekdays workday workdays",
    },
    "letter": {DAY: "d", WEEK: "w", MONTH: "m", YEAR: "y", HOUR: "h"},
    "period": {0: "week", 1: "month", 2: "quarter", 3: "year"},
    "eo": {0: "eow", 1: "eom", 2: "eoq", 3: "eoy"},
    "quarter": {1: "q1", 2: "q2", 3: "q3", 4: "q4"},
    "half": {1: "h1", 2: "h2"},
    "weekno": {number: f"w{number:02d}" + (f" w{number}" if number < 10 else "") for number in range(1, 54)},
    "which": {0: "this current", 1: "next following", -1: "last previous"},
    "part": {0: "morning", 1: "afternoon", 2: "evening", 3: "night"},
    "edge": {0: "start beginning early begin", 1: "mid middle halfway", 2: "end late ending"},
    "nth": {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last final"},
    "dayth": {
        1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth",
        10: "tenth", 11: "eleventh", 12: "twelfth", 13: "thirteenth", 14: "fourteenth", 15: "fifteenth",
        16: "sixteenth", 17: "seventeenth", 18: "eighteenth", 19: "nineteenth", 20: "twentieth", 30: "thirtieth",
    },
    "noon": {12: "noon midday"},
    "until": {0: "by until till til"},
    "upon": {0: "on at due @ around about"},
    "of": {0: "of in"},
    "to": {0: "to through thru until till - and"},
    "working": {0: "business working work"},
}  # fmt: skip

_PLAIN = (
    "the or and after before from now ago hence later today tonight tomorrow tmrw tmr tomorow tmw yesterday within "
    "over time half quarters past coming upcoming than no not latest earliest weekend christmas xmas day eve boxing "
    "new year's years halloween valentine's valentines midnight eod cob eob close business o'clock oclock prior ahead "
    "since during sometime between for couple thing play number early about commencing starting week "
)
"""Words that only rules name."""


def _collected() -> dict[str, dict[str, int]]:
    values: dict[str, dict[str, int]] = {word: {} for word in _PLAIN.split()}
    for kind, table in _WORDS.items():
        for value, words in table.items():
            for word in words.split():
                values.setdefault(word, {})[kind] = value
    for entry in values.values():
        if "dayth" in entry:
            entry["day"] = entry["dayth"]
    return values


VALUES: Mapping[str, Mapping[str, int]] = _collected()
"""Each known word with its values by class; a word of rules only has none."""
