"""Whole lines, and the markers in them."""

from __future__ import annotations

from datetime import date

import pytest

from app.ledger.drafts import Reader, apply_draft
from app.ledger.entry import Entry
from app.ledger.quick_add import read_line

READER = Reader(date(2026, 11, 30))


def draft(line: str, reader: Reader = READER) -> dict[str, str]:
    return read_line(line, reader).draft


def problems(line: str) -> dict[str, str]:
    return {part.typed: part.problem for part in read_line(line, READER).parts if part.problem}


def test_a_condition_and_every_marker():
    line = (
        "reconcile it against the June estimate when the vendor quote arrives !high #money @kitchen "
        "[[Projects/Kitchen#Quotes]]"
    )
    read = read_line(line, READER)
    assert read.draft == {
        "action": "reconcile it against the June estimate",
        "when": "the vendor quote arrives",
        "priority": "high",
        "tags": "money",
        "project": "kitchen",
        "links": "Projects/Kitchen#Quotes",
    }
    assert [(part.field, part.typed) for part in read.parts] == [
        ("when", "when the vendor quote arrives"),
        ("priority", "!high"),
        ("tags", "#money"),
        ("project", "@kitchen"),
        ("links", "[[Projects/Kitchen#Quotes]]"),
    ]


def test_a_date_a_lead_and_a_repetition():
    read = read_line("submit packet by 15 Aug, 3 days ahead, every year", READER)
    assert read.draft == {
        "action": "submit packet",
        "due": "2027-08-15",
        "due_phrase": "by 15 Aug",
        "lead": "3 days",
        "repeat": "every year",
    }
    assert [part.said for part in read.parts] == [
        "Sun 15 Aug 2027, in 8 months",
        "3 days before: from Thu 12 Aug 2027",
        "every year: then Tue 15 Aug 2028, then Wed 15 Aug 2029",
    ]


def test_a_prohibition_is_the_action_and_doing_it_the_condition():
    read = read_line("never quote above 25k before the broker's OK", READER)
    assert read.draft == {"action": "never quote above 25k before the broker's OK", "when": "quoting above 25k"}
    assert [(part.field, part.typed, part.said) for part in read.parts] == [
        ("when", "quote above 25k", "quoting above 25k")
    ]


def test_a_line_becomes_an_entry():
    made = apply_draft(Entry("", ""), draft("submit packet by 15 Aug, 3 days ahead, every year #a #b"), READER)
    assert (made.due, made.due_phrase, made.lead, made.repeat) == (
        date(2027, 8, 15),
        "by 15 Aug",
        "3 days",
        "every year",
    )
    assert made.tags == ("a", "b")


@pytest.mark.parametrize(
    ("marker", "value"),
    [
        ("!high", "high"),
        ("!HIGHEST", "highest"),
        ("!lowest", "lowest"),
        ("!1", "highest"),
        ("!2", "high"),
        ("!3", "medium"),
        ("!4", "low"),
        ("!5", "lowest"),
        ("!!", "medium"),
        ("!!!", "high"),
    ],
)
def test_priorities(marker, value):
    assert draft(f"buy {marker} milk") == {"action": "buy milk", "priority": value}


@pytest.mark.parametrize(
    ("marker", "value"),
    [
        ("@kitchen", "kitchen"),
        ("@home/kitchen", "home/kitchen"),
        ("@tess-school,", "tess-school"),
        ('@"kitchen work"', "kitchen work"),
        ("@v1.2", "v1.2"),
        ("@küche", "küche"),
    ],
)
def test_projects(marker, value):
    assert draft(f"buy milk {marker}") == {"action": "buy milk", "project": value}


def test_tags_are_obsidians():
    assert draft("buy #home/kitchen milk #y1984 #1984 (#a) #Café #a #A #🙂")["tags"].split() == [
        "home/kitchen", "y1984", "a", "Café", "🙂",
    ]  # fmt: skip
    assert draft("fix #1984 and # and ##x") == {"action": "fix #1984 and # and ##x"}


@pytest.mark.parametrize(
    "line",
    [
        "learn C# and F#",
        "write to anna@example.com about it",
        "see https://x.org/a#b?c=@d and www.x.org/#e",
        "hello! wow!!! that",
        "pay 5@3",
        'read "the #1 @home !high [[Kitchen]] book"',
        "run `git log @{u} #x`",
        "call “Anna @home”",
        "look at [this](Kitchen.md#Quotes)",
        "a [ ] b",
        "@",
        "!",
        "mail @anna's sister",
    ],
)
def test_what_only_looks_like_a_marker_stays(line):
    assert draft(line) == {"action": line}


def test_a_backslash_keeps_a_marker_text():
    line = r"write \#money \@home \!high \[[Kitchen]] down \tomorrow"
    assert draft(line) == {"action": "write #money @home !high [[Kitchen]] down tomorrow"}
    assert draft(r"copy c:\temp\x and \\server\y") == {"action": r"copy c:\temp\x and \\server\y"}


def test_of_a_field_with_one_value_the_last_counts_and_the_rest_is_said():
    assert draft("meet @work @urgent !low now !high") == {
        "action": "meet @work !low now", "project": "urgent", "priority": "high",
    }  # fmt: skip
    assert problems("meet @work @urgent")["@work"].startswith("there is one project only")


@pytest.mark.parametrize(
    ("line", "typed", "said"),
    [
        ("buy milk !urgent", "!urgent", "a priority is one of highest"),
        ('buy milk @"kitchen', '@"kitchen', "closing quote"),
        ('buy milk @""', '@""', "name the project"),
        ("see [[Kit", "[[Kit", "not closed"),
        ("see [[]]", "[[]]", "names no note"),
        ("see [[ | ]]", "[[ | ]]", "names no note"),
        ("pay every month on Monday", "every month on Monday", "several days"),
        ("pay every third Wednesday", "every third Wednesday", "not understood"),
        ("pay, 3 days ahead", "3 days ahead", "needs a date"),
        ("pay by tomorrow, 2 hours before", "2 hours before", "needs a time"),
        ("pay on Feb 30", "on Feb 30", "no such day"),
        ("pay by 2026-02-30", "by 2026-02-30", "no such day"),
        ("every 2 hours drink", "every 2 hours", "time"),
    ],
)
def test_what_cannot_be_read_is_named_and_stays(line, typed, said):
    read = read_line(line, READER)
    found = {part.typed: part.problem for part in read.parts if part.problem}
    assert said in found[typed]
    assert typed in read.draft["action"]


def test_two_meanings_are_asked_for():
    read = read_line("pay by 03/04/2027 #a", READER)
    (part,) = (part for part in read.parts if part.problem)
    assert (part.field, part.typed, part.choices) == ("due", "by 03/04/2027", ("2027-04-03", "2027-03-04"))
    assert read.draft == {"action": "pay by 03/04/2027", "tags": "a"}
    assert draft(f"pay {part.choices[0]} #a") == {"action": "pay", "tags": "a", "due": "2027-04-03"}


@pytest.mark.parametrize(
    ("line", "action", "links"),
    [
        ("submit packet [[Kitchen]]", "submit packet", "Kitchen"),
        ("submit packet [[Kitchen]] by Friday", "submit packet", "Kitchen"),
        ("submit packet [[A]] [[B#c|d]] [[A]]", "submit packet", "A\nB#c"),
        ("call [[Lena Marsh]]", "call Lena Marsh", "Lena Marsh"),
        ("ask [[People/Lena Marsh.md|Lena]] about it", "ask Lena about it", "People/Lena Marsh.md"),
        ("write to [[People/Lena Marsh]]", "write to Lena Marsh", "People/Lena Marsh"),
        ("[[Kitchen]]: order tiles", "order tiles", "Kitchen"),
        ("read [[Kitchen]]'s quotes", "read Kitchen's quotes", "Kitchen"),
        ("see the ![[Plan.png]]", "see the Plan.png", "Plan.png"),
        (
            "reconcile the quote (see [[Projects/Kitchen#^q1]])",
            "reconcile the quote (see Kitchen)",
            "Projects/Kitchen#^q1",
        ),
    ],
)
def test_a_link_leaves_its_words_where_the_sentence_needs_them(line, action, links):
    assert {name: draft(line)[name] for name in ("action", "links")} == {"action": action, "links": links}


def test_a_link_to_no_note_is_a_remark():
    reader = Reader(date(2026, 11, 30), known=lambda target: target == "Kitchen")
    said = [part.said for part in read_line("a b [[Kitchen#Quotes]] [[Kitchn#x]]", reader).parts]
    assert said == ["Kitchen#Quotes", "Kitchn#x (no such note yet)"]
    assert draft("a b [[Kitchn]]", reader)["links"] == "Kitchn"


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("call Anna, tomorrow, then Bob", "call Anna, then Bob"),
        ("call Anna and by Friday", "call Anna"),
        ("tomorrow and call Bob", "call Bob"),
        ("Send it (by Friday) to Bob", "Send it to Bob"),
        ("Send it by Friday.", "Send it."),
        ("send - by Friday - #a", "send"),
        ("#a, #b: call Bob", "call Bob"),
        ("call Anna , please", "call Anna , please"),
        ("  call   Anna\t#a  ", "call Anna"),
        ("And then call #a", "And then call"),
        ("", ""),
        ("#a @b", ""),
    ],
)
def test_what_is_left_is_a_sentence(line, action):
    assert draft(line)["action"] == action
