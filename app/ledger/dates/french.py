"""French words of dates."""

from __future__ import annotations

from app.ledger.dates.translation import Tongue

_WEEKDAYS = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
_WORDS = {
    "aujourd'hui": "today", "demain": "tomorrow", "apres-demain": "day after tomorrow",
    "apres demain": "day after tomorrow", "hier": "yesterday", "avant-hier": "day before yesterday",
    "ce soir": "tonight", "cette nuit": "tonight", "ce matin": "this morning", "cet apres-midi": "this afternoon",
    "demain matin": "tomorrow morning", "demain soir": "tomorrow evening", "demain apres-midi": "tomorrow afternoon",
    "matin": "morning", "soir": "evening", "apres-midi": "afternoon", "du matin": "in the morning",
    "du soir": "in the evening", "de l'apres-midi": "in the afternoon", "midi": "noon", "minuit": "midnight",
    "lundi": "monday", "mardi": "tuesday", "mercredi": "wednesday", "jeudi": "thursday", "vendredi": "friday",
    "samedi": "saturday", "dimanche": "sunday", "lun": "monday", "mer": "wednesday", "jeu": "thursday",
    "ven": "friday", "sam": "saturday", "dim": "sunday", "lun.": "monday", "mer.": "wednesday", "jeu.": "thursday",
    "ven.": "friday", "sam.": "saturday", "dim.": "sunday",
    "janvier": "january", "fevrier": "february", "mars": "march", "avril": "april", "mai": "may", "juin": "june",
    "juillet": "july", "aout": "august", "septembre": "september", "octobre": "october", "novembre": "november",
    "decembre": "december", "janv": "january", "fevr": "february", "fev": "february", "avr": "april",
    "juil": "july", "sept": "september", "oct": "october", "nov": "november", "dec": "december",
    "janv.": "january", "fevr.": "february", "fev.": "february", "avr.": "april", "juil.": "july",
    "sept.": "september", "oct.": "october", "nov.": "november", "dec.": "december",
    "un": "a", "une": "a", "deux": "two", "trois": "three", "quatre": "four", "cinq": "five", "six": "six",
    "sept jours": "seven days", "sept semaines": "seven weeks", "sept mois": "seven months", "huit": "eight",
    "neuf": "nine", "dix": "ten", "onze": "eleven", "douze": "twelve", "vingt": "twenty", "trente": "thirty",
    "demi": "half", "demie": "half", "une demi-heure": "half an hour", "demi-heure": "half an hour",
    "jour": "day", "jours": "days", "semaine": "week", "semaines": "weeks", "mois": "month", "an": "year",
    "ans": "years", "annee": "year", "l'annee": "year",
    "de l'annee": "of year", "annees": "years", "trimestre": "quarter", "trimestres": "quarters",
    "heure": "hour", "heures": "hours", "min": "minutes", "minute": "minute", "minutes": "minutes",
    "jours ouvres": "working days", "jours ouvrables": "working days", "jour ouvre": "working day",
    "jour ouvrable": "working day", "quinzaine": "fortnight",
    "week-end": "weekend", "weekend": "weekend", "prochain": "next", "prochaine": "next", "prochains": "next",
    "prochaines": "next", "dernier": "last", "derniere": "last", "passe": "last", "passee": "last",
    "ce": "this", "cet": "this", "cette": "this", "premier": "first", "premiere": "first", "deuxieme": "second",
    "second": "second", "troisieme": "third", "quatrieme": "fourth", "1er": "1st",
    "fin": "end", "la fin": "end", "debut": "start", "le debut": "start", "mi": "mid", "milieu": "middle",
    "fin d'annee": "end of year", "fin de l'annee": "end of year", "la fin de l'annee": "end of year",
    "avant": "before", "d'ici": "by", "d'ici a": "by", "d'ici au": "by the", "d'ici la": "by",
    "d'ici le": "by the", "jusqu'a": "by", "jusqu'au": "by the", "pour": "by", "pour le": "by the",
    "au plus tard": "by", "au plus tard le": "by the", "dans": "in", "dans les": "in the next", "en": "in",
    "sous": "within", "d'ici une": "within a", "d'ici un": "within a", "le": "the", "la": "the", "les": "the",
    "l'": "", "au": "to", "a": "at", "de": "of", "du": "of", "des": "of", "d'": "of", "et": "and",
    "entre": "between", "du mois": "of month", "il y a": "ago", "apres": "after", "depuis": "since",
    "en huit": "week", "en quinze": "fortnight", "dans quinze jours": "in a fortnight",
    "sous quinze jours": "within a fortnight",
    "an et demi": "year and a half", "ans et demi": "years and a half", "annee et demie": "year and a half",
    "annees et demie": "years and a half", "semaine et demie": "week and a half", "mois et demi": "months and a half",
    "noel": "christmas", "la veille de": "day before", "jour de l'an": "new year's day",
    "le jour de l'an": "new year's day", "chaque": "every", "tous les": "every", "toutes les": "every",
}  # fmt: skip

TONGUE = Tongue(
    words=_WORDS,
    rewrites=(
        (r"\b([0-9]{1,2}) ?h(?:eures?)? ?([0-9]{2})\b", r"«\1:\2»"),
        (r"\ba ([0-9]{1,2}) ?h(?:eures?)?\b", r"«at \1:00»"),
        (r"\b([0-9]{1,2})h\b", r"«\1:00»"),
        (rf"^(?:de|du) (?=[0-9]|{_WEEKDAYS})", "«from» "),
    ),
    order=(
        (r"^(?:of|the) today (week|fortnight)$", r"today \1"),
        (r"^by ([a-z0-9]+ (?:days?|weeks?|months?|years?))$", r"within \1"),
    ),
    ordinary=frozenset({"mer", "jeu", "sam", "dim", "lun", "ven", "sept", "an", "mi", "mon"}),
)
