"""Two versions of an entry, field by field: what a person wanted to write, and what is on disk by now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from app.ledger.conflicts import EntryChanged, FieldDifference, differences
from widgets.dialogs.choices import ChoiceRow
from widgets.dialogs.picking import PickDialog
from widgets.drawing import Part, line

MINE, THEIRS, BACK = "mine", "theirs", "back"


@dataclass(frozen=True, slots=True)
class Wording:
    """What the answers mean for the change that was stopped.

    Attributes:
        shown: What the version is called that the person had before them.
        mine: The answer that goes on, over an entry that changed; its name and what it does.
        anew: The same, when the entry is no longer open.
        drop: The answer that leaves the entry as it is.
        back: Where one goes back to.
    """

    shown: str
    mine: tuple[str, str]
    anew: tuple[str, str]
    drop: tuple[str, str]
    back: str


EDITING = Wording(
    "yours",
    ("keep mine", "write mine over what is on disk"),
    ("keep mine", "write mine as a new entry"),
    ("keep theirs", "what you typed is dropped"),
    "to the form, with what you typed",
)
RESOLVING = Wording(
    "as it was shown",
    ("resolve it", "as it is on disk"),
    ("keep mine", "write it as a new entry, and resolve that"),
    ("leave it", "nothing is resolved here"),
    "to outcome and remark",
)
SNOOZING = Wording(
    "yours",
    ("snooze it", "as it is on disk"),
    ("keep mine", "write it as a new entry, and snooze that"),
    ("leave it", "nothing is snoozed here"),
    "to the choice of a day",
)


class Versions(Horizontal):
    """A field: its name and its values."""

    DEFAULT_CSS = """
    Versions { height: auto; }
    Versions .name { width: 11; color: $betimes-muted; }
    Versions .version { width: 1fr; padding-right: 1; }
    """


class VersionsDialog(PickDialog):
    """Gives back `MINE`, `THEIRS` or `BACK`; enter alone goes back, which loses nothing."""

    DEFAULT_CSS = """
    VersionsDialog #fields { height: auto; margin-top: 1; }
    """

    def __init__(self, error: EntryChanged, wording: Wording) -> None:
        """Make the dialog.

        Args:
            error: Both versions.
            wording: What the answers mean.
        """
        self._error = error
        self._shown = wording.shown
        gone = error.theirs is None
        answers = ((MINE, wording.anew if gone else wording.mine), (THEIRS, wording.drop))
        choices = [
            ChoiceRow(key, meaning, name, sign=str(number))
            for number, (key, (name, meaning)) in enumerate(answers, start=1)
        ]
        choices.append(ChoiceRow(BACK, wording.back, "go back", sign="3"))
        title = "No longer open" if gone else "Changed on both sides"
        super().__init__(title, (line(Part(error.mine.action, "strong")), _said(error)), choices, start=BACK)

    def body(self) -> Iterator[Widget]:
        """Yield what happened, and the fields that differ."""
        yield from super().body()
        if self._error.theirs is not None:
            fields = differences(self._error.mine, self._error.theirs)
            yield Vertical(*version_rows(fields, self._shown, "on disk"), id="fields")


def _said(error: EntryChanged) -> Content:
    if error.theirs is None:
        return line("It was resolved or removed meanwhile; nothing was written.")
    return line("It was changed meanwhile, in the file or by another program; nothing was written.")


def version_rows(fields: Iterable[FieldDifference], mine: str | None, theirs: str) -> Iterator[Widget]:
    """Yield a table of two versions, or of theirs alone.

    Args:
        fields: What differs.
        mine: The title of the left version; None leaves it out.
        theirs: The title of the right one.
    """
    left = [] if mine is None else [line(Part(mine, "section"))]
    yield _row("", *left, line(Part(theirs, "section")))
    for field in fields:
        yield _row(field.field, *([] if mine is None else [value(field.mine)]), value(field.theirs))


def value(text: str) -> Content:
    """Return a value as it is typed, a list with one item a line; "" is nothing."""
    if not text:
        return line(Part("(none)", "muted"))
    return Content("\n").join(line(part) for part in text.split("\n"))


def _row(name: str, *versions: Content) -> Widget:
    cells = [Static(version, classes="version") for version in versions]
    return Versions(Static(line(name), classes="name"), *cells)
