"""Until when a commitment is to be hidden."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from app.ledger.commitment import Commitment
from app.ledger.draft_fields import waits_for_condition
from app.ledger.entry import UNTIL_FIRED
from app.ledger.wording import no_condition, snoozed_words
from widgets.dialogs.asking import AskingDialog
from widgets.dialogs.choices import ChoiceList, ChoiceRow
from widgets.dialogs.dialog import Box, Field
from widgets.dialogs.reading import Check, Read, read_draft
from widgets.drawing import Part, line
from widgets.row_list import RowList

AWAKE = "off"
"""What is given back for a commitment that is to be shown again."""


def snooze_choices(item: Commitment, today: date) -> tuple[ChoiceRow, ...]:
    """Return what can be chosen for a commitment; keys are what `snooze` takes."""
    rows = [
        (day.isoformat(), f"{day:%a} {day.day} {day:%b}", name)
        for name, day in (
            ("tomorrow", today + timedelta(days=1)),
            ("in 3 days", today + timedelta(days=3)),
            ("next week", today + timedelta(days=7 - today.weekday())),
            ("next month", _month_after(today)),
        )
    ]
    rows += _others(item, today)
    widest = max(len(name) for _, _, name in rows)
    return tuple(
        ChoiceRow(key, meaning, name, sign=str(number), cells=widest)
        for number, (key, meaning, name) in enumerate(rows, start=1)
    )


def _month_after(day: date) -> date:
    """Return the same day of the next month, or its last one."""
    first = (day.replace(day=1) + timedelta(days=31)).replace(day=1)
    return first.replace(day=min(day.day, monthrange(first.year, first.month)[1]))


def _others(item: Commitment, today: date) -> Iterator[tuple[str, str, str]]:
    if item.home == "ledger" and item.when and item.snoozed != UNTIL_FIRED:
        yield UNTIL_FIRED, item.when, UNTIL_FIRED
    if item.snoozed is not None:
        yield AWAKE, f"snoozed {snoozed_words(item.snoozed, today)}", "show again"
    elif item.start is not None and item.start > today:
        yield AWAKE, f"starts {snoozed_words(item.start, today)}", "show again"


def matching(rows: tuple[ChoiceRow, ...], typed: str) -> ChoiceRow | None:
    """Return the choice that is meant by its number or the beginning of its name; the first one by nothing at all."""
    wanted = " ".join(typed.casefold().split())
    if wanted.isdecimal():
        return next((row for row in rows if row.sign == wanted), None)
    return next((row for row in rows if row.name.startswith(wanted) or row.key == wanted), None)


class SnoozeDialog(AskingDialog[str]):
    """Asks for a day, chosen or typed, and gives it back as typed."""

    DEFAULT_CSS = """
    SnoozeDialog Horizontal { height: auto; margin-top: 1; }
    SnoozeDialog #day, SnoozeDialog #reading { width: 1fr; }
    SnoozeDialog #reading { padding-left: 1; }
    """

    def __init__(self, item: Commitment, today: date, check: Check, *, typed: str = "", problem: str = "") -> None:
        """Make the dialog.

        Args:
            item: What is to be hidden.
            today: The day that choices start from.
            check: Tells how a draft is read.
            typed: What the field holds at first.
            problem: Why it was refused.
        """
        super().__init__()
        self._item = item
        self._rows = snooze_choices(item, today)
        self._check = check
        self._typed = typed
        self._problem = problem

    def compose(self) -> ComposeResult:
        """Lay out the action, the choices and a line for any other day."""
        with Box("Snooze", hint="enter: hide until then   number, letter or arrow: choose   esc: back"):
            yield Static(line(Part(self._item.action, "strong")))
            if self._problem:
                yield Static(line(Part(self._problem, "late")))
            yield ChoiceList(self._rows, id="days")
            with Horizontal():
                yield Field(self._typed, placeholder="or a day: 15 Aug, friday, 2 weeks", id="day")
                yield Static(id="reading")

    def on_mount(self) -> None:
        """Highlight what was typed before."""
        self._follow(self._typed)

    @on(RowList.Chosen)
    def _choose(self, event: RowList.Chosen) -> None:
        self.dismiss(event.row.key)

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        chosen = self.choices.current
        if chosen is not None:
            self.dismiss(chosen.key)
        elif event.value.strip():
            self.dismiss(event.value.strip())

    @on(Input.Changed)
    def _typing(self, event: Input.Changed) -> None:
        self._follow(event.value)

    def _follow(self, typed: str) -> None:
        """Highlight the choice that is meant; without one, what is typed is read as a day."""
        row = matching(self._rows, typed)
        self.choices.cursor = None if row is None else self._rows.index(row)
        if row is None and waits_for_condition(typed):
            self._show(f"hidden {UNTIL_FIRED}" if self._item.when else f"! {no_condition(self._item)}")
        elif row is None:
            read_draft(self, self._check, {"due": typed})
        else:
            self._show("")

    @on(Read)
    def _say(self, event: Read) -> None:
        if self.choices.cursor is None and not waits_for_condition(self.query_one("#day", Field).value):
            self._show(event.readings.get("due", ""))

    def _show(self, said: str) -> None:
        self.query_one("#reading", Static).update(line(Part(said, "late" if said.startswith("!") else "good")))
