"""A workspace in memory, with the same face as the real one."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

import fake_quick_add
from fake_firing import BY_A_NOTE, MAY_BE, FakeFiring
from fake_links import FakeLinks
from fake_search import FakeExplaining
from fake_searches import FakeSearches

from app.config import Config
from app.errors import EmbedderUnavailable, NotFound, UsageError, VaultError
from app.events import EmbedderState, Event, IndexProgress, LedgerChanged
from app.ledger.commitment import Agenda, Commitment, Firing, NotUnderstood, Place
from app.ledger.entry import Entry
from app.salience.parts import SalienceParts
from app.search.days import Calendar
from app.search.explain import Explanation
from app.search.explain_commitment import explain_commitment
from app.search.linked import Target
from app.search.query import parse_query
from app.search.reading import read_chips
from app.search.result import Arm, Operative, RankMode, SearchResult, SearchResults

TODAY = date(2026, 11, 30)

QUOTE = Commitment(
    id="k7q2",
    home="ledger",
    action="Reconcile the kitchen quote against the June estimate",
    when="the kitchen maker's quote arrives",
    cues=("Lena sends her price", "the joiner tells us the full cost"),
    links=("Projects/Kitchen#Quotes",),
    project="kitchen",
    priority="high",
    tags=("money",),
    firing=BY_A_NOTE,
)
PACKET = Commitment(
    id="p4ck", home="ledger", action="Submit packet", due=date(2026, 11, 28), firing=Firing("date", days_late=2)
)
PASSPORT = Commitment(
    id="Home.md:4",
    home="note",
    action="Renew passport",
    due=TODAY,
    note=Place("Home.md", 4),
    raw="- [ ] Renew passport 📅 2026-11-30",
    firing=Firing("date", days_late=0),
)
SURVEYOR = Commitment(id="s5rv", home="ledger", action="Call the surveyor", due=date(2026, 12, 3))
HEDGE = Commitment(id="h3dg", home="ledger", action="Cut the hedge", due=date(2027, 1, 31))
PLAN = Commitment(id="p68m", home="ledger", action="Overlay the old plan", when="the 1968 plan turns up")
PLAN_MAYBE = replace(PLAN, firing=MAY_BE)
ATTIC = Commitment(id="at1c", home="ledger", action="Clear the attic", snoozed=date(2026, 12, 24))

NOTES = {
    "Projects/Kitchen.md": "# Kitchen\n\nWhere it stands.\n\n## Quotes\n\nThe **June estimate** came to 4,200 before "
    "the worktop.\n- [ ] Ask [[Lena Marsh]] 📅 2026-12-01\n- [x] Measure\n\n```\ncode\n```\n",
    "Daily.md": "---\ntags: daily\n---\nThe quote came in this morning.\n",
    "Home.md": "# Home\n\n\n- [ ] Renew passport 📅 2026-11-30\n",
}

AGENDA = Agenda(
    as_of=TODAY,
    firing=(QUOTE, PACKET, PASSPORT),
    upcoming=(SURVEYOR, HEDGE, PLAN),
    snoozed=(ATTIC,),
    not_understood=(NotUnderstood("Home.md", 9, "- [ ] tax 📅 2026-02-31", "2026-02-31 is no date"),),
)


@dataclass(frozen=True)
class FakeStatus:
    notes: int = 3
    chunks: int = 7
    pending: int = 0
    embedder: EmbedderState = EmbedderState.READY
    embedder_detail: str = ""
    ledger_problem: str = ""
    watch_notice: str = ""
    is_away: bool = False
    indexing: IndexProgress | None = None
    paused: bool = False
    problems: int = 0
    index_problem: str = ""


def result(path: str, chunk_id: int, snippet: str, word: str, **changes: object) -> SearchResult:
    start = snippet.casefold().find(word.casefold()) if word else -1
    values: dict[str, object] = {
        "path": path,
        "title": path.rsplit("/", 1)[-1].removesuffix(".md"),
        "heading": "",
        "line_start": 1,
        "line_end": 4,
        "snippet": snippet,
        "marks": ((start, start + len(word)),) if start >= 0 else (),
        "score": 0.71,
        "relevance": 0.6,
        "words": 0.6,
        "cosine": None,
        "pinned": None,
        "firing": False,
        "salience": SalienceParts(0.5),
        "modified": 0.0,
        "chunk_id": chunk_id,
        "looked_for": (word,) if word else (),
    } | changes
    return SearchResult(**values)  # type: ignore[arg-type]


@dataclass
class FakeWorkspace(FakeLinks, FakeExplaining, FakeFiring):
    """Everything in memory; `calls` tells what was asked of it."""

    config: Config = field(default_factory=Config)
    banner: str = ""
    root: Path = Path("/vault")
    current: Agenda = AGENDA
    state: FakeStatus = FakeStatus()
    notes: dict[str, str] = field(default_factory=lambda: dict(NOTES))
    past: list[Agenda] = field(default_factory=list)
    undone: list[Agenda] = field(default_factory=list)
    editor: list[str] | None = None
    meaning: threading.Event = field(default_factory=threading.Event)
    callback: Callable[[Event], None] = lambda event: None
    touched: str = ""
    follows: str = ""
    searches: FakeSearches = field(default_factory=FakeSearches)

    def __post_init__(self) -> None:
        self.meaning.set()

    @property
    def ledger(self) -> FakeWorkspace:
        return self

    def now(self) -> datetime:
        return datetime(2026, 11, 30, 8, 0, tzinfo=timezone(timedelta(hours=1)))

    def subscribe(self, callback: Callable[[Event], None]) -> None:
        self.callback = callback

    def start(self) -> None:
        self.calls.append(("start",))

    def look_again(self) -> None:
        self.calls.append(("look_again",))

    def close(self) -> None:
        self.calls.append(("close",))

    def status(self) -> FakeStatus:
        return self.state

    def agenda(self) -> Agenda:
        return self.current

    def search_words(self, text: str, rank: RankMode) -> SearchResults:
        self.calls.append(("words", text, str(rank)))
        return self._found(text, rank, Arm.WORDS)

    def search_fused(self, text: str, rank: RankMode) -> SearchResults:
        self.calls.append(("fused", text, str(rank)))
        if self.state.embedder is not EmbedderState.READY:
            raise EmbedderUnavailable("The model is still loading")
        self.meaning.wait(5)
        return self._found(text, rank, Arm.FUSED)

    def _found(self, text: str, rank: RankMode, arm: Arm) -> SearchResults:
        word = text.split()[-1] if text.split() and not text.startswith("like:") else ""
        hits = [
            result(path, index, next(iter(body.splitlines()[-1:]), ""), word)
            for index, (path, body) in enumerate(self.notes.items())
            if word.casefold() in body.casefold()
        ]
        if arm is Arm.FUSED:
            hits.reverse()
        fires = "quote" in text
        operative = (Operative(QUOTE, tuple(hits[:1])),) if fires else ()
        return SearchResults(
            text,
            text,
            rank,
            arm,
            tuple(hits),
            operative,
            (PLAN_MAYBE,) if fires else (),
            reading=read_chips(parse_query(text, calendar=Calendar(TODAY))),
        )

    def set_context(self, found: SearchResults | None) -> None:
        self.context = found

    def target_of(self, item: Commitment) -> Target | None:
        place = item.note or (item.firing.evidence if item.firing else None)
        if place:
            return Target(place.path, line=place.line)
        if not item.links:
            return None
        name, _, fragment = item.links[0].partition("#")
        return Target(f"{name}.md", fragment)

    def interrupt_search(self) -> None:
        self.calls.append(("interrupt",))

    def read_note(self, path: str) -> SimpleNamespace:
        if path not in self.notes:
            raise VaultError(f"{path} is not there", "Was it moved?")
        return SimpleNamespace(path=path, title=path, text=self.notes[path], problem="", mtime=0.0)

    def explain_commitment(self, item: Commitment) -> Explanation:
        return explain_commitment(item, self.now())

    def draft_of(self, entry_id: str) -> dict[str, str]:
        item = self._find(entry_id)
        return {
            "action": item.action,
            "when": item.when or "",
            "due": str(item.due or ""),
            "cues": "\n".join(item.cues),
            "links": "\n".join(item.links),
            "project": item.project or "",
            "priority": item.priority or "",
            "tags": "\n".join(item.tags),
        }

    def check_draft(self, draft: Mapping[str, str]) -> dict[str, str]:
        return dict(fake_quick_add.check(draft))

    def read_line(self, text: str) -> SimpleNamespace:
        return fake_quick_add.read_line(text)

    def suggest(self, kind: str, typed: str) -> tuple[str, ...]:
        return fake_quick_add.suggest(kind, typed)

    def entry(self, entry_id: str) -> Entry:
        item = self._find(entry_id)
        return Entry(item.id, item.action, when=item.when, due=item.due, cues=item.cues)

    def raw(self, entry_id: str) -> str:
        item = self._find(entry_id)
        return f'[[entry]]\nid = "{item.id}"\naction = "{item.action}"\n'

    def replace_raw(self, entry_id: str, text: str, seen: str) -> Commitment:
        self.calls.append(("replace_raw", entry_id, text, seen))
        try:
            action = tomllib.loads(text)["entry"][0]["action"]
        except tomllib.TOMLDecodeError as error:
            raise UsageError("the entry, line 3, column 10: no closing quote", "Correct that line.") from error
        return self._edited(replace(self._find(entry_id), action=action))

    def add(self, draft: Mapping[str, str]) -> Commitment:
        self.calls.append(("add", dict(draft)))
        self.write(f"add '{draft['action']}'")
        if draft.get("due") == "nonsense":
            raise UsageError("due: nonsense is not a date", "Write it as 2026-12-31")
        item = Commitment(id="new1", home="ledger", action=draft["action"])
        return self._becomes(replace(self.current, upcoming=(*self.current.upcoming, item)), item)

    def edit(self, entry_id: str, draft: Mapping[str, str], seen: Entry | None = None) -> Commitment:
        self.calls.append(("edit", entry_id, dict(draft), seen))
        self.write(f"edit '{draft['action']}'")
        return self._edited(replace(self._find(entry_id), action=draft["action"]))

    def _edited(self, changed: Commitment) -> Commitment:
        firing = tuple(changed if item.id == changed.id else item for item in self.current.firing)
        return self._becomes(replace(self.current, firing=firing), changed)

    def resolve(
        self, item: Commitment, outcome: str, remark: str = "", *, seen: Commitment | None = None
    ) -> Commitment:
        self.calls.append(("resolve", item.id, outcome, remark))
        self.write(f"resolve '{item.action}'")
        return self._becomes(self._without(item), item)

    def following(self, item: Commitment) -> str:
        return self.follows if item.repeat else ""

    def snooze(self, item: Commitment, when: str, *, seen: Commitment | None = None) -> Commitment:
        self.calls.append(("snooze", item.id, when))
        self.write(f"snooze '{item.action}'")
        if when == "yesterday":
            raise UsageError("yesterday is not after today", "Snooze until a later day")
        snoozed = replace(item, snoozed=date(2026, 12, 1))
        rest = self._without(item)
        return self._becomes(replace(rest, snoozed=(snoozed, *rest.snoozed)), snoozed)

    def undo(self) -> str:
        if not self.past:
            raise NotFound("There is nothing to undo")
        self.undone.append(self.current)
        self.current = self.past.pop()
        return "resolved 'Submit packet'"

    def redo(self) -> str:
        if not self.undone:
            raise NotFound("There is nothing to redo")
        self.past.append(self.current)
        self.current = self.undone.pop()
        return "resolved 'Submit packet'"

    def history(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(id=self.touched)]

    def record_opened(self, path: str, query: str = "") -> None:
        self.calls.append(("opened", path, query))

    def stop_indexing(self) -> None:
        self.state = replace(self.state, paused=True)

    def resume_indexing(self) -> None:
        self.state = replace(self.state, paused=False)

    def editor_command(self, path: str, line: int) -> list[str]:
        self.calls.append(("editor", path, line))
        if self.editor is None:
            raise UsageError("No editor is set", "Set $VISUAL or $EDITOR.")
        return [*self.editor, path]

    def _find(self, entry_id: str) -> Commitment:
        agenda = self.current
        for item in (*agenda.firing, *agenda.upcoming, *agenda.snoozed):
            if item.id == entry_id:
                return item
        raise NotFound(f"There is no open commitment {entry_id}")

    def _without(self, gone: Commitment) -> Agenda:
        def keep(items: tuple[Commitment, ...]) -> tuple[Commitment, ...]:
            return tuple(item for item in items if item.id != gone.id)

        agenda = self.current
        return replace(
            agenda,
            firing=keep(agenda.firing),
            maybe=keep(agenda.maybe),
            upcoming=keep(agenda.upcoming),
            snoozed=keep(agenda.snoozed),
        )

    def _becomes(self, agenda: Agenda, item: Commitment) -> Commitment:
        self.past.append(self.current)
        self.touched = item.id
        self.current = agenda
        self.callback(LedgerChanged())
        return item
