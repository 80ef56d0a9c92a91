"""Spanish words of dates."""

from __future__ import annotations

from app.ledger.dates.translation import Tongue

_WEEKDAYS = "lunes|martes|miercoles|jueves|viernes|sabado|domingo"
_WORDS = {
    "hoy": "today", "manana": "tomorrow", "pasado manana": "day after tomorrow", "ayer": "yesterday",
    "anteayer": "day before yesterday", "antier": "day before yesterday", "esta noche": "tonight",
    "esta tarde": "this afternoon", "esta manana": "this morning", "manana por la manana": "tomorrow morning",
    "manana por la tarde": "tomorrow afternoon", "manana por la noche": "tomorrow evening",
    "por la manana": "in the morning", "por la tarde": "in the afternoon", "por la noche": "in the evening",
    "de la manana": "in the morning", "de la tarde": "in the afternoon", "de la noche": "in the evening",
    "mediodia": "noon", "medianoche": "midnight",
    "lunes": "monday", "martes": "tuesday", "miercoles": "wednesday", "jueves": "thursday", "viernes": "friday",
    "sabado": "saturday", "domingo": "sunday", "lun": "monday", "mie": "wednesday", "jue": "thursday",
    "vie": "friday", "sab": "saturday", "dom": "sunday", "sabados": "saturday", "domingos": "sunday",
    "enero": "january", "febrero": "february", "marzo": "march", "abril": "april", "mayo": "may", "junio": "june",
    "julio": "july", "agosto": "august", "septiembre": "september", "setiembre": "september", "octubre": "october",
    "noviembre": "november", "diciembre": "december", "ene": "january", "feb": "february", "abr": "april",
    "jun": "june", "jul": "july", "ago": "august", "sept": "september", "sep": "september", "oct": "october",
    "nov": "november", "dic": "december",
    "un": "a", "una": "a", "dos": "two", "tres": "three", "cuatro": "four", "cinco": "five", "seis": "six",
    "siete": "seven", "ocho": "eight", "nueve": "nine", "diez": "ten", "once": "eleven", "doce": "twelve",
    "quince": "fifteen", "veinte": "twenty", "treinta": "thirty", "media hora": "half an hour",
    "dia": "day", "dias": "days", "semana": "week", "semanas": "weeks", "mes": "month", "meses": "months",
    "ano": "year", "anos": "years", "trimestre": "quarter", "trimestres": "quarters", "hora": "hour",
    "horas": "hours", "min": "minutes", "minuto": "minute", "minutos": "minutes", "dias habiles": "working days",
    "dias laborables": "working days", "dia habil": "working day", "dia laborable": "working day",
    "quincena": "fortnight", "fin de semana": "weekend", "el fin de semana": "the weekend",
    "proximo": "next", "proxima": "next", "proximos": "next", "proximas": "next", "que viene": "next",
    "siguiente": "next", "pasado": "last", "pasada": "last", "ultimo": "last", "ultima": "last", "este": "this",
    "esta": "this", "ano y medio": "year and a half", "anos y medio": "years and a half",
    "mes y medio": "month and a half",
    "meses y medio": "months and a half", "semana y media": "week and a half",
    "primer": "first", "primero": "first", "primera": "first", "segundo": "second",
    "segunda": "second", "tercer": "third", "tercero": "third", "cuarto": "fourth",
    "fin": "end", "el fin": "end", "final": "end", "finales": "end", "fines": "end", "a fin": "end", "a finales": "end",
    "a fines": "end", "al final": "end", "principio": "start", "principios": "start", "a principios": "start",
    "comienzos": "start", "a comienzos": "start", "inicio": "start", "inicios": "start", "mediados": "middle",
    "a mediados": "middle", "antes": "before", "antes de": "before", "antes del": "before the",
    "para": "by", "para el": "by the", "hasta": "by", "hasta el": "by the", "a mas tardar": "by",
    "a mas tardar el": "by the", "dentro de": "in", "en": "in", "en los": "in the next", "en las": "in the next",
    "el": "the", "la": "the", "los": "the", "las": "the", "lo": "", "al": "to", "a": "to", "a las": "at",
    "a la": "at", "de": "of", "del": "of", "desde el": "from the", "desde": "from", "y": "and", "entre": "between",
    "entre el": "between the", "hace": "ago", "despues de": "after", "navidad": "christmas",
    "nochebuena": "christmas eve", "nochevieja": "new year's eve", "ano nuevo": "new year's day", "cada": "every",
    "todos los": "every", "todas las": "every", "1o": "1st",
}  # fmt: skip

TONGUE = Tongue(
    words=_WORDS,
    rewrites=(
        (r"\b([0-9]{1,2})[:.]([0-9]{2}) ?(?:h|horas|hs)\b", r"«\1:\2»"),
        (rf"^del? (?=[0-9]|{_WEEKDAYS})", "«from» "),
    ),
    order=((r"^by ([a-z0-9]+ (?:days?|weeks?|months?|years?))$", r"within \1"),),
    ordinary=frozenset({"mar", "lun", "jue", "vie", "sab", "dom", "ago", "dic", "este", "once", "segundo"}),
)
