"""Texts of every grammar that is fuzzed: well-formed ones made of its rules, the same with a few faults, and rubble."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

Texts = st.SearchStrategy[str]

_FRAGMENTS = Path(__file__).parents[1] / "data" / "fuzz_fragments.txt"
_SIGNS = [
    "\ufe0f",
    "\u202e",
    "\u200b",
    "\0",
    "\ud800",
    '"',
    "[",
    "]",
    "(",
    ")",
    "'",
    "\\",
    "#",
    ":",
    "-",
    "\n",
    "\r",
    "\t",
]


def _fragments() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    name = ""
    for line in _FRAGMENTS.read_text(encoding="utf-8").split("\n")[1:]:
        if line.startswith("@@ "):
            name = line.removeprefix("@@ ")
            found[name] = []
        else:
            found[name] += [part.replace("·", " ").replace("⏎", "\n") for part in line.split()]
    return found


FRAGMENTS = _fragments()


def rubble(name: str, glue: Sequence[str], most: int) -> Texts:
    """Return texts of the fragments of a grammar in any order, with glue between them and some text of any kind."""
    fragments = st.sampled_from(FRAGMENTS[name] + FRAGMENTS["dates-in-all"])
    piece = st.one_of(fragments, fragments, fragments, st.sampled_from(_SIGNS), st.text(max_size=6))
    pairs = st.lists(st.tuples(piece, st.sampled_from(glue)), max_size=most)
    return pairs.map(lambda found: "".join(text + end for text, end in found))


def sequence(*parts: str | Texts) -> Texts:
    """Return texts of parts one after the other; of a text with bars, one of its alternatives."""
    made = [st.sampled_from(part.split("|")) if isinstance(part, str) else part for part in parts]
    return st.tuples(*made).map("".join)


@st.composite
def faulty(draw: st.DrawFn, texts: Texts, name: str) -> str:
    """Return a text of a grammar as it is, or with up to three faults."""
    text = draw(texts)
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2, 3]))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(len(text), at + 12)))
        kind = draw(st.sampled_from(["cut", "twice", "sign", "fragment", "case"]))
        between = {
            "cut": "",
            "twice": text[at:end] * 2,
            "sign": draw(st.sampled_from(_SIGNS)) + text[at:end],
            "fragment": draw(st.sampled_from(FRAGMENTS[name])) + text[at:end],
            "case": text[at:end].swapcase(),
        }[kind]
        text = text[:at] + between + text[end:]
    return text


NUMBER = st.one_of(
    st.integers(1, 12).map(str), st.sampled_from(["a", "an", "two", "three", "0", "99", "1000", "99999"])
)
UNIT = "day|days|week|weeks|month|months|year|years|business days|working days|hours|minutes"
WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|fri|Sat"
MONTH = "january|february|march|april|may|june|august|Dec|sept"
ISO = sequence(
    st.sampled_from(["2026", "2027", "2028", "0001", "9999"]), "-", "01|02|06|12|13", "-", "01|28|29|30|31|32"
)
DAY = st.one_of(st.integers(0, 32).map(str), st.sampled_from(["1st", "2nd", "3rd", "15th", "31st", "29th"]))
CLOCK = sequence("| at | @ ", "17:00|5pm|25:00|9.30|noon|midnight|00:00|5:60pm")
MOMENT = st.one_of(
    ISO,
    sequence(ISO, CLOCK),
    sequence("|on |by |before |until |next |this |last |coming ", WEEKDAY, st.one_of(st.just(""), CLOCK)),
    sequence("in |within |", NUMBER, " ", UNIT, "| from now| ago| after friday| before 2027-01-31"),
    sequence("|the ", DAY, " |. | of ", MONTH, "| 2027| 26"),
    sequence(MONTH, " ", DAY, "|, 2027"),
    sequence("end of |start of |mid |early |late |beginning of ", "the |next |", "week|month|year|quarter|june|2027"),
    sequence("first |second |last ", WEEKDAY, " of ", "the month|next month|march|2027"),
    sequence(DAY, ".|/", "1|12|13|0", "./2027|.2027|."),
    sequence("Q1|Q4|W33|2026-W33|2026-W53-7|week 33|Q3 2027|today|tomorrow|EOD|EOM|christmas|fortnight|this weekend"),
    st.sampled_from(FRAGMENTS["dates"]),
)
RULE = st.one_of(
    sequence("every |every! |each ", st.one_of(st.just(""), NUMBER.map(lambda n: f"{n} ")), UNIT, "| when done"),
    sequence("every ", "month|2 months|year", " on the ", DAY, "| when done| until 2027-01-31"),
    sequence("every |each ", WEEKDAY, "|, friday| and monday", "| at 9:00| when done"),
    sequence("every ", "first|last|2nd|third", " ", WEEKDAY, " of the month| of march|"),
    sequence("daily|weekly|monthly|yearly|weekdays|every weekday|every other week|every ", MONTH, " ", DAY),
)
LEAD = sequence(NUMBER, " ", UNIT, "| before| ahead")
PHRASES = st.one_of(
    MOMENT, RULE, LEAD, faulty(st.one_of(MOMENT, RULE, LEAD), "dates"), rubble("dates", (" ", " ", "", "-"), 8)
)

FIELD = st.one_of(
    sequence("📅 |⏳ |🛫 |➕ |✅ |❌ |📆|🗓\ufe0f ", ISO),
    sequence("[|(", "due|scheduled|start|created|completion|repeat|priority|id|dependsOn", ":: ", ISO, "]|)"),
    sequence("🔁 |[repeat:: ", RULE, "|]"),
    sequence("(@", ISO, "| 09:00| 25:00", ")"),
    st.sampled_from(FRAGMENTS["tasks"]),
)
TASK = sequence(
    "- [ ] |- [x] |* [/] |\t+ [-]  |> - [ ] |1. [ ] |- TODO |- DONE |- DOING [#A] |- [ ]",
    "Call Ann|caf\u00e9 `c` [[a]]|%%c%% x|",
    st.lists(sequence(" |  ||\t|\u00a0", FIELD), max_size=5).map("".join),
    "| ^id|  | ^id-2\t",
)
TASKS = st.one_of(TASK, faulty(TASK, "tasks"), rubble("tasks", (" ", "", "\u2028", "\x0b"), 14))

VALUE = st.one_of(
    st.sampled_from(
        ["x", "no", "1:30", "'q'", '"q"', "[a, b]", "{a: b}", "", "|\n  text", ">-\n  a\n  b", "\n  - a\n  - b", "*a"]
    ),
    ISO,
    st.text("abc:#-[]{},&*!|>'\"%@`? ", max_size=10),
)
PROPERTY = sequence("title|tags|aliases|date|due|a|b c|1|on|'q'", ": |:|: &a ", VALUE, "\n|  # c\n|\r\n")
HEAD = st.lists(PROPERTY, max_size=6).map("".join)
FRONT = st.one_of(
    sequence("---\n", HEAD, "---\n|---|...\n"),
    sequence(
        "+++\n",
        st.lists(sequence('a|b.c|"d"', " = ", "1|'x'|[1, 2]|2026-12-01|true|{a = 1}|", "\n"), max_size=4).map("".join),
        "+++\n",
    ),
    st.just(""),
)
BLOCK = st.one_of(
    sequence(TASK, "\n|\r\n|\r|\n  SCHEDULED: <2026-12-01 Tue>\n"),
    sequence(
        "# |## |###### |- |  - |> |1. |```\n|%%|<!-- |$$\n||",
        rubble("notes", (" ", "", " "), 6),
        "\n|\n\n|\r\n|\r|```\n|%%\n",
    ),
)
NOTES = st.one_of(
    faulty(sequence(FRONT, st.lists(BLOCK, max_size=8).map("".join)), "notes"),
    rubble("notes", (" ", "", "\n", "\n", "\n\n", "\r\n", "\r", "\n  ", "\n\t", "\u2028", "\x0b"), 40),
)

TERM = st.one_of(
    sequence(
        "|-|#|tag:|path:|title:|is:|due:|modified:|links:|in:|prop:|like:|AND:",
        'a|kitchen|"a b"|[[a]]|[[a#b|c]]|<7d|task|>2026-01-01|',
    ),
    st.sampled_from(FRAGMENTS["queries"]),
)
QUERIES = st.one_of(
    faulty(st.lists(sequence(TERM, " | |  | OR |"), max_size=6).map("".join), "queries"),
    rubble("queries", (" ", "", "\t"), 9),
)

KEY = st.one_of(
    sequence(
        'action|when|project|note x|"odd key"',
        " = ",
        '"x"|\'y\'|"""a\n[[entry]]\n"""|\'\'\'b\'\'\'|"\\u00e9"',
        "\n|  # c\n|\r\n",
    ),
    sequence("due|snoozed|created", " = ", '2026-12-01|2026-12-01T10:00:00|"soon"|2026-12-01 10:00:00+01:00|7', "\n"),
    sequence("cues|tags|links", " = ", '[]|["a"]|[\n  "a", # c\n  \'b\',\n]|"a"|[1, [2]]', "\n"),
    sequence("priority|lead|repeat", " = ", '"high"|"3 days"|"every day"|{a = 1}|inf|0x1F', "\n"),
    sequence("# a comment\n|\n|[entry.sub]\nx = 1\n|[[entry.list]]\ny = 2\n|a.b.c = 1\n"),
)
ENTRY = sequence(
    "[[entry]]\n|[[ entry ]]  # c\n",
    "id = ",
    '"a1"|\'b2\'|""|7',
    "\n",
    st.lists(KEY, max_size=4, unique=True).map("".join),
)
LEDGERS = st.one_of(
    faulty(sequence("|# head\n\n|[other]\na = 1\n", st.lists(ENTRY, max_size=3).map("".join)), "ledgers"),
    rubble("ledgers", ("", "", "\n", "\r\n", " "), 16),
)

PROMISE = sequence(
    "I will |I'll |We need to |Remember to |I promised Ann to |Don't forget to |ich werde |je dois |debo ||- [ ] ",
    "send the report|call Ann|pay €20|den Bericht schicken|envoyer le rapport|enviar el informe|book [[Note]] #kitchen",
    st.one_of(sequence(" |, | by | before | bis | avant | antes del ", MOMENT), st.just("")),
    "| when the quote arrives| as soon as she answers| sobald er da ist| if it rains| 3 days ahead| every week",
    ".|!|?|\n|\n\n| ^id\n|",
)
PROSE = st.one_of(
    faulty(st.lists(PROMISE, max_size=3).map(" ".join), "prose"), rubble("prose", (" ", ", ", ". ", "\n"), 16)
)
