"""Random operations, hand edits and restarts against a simple model."""

from __future__ import annotations

import shutil
import tempfile
import tomllib
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, precondition, rule
from ledger_support import NOW, VaultOnDisk

from app.errors import NotFound, WriteRefused
from app.ledger.entry import Entry
from app.ledger.tables import table_of
from app.ledger.toml_file import parse_document

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
        self.passed_over = False
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

    def changed_by_hand(self) -> None:
        """Forget what undo leads back to: what was changed by hand since is passed over."""
        self.before.clear()
        self.after.clear()
        self.passed_over = True

    def only_its_block_changes(self, entry_id: str, before: str) -> None:
        """Compare the ledger's text now with that before a change, all blocks but one entry's."""
        document = parse_document(before.encode(), "before")
        (index,) = [number for number, table in enumerate(document.tables) if table.get("id") == entry_id]
        start, end = document.blocks[index]
        now = self.vault.read()
        assert now[:start] == before[:start]
        assert now.endswith(before[end:])

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
        old, text = self.state(), self.vault.read()
        entry = self.ledger.edit(entry_id, due=due, action=action, cues=tuple(cues))
        assert (entry.due, entry.action, entry.cues) == (due, action, tuple(cues))
        self.took_place(entry_id, old, text)

    @rule(entry_id=ids, until=st.none() | days)
    def snooze(self, entry_id: str, until: date | None) -> None:
        if entry_id not in self.state()[0]:
            return
        old, text = self.state(), self.vault.read()
        entry = self.ledger.snooze(entry_id, until)
        assert (entry.snoozed, entry.due) == (until, old[0][entry_id].get("due"))
        self.took_place(entry_id, old, text)

    def took_place(self, entry_id: str, old: State, text: str) -> None:
        """Take one entry's change into account, if it was one."""
        self.only_its_block_changes(entry_id, text)
        if self.state() != old:
            self.before.append(old)
            self.after.clear()
        else:
            assert self.vault.read() == text

    @rule(target=ids, entry_id=consumes(ids), outcome=st.sampled_from(["done", "dropped", "superseded"]))
    def resolve(self, entry_id: str, outcome: str) -> str:
        if entry_id not in self.state()[0]:
            return entry_id
        expected, text = self.changing(), self.vault.read()
        gone = {key: value for key, value in expected.pop(entry_id).items() if key != "snoozed"}
        resolution = self.ledger.resolve(entry_id, outcome, "because")  # type: ignore[arg-type]
        assert table_of(resolution.entry) == gone
        open_now, closed_now = self.state()
        assert closed_now[entry_id] == gone
        assert bool(resolution.followed_by) == ("repeat" in gone and outcome == "done")
        assert open_now.keys() == expected.keys() | {resolution.followed_by} - {""}
        if resolution.followed_by:
            self.only_its_block_changes(entry_id, text)
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

    @precondition(lambda self: not self.before and not self.passed_over)
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

    @rule(entry_id=ids, action=st.sampled_from(["changed by hand", "again"]))
    def edit_by_hand(self, entry_id: str, action: str) -> None:
        opened, closed = self.state()
        if entry_id not in opened:
            return
        document = parse_document(self.vault.read().encode(), "by hand")
        index = [table["id"] for table in document.tables].index(entry_id)
        table = document.tables[index] | {"action": action}
        self.vault.write(document.with_table(index, table).text)
        if self.ledger.reload():
            assert self.ledger.history()[-1].kind == "edited-by-hand"
        assert self.state() == (opened | {entry_id: table}, closed)
        self.changed_by_hand()

    @rule(entry_id=ids, restarted=st.booleans())
    def remove_by_hand(self, entry_id: str, restarted: bool) -> None:
        opened, closed = self.state()
        if entry_id not in opened:
            return
        document = parse_document(self.vault.read().encode(), "by hand")
        index = [table["id"] for table in document.tables].index(entry_id)
        self.comments -= document.block(index).count("# head")
        self.vault.write(document.without(index).text)
        self.ledger = self.vault.open() if restarted else self.ledger
        self.ledger.reload()
        self.ledger.catch_up()
        assert self.ledger.history(entry_id)[-1].kind == "removed-by-hand"
        del opened[entry_id]
        assert self.state() == (opened, closed)
        self.changed_by_hand()

    @rule(place=st.integers(0, 20))
    def reorder_by_hand(self, place: int) -> None:
        old = self.state()
        document = parse_document(self.vault.read().encode(), "by hand")
        if not document.tables or self.vault.read().count("\r"):
            return
        index = place % len(document.tables)
        block, table = document.block(index), document.tables[index]
        self.vault.write(document.without(index).with_block(block, table).text)
        self.ledger.reload()
        assert self.state() == old

    @rule()
    def change_line_ends(self) -> None:
        old, text = self.state(), self.vault.read()
        unix = text.replace("\r\n", "\n")
        self.vault.write(unix if unix != text else text.replace("\n", "\r\n"))
        self.ledger.reload()
        assert self.state() == old

    @rule(entry_id=ids)
    def give_an_id_twice_for_a_while(self, entry_id: str) -> None:
        old, text = self.state(), self.vault.read()
        if entry_id not in old[0]:
            return
        self.vault.write(f'{text}\n[[entry]]\nid = "{entry_id}"\naction = "the same id"\n')
        self.ledger.reload()
        assert self.ledger.duplicates == {entry_id} and len(self.ledger.flagged) == 2
        assert len(self.ledger.entries) == len(old[0]) + 1
        for refused in (lambda: self.ledger.edit(entry_id, action="x"), lambda: self.ledger.resolve(entry_id)):
            with pytest.raises(WriteRefused):
                refused()
        self.vault.write(text)
        self.ledger.reload()
        assert self.state() == old

    @rule(action=texts)
    def add_in_another_program(self, action: str) -> None:
        expected = self.changing()
        entry = self.vault.open().add(Entry("", action))
        self.ledger.reload()
        assert self.state()[0] == expected | {entry.id: table_of(entry)}

    @rule()
    def a_sync_tool_leaves_copies(self) -> None:
        old = self.state()
        for name in ("ledger.toml", "journal.jsonl"):
            if (self.vault.folder / name).exists():
                stem, _, ending = name.partition(".")
                copy = self.vault.folder / f"{stem}.sync-conflict-20261130-080000-ABCDEFG.{ending}"
                copy.write_bytes((self.vault.folder / name).read_bytes()[:200])
        self.ledger.reload()
        assert self.state() == old

    @rule()
    def a_line_of_the_journal_is_torn(self) -> None:
        path = self.vault.folder / "journal.jsonl"
        if path.exists():
            path.write_bytes(path.read_bytes() + b'{"time": "2026-11-30T08:00')

    @rule(forgetful=st.booleans())
    def restart(self, forgetful: bool) -> None:
        old = self.state()
        if forgetful:
            shutil.rmtree(self.vault.lock.parent, ignore_errors=True)
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
        found = sum(text.count("# by hand") + text.count("# head") + text.count("# made by hand") for text in texts)
        assert found >= self.comments

    @invariant()
    def the_journal_knows_the_same(self) -> None:
        self.ledger.history()
        if self.ledger._writing.journal.lines:
            known = self.ledger._writing.journal.state
            assert known == {entry.id: table_of(entry) for entry in self.ledger.entries}


LedgerMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=30, deadline=None)
TestLedger = LedgerMachine.TestCase
