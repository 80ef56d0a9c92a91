from __future__ import annotations

import tomllib
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ledger_support import THREE, VaultOnDisk

from app.errors import LedgerError, NotFound, UsageError, WriteRefused
from app.ledger.conflicts import EntryChanged
from app.ledger.copies import LedgerCopy, original_of
from app.ledger.entry import Entry
from app.ledger.journal import open_tables
from app.ledger.ledger import Ledger
from app.ledger.tables import table_of
from app.ledger.toml_file import parse_document

COPY = "ledger.sync-conflict-20261130-101500-ABCDEFG.toml"
CLOSED_COPY = "resolved-2026 (Ann's conflicted copy 2026-11-30).toml"

NAMES = {
    COPY: "ledger.toml",
    "ledger (Ann's conflicted copy 2026-11-30).toml": "ledger.toml",
    "ledger (conflicted copy 2026-11-30 101500).toml": "ledger.toml",
    "ledger_conflict-20261130-101500.toml": "ledger.toml",
    "ledger (Case Conflict).toml": "ledger.toml",
    "ledger 2.toml": "ledger.toml",
    "ledger (1).toml": "ledger.toml",
    "ledger(12).toml": "ledger.toml",
    "ledger-DESKTOP-8AB3C.toml": "ledger.toml",
    "ledger-Anns-MacBook-Air.toml": "ledger.toml",
    "ledger (SFConflict ann@example.org 2026-11-30-10-15-00).toml": "ledger.toml",
    "ledger (copy: conflict #1 on 2026-11-30).toml": "ledger.toml",
    "ledger.Conflict.toml": "ledger.toml",
    "ledger_conflicted-2.toml": "ledger.toml",
    "ledger_LOCAL_4711.toml": "ledger.toml",
    "ledger.REMOTE.4711.toml": "ledger.toml",
    "ledger.toml.orig": "ledger.toml",
    "ledger.toml~HEAD": "ledger.toml",
    "Ledger 2.toml": "ledger.toml",
    "Ledger (1).toml": "ledger.toml",
    "LEDGER.sync-conflict-20261130-101500-ABCDEFG.toml": "ledger.toml",
    "ledger.toml.sync-conflict-20261130-101500-ABCDEFG": "ledger.toml",
    "ledger.toml.sync-conflict-20261130-101500-ABCDEFG.toml": "ledger.toml",
    "ledger (Konfliktkopie 2026-11-30).toml": "ledger.toml",
    "ledger (Anns in Konflikt stehende Kopie 2026-11-30).toml": "ledger.toml",
    "ledger (Copie en conflit de Ann 2026-11-30).toml": "ledger.toml",
    "ledger (copia en conflicto de Ann 2026-11-30).toml": "ledger.toml",
    "ledger (Copia in conflitto di Ann 2026-11-30).toml": "ledger.toml",
    "ledger (Co\u0301pia em conflito de Ann 2026-11-30).toml": "ledger.toml",
    "ledger (Conflict van Ann).toml": "ledger.toml",
    "resolved-2026 (конфликтующая копия Анны).toml": "resolved-2026.toml",
    CLOSED_COPY: "resolved-2026.toml",
    "resolved-2026 2.toml": "resolved-2026.toml",
    "resolved-2025.sync-conflict-20261130-101500-ABCDEFG.toml": "resolved-2025.toml",
    "resolved-2026-PC.toml": "resolved-2026.toml",
}

OWN = (
    "ledger.toml", "resolved-2026.toml", "journal.jsonl", "config.toml", "ledger copy.toml", "ledger-backup.toml",
    "ledger-2026-11-30.toml", "ledger-old.toml", "my ledger 2.toml", "ledger 2.md", "resolved-26.toml",
    "journal.sync-conflict-20261130-101500-ABCDEFG.jsonl", "journal 2.jsonl", "config 2.toml", "ledger.toml.bak",
    f"{COPY}.merged", "ledger 2.toml.merged", "ledger 2.toml.merged-2", "ledger.toml~", ".betimes-x.tmp",
)  # fmt: skip


def put(vault: VaultOnDisk, text: str, name: str = COPY) -> None:
    vault.folder.mkdir(exist_ok=True)
    (vault.folder / name).write_bytes(text.encode())


def only(ledger: Ledger) -> LedgerCopy:
    (copy,) = ledger.copies()
    return copy


def files(vault: VaultOnDisk) -> set[str]:
    return {path.name for path in vault.folder.iterdir() if path.suffix != ".jsonl"}


def ids(entries: tuple[Entry, ...]) -> list[str]:
    return [entry.id for entry in entries]


@pytest.mark.parametrize("name", NAMES)
def test_the_names_that_sync_programs_give_are_known(name: str) -> None:
    assert original_of(name) == NAMES[name]


@pytest.mark.parametrize("name", OWN)
def test_other_names_are_no_copies(name: str) -> None:
    assert original_of(name) is None


@settings(max_examples=30)
@given(st.text(alphabet="ledger-(.) 2conflicted copy:#A", max_size=40), st.integers(1, 3000))
def test_no_name_takes_long_or_raises(text: str, times: int) -> None:
    assert original_of(f"ledger{text * times}") in (None, "ledger.toml")


def test_entries_of_a_copy_are_no_commitments(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    put(vault, '[[entry]]\nid = "new1"\naction = "There"\n')
    ledger = vault.open()
    assert ids(ledger.entries) == ["p4ss", "q7te", "r3nt"]
    assert ledger.flagged == () and ledger.duplicates == frozenset()


def _two_sides(vault: VaultOnDisk) -> Ledger:
    """Ours: p4ss edited, q7te resolved, gone1 removed by hand. The copy: what both began with, and three changes."""
    gone = '\n[[entry]]\nid = "gone"\naction = "Removed here"\n'
    vault.write(THREE + gone)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    ledger.resolve("q7te")
    vault.write(vault.read().replace(gone, ""))
    ledger.reload()
    there = THREE.replace("2026-12-03", "2026-12-04") + gone
    put(vault, there + '\n# theirs\n[[entry]]\nid = "new1"  # mine\naction = "There"\nx = { y = 1 }\n')
    return ledger


def test_a_copy_is_compared_with_ours(vault: VaultOnDisk) -> None:
    copy = only(_two_sides(vault))
    assert (copy.path, copy.original, copy.problem) == (f".betimes/{COPY}", "ledger.toml", "")
    assert ids(copy.only_there) == ["new1"]
    assert [(item.mine.due, item.theirs.due) for item in copy.differing] == [(date(2026, 12, 3), date(2026, 12, 4))]
    assert ids(copy.older) == ["p4ss"]
    assert ids(copy.gone) == ["q7te", "gone"]
    assert copy.closings == ()


def test_a_merge_adds_what_is_missing_and_keeps_ours(vault: VaultOnDisk) -> None:
    ledger = _two_sides(vault)
    before, copied = vault.read(), (vault.folder / COPY).read_bytes()
    merged = ledger.merge(only(ledger))
    assert (ids(merged.added), merged.taken, merged.closed) == (["new1"], (), ())
    assert ids(merged.kept) == ["r3nt", "p4ss", "q7te", "gone"]
    assert vault.read().startswith(before)
    assert vault.read().endswith('[[entry]]\nid = "new1"  # mine\naction = "There"\nx = { y = 1 }\n')
    assert merged.renamed == f"{COPY}.merged" and ledger.copies() == ()
    assert (vault.folder / merged.renamed).read_bytes() == copied
    assert ledger.history()[-1].kind == "merged" and ledger.history("new1")[-1].kind == "merged"


def test_a_merge_is_one_step_back_and_forth(vault: VaultOnDisk) -> None:
    ledger = _two_sides(vault)
    before = ledger.entries
    ledger.merge(only(ledger), take=["r3nt", "p4ss", "q7te", "gone"])
    after = ledger.entries
    assert ledger.resolved() == []
    assert {entry.id for entry in after} == {"p4ss", "q7te", "r3nt", "gone", "new1"}
    assert ledger.entry("r3nt").due == date(2026, 12, 4) and ledger.entry("p4ss").priority is None
    assert "# always the third" in vault.read() and "# from Ann" in vault.read()
    assert ledger.undo().description == f"merged '{COPY}'"
    assert ledger.entries == before and vault.resolved_ids() == ["q7te"]
    assert ids(only(ledger).only_there) == ["new1"]
    ledger.redo()
    assert sorted(ids(ledger.entries)) == sorted(ids(after)) and ledger.copies() == ()
    assert vault.open().undo().description == f"merged '{COPY}'"
    assert open_tables(ledger.history()) == {entry.id: table_of(entry) for entry in before}


def test_what_was_taken_and_taken_back_is_offered_as_different_again(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    put(vault, THREE.replace("2026-12-10", "2026-12-24"))
    (copy,) = ledger.copies()
    ledger.merge(copy, take=["p4ss"])
    ledger.undo()
    (again,) = ledger.copies()
    assert [pair.theirs.due for pair in again.differing] == [date(2026, 12, 24)]
    assert again.older == ()
    ledger.redo()
    assert ledger.entry("p4ss").due == date(2026, 12, 24)


def test_an_undo_is_passed_over_when_a_merged_entry_was_changed_since(vault: VaultOnDisk) -> None:
    ledger = _two_sides(vault)
    ledger.merge(only(ledger))
    vault.write(vault.read().replace('"There"', '"There, changed"'))
    ledger.undo()
    assert ledger.entry("new1").action == "There, changed"
    assert ledger.history()[-1].details["undoes"] != ""
    assert sorted(ids(ledger.entries)) == ["new1", "p4ss", "q7te", "r3nt"]


def test_what_was_taken_must_be_what_was_compared(vault: VaultOnDisk) -> None:
    ledger = _two_sides(vault)
    copy = only(ledger)
    vault.open().edit("r3nt", lead="1 day")
    with pytest.raises(EntryChanged) as caught:
        ledger.merge(copy, take=["r3nt"])
    assert caught.value.theirs is not None
    assert (caught.value.theirs.lead, caught.value.mine.due) == ("1 day", date(2026, 12, 4))
    assert "new1" not in vault.read() and COPY in files(vault)
    vault.open().resolve("r3nt")
    with pytest.raises(EntryChanged, match="no longer open"):
        ledger.merge(copy, take=["r3nt"])
    assert ids(ledger.merge(only(ledger)).added) == ["new1"]


def test_a_copy_that_is_another_by_now_is_not_merged(vault: VaultOnDisk) -> None:
    ledger = _two_sides(vault)
    copy = only(ledger)
    put(vault, '[[entry]]\nid = "new2"\naction = "Other"\n')
    with pytest.raises(WriteRefused, match="another by now"):
        ledger.merge(copy)
    (vault.folder / COPY).unlink()
    with pytest.raises(NotFound, match="no longer there"):
        ledger.merge(copy)


def test_only_what_the_copy_has_can_be_taken(vault: VaultOnDisk) -> None:
    ledger = _two_sides(vault)
    with pytest.raises(UsageError, match="no other version of nope"):
        ledger.merge(only(ledger), take=["nope"])
    assert COPY in files(vault)


def test_a_copy_with_nothing_new_is_put_aside_without_a_step(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    put(vault, THREE)
    merged = ledger.merge(only(ledger))
    assert (merged.added, merged.kept, merged.renamed) == ((), (), f"{COPY}.merged")
    assert vault.read() == THREE and ledger.copies() == ()
    put(vault, THREE)
    assert ledger.merge(only(ledger)).renamed == f"{COPY}.merged-2"
    with pytest.raises(NotFound, match="nothing to undo"):
        ledger.undo()


def test_a_copy_that_does_not_parse_is_shown_and_not_merged(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    put(vault, '[[entry]]\nid = "x"\n<<<<<<< ours\n')
    ledger = vault.open()
    copy = only(ledger)
    assert "line 3" in copy.problem and copy.only_there == ()
    with pytest.raises(LedgerError, match="line 3"):
        ledger.merge(copy)
    assert files(vault) == {"ledger.toml", COPY}


def test_a_folder_or_pipe_with_the_name_of_a_copy_is_no_harm(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    (vault.folder / "ledger 2.toml").mkdir()
    assert "regular file" in only(vault.open()).problem or "cannot be read" in only(vault.open()).problem


def test_a_copy_is_not_compared_with_a_ledger_that_does_not_parse(vault: VaultOnDisk) -> None:
    vault.write("[[entry]\n")
    put(vault, THREE)
    with pytest.raises(LedgerError, match="line 1"):
        vault.open().copies()


def test_entries_without_an_id_are_matched_by_what_they_hold(vault: VaultOnDisk) -> None:
    vault.write('[[entry]]\naction = "By hand"\n')
    put(vault, '[[entry]]\naction = "By hand"\n\n[[entry]]\naction = "Also by hand"\n')
    ledger = vault.open()
    copy = only(ledger)
    assert [entry.action for entry in copy.only_there] == ["Also by hand"]
    ledger.merge(copy)
    assert [entry.action for entry in ledger.entries] == ["By hand", "Also by hand"]
    assert ledger.entries[1].id == copy.only_there[0].id


def test_doubled_ids_stay_in_the_copy_and_are_said(vault: VaultOnDisk) -> None:
    vault.write(THREE.replace('"q7te"', '"p4ss"'))
    put(vault, THREE + '\n[[entry]]\nid = "two"\naction = "A"\n\n[[entry]]\nid = "two"\naction = "B"\n')
    ledger = vault.open()
    copy = only(ledger)
    assert "2 entries have the id p4ss" in copy.problem and "in the copy, 2 entries have the id two" in copy.problem
    merged = ledger.merge(copy)
    assert ids(merged.added) == ["q7te"] and merged.problem == copy.problem
    assert 'id = "two"' in (vault.folder / merged.renamed).read_text()


def test_an_empty_vault_takes_everything(vault: VaultOnDisk) -> None:
    put(vault, THREE)
    ledger = vault.open()
    assert ids(ledger.merge(only(ledger)).added) == ["p4ss", "q7te", "r3nt"]
    assert ids(ledger.entries) == ["p4ss", "q7te", "r3nt"]
    assert "# from Ann" in vault.read()
    ledger.undo()
    assert ledger.entries == ()


def test_line_ends_and_marks_of_ours_stay(vault: VaultOnDisk) -> None:
    ours = b"\xef\xbb\xbf" + THREE.replace("\n", "\r\n").encode()
    vault.write(ours)
    put(vault, '[[entry]]\nid = "new1"\naction = "There"')
    ledger = vault.open()
    ledger.merge(only(ledger))
    data = vault.ledger_file.read_bytes()
    assert data.startswith(ours) and b"\n" not in data.replace(b"\r\n", b"")
    assert parse_document(data, "x").tables[-1] == {"id": "new1", "action": "There"}


def _closed_there(vault: VaultOnDisk) -> tuple[Ledger, str]:
    """The copy of the resolved file: q7te and the repeating r3nt closed there, both open here; and one unknown here."""
    vault.write(THREE)
    ledger = vault.open()
    ledger.edit("p4ss", priority="low")
    other = VaultOnDisk(vault.root.parent / "other")
    other.write(THREE)
    there = other.open()
    there.resolve("q7te", "dropped", "too dear")
    following = there.resolve("r3nt").followed_by
    text = other.resolved_text()
    text += '\n[[entry]]\nid = "far1"\naction = "Far"\noutcome = "done"\nresolved = 2026-11-29T10:00:00+01:00\n'
    put(vault, text, CLOSED_COPY)
    return ledger, following


@pytest.fixture
def other_folder(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()


@pytest.mark.usefixtures("other_folder")
def test_missing_closings_are_added_by_id(vault: VaultOnDisk) -> None:
    ledger, following = _closed_there(vault)
    before = vault.read()
    copy = only(ledger)
    assert [item.entry.id for item in copy.closings] == ["q7te", "r3nt", "far1"]
    assert (copy.differing, copy.gone, copy.only_there) == ((), (), ())
    merged = ledger.merge(copy)
    assert [item.entry.id for item in merged.closed] == ["q7te", "r3nt", "far1"]
    assert ids(ledger.entries) == ["p4ss", following]
    assert ledger.entry(following).due == date(2027, 1, 3)
    assert [(item.entry.id, item.outcome, item.remark) for item in ledger.resolved()][-1] == ("far1", "done", "")
    assert "# from Ann" in vault.resolved_text() and "# always the third" in vault.resolved_text()
    assert open_tables(ledger.history()).keys() == {"p4ss", following}
    ledger.undo()
    assert sorted(ids(ledger.entries)) == ["p4ss", "q7te", "r3nt"] and ledger.resolved() == []
    assert tomllib.loads(vault.read()).keys() == tomllib.loads(before).keys()
    ledger.redo()
    assert sorted(vault.resolved_ids()) == ["far1", "q7te", "r3nt"] and ids(ledger.entries) == ["p4ss", following]


@pytest.mark.usefixtures("other_folder")
def test_a_closing_of_what_differs_here_is_a_choice(vault: VaultOnDisk) -> None:
    ledger, following = _closed_there(vault)
    ledger.edit("q7te", project="house")
    copy = only(ledger)
    assert [(item.mine.project, item.theirs.project, item.is_closed) for item in copy.differing] == [
        ("house", "kitchen", True)
    ]
    merged = ledger.merge(copy, take=["q7te"])
    assert ids(merged.taken) == ["q7te"] and ids(ledger.entries) == ["p4ss", following]
    assert [item.entry.project for item in ledger.resolved() if item.entry.id == "q7te"] == ["kitchen"]
    ledger.undo()
    assert ledger.entry("q7te").project == "house"


@pytest.mark.usefixtures("other_folder")
def test_what_was_closed_on_both_sides_stays_as_it_was_closed_here(vault: VaultOnDisk) -> None:
    ledger, _ = _closed_there(vault)
    ledger.resolve("q7te")
    copy = only(ledger)
    assert ids(copy.gone) == ["q7te"]
    with pytest.raises(UsageError, match="resolved here too"):
        ledger.merge(copy, take=["q7te"])
    ledger.merge(copy)
    assert [item.outcome for item in ledger.resolved() if item.entry.id == "q7te"] == ["done"]


def test_what_was_reopened_here_since_is_an_older_state(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    ledger.resolve("q7te")
    put(vault, vault.resolved_text(), CLOSED_COPY)
    ledger.reopen("q7te")
    copy = only(ledger)
    assert (ids(copy.older), copy.closings) == (["q7te"], ())
    ledger.merge(copy)
    assert "q7te" in ids(ledger.entries)


def test_a_closing_without_its_moment_stays_in_the_copy(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    put(vault, '[[entry]]\nid = "far1"\naction = "Far"\nresolved = 2026-11-29\n', CLOSED_COPY)
    ledger = vault.open()
    assert "far1 does not say when" in only(ledger).problem
    assert ledger.merge(only(ledger)).closed == () and ledger.resolved() == []


def test_both_copies_of_a_repetition_make_one_next_occurrence(vault: VaultOnDisk, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    ledger, following = _closed_there(vault)
    put(vault, (tmp_path / "other" / "vault" / ".betimes" / "ledger.toml").read_text())
    for copy in ledger.copies():
        ledger.merge(next(item for item in ledger.copies() if item.path == copy.path))
    assert ids(ledger.entries) == ["p4ss", following] and ledger.duplicates == frozenset()
    assert sorted(vault.resolved_ids()) == ["far1", "q7te", "r3nt"]


def test_when_the_ledger_cannot_be_written_nothing_is_merged(vault: VaultOnDisk, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    ledger, _ = _closed_there(vault)
    text, copy = vault.read(), only(ledger)
    vault.ledger_file.chmod(0o444)
    with pytest.raises(WriteRefused, match="read-only"):
        ledger.merge(copy)
    assert (vault.resolved_ids(), vault.read(), CLOSED_COPY in files(vault)) == ([], text, True)


def test_an_entry_made_there_with_a_damaged_journal_here_is_not_lost(vault: VaultOnDisk) -> None:
    ledger = _two_sides(vault)
    ledger.merge(only(ledger))
    journal = vault.folder / "journal.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b'"text": "[[entry]]', b'"text": "[[entry'))
    ledger = vault.open()
    ledger.undo()
    ledger.redo()
    assert ledger.entry("new1").unknown == {"x": {"y": 1}}


class TestAnyTwoSides:
    """Whatever two sides did: a merge loses no entry, doubles none, leaves ours as they are, and can be undone."""

    sides = st.dictionaries(
        st.sampled_from(["a", "b", "c", "d", "e"]),
        st.fixed_dictionaries({"action": st.sampled_from(["A", "B"])}, optional={"due": st.dates(date(2026, 12, 1))}),
    )

    @settings(max_examples=40, deadline=None)
    @given(sides, sides, st.sets(st.sampled_from("abcde")))
    def test(self, ours: dict[str, dict[str, object]], theirs: dict[str, dict[str, object]], take: set[str]) -> None:
        import tempfile

        from app.ledger.rendering import render_block

        with tempfile.TemporaryDirectory() as folder:
            vault = VaultOnDisk(Path(folder))
            vault.write("".join(render_block({"id": key} | table) + "\n" for key, table in ours.items()))
            put(vault, "".join(render_block({"id": key} | table) + "\n" for key, table in theirs.items()))
            ledger = vault.open()
            before = ledger.entries
            chosen = {item.theirs.id for item in only(ledger).differing} & take
            ledger.merge(only(ledger), take=chosen)
            expected = theirs | ours | {key: theirs[key] for key in chosen}
            assert {e.id: table_of(e) for e in ledger.entries} == {k: {"id": k} | t for k, t in expected.items()}
            assert len(ledger.entries) == len(expected)
            if expected != ours:
                ledger.undo()
                assert {e.id: e for e in ledger.entries} == {e.id: e for e in before}


def test_what_is_taken_again_after_it_was_done_here_no_longer_repeats(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    following = ledger.resolve("r3nt").followed_by
    put(vault, THREE)
    ledger.merge(only(ledger), take=["r3nt"])
    assert (ledger.entry("r3nt").repeat, ledger.entry(following).repeat) == (None, "every month on the 3rd")
    assert ledger.resolved() == [] and ledger.duplicates == frozenset()
    ledger.undo()
    assert vault.resolved_ids() == ["r3nt"] and following in ids(ledger.entries)


def test_a_repetition_whose_rule_cannot_be_read_is_closed_without_a_next_one(vault: VaultOnDisk) -> None:
    vault.write(THREE.replace("every month on the 3rd", "now and then"))
    closing = 'outcome = "done"\nresolved = 2026-11-29T10:00:00+01:00\nfollowed_by = "next"\n'
    block = vault.read()[vault.read().rindex("[[entry]]") :]
    put(vault, block + closing, CLOSED_COPY)
    ledger = vault.open()
    assert [item.entry.id for item in ledger.merge(only(ledger)).closed] == ["r3nt"]
    assert ids(ledger.entries) == ["p4ss", "q7te"]


def test_time_does_not_matter_to_what_is_older(vault: VaultOnDisk) -> None:
    ledger = _two_sides(vault)
    vault.now += timedelta(days=400)
    assert ids(only(ledger).older) == ["p4ss"]
