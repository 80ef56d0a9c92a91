"""The one main screen: knows the panes, which do not know one another, and passes news between them."""

from __future__ import annotations

import gc
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType
from textual.worker import Worker, WorkerState

from app.errors import BetimesError
from app.ledger.commitment import Agenda
from app.ledger.context_matches import ContextMatches
from app.search.result import RankMode, SearchResults
from widgets import messages
from widgets.actions import ACTIONS
from widgets.agenda_refresh import AgendaReady, AgendaRefresh
from widgets.banner import Banner
from widgets.fired_news import FiredNews
from widgets.firing_flow import without
from widgets.ledger_flow import LedgerDone
from widgets.living import broke
from widgets.preview import Preview
from widgets.preview_flow import PageReady, PreviewFlow, Wanted
from widgets.result_screen import NOTHING_FOUND, ResultScreen
from widgets.row_list import RowList
from widgets.search_bar import SearchBar
from widgets.search_flow import SearchFlow, SearchReady
from widgets.status_line import StatusLine
from widgets.toasts import toast
from widgets.waking import Waking

if TYPE_CHECKING:
    from app.status import Status
    from app.workspace import Workspace
    from widgets.agenda_pane import Notes

_MINUTE = 60.0
"""Seconds between looks at the clock: what is due at a time of day becomes due while the program runs."""
_STILL = 0.1
"""Seconds without another answer after which the preview follows the results while the person types."""


class MainScreen(ResultScreen):
    """Agenda beside search and preview."""

    BINDINGS: ClassVar[list[BindingType]] = [*ACTIONS]

    def __init__(self, workspace: Workspace, agenda: Agenda | None = None) -> None:
        super().__init__(workspace, agenda)
        self._search = SearchFlow(self, workspace, RankMode(workspace.config.search.rank))
        self._preview = PreviewFlow(self, workspace, lambda: self.preview)
        self._matches = ContextMatches()
        self._agenda = AgendaRefresh(self, workspace, self._underway)
        self._fired = FiredNews(self, self.key_of)
        self._waking = Waking(self, workspace, self._look_at_clock)

    # Start and news from the core

    def _start(self) -> None:
        """Begin everything that the first paint did not wait for, the collection of garbage included."""
        gc.freeze()
        gc.enable()
        self.work("start", self._workspace.start)
        self._copies.look()
        self._waking.begin()
        self.start_searches()

    def on_mount(self) -> None:
        """Paint first; then let the workspace work."""
        self._arrange()
        self.agenda.focus()
        self.show_search_title()
        self._name_keys()
        self.show_status()
        self._workspace.subscribe(lambda event: messages.post_event(self, event))
        self.set_interval(_MINUTE, self._look_at_clock)
        self._preview_timer = self.set_interval(_STILL, self._show_after_typing, pause=True)
        self.call_after_refresh(self._start)
        if self._first_agenda is None:
            self._agenda.ask()

    def _look_at_clock(self) -> None:
        self._agenda.ask()
        self._copies.look()

    def _name_keys(self) -> None:
        keys = self._keys = {
            active.binding.action: self.app.get_key_display(active.binding) for active in self.active_bindings.values()
        }
        bar = self.query_one(StatusLine)
        bar.keys = f"{keys.get('keys', '?')} keys  {keys.get('command_palette', '^p')} commands"

    def show_status(self) -> None:
        """Bring banner and status line up to date."""
        status = self._workspace.status()
        firing = len(self.agenda.agenda.firing) if self.agenda.agenda else 0
        self.query_one(StatusLine).show(status, firing)
        held, copies = self.warnings(self._keys)
        broken = self._repair.line(self._keys.get("repair", ""))
        self.query_one(Banner).show([copies, broken, self._workspace.banner], [held, status.ledger_problem])
        self.agenda.hint_at_notes(_notes(status))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Tell of a task that broke, and go on."""
        if event.state is WorkerState.ERROR:
            self.log.error(str(event.worker.error))
            recorded = broke(self.app, event.worker.error, f"thread {event.worker.group}")
            toast(self.app, f"Something went wrong ({event.worker.group}): {event.worker.error!r}", recorded, "error")

    @on(messages.Noticed)
    def _tell(self, message: messages.Noticed) -> None:
        notice = message.notice
        key = self._keys.get(notice.action, "")
        toast(self.app, notice.message, f"{key}: {notice.hint}" if key else notice.hint, notice.severity)

    @on(messages.StatusChanged)
    def _status_changed(self) -> None:
        self.show_status()

    @on(messages.NotesChanged)
    def _notes_changed(self, message: messages.NotesChanged) -> None:
        self.show_status()
        self._agenda.ask()
        self._search.ask_again()
        self._preview.read_again(message.paths)
        self._repair.look()
        for screen in self.app.screen_stack[1:]:
            screen.post_message(messages.NotesChanged(message.paths))

    @on(messages.CommitmentsChanged)
    def _commitments_changed(self) -> None:
        self._agenda.ask()
        self._copies.look()
        self._repair.look()
        self._search.ask_again()
        self.show_status()

    @on(messages.CommitmentsFired)
    def _commitments_fired(self, message: messages.CommitmentsFired) -> None:
        self._agenda.ask()
        self._fired.take(message.fired)

    @on(AgendaReady)
    def _show_agenda(self, message: AgendaReady) -> None:
        if message.agenda is not None:
            self._underway.end_reading(message.agenda)
            self.agenda.show(message.agenda, self._agenda.focus_id)
            self._agenda.focus_id = ""
            self.show_status()
        self._agenda.settle()

    # Search

    @on(SearchBar.QueryChanged)
    def _ask(self, message: SearchBar.QueryChanged) -> None:
        self._search.ask(message.text)
        if not message.text.strip():
            self.results.clear()
            self.chips.shown = ()
            self._take_context(None)
            self.show_search_title()
        self._list = "results" if message.text.strip() else "agenda"

    @on(SearchReady)
    def _answer(self, message: SearchReady) -> None:
        if self._search.accept(message) and message.found is not None:
            self.show_answer(message.found, NOTHING_FOUND if message.settled else "")
            self.chips.shown = message.found.reading
        found = self.results.found
        if message.settled and found is not None and message.asked == (found.query, found.rank):
            self._take_context(found)
        if message.settled:
            self.show_search_title()

    def _take_context(self, found: SearchResults | None) -> None:
        """Let the agenda be read in another context, when that meets something else than the one before."""
        matches = found.matches if found else ContextMatches()
        self._workspace.set_context(found)
        if matches != self._matches:
            self._matches = matches
            self._agenda.ask()

    # Highlight and preview

    @on(RowList.Moved)
    def _highlighted(self, message: RowList.Moved) -> None:
        if message.control.id != self._list or self._pane == "preview":
            return
        if self._pane == "query":
            self._preview_timer.reset()
            self._preview_timer.resume()
        else:
            self._show_highlighted()

    def _show_after_typing(self) -> None:
        self._preview_timer.pause()
        if self._pane != "preview":
            self._show_highlighted()

    def list_changed(self) -> None:
        """Show what is highlighted in the list now in use."""
        self._show_highlighted()

    def _show_highlighted(self) -> None:
        item, result = self.commitment, self.results.result
        if item is not None:
            self._preview.show_commitment(item, self._workspace.now().date(), self._keys)
        elif self._list == "results" and result is not None:
            self._preview.show_result(result)
        elif self._list == "agenda" and self.agenda.place:
            self._preview.show_note(Wanted.line(*self.agenda.place))
        else:
            self._preview.show_nothing()

    @on(RowList.Chosen)
    @on(SearchBar.Left)
    def _open(self, message: RowList.Chosen | SearchBar.Left) -> None:
        if isinstance(message, SearchBar.Left) and not message.open:
            self._go("results")
            return
        if self.show_hidden():
            return
        wanted = self._target()
        if wanted is not None:
            self._preview.show_note(wanted)
            query = self._search.query if self._list == "results" else ""
            self.work("log", lambda: self._workspace.record_opened(wanted.path, query))
        if wanted is not None or self.commitment is not None:
            self._go("preview")

    def _target(self) -> Wanted | None:
        if self._list == "results" and self.results.result is not None:
            return Wanted.result(self.results.result)
        if self.commitment is not None:
            return self._preview.place_of(self.commitment)
        return Wanted.line(*self.agenda.place) if self.agenda.place else None

    @on(RowList.LeftAtTop)
    def _up_from_results(self) -> None:
        if self._pane == "results":
            self._go("query")

    @on(PageReady)
    def _show_page(self, message: PageReady) -> None:
        self._preview.accept(message)

    @on(Preview.Narrowed)
    def _lay_out_again(self) -> None:
        self._preview.read_again()

    # Commands

    def action_reopen(self) -> None:
        """Open a ticked task line of the note again that is highlighted, or in the preview."""
        wanted = self._preview.wanted if self._pane == "preview" else self._target()
        if wanted is None:
            toast(self.app, "There is no note to open here.")
            return
        at = self.preview.reading_line if self._pane == "preview" else wanted.focus.first
        self._lines.reopen(wanted.path, at)

    def action_edit_raw(self) -> None:
        """Edit the text of the highlighted entry; of a task line or suggestion, its note."""
        if (item := self.commitment) is not None and item.home == "note":
            self.action_editor()
        else:
            super().action_edit_raw()

    @on(LedgerDone)
    def _done(self, message: LedgerDone) -> None:
        if message.said:
            toast(self.app, message.said, message.hint)
        self._hidden.settle()
        self._underway.settle(message.settled_id)
        if message.unmet_id and self.results.found is not None:
            self.show_answer(without(self.results.found, message.unmet_id), NOTHING_FOUND)
            self._take_context(self.results.found)
        self._agenda.ask(message.focus_id)
        self._search.ask_again()

    def action_rank(self) -> None:
        """Go to the next rank mode."""
        self._search.cycle_rank()
        self.show_search_title()

    def action_indexing(self) -> None:
        """Stop indexing, or go on with it."""
        paused = self._workspace.status().paused
        self.work("index", self._workspace.resume_indexing if paused else self._workspace.stop_indexing)

    def action_keys(self) -> None:
        """Show the keys, as this person has set them."""
        from widgets.dialogs.text_dialog import TextDialog, key_lines
        from widgets.key_ids import dialog_bindings

        own = self._workspace.config.keys
        in_dialogs = [replace(binding, key=own.get(binding.id or "", binding.key)) for binding in dialog_bindings()]
        self.app.push_screen(TextDialog("Keys", key_lines(self.app, self.active_bindings.values(), in_dialogs)))

    def note_in_use(self) -> Wanted | None:
        """Return the note of the highlighted row, or the one in the preview."""
        return self._preview.wanted if self._pane == "preview" else self._target()

    def action_links(self) -> None:
        """Show the note of the highlighted row, or the one in the preview, with its links and properties."""
        from widgets.note_screen import NoteScreen

        wanted = self.note_in_use()
        if wanted is None:
            toast(self.app, "There is no note to open here.")
        else:
            self.app.push_screen(NoteScreen(self._workspace, wanted, self._glyphs))

    def action_editor(self) -> None:
        """Open the note of the highlighted row, or the one in the preview, in the person's editor."""
        from widgets.editor import open_note

        wanted = self.note_in_use()
        if wanted is None:
            toast(self.app, "There is no note to open here.")
            return
        at = self.preview.reading_line if self._pane == "preview" else max(1, wanted.focus.first)
        try:
            open_note(self.app, self._workspace.editor_command(wanted.path, at))
        except BetimesError as error:
            self.post_error(error)
        self._preview.read_again()


def _notes(status: Status) -> Notes:
    """Return whether there are notes, and whether most of them have not been read yet."""
    progress = status.indexing
    if progress is None:
        return "read" if status.notes else "none"
    return "reading" if progress.stage == "reading" and 2 * status.notes < progress.total else "read"
