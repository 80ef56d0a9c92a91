"""A note on the whole screen: its text, and beside it its links, those that lead to it, and its properties."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.message import Message
from textual.worker import Worker, WorkerState, get_current_worker

from app.errors import BetimesError
from app.search.note_links import NoteView
from app.vault.outside_links import OutsideLink, outside_links
from widgets import messages
from widgets.dialogs.dialog import Dialog
from widgets.drawing import Part, line
from widgets.glyphs import Glyphs
from widgets.link_rows import LinkRow, OtherRow, view_rows
from widgets.note_page import Focus, NotePage, lay_out
from widgets.outside_flow import OutsideRow, follow_outside, outside_rows
from widgets.preview import Preview
from widgets.preview_flow import Wanted, focus_in
from widgets.row_list import Row, RowList
from widgets.toasts import toast
from widgets.trail import Stop, Trail
from widgets.type_ahead import Opened, Opening

if TYPE_CHECKING:
    from app.workspace import Workspace

WIDE = 110
"""From this many columns on the links stand beside the note, else below it."""

NO_NOTE = "leads to no note"
FIRST_STOP, LAST_STOP = "This is where you began.", "There is nothing to go forward to."

NOTE_ACTIONS = (
    Binding("enter", "follow", "Follow the link", id="note.follow"),
    Binding("backspace,alt+left", "go_back", "Back to the note before", id="note.back"),
    Binding("alt+right", "go_forward", "Forward again", id="note.forward"),
    Binding("s", "section", "Next section: links, linked from, properties", id="note.section"),
    Binding("o", "editor", "Open the note in your editor", id="note.editor"),
    Binding("l,q", "cancel", "Close the note", id="note.close"),
)


class Asked(NamedTuple):
    """What is to be read, and the width to lay it out for; the latest number counts."""

    stop: Stop
    width: int
    number: int


class NoteReady(Message):
    """A note was read for the view, or could not be; handled by `NoteScreen`."""

    def __init__(
        self,
        asked: Asked,
        view: NoteView | None,
        page: NotePage | None,
        problem: str = "",
        *,
        outside: tuple[OutsideLink, ...] = (),
    ) -> None:
        super().__init__()
        self.asked, self.view, self.page, self.problem, self.outside = asked, view, page, problem, outside


class NoteScreen(Dialog[None]):
    """Shows a note and goes where its links lead."""

    ACTIONS: ClassVar[tuple[Binding, ...]] = NOTE_ACTIONS
    """What the palette offers here."""
    BINDINGS: ClassVar[list[BindingType]] = [*NOTE_ACTIONS]
    DEFAULT_CSS = """
    NoteScreen { align: left top; background: $background; }
    NoteScreen #note-panes { height: 1fr; width: 1fr; layout: vertical; }
    NoteScreen #preview { height: 1fr; width: 1fr; }
    NoteScreen RowList { height: 3fr; max-height: 100%; width: 1fr; }
    NoteScreen #links { border: round $border-blurred; border-title-color: $foreground; }
    NoteScreen #links:focus { border: round $border; border-title-style: bold; }
    NoteScreen.-wide #note-panes { layout: horizontal; }
    """

    def __init__(self, workspace: Workspace, wanted: Wanted, glyphs: Glyphs) -> None:
        super().__init__()
        self._workspace = workspace
        self._glyphs = glyphs
        self._trail = Trail(Stop(wanted))
        self._page: NotePage | None = None
        self._unmoved = ""
        self._asked = 0

    def compose(self) -> ComposeResult:
        """Lay out the note and its links."""
        with Container(id="note-panes"):
            yield Preview(glyphs=self._glyphs)
            yield RowList(glyphs=self._glyphs, id="links")

    @property
    def _preview(self) -> Preview:
        return self.query_one(Preview)

    @property
    def _links(self) -> RowList:
        return self.query_one("#links", RowList)

    def on_mount(self) -> None:
        """Begin with the links, and read the note once the panes have their size."""
        self._links.focus()
        self._arrange()
        self.post_message(Opening(self))
        self.call_after_refresh(self._read)

    def on_resize(self) -> None:
        """Put the links beside or below the note."""
        self._arrange()

    def _arrange(self) -> None:
        self.set_class(self.app.size.width >= WIDE, "-wide")

    def read_again(self) -> None:
        """Read once more, for another width or another index: links of any note may lead elsewhere now."""
        if self._page is not None:
            self._trail.now = self._stop()
        self._read()

    # Reading

    def _read(self) -> None:
        self._asked += 1
        asked = Asked(self._trail.now, self._preview.text_width, self._asked)
        self.run_worker(lambda: self._load(asked), thread=True, exclusive=True, group="note", exit_on_error=False)

    def _load(self, asked: Asked) -> None:
        try:
            message = self._ready(asked)
            if not get_current_worker().is_cancelled:
                self.post_message(message)
        finally:
            self.post_message(Opened(self))

    def _ready(self, asked: Asked) -> NoteReady:
        wanted = asked.stop.wanted
        try:
            view, note = self._workspace.note_view(wanted.path), self._workspace.read_note(wanted.path)
        except BetimesError as error:
            return NoteReady(asked, None, None, f"{error.message} {error.hint}".strip())
        page = lay_out(note.text, asked.width, focus_in(wanted, note.text), note.problem)
        return NoteReady(asked, view, page, outside=outside_links(note.text))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Tell of a note that could not be shown for a reason that nobody thought of."""
        if event.state is WorkerState.ERROR:
            toast(self.app, f"Something went wrong ({event.worker.group}): {event.worker.error!r}", "", "error")

    @on(NoteReady)
    def _show(self, message: NoteReady) -> None:
        if message.asked.number != self._asked:
            return
        self._page = message.page
        if message.page is None:
            self._preview.show_card((line(Part(message.problem, "late")),))
        else:
            top = message.asked.stop.top
            self._preview.show_page(message.page, keep_place=top is not None)
            if top is not None:
                self._preview.scroll_to(0, top, animate=False, force=True, immediate=True)
        self._list(message.view, message.asked.stop, message.outside)

    def _list(self, view: NoteView | None, stop: Stop, outside: tuple[OutsideLink, ...]) -> None:
        self._preview.border_title = line(
            Part(view.title if view else "Note"), Part(f" · {stop.wanted.path}", "muted", True)
        )
        rows = (*view_rows(view), *outside_rows(outside)) if view else ()
        self._links.set_rows(rows, prefer=[stop.row] if stop.row else [row.key for row in rows if row.selectable])
        current = self._links.current
        self._unmoved = current.key if current else ""
        self._links.border_title = _counted(view) if view else line("Links")
        self._links.border_subtitle = line(Part(self._hint(), "muted"))

    def _hint(self) -> str:
        keys: dict[str, str] = {}
        for active in self.active_bindings.values():
            keys.setdefault(active.binding.id or "", self.app.get_key_display(active.binding))
        back = f"  {keys.get('note.back', '')}: back ({len(self._trail.before)})" if self._trail.before else ""
        follow = keys.get("note.follow") or keys.get("list.open", "")
        section, close = (keys.get(name, "") for name in ("note.section", "dialog.cancel"))
        return f"{follow}: follow{back}  {close}: close  {section}: next section"

    @on(Preview.Narrowed)
    @on(messages.NotesChanged)
    def _read_again(self) -> None:
        self.read_again()

    # Moving

    @on(RowList.Moved)
    def _show_line(self, message: RowList.Moved) -> None:
        """Show the line in the note on which the highlighted link stands."""
        row = message.row
        if row is None or row.key == self._unmoved or not isinstance(row, LinkRow | OutsideRow) or not self._page:
            return
        if isinstance(row, LinkRow) and row.inward:
            return
        self._unmoved = ""
        number = row.link.line
        self._preview.show_page(replace(self._page, focus=Focus(number, number)), keep_place=True)
        top = max(0, self._page.row_of(number) - self._preview.size.height // 3)
        self._preview.scroll_to(0, top, animate=False, force=True, immediate=True)

    def action_section(self) -> None:
        """Go to the first row of the next section that has any."""
        rows, cursor = self._links.rows, self._links.cursor or 0
        starts = [
            index for index, row in enumerate(rows)
            if row.selectable and index and not rows[index - 1].selectable
        ]  # fmt: skip
        if starts:
            self._links.cursor = next((index for index in starts if index > cursor), starts[0])
        self._links.focus()

    @on(RowList.Chosen)
    def _chosen(self) -> None:
        self.action_follow()

    def action_follow(self) -> None:
        """Go where the highlighted row leads."""
        row = self._links.current
        wanted = _wanted(row)
        if wanted is not None:
            self._trail.follow(self._stop(), wanted)
            self._arrive()
        elif isinstance(row, OutsideRow):
            follow_outside(self, row.link)
        elif isinstance(row, LinkRow):
            toast(self.app, f"{row.link.written} {NO_NOTE}.")

    def action_go_back(self) -> None:
        """Go back to the note before."""
        if self._trail.step_back(self._stop()):
            self._go()
        else:
            toast(self.app, FIRST_STOP)

    def action_go_forward(self) -> None:
        """Go forward to what was gone back from."""
        if self._trail.step_forward(self._stop()):
            self._go()
        else:
            toast(self.app, LAST_STOP)

    def _arrive(self) -> None:
        path = self._trail.now.wanted.path
        self._go()
        self.run_worker(lambda: self._record(path), thread=True, group="log", exit_on_error=False)

    def _go(self) -> None:
        """Show the present stop; what is typed until it stands is meant for it."""
        self.post_message(Opening(self))
        self._read()

    def _record(self, path: str) -> None:
        try:
            self._workspace.record_opened(path)
        except BetimesError as error:
            messages.post_error(self.app.screen_stack[0], error)

    def _stop(self) -> Stop:
        """Return the present stop as it is left."""
        row = self._links.current
        return replace(self._trail.now, row=row.key if row else "", top=self._preview.scroll_offset.y)

    def action_editor(self) -> None:
        """Open the note in the person's editor."""
        from widgets.editor import open_note

        try:
            open_note(self.app, self._workspace.editor_command(self._trail.now.wanted.path, self._preview.reading_line))
        except BetimesError as error:
            toast(self.app, error.message, error.hint, "error")
        self.read_again()


def _counted(view: NoteView) -> Content:
    links, back, properties = len(view.outgoing), len(view.backlinks), len(view.properties)
    return line(
        Part(f"{links} link{'' if links == 1 else 's'}"),
        Part(f" · linked from {back} · {properties} propert{'y' if properties == 1 else 'ies'}", "muted"),
    )


def _wanted(row: Row | None) -> Wanted | None:
    """Return where a row leads; None when that is nowhere."""
    if isinstance(row, OtherRow):
        return Wanted(row.path, fragment=row.link.fragment)
    if not isinstance(row, LinkRow) or row.link.other is None:
        return None
    other, link = row.link.other, row.link
    return Wanted.line(other, link.line) if row.inward else Wanted(other, fragment=link.fragment)
