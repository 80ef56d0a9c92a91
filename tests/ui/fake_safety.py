"""The part of the workspace in memory that keeps a ledger safe: its past, conflict copies, what was not written."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone

from app.errors import BetimesError, NotWritable
from app.ledger.commitment import Commitment
from app.ledger.conflicts import EntryChanged
from app.ledger.copies import LedgerCopy, Versions
from app.ledger.entry import Entry, Resolution
from app.ledger.held import HeldChange
from app.ledger.merging import Merged
from app.ledger.steps import FieldChange, Step

ZONE = timezone(timedelta(hours=1))
FULL = NotWritable("ledger.toml was not written: the disk is full", "Free some space and try again.")


def moment(day: int, hour: int, minute: int) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=ZONE)


STEPS = (
    Step("7", moment(30, 7, 55), "removed by hand 'Paint the fence'", "f3nc", True, True,
         (FieldChange("action", "Paint the fence", ""), FieldChange("due", "2026-12-24", ""))),
    Step("6", moment(29, 18, 2), "took back: edited due of 'Submit packet'", "p4ck", False, True,
         (FieldChange("due", "2026-12-05", "2026-11-28"),)),
    Step("5", moment(29, 18, 1), "edited due of 'Submit packet'", "p4ck", False, True,
         (FieldChange("due", "2026-11-28", "2026-12-05"),)),
    Step("4", moment(28, 9, 30), "edited by hand tags, cues of 'Reconcile the kitchen quote'", "k7q2", True, True,
         (FieldChange("tags", "house", "money\nhouse"), FieldChange("cues", "a price\nLena writes", "Lena writes"))),
    Step("3", moment(27, 12, 0), "resolved 'Water the plants'", "Home.md:7", False, False,
         (FieldChange("line", "- [ ] Water the plants", "- [x] Water the plants"),)),
    Step("2", moment(2, 8, 15), "added 'Submit packet'", "p4ck", False, False,
         (FieldChange("action", "", "Submit packet"), FieldChange("due", "", "2026-11-28"))),
)  # fmt: skip

PACKET_ENTRY = Entry("p4ck", "Submit packet", due=date(2026, 11, 28))
COPY = LedgerCopy(
    ".betimes/ledger.sync-conflict-20261129-180200-ANNSPC1.toml",
    "ledger.toml",
    only_there=(Entry("n3w1", "Ring the notary", due=date(2026, 12, 4)), Entry("n3w2", "Order seeds")),
    closings=(Resolution(Entry("s5rv", "Call the surveyor"), "done", moment(29, 17, 0)),),
    differing=(
        Versions(PACKET_ENTRY, Entry("p4ck", "Submit packet", due=date(2026, 12, 5), lead="3 days", tags=("office",))),
        Versions(Entry("h3dg", "Cut the hedge"), Entry("h3dg", "Cut the hedge and the lawn"), is_closed=True),
    ),
    older=(Entry("k7q2", "Reconcile the kitchen quote"),),
    gone=(Entry("0ld1", "Sell the car"),),
    digest="d1",
)
BROKEN = LedgerCopy(
    ".betimes/ledger 2.toml", "ledger.toml", "ledger 2.toml, line 3, column 7: expected '='. Correct that line."
)


def changed(item: Commitment, *, gone: bool = False) -> EntryChanged:
    seen = Entry(item.id, item.action, due=item.due)
    theirs = None if gone else Entry(item.id, item.action, due=date(2026, 12, 5), tags=("office",))
    return EntryChanged(seen, theirs, seen)


@dataclass
class FakeSafety:
    """Everything in memory.

    Attributes:
        refusals: Raised by the next writes, one by each.
        waiting: What was not written.
        full: While it is set, nothing can be written.
    """

    refusals: list[BetimesError] = field(default_factory=list)
    waiting: list[HeldChange] = field(default_factory=list)
    full: bool = False
    found: tuple[LedgerCopy, ...] = ()
    recorded: tuple[Step, ...] = STEPS
    calls: list[tuple[object, ...]] = field(default_factory=list)

    def write(self, description: str) -> None:
        if self.full:
            self.waiting.append(HeldChange(description, FULL, "", None, lambda: None))
            raise FULL
        if self.refusals:
            raise self.refusals.pop(0)

    def steps(self, entry_id: str | None = None) -> list[Step]:
        return [step for step in self.recorded if entry_id in (None, step.id)]

    def restore(self, op: str, entry_id: str | None = None) -> Commitment:
        self.calls.append(("restore", op))
        self.write("restore")
        return Commitment(id="p4ck", home="ledger", action="Submit packet")

    def copies(self) -> tuple[LedgerCopy, ...]:
        return self.found

    def merge(self, copy: LedgerCopy, take: Collection[str] = ()) -> Merged:
        self.calls.append(("merge", copy.path, frozenset(take)))
        self.write("merge")
        self.found = tuple(item for item in self.found if item is not copy)
        kept = tuple(item.theirs for item in copy.differing if item.theirs.id not in take)
        taken = tuple(item.theirs for item in copy.differing if item.theirs.id in take)
        return Merged(copy.only_there, copy.closings, taken, kept, f"{copy.path}.merged")

    def held(self) -> tuple[HeldChange, ...]:
        return tuple(self.waiting)

    def retry(self) -> tuple[list[str], list[HeldChange]]:
        self.calls.append(("retry",))
        if self.full:
            return [], list(self.waiting)
        done = [change.description for change in self.waiting]
        self.waiting.clear()
        return done, []

    def discard(self, item: HeldChange | None = None) -> None:
        self.calls.append(("discard", item and item.description))
        self.waiting = [other for other in self.waiting if item is not None and other is not item]
