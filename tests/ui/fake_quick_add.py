"""Quick add and completion in memory: a grammar just large enough for the screens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import SimpleNamespace

from app.ledger.cue_templates import unfilled

SUGGESTIONS = {
    "links": ("Projects/Kitchen", "Projects/Kitchen#Quotes", "Daily", "Home"),
    "project": ("kitchen", "kitchen garden", "house"),
    "tags": ("money", "money/tax", "home"),
}
SAID = {
    "15 Aug": "Sun 15 Aug 2027, in 8 months",
    "2027-04-03": "Sat 3 Apr 2027, in 4 months",
    "2027-03-04": "Thu 4 Mar 2027, in 3 months",
}
AMBIGUOUS = "03/04/2027 may be two days: 3 April 2027 or 4 March 2027"

_PARTS = re.compile(
    r"!(?P<priority>\S+)|#(?P<tags>\S+)|@(?:\"(?P<quoted>[^\"]+)\"|(?P<project>\S+))|\[\[(?P<links>[^\]]+)\]\]"
    r"|by (?P<due>15 Aug|friday|nonsense|03/04/2027|2027-0\d-0\d),?|(?P<lead>\d+ days ahead),?|(?P<repeat>every \w+)"
    r"|when (?P<when>[^,]+),?"
)


def read_line(text: str) -> SimpleNamespace:
    """Return what a line means, as `app.ledger.quick_add.read_line` does."""
    draft: dict[str, str] = {}
    parts = []
    action = ""
    end = 0
    for match in _PARTS.finditer(text):
        field = (match.lastgroup or "").replace("quoted", "project")
        value = match[match.lastgroup or 0]
        problem, choices = problem_of(field, value)
        if problem:
            parts.append(part(field, match, "", problem, choices))
            continue
        action += text[end : match.start()]
        end = match.end()
        draft[field] = f"{draft[field]}\n{value}" if field in ("tags", "links") and field in draft else value
        parts.append(part(field, match, said_of(field, value)))
    action = " ".join((action + text[end:]).split()).strip(" ,")
    return SimpleNamespace(draft={"action": action} | draft, parts=tuple(parts))


def part(field: str, match: re.Match[str], said: str, problem: str = "", choices: tuple[str, ...] = ()) -> object:
    return SimpleNamespace(
        field=field,
        start=match.start(),
        end=match.start() + len(match[0].rstrip(",")),
        typed=match[0].rstrip(","),
        said=said,
        problem=problem,
        choices=choices,
    )


def problem_of(field: str, value: str) -> tuple[str, tuple[str, ...]]:
    if field == "due" and value == "nonsense":
        return "not a date", ()
    if field == "due" and value == "03/04/2027":
        return AMBIGUOUS, ("by 2027-04-03", "by 2027-03-04")
    if field == "priority" and value not in ("high", "low"):
        return f"{value} is no priority", ()
    if field in ("cues", "blockers") and (blank := unfilled(value)):
        return f"{field}: fill in {blank} or take the line out", ()
    return "", ()


def said_of(field: str, value: str) -> str:
    """Return how a value is read; what is plain says nothing."""
    if field == "due":
        return SAID.get(value, f"read as {value}")
    return {"lead": f"{value.removesuffix(' ahead')} before", "repeat": "next Tue 15 Aug 2028"}.get(field, "")


def check(draft: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each field with its reading, or `! ` and why there is none."""
    for field, typed in draft.items():
        problem, _ = problem_of(field, typed.strip()) if typed else ("", ())
        yield field, f"! {problem}" if problem else said_of(field, typed.removeprefix("by ")) if typed else ""
    if "action" in draft and not draft["action"].strip():
        yield "action", "! say what is to be done"


def suggest(kind: str, typed: str) -> tuple[str, ...]:
    """Return what begins with what is typed first, then what contains it."""
    found = [text for text in SUGGESTIONS[kind] if typed.casefold() in text.casefold()]
    return tuple(sorted(found, key=lambda text: not text.casefold().startswith(typed.casefold())))
