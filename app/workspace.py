"""The workspace: opens, owns and closes everything that belongs to one vault. What screens and commands hold."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from app.agendas import Agendas
from app.clock import Clock, system_clock
from app.commitments import Commitments
from app.config import Config, SearchConfig
from app.errors import NotFound, VaultError, said
from app.events import Event
from app.ledger.adopting import is_line
from app.ledger.commitment import Agenda, Commitment
from app.meaning import EmbedderFactory
from app.paths import Locations, vault_settings
from app.private import private_file, private_folder
from app.search_history import SearchHistory
from app.searches import Searches
from app.status import IndexReport, Status
from app.upkeep import Upkeep

if TYPE_CHECKING:
    from app.ledger.context_matches import ContextMatches
    from app.search.compare import Comparison
    from app.search.details import NoteDetails, NoteText
    from app.search.explain import Explanation, ScoreExplanation
    from app.search.linked import Target
    from app.search.note_links import NoteView
    from app.search.result import Arm, RankMode, SearchResult, SearchResults
    from app.tools import Tools


class Workspace:
    """One vault, open.

    Methods that touch files, the index or the model say what is wrong by raising `BetimesError`; on a screen they
    belong on a thread worker. `status`, `subscribe` and `now` are immediate.

    Attributes:
        root: The vault's folder, links resolved.
        config: Its settings.
        banner: A line that stands above everything, such as that this is a demonstration; may be empty.
        ledger: What is done to commitments.
        searches: What the search box completes and remembers.
        now: The local time, or the day that `--as-of` made of it.
    """

    def __init__(self, upkeep: Upkeep, config: Config, locations: Locations, clock: Clock) -> None:
        self.config = config
        self.banner = ""
        self.now = clock
        self.root = upkeep.vault.root
        self._upkeep = upkeep
        self._locations = locations
        self._vault, self._ledger = upkeep.vault, upkeep.ledger
        self._context: ContextMatches | None = None
        self._agendas = Agendas(upkeep, clock)
        self._tools_lock = threading.Lock()
        self._made_tools: Tools | None = None
        self.ledger = Commitments(upkeep, config.dates, clock, lambda: self._tools)
        history = SearchHistory(locations.search_history(self.root), enabled=config.search.history)
        self.searches = Searches(config, history, vault_settings(self.root), lambda: self._tools)

    @classmethod
    def open(
        cls,
        root: Path,
        *,
        config: Config,
        locations: Locations,
        clock: Clock = system_clock,
        make_embedder: EmbedderFactory | None = None,
    ) -> Workspace:
        """Open a vault; nothing runs in the background until `start`.

        Args:
            root: The folder of notes.
            config: Settings.
            locations: Where index, logs and settings are.
            clock: What "now" is.
            make_embedder: Makes the embedder when it is first needed; by default as the settings say.

        Raises:
            VaultError: The folder cannot be used.
        """
        return cls(Upkeep(root, config, locations, clock, make_embedder), config, locations, clock)

    def start_embedder(self) -> None:
        """Start the model process, if meaning is wanted; returns at once."""
        self._upkeep.meaning.start()

    def start(self) -> None:
        """Start the index thread and the watcher; call it after the first paint."""
        self._upkeep.start(self._warm_up)

    def close(self) -> None:
        """Stop everything."""
        if self._made_tools is not None:
            self._made_tools.close()
        self._upkeep.close()

    def subscribe(self, callback: Callable[[Event], None]) -> None:
        """Have a function called with every event, on whatever thread it happens."""
        self._upkeep.subscribe(callback)

    def look_again(self) -> None:
        """Have everything looked at, soon: the person comes back, and may have changed notes meanwhile; immediate."""
        self._upkeep.look_again()

    def status(self) -> Status:
        """Return what the status line says, from memory."""
        return self._upkeep.status()

    def update(self, *, meaning: bool) -> IndexReport:
        """Bring the index up to date in the caller's thread, vectors too when `meaning`; for commands."""
        return self._upkeep.update(meaning=meaning)

    def rebuild_index(self) -> None:
        """Throw the index away; the next update reads and embeds everything anew."""
        self._upkeep.store.clear()

    def stop_indexing(self) -> None:
        """Stop reading and embedding after the batch under way."""
        self._upkeep.pause()

    def resume_indexing(self) -> None:
        """Go on where `stop_indexing` stopped."""
        self._upkeep.resume()

    def messages(self) -> tuple[str, ...]:
        """Return what a person should know about vault, ledger and index, one line each."""
        upkeep = self._upkeep
        unreadable = (f"{path}: {reason}" if path else reason for path, reason in self.unreadable())
        conflicts = (f"{path} is a conflict copy: compare it with its original" for path in self.conflicts())
        copies = (
            f"{path} is a conflict copy: `betimes merge` compares and merges it" for path in self._ledger_copies()
        )
        notices = said(upkeep.ledger.problem), upkeep.store.notice, upkeep.knowledge.problem
        return tuple(filter(None, (*notices, *unreadable, *copies, *conflicts)))

    def unreadable(self) -> list[tuple[str, str]]:
        """Return the notes and folders that could not be read as they should, and why."""
        return self._upkeep.unreadable()

    def conflicts(self) -> list[str]:
        """Return the conflict copies of sync programs that lie in the vault, those of the ledger not included."""
        return [path for path in self._vault.conflicts if path not in self._ledger_copies()]

    def _ledger_copies(self) -> list[str]:
        return [f".betimes/{name}" for name in self.ledger.copy_names()]

    @property
    def index_path(self) -> Path:
        """The index database."""
        return self._upkeep.store.path

    def remember(self) -> None:
        """Make this the vault that `betimes` opens without a name; where nothing can be written, it is done without."""
        with suppress(OSError):
            private_folder(self._locations.state)
            private_file(self._locations.last_vault, f"{self.root}\n".encode("utf-8", "surrogateescape"))

    def agenda(self) -> Agenda:
        """Return the agenda of now, with what fires in the present context."""
        agenda = self._agendas.of(self._context)
        self._upkeep.firings.note_dates(agenda)
        return agenda

    def set_context(self, found: SearchResults | None) -> None:
        """Take an answer for what the person is dealing with now, until the next one or None; immediate."""
        self._context = found.matches if found else None
        if found is not None:
            self._upkeep.firings.note_contexts(found.matches.firing)

    def target_of(self, item: Commitment) -> Target | None:
        """Return where a commitment leads: its own line, its evidence, or the first note that it links; immediate."""
        from app.search.linked import Target, targets

        if item.note is None and item.firing and item.firing.evidence:
            return Target(item.firing.evidence.path, line=item.firing.evidence.line)
        return next(iter(targets(item, self._upkeep.knowledge.resolve)), None)

    def agenda_in(self, context: str) -> Agenda:
        """Return the agenda with what fires in a context; by meaning when there is a model, else by words."""
        self._upkeep.prepare_meaning()
        matches = self._tools.retrieval.match(context, self._agendas.of(None), self._upkeep.meaning.embedder)
        return self._agendas.of(matches)

    def commitments(self) -> tuple[Commitment, ...]:
        """Return every open commitment, snoozed ones too."""
        agenda = self.agenda()
        return agenda.firing + agenda.upcoming + agenda.snoozed

    def find(self, commitment_id: str) -> Commitment:
        """Return an open commitment; raises `NotFound`.

        A task line without a date is found too, and the line of an entry is that entry.
        """
        items = self.commitments()
        for item in items:
            if item.id == commitment_id or (item.note and f"{item.note.path}:{item.note.line}" == commitment_id):
                return item
        if not is_line(commitment_id):
            raise NotFound(f"There is no open commitment {commitment_id}", "`betimes agenda --json` lists the ids.")
        line = self.ledger.find_line(commitment_id)
        if line.status != "open":
            raise NotFound(f"{commitment_id} is closed already", f"`betimes reopen {commitment_id}` opens it again.")
        entry_id = self.ledger.entry_of_line(line)
        return next((item for item in items if item.id == entry_id), line)

    def find_to_change(self, commitment_id: str) -> Commitment:
        """Return an open commitment; raises `NotFound`, or `LedgerError` when the ledger that may hold it is broken."""
        try:
            return self.find(commitment_id)
        except NotFound:
            if self._ledger.problem is not None and not is_line(commitment_id):
                raise self._ledger.problem from None
            raise

    def find_suggestion(self, suggestion_id: str) -> Commitment:
        """Return what is suggested under an id; raises `NotFound`."""
        for item in self._upkeep.suggestions.current:
            if item.id == suggestion_id:
                return item
        raise NotFound(f"There is no suggestion {suggestion_id}", "`betimes agenda --json` lists the ids.")

    def search_words(self, text: str, rank: RankMode) -> SearchResults:
        """Search by words; within milliseconds."""
        return self._tools.retrieval.words(text, self._agendas.for_queries(), self.config.search, rank)

    def search_fused(self, text: str, rank: RankMode) -> SearchResults:
        """Search by words and meaning; raises `EmbedderUnavailable` while there is no model."""
        agenda = self._agendas.for_queries()
        return self._tools.retrieval.fused(text, agenda, self.config.search, rank, self._upkeep.meaning.embedder)

    def search(self, text: str, settings: SearchConfig, rank: RankMode, arm: Arm) -> SearchResults:
        """Search as a command does: waits for the model unless words are enough.

        Raises:
            EmbedderUnavailable: Meaning was asked for and there is no model.
        """
        agenda = self._agendas.for_queries()
        if arm == "words":
            return self._tools.retrieval.words(text, agenda, settings, rank)
        self._upkeep.prepare_meaning()
        return self._tools.retrieval.fused(
            text, agenda, settings, rank, self._upkeep.meaning.embedder, arm=arm, wait=True
        )

    def interrupt_search(self) -> None:
        """End the search under way on another thread."""
        if self._made_tools is not None:
            self._made_tools.retrieval.interrupt()

    def read_note(self, path: str) -> NoteText:
        """Return a note as it is on disk now."""
        from app.search.details import read_note

        return read_note(self._vault, self._tools.reader, path)

    def note_details(self, name: str) -> NoteDetails:
        """Return a note with its links, backlinks and commitments; raises `NotFound`."""
        from app.search.details import note_details

        return note_details(name, self._tools.reader, self._upkeep.knowledge, self.commitments())

    def note_view(self, path: str) -> NoteView:
        """Return what belongs to a note beside its text: properties, links out and in."""
        from app.search.note_links import note_view

        notes = self._upkeep.knowledge.notes.rows
        titles = {path: note.title for path, note in notes.items()}
        return note_view(path, self._vault, self._tools.reader, titles)

    def note_margin(self, path: str, most: int) -> NoteView:
        """Return a note's properties and the first links that lead to it; quicker than `note_view`."""
        from app.search.note_links import note_margin

        return note_margin(path, self._tools.reader, self._upkeep.knowledge.notes.rows, most)

    def explain(self, result: SearchResult, found: SearchResults) -> ScoreExplanation:
        """Return why a result stands where it stands in the answer `found`."""
        tools, agenda = self._tools, self._agendas.of(None)
        return tools.retrieval.explain(result, found, self.config.search, agenda, tools.reader, self.now())

    def compare(self, upper: SearchResult, lower: SearchResult, found: SearchResults) -> Comparison:
        """Return which factors put one result of the answer `found` above another one."""
        from app.search.compare import Side, compare

        sides = (Side(result, self.explain(result, found)) for result in (upper, lower))
        return compare(*sides, rank=found.rank, now=self.now())

    def explain_commitment(self, item: Commitment) -> Explanation:
        """Return why a commitment stands where it stands."""
        from app.search.explain_commitment import explain_commitment

        return explain_commitment(item, self.now())

    def record_opened(self, path: str, query: str = "") -> None:
        """Record that a note was opened, and what was searched for when a search led to it."""
        self._upkeep.record("opened", path, query)

    def editor_command(self, path: str, line: int) -> list[str]:
        """Return the argument list that opens a note in the person's editor.

        Raises:
            UsageError: There is no editor.
            VaultError: The note is not on this machine: the editor would make an empty one in its place.
        """
        from app.vault.editor import editor_command
        from app.vault.opening import NOT_HERE

        if self._vault.is_evicted(path):
            raise VaultError(f"{path} cannot be opened: {NOT_HERE}", "Download it first.")
        return editor_command(self._vault.absolute(path), line)

    def _warm_up(self) -> None:
        """Load what the first search and the first typed line would otherwise wait for."""
        self._tools.reader.generation()
        self.ledger.read_line("in 3 days every week")

    @property
    def _tools(self) -> Tools:
        """What searching and changing need; made at the first use, because the first paint does without."""
        with self._tools_lock:
            if self._made_tools is None:
                from app.tools import Tools

                self._made_tools = Tools(self._upkeep, self.now, self.config.tasks, self.config.dates)
            return self._made_tools
