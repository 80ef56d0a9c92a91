from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import Config, TasksConfig
from app.errors import NotFound, UsageError, WriteRefused
from app.ledger.adopting import block_link, free_block_id, link_to
from app.vault.note import TaskLine
from app.workspace import Workspace
from tests.support import open_workspace, write_notes

NOTE = """# Kitchen
- [ ] Order tiles 📅 2026-12-04 #home
- [ ] Water [due:: 2026-12-01] [repeat:: every week]
- [ ] Old 📅 2026-11-01 🏁 delete
- [x] Paid 📅 2026-11-01 ✅ 2026-11-02
- [ ] Undated
the end"""
PATH = "Projects/Kitchen.md"


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    found = open_workspace(write_notes(tmp_path / "notes", {PATH: NOTE}))
    found.update(meaning=False)
    yield found
    found.close()


def text(workspace: Workspace) -> str:
    return (workspace.root / PATH).read_text("utf-8")


def shown(workspace: Workspace) -> list[str]:
    workspace.update(meaning=False)
    return [item.id for item in workspace.commitments()]


def undo_all(workspace: Workspace) -> None:
    with pytest.raises(NotFound):
        while True:
            workspace.ledger.undo()


def test_fields_are_written_each_by_its_own_token_and_undo_gives_back_the_bytes(workspace: Workspace) -> None:
    item = workspace.find(f"{PATH}:2")
    draft = {"due": "in 11 days", "priority": "high", "repeat": "every month", "start": "", "scheduled": "2026-12-03"}
    changed = workspace.ledger.edit_line(item, draft)
    assert changed.raw == "- [ ] Order tiles 📅 2026-12-11 #home ⏫ 🔁 every month ⏳ 2026-12-03"
    assert workspace.ledger.edit_line(changed, {"priority": "high"}) is changed
    again = workspace.ledger.edit_line(changed, {"repeat": "", "priority": "", "due": "2026-12-06"})
    assert again.raw == "- [ ] Order tiles 📅 2026-12-06 #home ⏳ 2026-12-03"
    assert workspace.ledger.line_draft(again)["due"] == "2026-12-06"
    undo_all(workspace)
    assert text(workspace) == NOTE
    while "2026-12-06" not in text(workspace):
        workspace.ledger.redo()


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        ({"lead": "3 days"}, "no place"),
        ({"action": "x"}, "no place"),
        ({"colour": "red"}, "no such field"),
        ({"due": "2026-12-01 09:00"}, "has a time"),
        ({"repeat": "now and then"}, "repeat"),
        ({"priority": "huge"}, "priority"),
    ],
)
def test_what_a_task_line_cannot_have_is_refused(workspace: Workspace, draft: dict[str, str], said: str) -> None:
    item = workspace.find(f"{PATH}:2")
    with pytest.raises(UsageError, match=said):
        workspace.ledger.edit_line(item, draft)
    assert all(reading.startswith("!") for reading in workspace.ledger.check_line(item, draft).values())
    assert text(workspace) == NOTE


def test_readings_of_what_is_typed(workspace: Workspace) -> None:
    said = workspace.ledger.check_line(
        workspace.find(f"{PATH}:2"), {"due": "tomorrow", "repeat": "", "priority": "low"}
    )
    assert not said["due"].startswith("!") and said["repeat"] == said["priority"] == ""


def test_a_line_that_is_to_go_goes_and_comes_back(workspace: Workspace) -> None:
    closed = workspace.ledger.resolve(workspace.find(f"{PATH}:4"))
    assert closed.status == "done"
    assert text(workspace) == NOTE.replace("- [ ] Old 📅 2026-11-01 🏁 delete\n", "")
    workspace.ledger.undo()
    assert text(workspace) == NOTE
    workspace.ledger.redo()
    assert "Old" not in text(workspace)
    (workspace.root / PATH).write_text(text(workspace).replace("- [x] Paid", "- [ ] Paid"), "utf-8")
    with pytest.raises(WriteRefused, match="around line 4"):
        workspace.ledger.undo()
    assert "Old" not in text(workspace)


def test_a_ticked_line_is_opened_again(workspace: Workspace) -> None:
    assert [item.action for item in workspace.ledger.closed_lines(PATH)] == ["Paid"]
    with pytest.raises(NotFound, match="closed already"):
        workspace.find(f"{PATH}:5")
    opened = workspace.ledger.reopen_line(workspace.ledger.find_line(f"{PATH}:5"))
    assert opened.status == "open" and "- [ ] Paid 📅 2026-11-01\n" in text(workspace)
    assert workspace.ledger.undo() == "reopened 'Paid'"
    assert text(workspace) == NOTE


@pytest.mark.parametrize("reference", [f"{PATH}:1", f"{PATH}:99", f"{PATH}#^none"])
def test_what_is_no_task_is_not_found(workspace: Workspace, reference: str) -> None:
    with pytest.raises(NotFound):
        workspace.find(reference)


def test_an_undated_line_is_found_and_resolved(workspace: Workspace) -> None:
    workspace.ledger.resolve(workspace.find(f"{PATH}:6"))
    assert "- [x] Undated ✅ 2026-11-30\n" in text(workspace)


def test_the_next_occurrence_can_be_written_below(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "notes", {PATH: NOTE})
    below = open_workspace(root, Config(tasks=TasksConfig(next_line="below")))
    below.update(meaning=False)
    below.ledger.resolve(below.find(f"{PATH}:3"))
    lines = text(below).splitlines()
    assert lines[2].startswith("- [x] Water") and lines[3].startswith("- [ ] Water [due:: 2026-12-08]")
    below.close()


def test_bytes_that_are_no_utf_8_come_back_by_undo(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "notes", {})
    root.mkdir()
    data = b"caf\xe9\r\n- [ ] th\xe9 \xf0\x9f\x93\x85 2026-11-26\r\n\xff"
    (root / "a.md").write_bytes(data)
    found = open_workspace(root)
    found.update(meaning=False)
    found.ledger.resolve(found.find("a.md:2"))
    assert b"th\xe9 \xf0\x9f\x93\x85 2026-11-26 \xe2\x9c\x85" in (root / "a.md").read_bytes()
    found.ledger.undo()
    assert (root / "a.md").read_bytes() == data
    found.close()


def test_an_adopted_line_is_the_entrys_own(workspace: Workspace) -> None:
    item = workspace.find(f"{PATH}:2")
    draft = workspace.ledger.adopting_draft(item)
    assert draft["action"] == "Order tiles #home" and draft["due"] == "2026-12-04" and draft["tags"] == "home"
    entry = workspace.ledger.adopt(item, draft | {"when": "the tiler calls", "lead": "3 days"})
    block = entry.links[0].partition("#^")[2]
    assert entry.note is None and entry.links == (f"Projects/Kitchen#^{block}",)
    assert f"- [ ] Order tiles 📅 2026-12-04 #home ^{block}\n" in text(workspace)
    assert entry.id in shown(workspace) and not any("Kitchen.md#" in found for found in shown(workspace))
    assert workspace.find(f"{PATH}:2").id == workspace.find(f"{PATH}#^{block}").id == entry.id
    with pytest.raises(UsageError, match="already"):
        workspace.ledger.adopt(workspace.ledger.find_line(f"{PATH}:2"), draft)
    workspace.ledger.undo()
    assert text(workspace) == NOTE and f"{PATH}:2" in shown(workspace) and entry.id not in shown(workspace)
    workspace.ledger.redo()
    assert f"^{block}\n" in text(workspace) and entry.id in shown(workspace)


def test_a_line_with_a_block_id_keeps_it(workspace: Workspace) -> None:
    place = workspace.root / PATH
    place.write_text(NOTE.replace("#home", "#home ^tiles"), "utf-8")
    workspace.update(meaning=False)
    entry = workspace.ledger.adopt(workspace.find(f"{PATH}#^tiles"), {"action": "Tiles", "links": "Other"})
    assert entry.links == ("Projects/Kitchen#^tiles", "Other")
    before = place.read_bytes()
    workspace.ledger.undo()
    assert place.read_bytes() == before


@pytest.mark.parametrize(("outcome", "mark"), [("done", "- [x] Order tiles"), ("dropped", "- [-] Order tiles")])
def test_resolving_the_entry_closes_its_line_in_one_step(workspace: Workspace, outcome: str, mark: str) -> None:
    entry = workspace.ledger.adopt(workspace.find(f"{PATH}:2"), {"action": "Tiles"})
    before = text(workspace)
    closed = workspace.ledger.resolve(entry, outcome)  # type: ignore[arg-type]
    assert closed.status == outcome and mark in text(workspace)
    workspace.ledger.undo()
    assert text(workspace) == before and entry.id in shown(workspace)
    workspace.ledger.redo()
    assert mark in text(workspace) and entry.id not in shown(workspace)
    workspace.ledger.reopen(entry.id)
    assert text(workspace) == before and entry.id in shown(workspace)
    workspace.ledger.undo()
    assert mark in text(workspace)


def test_a_repetition_goes_on_in_entry_and_line(workspace: Workspace) -> None:
    entry = workspace.ledger.adopt(
        workspace.find(f"{PATH}:3"), workspace.ledger.adopting_draft(workspace.find(f"{PATH}:3"))
    )
    block = entry.links[0].partition("#^")[2]
    before = text(workspace)
    workspace.ledger.resolve(entry)
    lines = text(workspace).splitlines()
    assert lines[2] == f"- [ ] Water [due:: 2026-12-08] [repeat:: every week] ^{block}"
    assert lines[3] == "- [x] Water [due:: 2026-12-01] [repeat:: every week] [completion:: 2026-11-30]"
    assert [found for found in shown(workspace) if block in found or ":3" in found] == []
    following = next(item for item in workspace.commitments() if item.links == entry.links)
    assert str(following.due) == "2026-12-08"
    workspace.ledger.undo()
    assert text(workspace) == before


def test_a_line_that_does_not_repeat_stands_for_the_whole_series(workspace: Workspace) -> None:
    draft = {"action": "Tiles", "due": "2026-12-04", "repeat": "every week"}
    entry = workspace.ledger.adopt(workspace.find(f"{PATH}:2"), draft)
    before = text(workspace)
    workspace.ledger.resolve(entry)
    assert text(workspace) == before.replace("2026-12-04", "2026-12-11")
    workspace.ledger.undo()
    assert text(workspace) == before and entry.id in shown(workspace)
    workspace.ledger.redo()
    following = next(item for item in workspace.commitments() if item.links == entry.links)
    workspace.ledger.resolve(following, "dropped")
    assert "- [-] Order tiles" in text(workspace)


def test_an_entry_whose_line_was_closed_or_lost_is_resolved_all_the_same(workspace: Workspace) -> None:
    entry = workspace.ledger.adopt(workspace.find(f"{PATH}:2"), {"action": "Tiles"})
    (workspace.root / PATH).write_text("gone", "utf-8")
    closed = workspace.ledger.resolve(entry)
    assert closed.status == "done" and "its line was not found" in closed.problem
    assert text(workspace) == "gone"
    second = workspace.ledger.add({"action": "x", "links": "Projects/Kitchen#^twice"})
    (workspace.root / PATH).write_text("- [ ] a ^twice\n- [ ] b ^twice\n", "utf-8")
    assert "2 tasks" in workspace.ledger.resolve(second).problem


def test_a_line_changed_since_stays_when_the_entry_is_taken_back(workspace: Workspace) -> None:
    workspace.ledger.adopt(workspace.find(f"{PATH}:2"), {"action": "Tiles"})
    changed = text(workspace).replace("2026-12-04", "2026-12-05")
    (workspace.root / PATH).write_text(changed, "utf-8")
    assert "stays as it is" in workspace.ledger.undo()
    assert text(workspace) == changed and not workspace.ledger.steps()[0].said.startswith("adopted")


def test_a_line_is_given_back_when_the_entry_cannot_be_stored(workspace: Workspace) -> None:
    item = workspace.find(f"{PATH}:2")
    (workspace.root / ".betimes").mkdir(exist_ok=True)
    (workspace.root / ".betimes" / "ledger.toml").write_text("[[entry]\n", "utf-8")
    with pytest.raises(Exception, match="line 1"):
        workspace.ledger.adopt(item, {"action": "Tiles"})
    assert text(workspace) == NOTE


@pytest.mark.parametrize("path", ["a#b.md", "a|b.md", "a\nb.md", " a.md"])
def test_a_note_that_no_link_can_name_is_refused(path: str) -> None:
    with pytest.raises(UsageError, match="cannot be linked: its name"):
        link_to(path, "x", lambda target: path)


@pytest.mark.parametrize(
    ("names", "linked"),
    [
        (("a.md", "A.md"), 1),
        (("a.md", "a.markdown"), 1),
        (("a.md", "a.md.md"), 2),
        (("caf\u00e9.md", "cafe\u0301.md"), 1),
        (("a.md", "b/a.md"), 2),
        (("b/a.md", "c/b/a.md"), 2),
        (("a.markdown",), 1),
    ],
)
def test_a_line_is_linked_only_when_the_link_leads_to_its_note(
    tmp_path: Path, names: tuple[str, ...], linked: int
) -> None:
    notes = {name: f"- [ ] Task of {name} 📅 2026-12-04\n" for name in names}
    workspace = open_workspace(write_notes(tmp_path / "notes", notes))
    workspace.update(meaning=False)
    stored = []
    for item in workspace.commitments():
        try:
            stored.append(workspace.ledger.adopt(item, workspace.ledger.adopting_draft(item)))
        except UsageError as error:
            assert "do not tell its name from that of" in error.message
    assert len(stored) == linked
    assert sorted(shown(workspace)) == sorted(
        [entry.id for entry in stored] + [item.id for item in workspace.commitments() if item.home == "note"]
    )
    assert len(workspace.commitments()) == len(names)
    workspace.close()


def test_lines_with_the_same_block_id_are_told_apart_and_none_is_an_entrys_own(workspace: Workspace) -> None:
    item = workspace.find(f"{PATH}:2")
    entry = workspace.ledger.adopt(item, {"action": "Tiles"})
    block = entry.links[0].rpartition("^")[2]
    twice = text(workspace).replace("- [ ] Undated", f"- [ ] Other 📅 2026-12-09 ^{block}")
    (workspace.root / PATH).write_text(twice, "utf-8")
    assert {entry.id, f"{PATH}:2", f"{PATH}:6"} <= set(shown(workspace))
    with pytest.raises(NotFound, match="2 tasks") as caught:
        workspace.find(f"{PATH}#^{block}")
    assert f"{PATH}:6" in caught.value.hint
    other = workspace.find(f"{PATH}:6")
    with pytest.raises(UsageError, match="2 tasks with the id"):
        workspace.ledger.adopt(other, {"action": "Other"})
    workspace.ledger.resolve(other)
    assert f"- [x] Other 📅 2026-12-09 ✅ 2026-11-30 ^{block}" in text(workspace)
    assert f"- [ ] Order tiles 📅 2026-12-04 #home ^{block}" in text(workspace)


def test_only_the_first_link_makes_a_line_an_entrys_own() -> None:
    assert block_link(("A/B#^id", "C#^x")) == ("A/B", "id")
    assert block_link(("A/B#Heading", "C#^x")) is block_link(()) is block_link(("A#^",)) is None


def test_a_block_id_is_free_in_its_note_and_the_same_each_time() -> None:
    task = TaskLine("a.md", 1, "- [ ] x", " ", "x")
    first = free_block_id(task, ())
    assert free_block_id(task, ()) == first != free_block_id(task, {first})
