"""Links of a note that lead out of the vault: shown whole, asked about, and only then handed to the browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from textual.content import Content
from textual.screen import Screen

from app.errors import BetimesError
from app.vault.browser import browser_command, needs_terminal, start_browser
from app.vault.outside_links import MOST, OutsideLink
from widgets.agenda_rows import HintRow, SectionRow
from widgets.dialogs.picking import yes_or_no
from widgets.drawing import Part, fit, line, spread
from widgets.editor import run_editor
from widgets.glyphs import Glyphs
from widgets.row_list import Row
from widgets.toasts import toast

SECTION = "OUT OF THE VAULT"


@dataclass(frozen=True, slots=True)
class OutsideRow:
    """An address, and what stands in the note in its place."""

    link: OutsideLink
    number: int
    selectable: bool = True

    @property
    def key(self) -> str:
        """Where it stands."""
        return f"outside:{self.link.line}:{self.link.written}:{self.number}"

    @property
    def height(self) -> int:
        """A second line for the text, where there is any."""
        return 2 if self.link.text else 1

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the address and whether it can be opened, then the text."""
        said = Part("is never opened  ", "late") if self.link.refusal else Part("")
        right = line(said, Part(f"line {self.link.line}", "muted"))
        first = spread(line(Part(self.link.written, "link", True)), right, width)
        return (first, fit(line(Part(f"  {self.link.text}", "muted")), width)) if self.link.text else (first,)


def outside_rows(links: Iterable[OutsideLink]) -> Iterator[Row]:
    """Yield a heading and the links; nothing when there are none."""
    found = tuple(links)
    if found:
        yield SectionRow(SECTION, len(found[:MOST]))
        yield from (OutsideRow(link, number) for number, link in enumerate(found[:MOST]))
    if len(found) > MOST:
        yield HintRow("and more, which your editor shows")


def follow_outside(screen: Screen[None], link: OutsideLink) -> None:
    """Ask whether to open a link, or say why that is never done."""
    if link.refusal:
        toast(screen.app, f"Not opened: {link.refusal}.", link.written, "warning")
        return
    host = line(Part("leads to  ", "muted"), Part(link.host, "", True))
    lines = [line(Part(link.address, "strong", True)), line(""), host]
    if link.text:
        lines.append(line(Part("says      ", "muted"), Part(link.text)))
    question = yes_or_no("Open this page in the browser?", lines, "open it", "leave it", start="no")
    screen.app.push_screen(question, lambda answer: _open(screen, link.address) if answer == "yes" else None)


def _open(screen: Screen[None], address: str) -> None:
    try:
        command = browser_command(address)
        if needs_terminal(command):
            run_editor(screen.app, command)
            return
        start_browser(command)
    except BetimesError as error:
        toast(screen.app, error.message, error.hint, "error")
    else:
        toast(screen.app, f"Handed to {command[0]}: {address}")
