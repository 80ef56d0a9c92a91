"""The forms of words by which a person binds themselves in English.

Who wants something of the person, what is a rule from now on, what is to happen when something else has: the order is
that of certainty, because the first that finds what it needs gives the reading.
"""

from __future__ import annotations

import re

from app.ledger.suggestions.grammar import CAPITAL, Marker, any_of, words

NAME = (
    rf"(?:him|her|them|you|everyone|everybody|{CAPITAL}[\w'’-]+(?: (?:and )?{CAPITAL}[\w'’-]+)?"
    r"|(?:my|our|the|his|her) [\w'’-]+(?: [\w'’-]+)?)"
)
WE = r"(?:I|we)"
_HAVE = rf"(?:{WE}(?:['’]ve)?|have|{WE} have)(?: (?:also|just|already|now|sort of))?"
_ADVERB = r"(?: (?:then|also|just|now|really|definitely|certainly|at least|first|still|absolutely|only|finally))?"
_FUTURE = rf"{WE}(?:['’]d|['’]ll| would| will| shall)"
_AM = r"(?:(?:I['’]?m|I am|we['’]?re|we are))"
_WILL = rf"{WE}(?:['’]ll| will| shall)"
_PARTICIPLE = r"(?:\w{2,}(?:ed|en|wn|ound|ought|old|ept|id|ent|ilt|ut)|done|made|set|read|cut|gone|rung|fed|taught|run)"
NO = r"(?:no|nothing|nobody|no[- ]one|none|never|not one|not a|neither)"
ANY = r"(?:any|anything|anyone|anybody|every|everything|everyone|each|whoever|whatever|whichever|all)"

_PROMISES = (
    rf"{_HAVE} (?:promised|sworn|vowed|pledged|undertaken)(?: {NAME})? (?:that )?(?:{_FUTURE}|to)",
    rf"{WE} (?:swore|vowed|undertook|promised)(?: {NAME})? (?:that )?(?:{_FUTURE}|to)",
    rf"{_HAVE} (?:told|assured|said to|let) {NAME} (?:know )?(?:that )?{_FUTURE}",
    rf"{_HAVE} (?:said|agreed|decided|resolved)(?: with {NAME})? (?:that )?{_FUTURE}",
    rf"{_HAVE} (?:agreed|offered|volunteered|signed up|committed|undertaken)(?: with {NAME})? to",
)
_ELLIPTIC_PROMISES = (
    rf"(?:promised|swore|told|assured|said to)(?: {NAME})? (?:that )?(?:faithfully )?{_FUTURE}",
    rf"(?:promised|swore|agreed|offered|volunteered)(?: (?:with )?{NAME})? to",
    rf"(?:said|agreed|decided|resolved)(?: with {NAME})? (?:that )?{_FUTURE}",
)
_REMINDERS = (
    r"(?:I )?(?:must |mustn['’]?t |do ?n['’]?t |do not |not to |please |need to |to )?(?:remember|forget) to",
    r"(?:I )?(?:must |have to |need to )?(?:remember|don['’]?t forget)(?=:| (?:that|the|my|our|it)\b)",
    r"note to self[:,]?",
    r"remind me (?:to|that|about|of)",
    r"don['’]?t let me (?:forget to|forget)",
)
_DUTIES = (
    rf"{WE}{_ADVERB} (?:must|need to|have to|have got to|ought to|should|want to|mean to|intend to|plan to|had "
    rf"better|aim to)",
    rf"{WE}['’](?:ve (?:got )?to|d better)",
    rf"{_AM}{_ADVERB} (?:to|going to|gonna|supposed to|due to|meant to|planning to|down to|obliged to|required to"
    rf"|bound to|determined to)",
    r"(?:asked|told|wants?|needs?|reminded|expects?|begged|ordered|warned|instructed|advised|trusts?|allowed) (?:me"
    r"|us) (?:not )?to(?! (?:her|his|the|a|an|my|our|their|dinner|lunch|tea|supper)\b)",
    rf"(?:made|had|makes) (?:me|us) (?:promise|swear|agree)(?: (?:that )?(?:{_FUTURE}|to))?",
    r"(?:it['’]?s |is )?(?:my|our) (?:turn|job|task|responsibility) to",
    r"(?:on|up to|down to) (?:me|us) to",
    r"(?:the |my |our |new )?(?:plan|idea|deal|agreement|arrangement|intention|rule|understanding|promise) (?:now "
    r")?(?:is|was)(?:,? (?:that|to))?",
    r"(?:we|we['’]ve|have)(?: all| both)?(?: also| now)? (?:agreed|settled|decided)(?: (?:that|on|to))?",
)
_ELLIPTIC_DUTIES = (
    r"(?:must|need to|have to|got to|gotta|ought to|want to|going to|gonna|will(?! (?:there|the|it|he|she|they|you"
    r"|this|that|we|I|my)\b)|better|plan to|intend to)(?= [a-z])",
    r"(?:make|be) sure (?:to|I|we|that)",
    r"(?:new |house |the |our )?(?:rule|plan|deal)[:,]",
    r"(?:agreed|settled|decided)(?: (?:that|on|to))?",
)
_OBJECT = (
    rf"(?:{NAME}|me|us|it|this|that|these|those|a|an|my|our|the|all|both|about|for|to|up|back|out|off|every"
    rf"|{CAPITAL}\w+)"
)
_COMMANDS = (
    rf"(?P<action>(?:please )?(?!(?:tell|show|give|send|bring|get) me\b)(?:ring|call|email|e-mail|text|message|write"
    rf"|send|tell|ask|check|book|pay|buy|order|cancel|renew"
    r"|return|collect|bring|take|get|pick|update|submit|file|sign|chase|confirm|invoice|arrange|schedule|remove"
    r"|replace|give"
    rf"|finish|review|remind|measure|clean|claim|apply|register|reply|hand|fetch|speak|talk|show|post|query)(?= "
    rf"{_OBJECT}\b))",
    rf"(?P<action>(?:don['’]?t|do not|never) (?:ever )?(?!forget|worry|mind|think|know|want|need|like|have|see|feel"
    rf"|get|seem)[a-z]{{2,}}(?= {_OBJECT}\b))",
)
_NEGATIVES = (
    rf"(?P<action>{_WILL} (?:not|never))",
    rf"(?P<action>{WE} won['’]?t)",
    rf"(?P<action>{_AM} (?:not|never)(?= (?:\w+ing|to)\b))",
    rf"(?P<action>{WE} (?:must|should|can) (?:not|never))",
    rf"(?P<action>{WE} (?:mustn|shouldn|can)['’]?t)",
    rf"(?P<action>{WE}(?:['’]m| am|['’]re| are) (?:only|holding off|keeping|leaving|waiting|sitting on))",
    rf"(?P<action>{NO}\b[^,.;:]{{0,80}}?\b(?:gets?|goes|to be|leaves?|comes?|ships?|happens?|moves?|starts?|to|is"
    rf"|are))",
)
_STATIVE = (
    r"(?:think|know|have|hope|feel|like|love|want|need|am|was|were|had|did|do|went|saw|got|bought|said|told|see"
    r"|guess|mean|remember|believe|wish|hear"
    r"|gather|suppose|expect|reckon|can|could|would|might|will|should|must|took|made|came|paid|sent|met|found|left"
    r"|gave|heard|think|swear|promise|never|still|put|set|cut|read|let|shut|hit|hurt|cost|bet|quit|spent|kept|won"
    r"|sold|lost|began|ran|ate|slept|wrote|spoke|fell|caught|taught|brought|bought|built"
    r"|only|just|missed|agree|wonder|doubt|used|\w+ed)"
)
_SCHEDULED = (
    rf"(?P<action>I (?!{_STATIVE}\b)[a-z]{{2,}})",
    r"then (?P<action>I (?:put|set|cut|read|let|shut)\b)",
)
_FROM_DAY = r"from (?P<day>[^,;.]{3,50}?)(?= (?:it|they|he|she|I|we|no|never|nothing|only|nobody)\b)"
_PROGRESSIVE = rf"{_AM}(?! (?:going|having|being|feeling|not|to)\b)(?= \w+ing\b)"
_REPORTED = (
    rf"{WE}(?:['’]ve| have)? (?:said|told {NAME}|promised(?: {NAME})?|agreed(?: with {NAME})?)(?: that)?(?= "
    rf"(?:he|she|they|it|the|my|no|nothing|any\w*)\b)"
)
_RULES = (
    r"never again(?= [a-z]+ [a-z]+ [a-z]+)",
    r"from (?:here|now|today|then|this point|next \w+|that day) on(?:wards?)?,?",
)
_PASSIVES = (
    rf"(?P<action>(?:{ANY}|the|that|this|these|those|it|they|both|whatever['’]s|my|our)\b[^,;:.]{{0,60}}?\bgets? "
    rf"(?:\w+ )?(?:{_PARTICIPLE}|nothing|first|no))",
    rf"(?P<action>(?:{ANY})\b[^,;:.]{{0,80}}?\b(?:has to|have to|must|needs? to|is to|are to|goes|waits?))",
    r"(?P<action>[^,;:.]{0,60}\b(?:needs|wants|will need|need) \w{3,}ing)",
)
_ASKED = (
    r"(?P<action>[^,;:.]{0,60}\b(?:wants?|needs?|expects?|would like) (?:(?:it|them|that|the \w+(?: \w+)?) |(?:\w+ "
    r")?(?:my|our|me to|us to)))",
    r"(?P<action>[^,;:.]{0,60}\b(?:has|have|needs?|is|are) to be)(?=.*\b(?:I|me|my|mine|we|us|our)\b)",
    r"(?P<action>[^,;:.]{0,60}\bmust (?:be|go|reach|come))",
    rf"(?:{WE}['’]ve|{WE} have|have|gives? (?:me|us)|gave (?:me|us))(?: got)?(?= (?:until|till)\b)",
)
MARKERS = (
    Marker(words(any_of(_PROMISES)), voice="technical"),
    Marker(words(any_of(_ELLIPTIC_PROMISES), start=True), voice="technical"),
    Marker(words(any_of(_REMINDERS), start=True), voice="technical"),
    Marker(words(rf"(?P<action>{_HAVE} promised)"), "date", voice="technical"),
    Marker(words(r"(?P<action>promised)", start=True), "date", voice="technical"),
    *(Marker(words(pattern), "limit") for pattern in _NEGATIVES[:-1]),
    Marker(words(rf"{_WILL}{_ADVERB}(?! (?:not|never|have)\b)")),
    *(Marker(words(rf"(?:{pattern}){_ADVERB}(?! (?:not|never|have (?!a|the|to|it)|been)\b)")) for pattern in _DUTIES),
    *(Marker(words(pattern, start=True)) for pattern in _ELLIPTIC_DUTIES),
    *(Marker(words(pattern), "rule") for pattern in _RULES),
    Marker(words(_NEGATIVES[-1]), "limit", voice="diary"),
    *(Marker(words(pattern), voice="diary") for pattern in _PASSIVES),
    Marker(words(_PROGRESSIVE), "coming", voice="diary"),
    Marker(words(_FROM_DAY), "from", voice="diary"),
    Marker(words(_REPORTED), "told", voice="diary"),
    *(Marker(words(pattern), "earlier", voice="diary") for pattern in _SCHEDULED),
    *(Marker(words(pattern), "bound", voice="diary") for pattern in _ASKED),
    Marker(
        words(rf"(?P<action>[^,;:.]{{0,60}}\bnever (?:gets?|goes|leaves|ships) (?:\w+ )?{_PARTICIPLE})"),
        "rule",
        voice="diary",
    ),
    *(Marker(words(pattern, start=True), "command", voice="diary") for pattern in _COMMANDS),
    Marker(words(r"(?P<action>(?:the )?next time)"), "next", voice="diary"),
    Marker(re.compile(r"^(?P<action>)"), "situation", voice="diary"),
)
