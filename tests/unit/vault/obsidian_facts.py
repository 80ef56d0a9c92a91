"""What Obsidian itself saw in some 70 notes, beside what Betimes sees in them.

Run as a script it prints the agreement by kind and every disagreement: `python obsidian_facts.py FOLDER`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.vault.decoding import clean
from app.vault.frontmatter import split_frontmatter
from app.vault.markdown import parse_note
from app.vault.structure import read_structure
from app.vault.task_shape import read_shape

Facts = Counter[tuple[object, ...]]

KINDS = ("link", "embed", "tag", "heading", "list item", "block", "property")
ON_PURPOSE = {
    ("link", "comments_html_style", 9): "inside %% %%: a comment links nothing",
    ("tag", "i-am-parsed-by-obsidian"): "inside %% %%: a comment tags nothing",
    ("link", "|", 41): "[[|]] names nothing",
    ("link", "|alias", 42): "[[|alias]] names nothing",
    ("link", "|#alias", 43): "[[|#alias]] names nothing",
    ("list item", 5, None, 5): "`- [ ] 1. text`: what follows a checkbox is text, as CommonMark has it",
    ("list item", 7, None, 7): "`- [ ] 3) text`: what follows a checkbox is text, as CommonMark has it",
    ("tag", "value1"): "`tag: value1, value2`: the older property is still read",
    ("tag", "value2"): "`tag: value1, value2`: the older property is still read",
    ("tag", "value-1-of-2-on-one-line"): "`tags: a, b` on one line: older vaults write it so",
    ("tag", "value-2-of-2-on-one-line"): "`tags: a, b` on one line: older vaults write it so",
}
"""Every disagreement, and why it is meant."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One note.

    Attributes:
        name: Of the case.
        theirs: What Obsidian saw.
        ours: What Betimes sees.
    """

    name: str
    theirs: Facts
    ours: Facts


def compare_all(folder: Path) -> Iterator[Compared]:
    """Yield every case of a folder."""
    for file in sorted(folder.glob("*.json")):
        case = json.loads(file.read_text(encoding="utf-8"))
        yield Compared(file.stem, seen_by_obsidian(case), seen_by_us(case))


def seen_by_obsidian(case: dict[str, Any]) -> Facts:
    """Return Obsidian's facts; lines from 1, 0 for the frontmatter; the parent of an item at the top is 0."""
    seen = case["cachedMetadata"]

    def line(item: dict[str, Any]) -> int:
        return int(item["position"]["start"]["line"]) + 1

    facts: Facts = Counter()
    for kind, name in (("link", "links"), ("embed", "embeds")):
        facts.update((kind, item["link"], line(item)) for item in seen.get(name, []))
    facts.update(("link", item["link"], 0) for item in seen.get("frontmatterLinks", []))
    facts.update(("heading", item["heading"], item["level"], line(item)) for item in seen.get("headings", []))
    facts.update(("block", name, line(block)) for name, block in seen.get("blocks", {}).items())
    facts.update(("tag", tag) for tag in {tag.lower().lstrip("#") for tag in case["getAllTags"] or []})
    facts.update(
        ("list item", line(item), item.get("task"), max(0, item["parent"] + 1)) for item in seen.get("listItems", [])
    )
    facts.update(("property", key) for key in seen.get("frontmatter") or {})
    return facts


def seen_by_us(case: dict[str, Any]) -> Facts:
    """Return our facts in the same form."""
    text = case["fileContents"]
    note = parse_note(case["filePath"], text.encode("utf-8"))
    head = split_frontmatter(clean(text)).body_line - 1
    facts: Facts = Counter()
    for link in note.links:
        address = f"{link.target}#{link.fragment}" if link.fragment else link.target
        facts["embed" if link.embed else "link", address, link.line if link.line > head else 0] += 1
    facts.update(("heading", heading.text, heading.level, heading.line) for heading in note.headings)
    facts.update(("block", block.name, block.line) for block in note.blocks)
    facts.update(("tag", tag) for tag in note.tags)
    facts.update(_list_items(text, head))
    facts.update(("property", key) for key in note.properties)
    return facts


def _list_items(text: str, head: int) -> Iterator[tuple[object, ...]]:
    lines = clean(text).splitlines()
    body = "\n".join(lines[head:])
    for item in read_structure(body).items:
        shape = read_shape(lines[head + item.line - 1])
        parent = 0 if item.parent is None else item.parent + head
        yield "list item", item.line + head, shape.status if shape else None, parent


def report(folder: Path) -> Iterator[str]:
    """Yield a table of the agreement by kind, then every disagreement with its reason."""
    cases = list(compare_all(folder))
    theirs, ours, both = (Counter[object]() for _ in range(3))
    for case in cases:
        for counter, facts in ((theirs, case.theirs), (ours, case.ours), (both, case.theirs & case.ours)):
            for fact, count in facts.items():
                counter[fact[0]] += count
    yield f"{len(cases)} notes"
    yield f"{'kind':<10} {'Obsidian':>8} {'Betimes':>8} {'agree':>6}  share"
    for kind in (*KINDS, "all"):
        told, seen, agreed = (c.total() if kind == "all" else c[kind] for c in (theirs, ours, both))
        yield f"{kind:<10} {told:>8} {seen:>8} {agreed:>6}  {agreed / max(told, seen, 1):.3f}"
    for case in cases:
        for who, facts in (("Obsidian only", case.theirs - case.ours), ("Betimes only", case.ours - case.theirs)):
            for fact in facts:
                yield f"{case.name}: {who}: {fact}: {ON_PURPOSE.get(fact, '?')}"


if __name__ == "__main__":
    sys.stdout.write("\n".join(report(Path(sys.argv[1]))) + "\n")
