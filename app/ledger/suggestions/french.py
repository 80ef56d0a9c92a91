"""French prose."""

from __future__ import annotations

import re

from app.ledger.suggestions.grammar import Grammar, Marker, any_of, words

_DUTY = any_of(
    (
        r"je (?:dois|devrai|vais|compte|veux)",
        r"nous (?:devons|devrons|allons)",
        r"on (?:doit|devra|va)",
        r"il (?:me |nous )?(?:faut|faudra)(?: que (?:je|nous))?",
        r"j['’]ai à|j['’]aurai à",
    )
)
_MARKERS = (
    Marker(words(r"(?:j['’]ai|nous avons|on a) (?:promis|juré|assuré)(?: (?:à|au|aux) [\w'’ -]{1,30}?)?(?= (?:de"
                 r"|d['’]|que)) (?:de|que (?:je|nous))"), voice="technical"),
    Marker(words(r"(?:je (?:lui|leur|t['’]) ?ai|je l['’]ai|nous (?:lui|leur) avons) (?:promis|juré|assuré)(?: (?:de"
                 r"|que (?:je|nous)))"), voice="technical"),
    Marker(words(r"(?:je me suis|nous nous sommes) (?:engagée?s?|proposée?s?|portée?s? "
                 r"volontaires?) (?:à|pour)"), voice="technical"),
    Marker(words(r"(?:je|nous) (?:lui|leur) (?:ai|avons) dit que (?:je|nous)"), voice="technical"),
    Marker(words(r"(?:ne pas oublier|penser|me rappeler|rappelle-moi|se "
                 r"souvenir)(?: de| d['’]| à)?", start=True), voice="technical"),
    Marker(words(r"(?P<action>(?:je|on|nous) ne \w+ (?:rien|pas|plus|aucun\w*|jamais))"), "limit"),
    Marker(words(rf"(?:{_DUTY})(?! pas\b)")),
    Marker(words(r"(?P<action>(?:(?:je|nous|on) (?:lui |leur |l['’]|le |la |les )?|j['’])\w{2,}r(?:ai|ons|a))")),
    Marker(words(r"m['’]a demandé de")),
    Marker(words(r"(?:à partir de|dès) (?:maintenant|aujourd['’]hui|désormais)|désormais"), "rule", voice="diary"),
    Marker(words(r"(?P<action>la prochaine fois)"), "next", voice="diary"),
    Marker(re.compile(r"^(?P<action>)"), "situation", voice="diary"),
)  # fmt: skip

_OPENING = any_of(
    (
        r"(?P<next>la prochaine fois(?: qu['’e])?)",
        r"(?P<when>quand|lorsqu['’e]|chaque fois qu['’e])",
        r"(?P<once>dès qu['’e]|aussitôt qu['’e]|une fois qu['’e]|le jour où)",
        r"(?P<if>si|au cas où)",
        r"(?P<until>jusqu['’]à ce qu['’e]|tant qu['’e]|avant qu['’e])",
        r"(?P<before>avant (?:de|d['’]))",
        r"(?P<after>après qu['’e])",
        r"(?P<without>sans)",
    )
)

FRENCH = Grammar(
    markers=_MARKERS,
    opening=words(_OPENING),
    clause=words(r"(?:je|j['’]|nous|on|il|elle|ils|elles|le|la|les|l['’]|mon|ma|mes|notre|nos|tout)[\w'’]*\s?.*\w"),
    own=words(r"(?:je|j['’]\w+|nous|on)"),
    generic=words(r"(?:vous|tu|possible|besoin|nécessaire|quelqu['’]un)"),
    told=words(
        r"(?:je|j['’]|nous|on|il|elle|ils|elles|le \w+|la \w+) ?(?:était|étaient|avait|avaient|\w+ait|\w+aient)"
    ),
    denied=words(
        r"peut-être|souvent|toujours|d['’]habitude|parfois|j['’]aimerais|aurais?|aurait|pourrais|pourrait|sans doute"
        r"|un jour"
        r"|éventuellement|j['’]espère|normalement|avant je|ça ira|je serai|on verra|je verrai"
    ),
    refused=words(r"sans promesse|je ne promets rien|paraît-il"),
    past=words(
        r"était|étaient|avait|avaient|a été|ont été|j['’]ai|avons|\w{3,}aient|\w{3,}ait|(?:a|ont|est|sont) \w{2,"
        r"}(?:é|i|u|is|it)e?s?"
    ),
    binding=words(r"doit|doivent|faut|rien|aucun\w*|personne|jamais|d['’]abord|seulement|tout|toute"),
    questions=words(r"^\s*(?:est-ce|qui|que|quoi|quand|comment|pourquoi|où|quel\w*)\b(?=.*\?)"),
)
