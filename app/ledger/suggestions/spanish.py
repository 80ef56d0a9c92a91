"""Spanish prose."""

from __future__ import annotations

import re

from app.ledger.suggestions.grammar import Grammar, Marker, any_of, words

_DENIALS = ("no", "nunca", "jamás", "tampoco")
_PRONOUNS = ("", *(rf"{pronoun}\s" for pronoun in ("le", "les", "te", "se", "lo", "la", "los", "las", "me", "nos")))
_NOT_DENIED = "".join(
    rf"(?<!\b{denial}\s{first}{second})"
    for denial in _DENIALS
    for first in _PRONOUNS
    for second in (_PRONOUNS if first else ("",))
    if first != second or not first
)
"""Spanish denies right before the verb and its pronouns: "no se lo prometí"."""

_DUTY = any_of(
    (
        r"(?:tengo|tenemos|tendré|tendremos) que",
        r"(?:debo|debemos|deberé)",
        r"(?:voy|vamos) a",
        r"hay que|me toca|nos toca|me comprometo a",
        r"(?:quiero|queremos|pienso|pensamos)",
    )
)
_MARKERS = (
    Marker(words(_NOT_DENIED + r"(?:(?:le|les|te|se lo) )?(?:he prometido|hemos prometido|prometí|prometimos|juré"
                 r"|aseguré|he asegurado)(?: a (?:la |el |mi )?[\w-]{2,30})?(?: (?:que|en))?"), voice="technical"),
    Marker(words(_NOT_DENIED + r"(?:le|les) (?:dije|dijimos|he dicho) (?:a [\w-]{2,30} )?que"), voice="technical"),
    Marker(words(_NOT_DENIED + r"(?:me he ofrecido|me ofrecí|me comprometí|quedé|quedamos|he quedado|hemos "
                 r"quedado) (?:a|en|para)"), voice="technical"),
    Marker(words(r"(?:no olvidar|no olvides|recordar|acordarme de|recuérdame|que "
                 r"no se me olvide)", start=True), voice="technical"),
    Marker(words(r"(?P<action>no (?:voy|vamos) a|no \w{2,}(?:ré|remos) (?:nada|ning\w+)?)"), "limit"),
    Marker(words(rf"{_NOT_DENIED}(?:{_DUTY})")),
    Marker(words(_NOT_DENIED + r"(?P<action>(?:(?:yo|nosotros) )?(?:(?:le|les|lo|la|los|las|se|me|nos) ){0,2}"
                 r"\w{2,}(?:ré|remos))")),
    Marker(words(r"(?:me|nos) (?:ha|han) pedido que")),
    Marker(words(r"(?:a partir de|desde) (?:ahora|hoy)(?: en adelante)?|de ahora en adelante"), "rule", voice="diary"),
    Marker(words(r"(?P<action>la próxima vez)"), "next", voice="diary"),
    Marker(re.compile(r"^(?P<action>)"), "situation", voice="diary"),
)  # fmt: skip

_OPENING = any_of(
    (
        r"(?P<next>la próxima vez(?: que)?)",
        r"(?P<when>cuando|cada vez que)",
        r"(?P<once>en cuanto|tan pronto como|una vez que|el día (?:en )?que)",
        r"(?P<if>si|en caso de que)",
        r"(?P<until>hasta que|mientras no)",
        r"(?P<before>antes de(?: que)?)",
        r"(?P<after>después de que)",
        r"(?P<without>sin(?= \w+r\b))",
    )
)

SPANISH = Grammar(
    markers=_MARKERS,
    opening=words(_OPENING),
    clause=words(r"(?:\w+\s)+.*\w"),
    own=words(r"(?:yo|haya|hayamos|tenga|tengamos|me|nos|sepa|sepamos|esté)"),
    generic=words(r"(?:usted|uno|alguien|posible|necesario|quieres|quieras|hace falta)"),
    told=words(r"(?:\w+ ){0,3}(?:era|eran|estaba|estaban|había|habían|fue|fueron|llegó|vino|dijo)"),
    denied=words(
        r"quizás?|tal vez|a lo mejor|siempre|normalmente|a veces|a menudo|me gustaría|nos gustaría|podría|ojalá"
        r"|algún día|solía|creo que|espero|veré si"
    ),
    refused=words(r"sin compromiso|no prometo nada|supuestamente"),
    past=words(r"era|eran|estaba|estaban|había|habían|fue|fueron|\w{3,}(?:aba|aban|ó|aron|ieron)|ha|han|he"),
    binding=words(r"debe|deben|hay que|tiene que|tienen que|nada|nadie|nunca|ningún\w*|primero|solo|sólo|todo|toda"),
    questions=words(r"^\s*¿"),
)
