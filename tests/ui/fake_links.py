"""The part of the workspace in memory that knows links: what belongs to a note, and what is broken in the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.ledger.link_repair import BrokenLink
from app.search.note_links import NoteLink, NoteView
from app.vault.properties import Property

KITCHEN, DAILY, HOME = "Projects/Kitchen.md", "Daily.md", "Home.md"

VIEWS = {
    KITCHEN: NoteView(
        KITCHEN,
        "Kitchen",
        (
            Property("importance", "text", "high"),
            Property("budget", "number", "4200"),
            Property("begun", "date", "2026-06-02"),
            Property("people", "list", "[[Lena Marsh]], Bob"),
        ),
        (
            NoteLink(HOME, "Home", "Home", "", 3, "Where it stands: see [[Home]].", "note", (HOME,)),
            NoteLink(None, "", "Lena Marsh", "", 8, "- [ ] Ask [[Lena Marsh]] 📅 2026-12-01", "unresolved"),
            NoteLink(HOME, "Home", "Home#Paint", "Paint", 9, "Paint as in [[Home#Paint]]", "no such part", (HOME,)),
            NoteLink(
                DAILY, "Daily", "Daily", "", 10, "as in [[Daily]]", "ambiguous", (DAILY, "Archive/Daily.md"),
            ),
            NoteLink(None, "", "plan.pdf", "", 11, "![[plan.pdf]]", "file", embed=True),
        ),
        (
            NoteLink(DAILY, "Daily", "Kitchen#Quotes", "", 4, "The quote came in, see [[Kitchen#Quotes]].", "note"),
            NoteLink(HOME, "Home", "Kitchen", "", 2, "[[Kitchen]]", "note"),
        ),
    ),
    HOME: NoteView(
        HOME, "Home", outgoing=(NoteLink(KITCHEN, "Kitchen", "Kitchen#Quotes", "Quotes", 2, "[[Kitchen]]", "note"),)
    ),
}  # fmt: skip

RENAMED = (
    BrokenLink(
        "k7q2", "Reconcile the kitchen quote against the June estimate", "Projects/Kitchen#Quotes",
        "Projects/Kitchen 2026.md", "Projects/Kitchen 2026#Quotes",
    ),
    BrokenLink("s5rv", "Call the surveyor", "Kitchen", "Projects/Kitchen 2026.md", "Kitchen 2026"),
)  # fmt: skip
NOWHERE = BrokenLink("h3dg", "Cut the hedge", "Garden/Hedge")


@dataclass
class FakeLinks:
    """Links in memory."""

    broken: tuple[BrokenLink, ...] = ()
    views: dict[str, NoteView] = field(default_factory=lambda: dict(VIEWS))

    def note_view(self, path: str) -> NoteView:
        return self.views.get(path, NoteView(path, path))

    def note_margin(self, path: str, most: int) -> NoteView:
        view = self.note_view(path)
        more = max(0, len(view.backlinks) - most)
        return replace(view, outgoing=(), backlinks=view.backlinks[:most], more=more)

    def broken_links(self) -> tuple[BrokenLink, ...]:
        return self.broken

    def repair_links(self, chosen: Sequence[BrokenLink]) -> tuple[str, ...]:
        self.calls.append(("repair", tuple(item.link for item in chosen)))  # type: ignore[attr-defined]
        self.broken = tuple(item for item in self.broken if item not in chosen)
        return tuple(item.entry_id for item in chosen)
