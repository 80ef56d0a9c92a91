"""Entries that are resolved and stand in the ledger too, with other values: nothing may double or lose one."""

from __future__ import annotations

import os
import shutil
import signal
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from ledger_support import THREE, VaultOnDisk, kinds

from app.errors import BetimesError, NotWritable, WriteRefused
from app.ledger.entry import Entry
from app.ledger.ledger import Ledger

AGAIN = '\n[[entry]]\nid = "p4ss"\naction = "Renew passport, again"\n'
COPY = '[[entry]]\nid = "p4ss"\naction = "Renew both"\n\n[[entry]]\nid = "n3ww"\naction = "Only there"\n'
CLOSED = """\
[[entry]]
id = "p4ss"
action = "Renew both"
outcome = "done"
resolved = 2026-11-29T10:00:00+01:00

[[entry]]
id = "q7te"
action = "Compare the quote"
outcome = "dropped"
resolved = 2025-11-29T10:00:00+01:00

[[entry]]
id = "f4rr"
action = "Closed there"
outcome = "done"
resolved = 2026-11-28T10:00:00+01:00
"""


def everywhere(vault: VaultOnDisk) -> Counter[str]:
    ledger = vault.open()
    return Counter([entry.id for entry in ledger.entries] + [item.entry.id for item in ledger.resolved()])


def copy_of(vault: VaultOnDisk, text: str, name: str = "ledger 2.toml") -> None:
    (vault.folder / name).write_text(text)


def first_op(ledger: Ledger, entry_id: str, kind: str) -> str:
    return next(line.op for line in ledger.history(entry_id) if line.kind == kind)


def hidden(vault: VaultOnDisk) -> Ledger:
    """Resolve an entry and write another with its id by hand."""
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="high")
    ledger.resolve("p4ss")
    vault.write(vault.read() + AGAIN)
    return ledger


@pytest.mark.parametrize(
    "change",
    [
        lambda ledger: ledger.undo(),
        lambda ledger: ledger.reopen("p4ss"),
        lambda ledger: ledger.restore(first_op(ledger, "p4ss", "edited")),
        lambda ledger: ledger.merge(ledger.copies()[0], ["p4ss"]),
    ],
)
def test_what_stands_in_the_ledger_too_is_not_put_there_again(
    vault: VaultOnDisk, change: Callable[[Ledger], object]
) -> None:
    ledger = hidden(vault)
    copy_of(vault, COPY)
    before, closed = vault.read(), vault.resolved_text()
    line = before[: before.index("again")].count("\n") - 1
    with pytest.raises(WriteRefused, match=rf"p4ss is resolved, and also stands in .*ledger.toml, line {line}"):
        change(ledger)
    assert (vault.read(), vault.resolved_text()) == (before, closed)
    vault.write(before.replace('"p4ss"\naction = "Renew passport, again"', '"other"\naction = "Renew passport, again"'))
    ledger.reopen("p4ss")
    assert max(everywhere(vault).values()) == 1 and {"p4ss", "other"} <= everywhere(vault).keys()


def test_a_block_that_is_what_is_wanted_is_taken_as_the_reopened_one(vault: VaultOnDisk) -> None:
    ledger = hidden(vault)
    original = '[[entry]]\nid = "p4ss"\naction = "Renew passport"\ndue = 2026-12-10\nunknown = { a = 1, b = [1, 2] }\n'
    vault.write(vault.read().replace(AGAIN.lstrip(), original))
    assert ledger.restore(first_op(ledger, "p4ss", "edited")).priority is None
    assert vault.resolved_ids() == [] and vault.read().count('"p4ss"') == 1
    ledger.undo()
    assert vault.resolved_ids() == ["p4ss"] and '"p4ss"' not in vault.read()


def test_a_rule_that_was_spoilt_in_the_resolved_file_does_not_stop_a_reopening(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.resolve("r3nt")
    path = vault.folder / "resolved-2026.toml"
    path.write_text(path.read_text().replace("every month on the 3rd", "now and then"))
    assert ledger.reopen("r3nt").repeat is None
    ledger.resolve("r3nt")
    path.write_text(path.read_text().replace("outcome", 'followed_by = "p4ss"\noutcome'))
    assert ledger.reopen("r3nt").id == "r3nt"


def test_what_is_resolved_is_no_longer_snoozed(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.snooze("p4ss", date(2026, 12, 5))
    snoozed = vault.read()
    assert ledger.resolve("p4ss").entry.snoozed is None
    assert "snoozed" not in vault.resolved_text() and ledger.resolved()[0].entry.snoozed is None
    ledger.undo()
    assert (ledger.entry("p4ss").snoozed, vault.read()) == (date(2026, 12, 5), snoozed)
    ledger.redo()
    assert ledger.reopen("p4ss").snoozed is None and "snoozed" not in vault.read()


def test_a_resolution_of_what_is_snoozed_is_completed_when_it_is_cut_off(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.snooze("p4ss", date(2026, 12, 5))
    before = vault.read()
    ledger.resolve("p4ss")
    vault.write(before)
    assert [entry.id for entry in vault.open().entries] == ["q7te", "r3nt"] and vault.open().flagged == ()


def test_what_an_earlier_version_closed_snoozed_comes_back_awake(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.resolve("p4ss")
    path = vault.folder / "resolved-2026.toml"
    path.write_text(path.read_text().replace("outcome", "snoozed = 2026-12-05\noutcome"))
    assert ledger.resolved()[0].entry.snoozed is None
    assert ledger.reopen("p4ss").snoozed is None


# Killed before any of its writes

CALLS = ("open", "write", "replace", "rename", "link", "unlink", "remove")

SCENES: dict[str, tuple[Callable[[VaultOnDisk, Ledger], object], Callable[[Ledger], object]]] = {
    "restore": (
        lambda vault, ledger: (ledger.edit("p4ss", action="Renew it"), ledger.resolve("p4ss")),
        lambda ledger: ledger.restore(first_op(ledger, "p4ss", "edited")),
    ),
    "reopen what goes on": (
        lambda vault, ledger: ledger.edit(ledger.resolve("r3nt").followed_by, priority="low"),
        lambda ledger: ledger.reopen("r3nt"),
    ),
    "undo of a snoozed one": (
        lambda vault, ledger: (ledger.snooze("p4ss", date(2026, 12, 5)), ledger.resolve("p4ss")),
        lambda ledger: ledger.undo(),
    ),
    "merge": (
        lambda vault, ledger: copy_of(vault, COPY),
        lambda ledger: [ledger.merge(copy, [pair.mine.id for pair in copy.differing]) for copy in ledger.copies()],
    ),
    "merge what is closed": (
        lambda vault, ledger: copy_of(vault, CLOSED, "resolved-2026 2.toml"),
        lambda ledger: [ledger.merge(copy, [pair.mine.id for pair in copy.differing]) for copy in ledger.copies()],
    ),
    "undo a merge of what is closed": (
        lambda vault, ledger: (
            copy_of(vault, CLOSED, "resolved-2026 2.toml"),
            ledger.merge(copy := ledger.copies()[0], [pair.mine.id for pair in copy.differing]),
        ),
        lambda ledger: ledger.undo(),
    ),
}


def killed(vault: VaultOnDisk, change: Callable[[Ledger], object], at: int) -> bool:
    """Make a change in a process that is killed before its nth call that writes; False when it makes fewer."""
    child = os.fork()
    if child == 0:
        try:
            ledger, count = vault.open(), 0
            for name in CALLS:
                real = getattr(os, name)

                def call(*args, real=real, name=name, **named):  # type: ignore[no-untyped-def]
                    nonlocal count
                    count += name != "open" or bool(args[1] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
                    if count == at:
                        os.kill(os.getpid(), signal.SIGKILL)
                    return real(*args, **named)

                setattr(os, name, call)
            change(ledger)
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


@pytest.mark.parametrize("scene", SCENES)
def test_a_move_that_is_cut_off_doubles_hides_and_loses_nothing(tmp_path: Path, scene: str) -> None:
    prepare, change = SCENES[scene]
    whole = VaultOnDisk(tmp_path)
    whole.write(THREE)
    prepare(whole, whole.open())
    wanted: Counter[str] | None = None
    for at in range(60, 0, -1):
        folder = tmp_path / str(at)
        folder.mkdir()
        vault = VaultOnDisk(folder)
        shutil.copytree(whole.root, vault.root, dirs_exist_ok=True)
        cut_off = killed(vault, change, at)
        found = everywhere(vault)
        assert max(found.values()) == 1 and {"p4ss", "q7te", "r3nt"} <= found.keys()
        assert vault.open().flagged == ()
        ledger = vault.open()
        if scene.startswith("merge"):
            change(ledger)
            wanted = wanted or everywhere(vault)
            assert everywhere(vault) == wanted
        while cut_off:
            try:
                ledger.undo()
            except BetimesError:
                break
            assert max(everywhere(vault).values()) == 1 and {"p4ss", "q7te", "r3nt"} <= everywhere(vault).keys()
            assert vault.open().flagged == ()


def test_when_the_ledger_cannot_be_written_a_merge_leaves_the_closed_files_alone(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.add(Entry("", "x"))
    before = vault.read()
    same = THREE[THREE.index("[[entry]]") : THREE.index("[[entry]]", 80)]
    closing = 'outcome = "done"\nresolved = 2026-11-29T10:00:00+01:00\n\n'
    for text in (CLOSED, same.rstrip() + "\n" + closing):
        copy_of(vault, text, "resolved-2026 2.toml")
        vault.ledger_file.chmod(0o444)
        with pytest.raises(NotWritable):
            ledger.merge(copy := ledger.copies()[0], [pair.mine.id for pair in copy.differing])
        vault.ledger_file.chmod(0o644)
        assert vault.read() == before and vault.resolved_ids() == [] and vault.resolved_ids(2025) == []
        assert "merged" not in kinds(ledger)


def test_a_merge_that_takes_nothing_says_so(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    copy_of(vault, THREE)
    assert not ledger.merge(ledger.copies()[0]).recorded
    copy_of(vault, COPY)
    assert ledger.merge(ledger.copies()[0]).recorded
