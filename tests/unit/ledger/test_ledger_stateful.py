"""Random operations, hand edits and restarts against a simple model."""

from __future__ import annotations

import tempfile
import tomllib
from datetime import date, timedelta
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, precondition, rule
from ledger_support import NOW, VaultOnDisk

from app.errors import NotFound
from app.ledger.entry import Entry
from app.ledger.tables import table_of

Tables = dict[str, dict[str, object]]
State = tuple[Tables, Tables]

texts = st.sampled_from(["Renew passport", 'a "quote" # no comment', "tab\tnew\nline", "ünïcode 🗓️", "[[entry]]", "'''"])
days = st.dates(date(2026, 11, 1), date(2027, 3, 31))


class LedgerMachine(RuleBasedStateMachine):
    """The model is the open and the closed entries, and the states that undo leads back to."""

    ids = Bundle("ids")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.vault = VaultOnDisk(Path(self.folder.name))
        self.vault.write("# made by hand\n")
        self.ledger = self.vault.open()
        self.before: list[State] = []
        self.after: list[State] = []
        self.comments = 1

    def teardown(self) -> None:
        self.folder.cleanup()

    def state(self) -> State:
        tables = {entry.id: table_of(entry) for entry in self.ledger.entries}
        return tables, {item.entry.id: table_of(item.entry) for item in self.ledger.resolved()}

    def changing(self) -> Tables:
        """Remember the state before a change, and return what is open."""
        self.before.append(self.state())
        self.after.clear()
        return dict(self.before[-1][0])

    @rule(target=ids, action=texts, due=st.none() | days, repeat=st.sampled_from([None, "every week", "every month"]))
    def add(self, action: str, due: date | None, repeat: str | None) -> str:
        expected = self.changing()
        entry = self.ledger.add(Entry("", action, due=due, repeat=repeat, unknown={"x": {"y": [action]}}))
        assert self.state()[0] == expected | {entry.id: table_of(entry)}
        return entry.id

    @rule(entry_id=ids, due=st.none() | days, action=texts, cues=st.lists(texts, max_size=2))
    def edit(self, entry_id: str, due: date | None, action: str, cues: list[str]) -> None:
        if entry_id not in self.state()[0]:
            return
        old = self.state()
        entry = self.ledger.edit(entry_id, due=due, action=action, cues=tuple(cues))
        assert (entry.due, entry.action, entry.cues) == (due, action, tuple(cues))
        if self.state() != old:
            self.before.append(old)
            self.after.clear()

    @rule(target=ids, entry_id=consumes(ids), outcome=st.sampled_from(["done", "dropped", "superseded"]))
    def resolve(self, entry_id: str, outcome: str) -> str:
        if entry_id not in self.state()[0]:
            return entry_id
        expected = self.changing()
        gone = expected.pop(entry_id)
        resolution = self.ledger.resolve(entry_id, outcome, "because")  # type: ignore[arg-type]
        assert table_of(resolution.entry) == gone
        open_now, closed_now = self.state()
        assert closed_now[entry_id] == gone
        assert bool(resolution.followed_by) == ("repeat" in gone and outcome == "done")
        assert open_now.keys() == expected.keys() | {resolution.followed_by} - {""}
        return resolution.followed_by or entry_id

    @rule(entry_id=ids)
    def reopen(self, entry_id: str) -> None:
        if entry_id not in self.state()[1]:
            return
        expected = self.changing()
        entry = self.ledger.reopen(entry_id)
        assert entry.id == entry_id
        assert self.state()[0].keys() - expected.keys() == {entry_id}

    @precondition(lambda self: self.before)
    @rule()
    def undo(self) -> None:
        self.after.append(self.state())
        self.ledger.undo()
        assert self.state() == self.before.pop()

    @precondition(lambda self: self.after)
    @rule()
    def redo(self) -> None:
        self.before.append(self.state())
        self.ledger.redo()
        assert self.state() == self.after.pop()

    @precondition(lambda self: not self.before)
    @rule()
    def nothing_to_undo(self) -> None:
        try:
            self.ledger.undo()
        except NotFound:
            return
        raise AssertionError("there was something to undo")

    @rule(place=st.integers(0, 20))
    def comment_by_hand(self, place: int) -> None:
        lines = self.vault.read().split("\n")
        heads = [number for number, line in enumerate(lines) if line == "[[entry]]"] or [0]
        lines.insert(heads[place % len(heads)], "# by hand")
        self.vault.write("\n".join(lines))
        self.comments += 1
        self.ledger.reload()

    @rule(target=ids, number=st.integers(0, 10**6), action=st.sampled_from(["by hand", "also by hand"]))
    def add_by_hand(self, number: int, action: str) -> str:
        entry_id = f"hand-{number}-{len(self.ledger.history())}"
        old = self.state()
        self.vault.write(f"{self.vault.read()}\n[[ entry ]] # head\n  action = \"{action}\"\nid = '{entry_id}'\n")
        self.comments += 1
        self.ledger.reload()
        added = {entry_id: {"id": entry_id, "action": action}}
        assert self.state() == (old[0] | added, old[1])
        for stack in (self.before, self.after):
            stack[:] = [(tables | added, closed) for tables, closed in stack]
        return entry_id

    @rule()
    def restart(self) -> None:
        old = self.state()
        self.ledger = self.vault.open()
        assert self.state() == old

    @rule(ahead=st.integers(0, 40))
    def time_passes(self, ahead: int) -> None:
        self.vault.now = max(self.vault.now, NOW + timedelta(days=ahead))

    @invariant()
    def files_hold_what_is_shown(self) -> None:
        text = self.vault.read()
        assert tomllib.loads(text).get("entry", []) == [table_of(entry) for entry in self.ledger.entries]
        assert self.ledger.problem is None and self.ledger.flagged == ()

    @invariant()
    def no_comment_is_lost(self) -> None:
        texts = [self.vault.read(), self.vault.resolved_text(2026), self.vault.resolved_text(2027)]
        found = sum(
            text.count("# by hand\n") + text.count("# head\n") + text.count("# made by hand\n") for text in texts
        )
        assert found >= self.comments

    @invariant()
    def the_journal_knows_the_same(self) -> None:
        self.ledger.history()
        if self.ledger._writing.journal.lines:
            known = self.ledger._writing.journal.state
            assert known == {entry.id: table_of(entry) for entry in self.ledger.entries}


LedgerMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
TestLedger = LedgerMachine.TestCase
