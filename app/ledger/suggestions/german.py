"""German prose."""

from __future__ import annotations

import re

from app.ledger.suggestions.grammar import Grammar, Marker, any_of, words

_I = r"(?:ich|wir)"
_DUTY = r"(?:muss|müssen|werde|werden|soll|sollen|sollte|sollten|will|wollen|darf|dürfen)"
_HAVE = r"(?:(?:ich|wir) )?(?:habe?|haben)(?: (?:ich|wir))?"
_NEVER_SAID = r"(?!(?: [\w.]+){0,8} (?:nicht|nie|niemals|kein\w*)\b)"
_NOT_DENIED = r"(?![^,.;:!?]{0,80}\b(?:nicht|nichts|nie|niemals|kein\w*)\b)"
"""German denies behind the verb that binds, often at the end: "ich werde Ann die Pläne bis Freitag nicht schicken"."""

_VERB = r"\b(?:ist|sind|hat|haben|wird|werden|kommt|kommen|da|fertig|\w{3,}[te]n?)\b"

_MARKERS = (
    Marker(words(rf"{_HAVE}{_NEVER_SAID}(?: [\w.]+){{0,4}} (?:versprochen|zugesagt|zugesichert|angeboten"
                 rf"|vereinbart),?(?: dass (?:ich|wir)| (?:ich|wir) würden?)?"), voice="technical"),
    Marker(words(rf"(?P<action>{_HAVE}{_NEVER_SAID}(?: [\w.]+){{1,8}} (?:versprochen|zugesagt))"), "date",
           voice="technical"),
    Marker(words(r"(?:(?:bitte )?nicht vergessen|unbedingt daran denken|daran denken|merken|erinnere mich(?: "
                 r"daran)?)[:,]?", start=True), voice="technical"),
    Marker(words(r"(?P<action>[^.;:]{0,80}\bnicht vergessen)"), voice="technical"),
    Marker(words(rf"(?P<action>{_I} (?:werde|muss|will|darf|mache|gebe|schicke|unterschreibe|kaufe"
                 rf"|bestelle)\b[^.;]{{0,60}}\b(?:nichts|nicht|kein\w*))"), "limit"),
    Marker(words(rf"{_I} (?:auch |noch |dann )?{_DUTY}{_NOT_DENIED}")),
    Marker(words(rf"{_DUTY} {_I}{_NOT_DENIED}")),
    Marker(words(r"(?:hat|haben) (?:mich|uns) gebeten,?")),
    Marker(words(r"(?:muss|müssen|sollte)(?= \w+)", start=True)),
    Marker(words(r"(?:ab|von) (?:jetzt|heute|nun|sofort)(?: an)?"), "rule", voice="diary"),
    Marker(words(r"(?P<action>(?:beim )?nächste[ns]? mal)"), "next", voice="diary"),
    Marker(re.compile(r"^(?P<action>)"), "situation", voice="diary"),
)  # fmt: skip

_OPENING = any_of(
    (
        r"(?P<next>(?:das |beim )?nächste[ns]? mal,?(?: wenn)?)",
        r"(?P<when>wenn|immer wenn)",
        r"(?P<once>sobald|sowie|am tag,? (?:an dem|wenn)|in dem moment,? (?:in dem|wo))",
        r"(?P<if>falls)",
        r"(?P<until>bis(?= (?:ich|wir|er|sie|es|der|die|das|mein\w*|unser\w*)\b))",
        r"(?P<before>bevor|ehe)",
        r"(?P<after>nachdem)",
    )
)

GERMAN = Grammar(
    markers=_MARKERS,
    opening=words(_OPENING),
    clause=words(rf"(?=(?:ich|wir|er|sie|es|der|die|das|dem|den|mein\w*|unser\w*|alle\w*|[a-zäöü]\w*)\s).*{_VERB}"),
    own=words(r"(?:ich|wir)"),
    generic=words(r"(?:man|jemand|möglich|nötig|du|ihr|nicht)"),
    told=words(r"(?:ich|wir|er|sie|es|der \w+|die \w+|das \w+) (?:war|waren|hatte|hatten|ging|kam|kamen|wollte|sagte)"),
    denied=words(
        r"vielleicht|eventuell|womöglich|möglicherweise|könnte|würde gern\w*|hätte|wäre|früher|immer|normalerweise"
        r"|meistens"
        r"|manchmal|oft|jedes mal|hoffentlich|irgendwann|wohl|nicht (?:mehr )?(?:müssen|brauchen)|eigentlich"
    ),
    refused=words(r"ohne gewähr|keine ahnung|angeblich|wer weiß"),
    past=words(
        r"war|waren|wurde|wurden|hatte|hatten|ging|kam|kamen|sagte|wollte|musste|mussten|konnte|gab|fand|nahm|lief"
        r"|blieb|\w{3,}te|\w{3,}ten"
    ),
    binding=words(r"muss|müssen|soll|sollen|darf|erst|zuerst|nur|kein\w*|nichts|nie|niemand|alle\w*|wird|werden"),
    questions=words(
        r"^\s*(?:was|wer|wie|wo|warum|wann|welche\w*|soll|muss|kann|darf|ist|hat) (?:ich|wir|er|sie|es|man)\b(?=.*\?)"
    ),
)
