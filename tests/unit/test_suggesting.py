from __future__ import annotations

import json

import pytest

from app.errors import NotFound, NotWritable
from tests.support import NOW, open_workspace, write_notes

DAILY = (
    "# Thursday\n\nTold Martin I'd have the boundary drawings to him by Friday. The rain stopped. ^m4rtin\n\n"
    "- Next time the boiler man is here, ask about the valve.\n"
)
OLD = "I'll call Wendy before the end of the year, promise.\n"


@pytest.fixture
def vault(tmp_path):
    return write_notes(tmp_path / "vault", {"Daily/2026-11-26.md": DAILY, "Daily/2026-06-01.md": OLD})


@pytest.fixture
def workspace(vault):
    opened = open_workspace(vault)
    opened.update(meaning=False)
    yield opened
    opened.close()


def suggested(workspace):
    return workspace.agenda().suggested


def test_sentences_of_recent_notes_are_suggested_with_their_line_and_reading(workspace):
    drawings, valve = suggested(workspace)
    assert (drawings.action, drawings.due.isoformat(), drawings.due_phrase) == (
        "have the boundary drawings to him", "2026-11-27", "by Friday",
    )  # fmt: skip
    assert (drawings.note.path, drawings.note.line, drawings.status) == ("Daily/2026-11-26.md", 3, "suggested")
    assert drawings.sentence == "Told Martin I'd have the boundary drawings to him by Friday."
    assert (valve.action, valve.when, valve.note.line) == ("ask about the valve", "the boiler man is here", 5)
    assert not workspace.agenda().upcoming and not workspace.agenda().firing


def test_the_draft_is_linked_to_the_note_and_to_the_block_that_has_an_id(workspace):
    drawings, valve = suggested(workspace)
    assert workspace.ledger.draft_of_suggestion(drawings)["links"] == "Daily/2026-11-26#^m4rtin"
    assert workspace.ledger.draft_of_suggestion(valve)["links"] == "Daily/2026-11-26"


def test_a_dismissed_sentence_never_comes_again_wherever_it_stands(workspace, vault):
    _, valve = suggested(workspace)
    workspace.ledger.dismiss(valve)
    assert [item.id for item in suggested(workspace)] != [] and valve not in suggested(workspace)
    write_notes(vault, {"Daily/2026-11-29.md": "Next time the boiler man is here: ask about the valve!\n"})
    workspace.update(meaning=False)
    assert "boiler" not in "".join(item.sentence for item in suggested(workspace))
    other = open_workspace(vault)
    other.update(meaning=False)
    assert len(suggested(other)) == 1
    other.close()
    with pytest.raises(NotFound, match="no suggestion"):
        workspace.ledger.dismiss(valve)


def test_a_dismissal_is_a_step_that_is_undone_and_made_again(workspace, vault):
    drawings, valve = suggested(workspace)
    entry = workspace.ledger.add({"action": "Water the plants"})
    workspace.ledger.dismiss(valve)
    said = f"dismissed the suggestion '{valve.sentence}'"
    assert workspace.ledger.steps()[0].said == said and not workspace.ledger.steps()[0].can_restore
    assert workspace.ledger.undo() == said
    assert valve in suggested(workspace) and workspace.find(entry.id)
    assert workspace.ledger.steps()[0].said == f"took back: {said}"
    assert workspace.ledger.redo() == said
    assert suggested(workspace) == (drawings,)
    other = open_workspace(vault)
    other.update(meaning=False)
    assert suggested(other) == (drawings,)
    other.ledger.undo()
    assert suggested(other) == (drawings, valve)
    other.ledger.undo()
    assert not other.commitments(), "the step before it comes next"
    other.close()


def test_a_dismissal_leaves_the_ledger_as_it_is_and_does_not_need_one_that_parses(workspace, vault):
    workspace.ledger.add({"action": "Water the plants"})
    ledger = vault / ".betimes/ledger.toml"
    ledger.write_text("[[entry]\n", "utf-8")
    workspace.ledger.dismiss(suggested(workspace)[1])
    assert len(suggested(workspace)) == 1
    workspace.ledger.undo()
    assert len(suggested(workspace)) == 2 and ledger.read_text("utf-8") == "[[entry]\n"


def test_what_was_dismissed_in_the_operations_log_stays_dismissed(workspace, vault):
    drawings, valve = suggested(workspace)
    key, sentence = workspace._upkeep.suggestions.sentence(valve.id)
    record = {"time": NOW.isoformat(), "kind": "dismissed", "key": key, "sentence": sentence}
    (vault / ".betimes").mkdir(exist_ok=True)
    (vault / ".betimes/operations.jsonl").write_text(json.dumps(record) + "\n")
    other = open_workspace(vault)
    other.update(meaning=False)
    assert suggested(other) == (drawings,)
    other.close()


def test_a_dismissal_that_cannot_be_recorded_is_held_and_the_sentence_still_offered(workspace, vault):
    workspace.ledger.add({"action": "Water the plants"})
    _, valve = suggested(workspace)
    (vault / ".betimes/journal.jsonl").chmod(0o400)
    with pytest.raises(NotWritable):
        workspace.ledger.dismiss(valve)
    assert valve in suggested(workspace) and [item.description for item in workspace.ledger.held()] == [
        f"dismiss '{valve.sentence}'"
    ]
    (vault / ".betimes/journal.jsonl").chmod(0o600)
    workspace.ledger.retry()
    assert valve not in suggested(workspace)


def test_what_is_accepted_is_an_entry_and_an_undo_offers_it_again(workspace):
    drawings, _ = suggested(workspace)
    entry = workspace.ledger.add(workspace.ledger.draft_of_suggestion(drawings), drawings)
    assert (entry.action, entry.links) == (drawings.action, ("Daily/2026-11-26#^m4rtin",))
    assert drawings not in suggested(workspace)
    workspace.ledger.undo()
    assert drawings in suggested(workspace)
    workspace.ledger.redo()
    assert drawings not in suggested(workspace) and workspace.find(entry.id)


def test_resolving_what_was_accepted_does_not_offer_it_again(workspace):
    drawings, _ = suggested(workspace)
    entry = workspace.ledger.add(workspace.ledger.draft_of_suggestion(drawings), drawings)
    workspace.ledger.resolve(workspace.find(entry.id))
    workspace.ledger.reopen(entry.id)
    workspace.ledger.undo()
    assert drawings not in suggested(workspace)


def test_a_sentence_keeps_its_place_and_its_day_while_its_note_changes(workspace, vault):
    write_notes(vault, {"Plan.md": "I promised Ann to bring the ladder tomorrow.\n"})
    workspace.update(meaning=False)
    (before,) = [item for item in suggested(workspace) if "ladder" in item.sentence]
    write_notes(vault, {"Plan.md": "Above.\n\nI promised Ann to bring the ladder tomorrow.\n"})
    workspace.update(meaning=False)
    (after,) = [item for item in suggested(workspace) if "ladder" in item.sentence]
    assert (after.id, after.due, after.note.line) == (before.id, before.due, 3)


def test_what_a_note_does_not_say_any_more_is_not_suggested(workspace, vault):
    (vault / "Daily/2026-11-26.md").write_text("# Thursday\n\nNothing.\n")
    workspace.update(meaning=False)
    assert suggested(workspace) == ()
    (vault / "Daily/2026-11-26.md").unlink()
    workspace.update(meaning=False)
    assert suggested(workspace) == ()


def test_a_renamed_note_takes_its_suggestions_along(workspace, vault):
    (vault / "Daily/2026-11-26.md").rename(vault / "Daily/Thursday.md")
    workspace.update(meaning=False)
    assert {item.note.path for item in suggested(workspace)} == {"Daily/Thursday.md"}
    assert workspace.ledger.draft_of_suggestion(suggested(workspace)[1])["links"] == "Daily/Thursday"


def test_what_had_to_be_done_long_ago_is_not_offered(tmp_path):
    vault = write_notes(tmp_path / "vault", {"2026-11-05.md": "I'll ring the surveyor on Monday.\n"})
    workspace = open_workspace(vault)
    workspace.update(meaning=False)
    assert NOW.date().isoformat() == "2026-11-30" and suggested(workspace) == ()
    workspace.close()


def test_tomorrow_is_counted_from_the_day_that_the_settings_of_another_program_read_in_a_name(tmp_path):
    notes = {"Log/Thu 26 Nov 2026.md": "I promised Ann the ladder by Monday.\n"}
    root = write_notes(tmp_path / "vault", notes)
    (root / ".obsidian").mkdir()
    settings = {"folder": "Log", "format": "ddd D MMM YYYY"}
    (root / ".obsidian" / "daily-notes.json").write_text(json.dumps(settings), "utf-8")
    opened = open_workspace(root)
    opened.update(meaning=False)
    assert [(item.created.isoformat(), item.due.isoformat()) for item in suggested(opened)] == [
        ("2026-11-26", "2026-11-30")
    ]
    opened.close()
