"""The words by which dates and conditions are found in a sentence; what a date means is not decided here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, each once."""
    return frozenset(text.split())


@dataclass(frozen=True)
class Language:
    """Words of one language, by what they do in a date or before a clause.

    Attributes:
        weekdays: Names in full: dates by themselves.
        short: Names cut short: dates only behind a cue, or beside a number.
        months: Names, in full and cut short.
        days: Words that are a day: tomorrow.
        units: Week, month.
        glue: What else a date holds: of, next, end.
        bounds: Patterns of cues that say by when: by, until.
        cues: Patterns of cues that say on which day.
        connectives: Patterns of words that begin a condition.
        blocking: Words after which a date is none of the action's: since, the.
        following: Words that may follow a weekday; before any other it belongs to that word.
    """

    weekdays: frozenset[str]
    short: frozenset[str]
    months: frozenset[str]
    days: frozenset[str]
    units: frozenset[str]
    glue: frozenset[str]
    bounds: tuple[str, ...]
    cues: tuple[str, ...]
    connectives: tuple[str, ...]
    blocking: frozenset[str] = field(default_factory=frozenset)
    following: frozenset[str] = field(default_factory=frozenset)


_ENGLISH = Language(
    weekdays=word_set("monday tuesday wednesday thursday friday saturday sunday"),
    short=word_set("mon tue tues wed weds thu thur thurs fri sat sun"),
    months=word_set(
        "january february march april may june july august september october november december "
        "jan feb mar apr jun jul aug sep sept oct nov dec"
    ),
    days=word_set("today tonight tomorrow tmrw tmr"),
    units=word_set(
        "day days week weeks fortnight fortnights month months quarter quarters year years hour hours minute minutes "
        "min mins hr hrs days' weeks' day's week's month's months' weekend"
    ),
    glue=word_set(
        "the of next this coming following end start beginning begin early late mid middle first second third fourth "
        "fifth last in within at from now after half a an one two three four five six seven eight nine ten eleven "
        "twelve couple morning afternoon evening night noon midday midnight time business working work eod eow eom eoq "
        "eoy cob close latest christmas xmas new year's eve q1 q2 q3 q4 h1 h2 am pm o'clock past on to - and or before"
    ),
    bounds=(r"no later than", r"not later than", r"due by", r"due on", r"due:?", r"by", r"until", r"till", r"before"),
    cues=(r"on", r"within", r"in", r"for", r"at", r"starting(?: on| from)?", r"beginning(?: on)?"),
    connectives=(
        r"(?:but )?(?:only )?(?P<whenever>when(?:ever)?)", r"as soon as", r"(?P<once>once)",
        r"(?:but )?(?:only )?(?P<if>if|in case)",
        r"(?:shortly |right |straight |just |soon |directly )?(?P<after>after)",
        r"(?:every|each|the next|next) time", r"the moment",
    ),
    blocking=word_set(
        "the a an my your his her our their its this that of from since about than between after to per each every "
        "last like during through these those some any no not only and or & and/or versus vs"
    ),
    following=word_set(
        "about with for to at in on from by when whenever if once after before until till and or but so because that "
        "please as then via without unless while every each also too latest sharp since though although instead than "
        "again plus using through over under around near within except"
    ),
)  # fmt: skip

_GERMAN = Language(
    weekdays=word_set("montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag"),
    short=word_set("mo di mi do fr sa so"),
    months=word_set(
        "januar jänner februar märz april mai juni juli august september oktober november dezember "
        "jan feb mär apr jun jul aug sep sept okt nov dez"
    ),
    days=word_set("heute morgen übermorgen"),
    units=word_set(
        "tag tage tagen woche wochen monat monate monaten monats jahr jahre jahren jahres wochenende stunden"
    ),
    glue=word_set(
        "der die das dem den des nächste nächsten nächster nächstes nächstem kommende kommenden diese diesen dieser "
        "dieses ende anfang mitte in bis zum zur vor am um uhr ein einem einer eine zwei drei vier fünf sechs sieben "
        "acht neun zehn elf zwölf früh abend mittag vormittag nachmittag spätestens erste ersten zweite zweiten letzte "
        "letzten nächstem dritte dritten vierte vierten im und bis halb halbes anderthalb eineinhalb zweieinhalb "
        "vierzehn fünfzehn "
        "folgenden quartal weihnachten heiligabend silvester ab"
    ),
    bounds=(
        r"spätestens(?: bis| am)?",
        r"nicht später als",
        r"bis(?: zum| zur| spätestens)?",
        r"fällig(?: am| bis)?",
        r"vor(?: dem)?",
    ),
    cues=(r"am", r"im", r"in", r"um", r"zum", r"für"),
    connectives=(r"immer wenn", r"wenn", r"sobald", r"falls", r"nachdem", r"jedes mal wenn"),
    blocking=word_set("der die das den dem des seit nach von vom mein meine dein unser jeden jeder zwischen über"),
    following=word_set(
        "mit für zu bei in an am um auf über wegen und oder wenn sobald falls bis nach ohne vor zum zur"
    ),
)

_FRENCH = Language(
    weekdays=word_set("lundi mardi mercredi jeudi vendredi samedi dimanche"),
    short=frozenset(),
    months=word_set(
        "janvier février mars avril mai juin juillet août aout septembre octobre novembre décembre janv févr avr juil "
        "sept oct nov déc"
    ),
    days=word_set("demain après-demain aujourd'hui aujourd’hui"),
    units=word_set("jour jours semaine semaines mois an ans année années l'année d'année quinzaine week-end heures"),
    glue=word_set(
        "le la les l' du de des d'ici prochain prochaine suivant suivante ce cette fin début mi milieu dans avant "
        "jusqu'au jusqu'à un une deux trois quatre cinq six sept huit neuf dix onze douze quinze matin soir midi "
        "minuit après-midi et demi demie en deuxième troisième "
        "quatrième quinzaine à 1er premier premiers dernier trimestre noël pour au que"
    ),
    bounds=(
        r"au plus tard(?: le)?", r"pas plus tard que(?: le)?", r"d['’]ici(?: le| la| à| au)?", r"avant(?: le| la)?",
        r"jusqu['’](?:au|à|en)",
        r"pour(?: le)?",
    ),
    cues=(r"le", r"dans", r"à", r"en", r"au"),
    connectives=(r"chaque fois qu['’e]", r"quand", r"dès qu['’e]", r"lorsqu['’e]", r"une fois que",
                 r"après que", r"si"),
    blocking=word_set("la les un une depuis du de après mon ma ton ta son sa notre chaque entre sur"),
    following=word_set("avec pour à au en dans sur chez et ou quand dès si avant après sans par de du"),
)  # fmt: skip

_SPANISH = Language(
    weekdays=word_set("lunes martes miércoles jueves viernes sábado domingo miercoles sabado"),
    short=frozenset(),
    months=word_set(
        "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre"
    ),
    days=word_set("hoy mañana"),
    units=word_set("día días dia dias semana semanas mes meses año años quincena horas"),
    glue=word_set(
        "el la los las de del próximo próxima proximo proxima que viene este esta fin final finales principios "
        "mediados dentro en antes hasta para un una uno dos tres cuatro cinco seis siete ocho nueve diez once doce "
        "tarde noche mediodía medianoche y medio media segundo tercer "
        "a al primero primer último trimestre navidad pasado"
    ),
    bounds=(
        r"antes del?(?: el| la)?",
        r"hasta(?: el| la)?",
        r"para(?: el| la)?",
        r"a más tardar(?: el)?",
        r"no más tarde del?",
    ),
    cues=(r"el", r"en", r"dentro de", r"a", r"al"),
    connectives=(
        r"cada vez que",
        r"cuando",
        r"en cuanto",
        r"tan pronto como",
        r"una vez que",
        r"después de que",
        r"si",
    ),
    blocking=word_set("la las los un una desde de del tras mi tu su nuestro cada entre sobre por"),
    following=word_set("con para a al en por de del y o cuando si antes después sin sobre"),
)

_CHINESE = Language(
    weekdays=frozenset(),
    short=frozenset(),
    months=frozenset(),
    days=frozenset(),
    units=frozenset(),
    glue=frozenset("年月日号周星期礼拜今明后天上下本这个末底初一二三四五六七八九十两零〇点半早晚中午之前以前后内元旦"),
    bounds=(),
    cues=(),
    connectives=(),
)

_LANGUAGES = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH, "zh": _CHINESE}

NOT_CLAUSES = word_set("possible needed necessary required applicable done to so not any anything ever only")
"""Behind "when" and "if" these make a turn of speech."""

ASKING = word_set(
    "ask asks asked know knows decide determine see check learn wonder say remember confirm clarify sure idea "
    "about of depends guess tell than even what as except since not like"
)
"""Before "when" and "if" these make what follows a question, or no condition."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of all languages that are read.

    Attributes:
        words: Those of all languages together; of the patterns, the next three are made.
        bound: Matches a cue that says by when, at its place.
        cue: Matches a cue that says on which day.
        connective: Matches a word that begins a condition.
        dated: All words that a date may hold.
        unspaced: Whether words need not be parted by blanks.
    """

    words: Language
    bound: re.Pattern[str]
    cue: re.Pattern[str]
    connective: re.Pattern[str]
    dated: frozenset[str]
    unspaced: bool


@lru_cache(maxsize=8)
def vocabulary(languages: tuple[str, ...]) -> Vocabulary:
    """Return the words of some languages, and always those of English.

    Args:
        languages: Two-letter codes; languages other than those above have no words here.
    """
    known = [_LANGUAGES[code] for code in dict.fromkeys(("en", *languages)) if code in _LANGUAGES]

    def together(name: str) -> frozenset[str]:
        return frozenset().union(*(getattr(one, name) for one in known))

    def each(name: str) -> tuple[str, ...]:
        return tuple(pattern for one in known for pattern in getattr(one, name))

    words = Language(
        weekdays=together("weekdays"),
        short=together("short"),
        months=together("months"),
        days=together("days"),
        units=together("units"),
        glue=together("glue"),
        bounds=each("bounds"),
        cues=each("cues"),
        connectives=each("connectives"),
        blocking=together("blocking"),
        following=together("following"),
    )
    dated = words.weekdays | words.short | words.months | words.days | words.units | words.glue
    bound, cue = _any(words.bounds, r"@(?=\s?\w)|"), _any(words.cues)
    return Vocabulary(words, bound, cue, _any(words.connectives), dated, "zh" in languages)


def _any(patterns: Iterable[str], sign: str = "") -> re.Pattern[str]:
    words = "|".join(pattern.replace(" ", r"\s+") for pattern in sorted(patterns, key=len, reverse=True))
    return re.compile(rf"(?<![\w'’-])(?:{sign}(?:{words})(?:(?<=['’])|(?![\w'’-])))", re.IGNORECASE)
