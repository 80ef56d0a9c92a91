from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from app.index.records import ChunkRow, NoteRow
from app.ledger.entry import Entry
from app.search.completer import Completer
from app.search.notes import NoteTable
from app.search.suggest import Suggestions, complete_heading
from app.vault.resolve import LinkResolver, NoteName
from tests.support import open_workspace


def note(path: str, aliases: tuple[str, ...] = (), tags: tuple[str, ...] = (), **properties: object) -> NoteRow:
    return NoteRow(path, path.rpartition("/")[2].removesuffix(".md"), aliases, tags, properties, "", 0.0, 0, "")  # type: ignore[arg-type]


NOTES = (
    note("Projects/Kitchen.md", ("the kitchen",), ("home/kitchen", "money"), project="kitchen"),
    note("Projects/Dad downstairs.md", tags=("family/dad",), project=["[[Projects/Dad downstairs|Dad]]", "care"]),
    note("People/Lena Marsh.md", ("Lena",), ("people",)),
    note("People/Café Marsh.md"),
    note("Daily/Index.md"),
    note("Projects/Index.md"),
    note("Areas/Odd [1] #x.md"),
    note("Plan.canvas.md"),
)
ENTRIES = (
    Entry("a", "x", project="Kitchen", tags=("money", "plot")),
    Entry("b", "y", project="station yard", tags=("Money",)),
    Entry("c", "z"),
)
SUGGESTIONS = Suggestions(NoteTable(NOTES), ENTRIES, {"People/Lena Marsh.md": 0.9})


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("kit", ("Kitchen", "Kitchen|the kitchen")),
        ("[[KIT", ("Kitchen", "Kitchen|the kitchen")),
        ("marsh", ("Lena Marsh", "Café Marsh")),
        ("cafe", ("Café Marsh",)),
        ("down", ("Dad downstairs",)),
        ("dstairs", ("Dad downstairs",)),
        ("ddst", ("Dad downstairs",)),
        ("lena", ("Lena Marsh|Lena", "Lena Marsh")),
        ("Projects/K", ("Projects/Kitchen",)),
        ("index", ("Daily/Index", "Projects/Index")),
        ("people", ("People/Lena Marsh", "People/Café Marsh")),
        ("odd", ()),
        ("zzz", ()),
    ],
)
def test_links_complete_names_aliases_and_paths(typed, found):
    assert SUGGESTIONS.complete("links", typed) == found


def test_without_anything_typed_the_most_used_comes_first():
    assert SUGGESTIONS.complete("links", "")[0] == "Lena Marsh"
    assert SUGGESTIONS.complete("tags", "#")[0] == "money"


@pytest.mark.parametrize(
    ("kind", "typed", "found"),
    [
        ("project", "@ki", ("Kitchen",)),
        ("project", '@"sta', ("station yard", "Dad downstairs")),
        ("project", "yard", ("station yard",)),
        ("project", "dad", ("Dad downstairs",)),
        ("tags", "#mo", ("money",)),
        ("tags", "kit", ("home/kitchen",)),
        ("tags", "fdad", ("family/dad",)),
    ],
)
def test_projects_and_tags_come_from_notes_and_entries(kind, typed, found):
    assert tuple(text.casefold() for text in SUGGESTIONS.complete(kind, typed)) == tuple(map(str.casefold, found))


def test_headings_complete_behind_the_note():
    resolver = LinkResolver([NoteName("Projects/Kitchen.md", "Kitchen")])
    asked = []

    def headings(path: str) -> Iterator[str]:
        asked.append(path)
        yield from ("Kitchen", "Order of work", "Quotes", "Quotes", "A [1] | b")

    def complete(typed: str) -> tuple[str, ...]:
        return complete_heading(typed, lambda name: resolver.resolve(name, "").path, headings)

    assert complete("Kitchen#") == ("Kitchen#Kitchen", "Kitchen#Order of work", "Kitchen#Quotes", "Kitchen#A 1 b")
    assert complete("[[Projects/Kitchen#wo") == ("Projects/Kitchen#Order of work",)
    assert complete("Kitchen#Kitchen#q") == ("Kitchen#Quotes",)
    assert complete("Nothing#q") == complete("#q") == ()
    assert set(asked) == {"Projects/Kitchen.md"}


class Shelf:
    """What a completer asks of the knowledge of a vault."""

    def __init__(self) -> None:
        self.notes = NoteTable(NOTES)
        self.salience: dict[str, object] = {}

    def resolve(self, target: str) -> str | None:
        return "Projects/Kitchen.md" if target == "Kitchen" else None


def test_a_completer_follows_index_and_ledger():
    shelf, entries = Shelf(), [ENTRIES]
    chunk = ChunkRow(1, "Projects/Kitchen.md", 0, ("Kitchen", "Quotes"), 1, 2, "", "")
    completer = Completer(shelf, lambda: entries[0], lambda path: [chunk])  # type: ignore[arg-type]
    assert completer.complete("links", "Kitchen#q") == ("Kitchen#Quotes",)
    assert completer.complete("project", "new") == ()
    entries[0] = (*ENTRIES, Entry("d", "w", project="new bath"))
    assert completer.complete("project", "new") == ("new bath",)
    shelf.notes = NoteTable((*NOTES, note("Bath.md")))
    assert completer.complete("links", "bat") == ("Bath",)


def test_two_thousand_notes_are_completed_at_once():
    notes = NoteTable([note(f"Folder {i % 40}/Note about matter {i}.md", (f"alias {i}",)) for i in range(2000)])
    suggestions = Suggestions(notes, ENTRIES, {})
    assert len(suggestions.complete("links", "matter 19")) == 8
    best = min(_seconds(suggestions, typed) for typed in ("nabm", "matter 1", "ntmtr99", "zzzz") for _ in range(3))
    assert best < 0.05


def _seconds(suggestions: Suggestions, typed: str) -> float:
    start = time.process_time()
    suggestions.complete("links", typed)
    return time.process_time() - start


def test_a_workspace_reads_lines_and_completes(demo_vault):
    with_notes = open_workspace(demo_vault)
    with_notes.update(meaning=False)
    commitments = with_notes.ledger
    assert commitments.suggest("links", "Kitchen#q") == ("Kitchen#Quotes",)
    assert commitments.suggest("links", "lena ma")[0] == "Lena Marsh"
    assert commitments.suggest("project", "hol") == ("hollin-farm",)
    assert commitments.suggest("tags", "money")[0] == "money"
    assert commitments.suggest("links", '[[("\\') == ()
    read = commitments.read_line("call Bob about it [[Kitchen#Quotes]] [[Nothing]] tomorrow")
    assert [part.said for part in read.parts][:2] == ["Kitchen#Quotes", "Nothing (no such note yet)"]
    assert commitments.add(read.draft).due_phrase == "tomorrow"
    with_notes.close()
