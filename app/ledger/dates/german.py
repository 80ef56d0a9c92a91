"""German words of dates."""

from __future__ import annotations

from app.ledger.dates.translation import Tongue
from app.ledger.dates.vocabulary import WEEKDAYS

_GERMAN_DAYS = "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag"
_DAYS = "|".join((*WEEKDAYS, "today", "tomorrow"))


def _forms(stem: str, english: str, *endings: str) -> dict[str, str]:
    return {stem + ending: english for ending in endings}


_WORDS = {
    "heute": "today", "heut": "today", "morgen": "tomorrow", "ubermorgen": "day after tomorrow",
    "uebermorgen": "day after tomorrow", "gestern": "yesterday", "vorgestern": "day before yesterday",
    "heute abend": "tonight", "heute nacht": "tonight", "heute fruh": "this morning", "heute morgen": "this morning",
    "heute vormittag": "this morning", "heute mittag": "noon", "heute nachmittag": "this afternoon",
    "morgen fruh": "tomorrow morning", "morgen abend": "tomorrow evening", "morgen vormittag": "tomorrow morning",
    "morgen nachmittag": "tomorrow afternoon", "morgen mittag": "tomorrow noon",
    "fruh": "morning", "abend": "evening", "abends": "in the evening", "morgens": "in the morning",
    "vormittags": "in the morning", "nachmittags": "in the afternoon", "vormittag": "morning",
    "nachmittag": "afternoon", "mittag": "noon", "mittags": "noon", "mitternacht": "midnight",
    "montag": "monday", "dienstag": "tuesday", "mittwoch": "wednesday", "donnerstag": "thursday",
    "freitag": "friday", "samstag": "saturday", "sonnabend": "saturday", "sonntag": "sunday",
    "mo": "monday", "di": "tuesday", "mi": "wednesday", "do": "thursday", "fr": "friday", "sa": "saturday",
    "so": "sunday", "mo.": "monday", "di.": "tuesday", "mi.": "wednesday", "do.": "thursday", "fr.": "friday",
    "sa.": "saturday", "so.": "sunday",
    "januar": "january", "janner": "january", "februar": "february", "feber": "february", "marz": "march",
    "maerz": "march", "april": "april", "mai": "may", "juni": "june", "juli": "july", "august": "august",
    "september": "september", "oktober": "october", "november": "november", "dezember": "december",
    "jan": "january", "feb": "february", "mar": "march", "mrz": "march", "apr": "april", "jun": "june", "jul": "july",
    "aug": "august", "sep": "september", "sept": "september", "okt": "october", "nov": "november", "dez": "december",
    "jan.": "january", "feb.": "february", "apr.": "april", "aug.": "august", "sept.": "september",
    "sep.": "september", "okt.": "october", "nov.": "november", "dez.": "december",
    "ein": "a", "eine": "a", "einem": "a", "einer": "a", "einen": "a", "zwei": "two", "drei": "three",
    "vier": "four", "funf": "five", "fuenf": "five", "sechs": "six", "sieben": "seven", "acht": "eight",
    "neun": "nine", "zehn": "ten", "elf": "eleven", "zwolf": "twelve", "zwoelf": "twelve", "vierzehn": "fourteen",
    "zwanzig": "twenty", "dreissig": "thirty", "halben": "half", "halbe": "half", "halbes": "half",
    "halbem": "half", "in einer halben": "in half a", "in einem halben": "in half a", "eine halbe": "half a",
    "ein halbes": "half a", "anderthalb": "one and a half", "eineinhalb": "one and a half",
    "zweieinhalb": "two and a half", "dreieinhalb": "three and a half",
    "stunde": "hour", "stunden": "hours", "std": "hours", "h": "hours",
    "minute": "minute", "minuten": "minutes", "min": "minutes",
    "monatsende": "end of month", "jahresende": "end of year", "wochenende": "weekend",
    "quartalsende": "end of quarter",
    "monatsanfang": "start of month", "jahresanfang": "start of year", "monatsmitte": "middle of month",
    "jahreswechsel": "end of year", "wochenanfang": "start of week", "feierabend": "eod",
    "ende": "end", "anfang": "start", "beginn": "start", "mitte": "middle",
    "bis": "by", "bis zum": "by the", "bis zur": "by the", "bis spatestens": "by", "spatestens": "by",
    "spatestens am": "by the", "spatestens bis": "by", "vor": "before", "vor dem": "before the",
    "vor der": "before the",
    "vorm": "before the", "in": "in", "im": "in", "innerhalb von": "within", "innerhalb": "within", "binnen": "within",
    "am": "on the", "an": "on", "zum": "by the", "den": "the", "dem": "the", "der": "the", "des": "of", "die": "the",
    "das": "the", "vom": "from the", "von": "from", "zwischen": "between", "und": "and", "nach": "after", "ab": "from",
    "seit": "since", "um": "at", "gegen": "at", "erst": "first", "uber": "over",
    "in den nachsten": "within", "in den kommenden": "within", "ubernachste woche": "week after next",
    "ubernachsten monat": "month after next", "ubernachstes wochenende": "weekend after next",
    "ubernachsten": "afternext", "weihnachten": "christmas", "heiligabend": "christmas eve",
    "silvester": "new year's eve",
    "neujahr": "new year's day", "jeden": "every", "jede": "every", "jedes": "every", "alle": "every",
    "taglich": "every day", "wochentlich": "every week", "monatlich": "every month", "jahrlich": "every year",
    "kw": "week", "kalenderwoche": "week", "der kw": "week",
    **_forms("nachste", "next", "", "n", "r", "s", "m"), **_forms("naechste", "next", "", "n", "r", "s", "m"),
    **_forms("kommende", "coming", "n", "r", "s", "m"), **_forms("kommende woche", "next week", ""),
    "kommenden monat": "next month", "kommendes wochenende": "this weekend", "kommende": "coming",
    **_forms("diese", "this", "", "n", "r", "s", "m"), **_forms("letzte", "last", "", "n", "r", "s", "m"),
    **_forms("vorige", "last", "", "n", "r", "s", "m"), **_forms("vergangene", "last", "", "n", "r", "s", "m"),
    **_forms("erste", "first", "", "n", "r", "s", "m"), **_forms("zweite", "second", "", "n", "r", "s", "m"),
    **_forms("dritte", "third", "", "n", "r", "s", "m"), **_forms("vierte", "fourth", "", "n", "r", "s", "m"),
    **_forms("tag", "days", "", "e", "en", "es", "s"), **_forms("woche", "weeks", "n"), "woche": "week",
    **_forms("monat", "months", "e", "en"), **_forms("monat", "month", "", "s", "es"),
    **_forms("jahr", "years", "e", "en"), **_forms("jahr", "year", "", "s", "es"),
    **_forms("quartal", "quarter", "", "s", "e", "en"),
    **_forms("arbeitstag", "working days", "e", "en"), "arbeitstag": "working day",
    **_forms("werktag", "working days", "e", "en"), "werktag": "working day",
}  # fmt: skip

TONGUE = Tongue(
    words=_WORDS,
    rewrites=(
        (r"\b([0-9]{1,2})[:.]([0-9]{2}) ?uhr\b", r"«\1:\2»"),
        (r"\b([0-9]{1,2}) ?uhr ([0-9]{2})\b", r"«\1:\2»"),
        (r"(?<!\bin )(?<!\bvor )\b([0-9]{1,2}) ?(?:uhr|h)\b", r"«\1:00»"),
        (r"\bkw ?([0-9]{1,2})\b", r"kw \1"),
        (rf"\b([1-5])\. ?(?=(?:{_GERMAN_DAYS})\b)", r"«\1th» "),
        (r"\b([1-4])\. ?quartal\b", r"«q\1»"),
    ),
    order=(
        (rf"\bon the ({_DAYS})\b", r"on \1"),
        (rf"^(?:on )?(?:the )?({_DAYS}) in (?:eight|8) days$", r"\1 week"),
        (rf"^(?:on )?(?:the )?({_DAYS}) in (?:fourteen|14) days$", r"\1 fortnight"),
        (rf"^(?:on )?(?:the )?({_DAYS}) in (a week|[a-z0-9]+ weeks)$", r"\1 in \2"),
        (r"^(.+) in (a week|[a-z0-9]+ weeks)$", r"\2 from \1"),
        (r"^(?!by |from )(.+) by (.+)$", r"\1 to \2"),
    ),
    ordinary=frozenset({"so", "do", "mi", "di", "mo", "sa", "fr", "mar", "in"}),
)
