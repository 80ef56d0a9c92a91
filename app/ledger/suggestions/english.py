"""English prose: what a condition looks like in it, what is doubt, habit, past or a question."""

from __future__ import annotations

from app.ledger.suggestions.english_markers import ANY, MARKERS, NO, WE
from app.ledger.suggestions.grammar import CAPITAL, Grammar, any_of, words

_SUBJECT = rf"(?:I|we|he|she|they|it|the|my|our|his|her|their|its|a|an|any\w*|every\w*|{CAPITAL}\w+|that|this|there)"
_OPENING = any_of(
    (
        r"(?P<next>(?:the )?next time(?: that)?)",
        r"(?P<when>when(?:ever)?)",
        rf"(?P<once>once|(?:as|so) soon as|(?:the|on the) (?:day|moment|minute|week|morning|first time|instant)(?: "
        rf"that)?(?= {_SUBJECT}(?:['’]\w+)? ))",
        r"(?P<if>if|in case|should(?= (?:the|he|she|they|it|anyone)\b))",
        r"(?P<until>until|till|'til)",
        rf"(?P<before>before(?= {_SUBJECT}\b| \w+ing\b))",
        rf"(?P<after>after(?= {_SUBJECT}\b))",
        r"(?P<without>without(?= \w+ing\b))",
        r"(?:so|as) long as",
    )
)
_PERFECT = "".join(
    rf"(?<!{word}\s)"
    for word in ("['’]ve", "have", "has", "['’]s", "is", "are", "be", "get", "gets", "been", "['’]re", "['’]m")
)
_PAST = any_of(
    (
        r"was|were|had|did|went|came|got|said|told|saw|heard|found|took|made|left|rang|gave|knew|thought|tried|began"
        r"|fell|felt|ran|broke",
        rf"{_PERFECT}(?!need|feed|speed|seed)\w{{3,}}ed",
    )
)

_CONTRACTED = r"(?:['’](?:s|ve|m|re|d))"
_CLAUSE = (
    rf"(?={_SUBJECT}{_CONTRACTED}?\s)(?:(?:I|we|he|she|they|it|that|there)\b|.*(?:\w['’](?:s|ve|m|re)\s"
    rf"|\s(?:is|are|has|have|can|will|gets?|\w{{2,}}[^\Wsu]s)\b))"
)

_OTHERS = (
    rf"(?:he|she|they|everyone|everybody|nobody|(?!We\b|You\b){CAPITAL}[\w'’-]+|(?:my|our|his|her|the) \w+(?: \w+)?)"
)
_OPINES = r"thinks?|believes?|reckons?|assumes?|supposes?|imagines?|hopes?|fears?|guesse?s?|bets?|doubts?"
"""What others hold of the writer, which binds nobody."""

ENGLISH = Grammar(
    markers=MARKERS,
    opening=words(_OPENING),
    clause=words(_CLAUSE),
    own=words(rf"{WE}(?:['’](?:ve|m|re)| have| am| are)"),
    generic=words(
        r"\s*(?:you|one|people|users?|someone|somebody|(?:I|we) (?:want|need|try|think|look|am|feel|remember)"
        r"|possible|needed|necessary|not|so|anything|in doubt)",
    ),
    told=words(
        rf"\s*(?:(?:I|we|he|she|they|it|there|(?:the|my|our|his|her|their) \w+(?: \w+)?|{CAPITAL}\w+) )?(?:\w+ly "
        rf")?(?:{_PAST})"
    ),
    denied=words(
        any_of(
            (
                r"maybe|perhaps|might|wonder(?:ing)?|thinking of|thought about|would (?:like to|love to|have)|wish"
                r"|used to|if only|suppose|hope(?:fully)?"
                r"|dream\w*|imagine|pretend\w*|joked?|as if|in theory|one of these days|some ?day|probably",
                r"(?:do|does|did|need|would|could|should)n['’]?t (?:have|need|want|think)",
                r"usually|normally|often|sometimes|every time|tends? to|generally|(?:whenever|each time)\b.*(?:have"
                r"|need|got) to",
                r"be (?:glad|happy|sorry|sad|lucky|amazed|surprised|pleased|able|fine|ok|late|dead|broke|away|abroad"
                r"|gone|busy|\d+(?= on| next| in))|believe it|miss (?:him|her|it|them)|tell you",
                r"see (?:how|what|if|when|whether)|find out (?:how|what|if|when|whether)|know (?:when|if|more|how)",
            )
        )
    ),
    refused=words(
        r"no promises?|not that I|or so (?:he|she|they)|provided|allegedly|in an ideal world|famous last words"
        r"|(?:says|reckons|thinks) (?:he|she|they|it) (?:can|could|might|may)"
        rf"|{_OTHERS} (?:{_OPINES})(?: that)? (?:I|we)\b"
        rf"|{_OTHERS} (?:says|say|claims|claim|announces|shouts|sings)(?: that)?,? (?:I|we)"
        r"(?:['’](?:ll|d|m|re)| will| would| shall| am| are)\b"
        r"|according to (?!plan)\w+|in (?:the|a|this|that) (?:film|movie|book|novel|story|play|episode|series|song"
        r"|game|poem|video|dream)(?=,| (?:I|he|she|they|it|we)\b)"
    ),
    past=words(
        rf"(?:{_PAST}|bought|paid|sent|met|spent|lost|kept|ate|drank|slept|sat|stood|won|wrote|spoke|wore|drove"
        rf"|caught|taught)"
    ),
    binding=words(rf"has to|have to|must|needs?|gets?|goes|first|will|to be|{NO}|{ANY}|{WE}['’]ll|only|not"),
    questions=words(
        r"^\s*(?:what|who|which|where|how|why)(?:['’]s)?|^\s*(?:do|does|did|is|are|can|could|will|would|should"
        r"|shall) (?:I|we|he|she|it|they|you|the|my|our)"
    ),
)
