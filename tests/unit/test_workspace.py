from __future__ import annotations

import os
import shutil
from datetime import timedelta

import pytest

from app.config import Config, EmbeddingConfig, TasksConfig, WatchConfig
from app.errors import EmbedderUnavailable, NotFound, UsageError, VaultError, WriteRefused
from app.events import EmbedderState, IndexChanged, LedgerChanged, Notice
from app.ledger.entry import UNTIL_FIRED
from app.search.result import Arm, RankMode
from tests.support import NOW, SlowEmbedder, open_workspace, wait_until, write_notes

KITCHEN = "# Kitchen\n\n## Quotes\n\nThe June estimate came to 4,200.\n\n- [ ] Choose the sink 📅 2026-12-01\n"
DAILY = "# Monday\n\nTalked of the boiler. See [[Kitchen]].\n"


@pytest.fixture
def vault(tmp_path):
    return write_notes(tmp_path / "vault", {"Projects/Kitchen.md": KITCHEN, "Daily/2026-11-27.md": DAILY})


@pytest.fixture
def workspace(vault):
    opened = open_workspace(vault)
    opened.update(meaning=True)
    yield opened
    opened.close()


def actions(items):
    return [item.action for item in items]


def test_a_task_line_is_in_the_agenda_and_resolving_ticks_its_line_only(workspace, vault):
    (task,) = workspace.agenda().upcoming
    done = workspace.ledger.resolve(task, "done")
    assert done.status == "done"
    after = KITCHEN.replace("- [ ] Choose the sink 📅 2026-12-01", "- [x] Choose the sink 📅 2026-12-01 ✅ 2026-11-30")
    assert (vault / "Projects/Kitchen.md").read_text() == after
    assert workspace.agenda().upcoming == ()


def test_undo_and_redo_cover_task_lines_and_entries_alike(workspace, vault):
    entry = workspace.ledger.add({"action": "Pay the rent", "due": "2026-12-02"})
    (task,) = [item for item in workspace.agenda().upcoming if item.home == "note"]
    workspace.ledger.resolve(task)
    workspace.ledger.resolve(workspace.find(entry.id), "dropped", "moved out")
    assert workspace.ledger.undo() == "resolved as dropped 'Pay the rent'"
    assert "Choose the sink" in workspace.ledger.undo()
    assert (vault / "Projects/Kitchen.md").read_text() == KITCHEN
    assert sorted(actions(workspace.agenda().upcoming)) == ["Choose the sink", "Pay the rent"]
    assert "Choose the sink" in workspace.ledger.redo()
    assert actions(workspace.agenda().upcoming) == ["Pay the rent"]


def test_undo_of_a_line_that_was_changed_since_is_refused_and_passed_over(workspace, vault):
    (task,) = workspace.agenda().upcoming
    workspace.ledger.resolve(task)
    (vault / "Projects/Kitchen.md").write_text("# Kitchen\n")
    with pytest.raises(WriteRefused, match="Choose the sink"):
        workspace.ledger.undo()
    with pytest.raises(NotFound):
        workspace.ledger.undo()
    assert (vault / "Projects/Kitchen.md").read_text() == "# Kitchen\n"


def test_a_snooze_leaves_the_due_date_alone(workspace, vault):
    entry = workspace.ledger.add({"action": "Pay the rent", "due": "2026-12-02"})
    snoozed = workspace.ledger.snooze(workspace.find(entry.id), "in 3 days")
    assert (snoozed.due, snoozed.snoozed) == (entry.due, NOW.date() + timedelta(days=3))
    assert actions(workspace.agenda().snoozed) == ["Pay the rent"]
    assert workspace.ledger.snooze(workspace.find(entry.id), "off").snoozed is None
    (task,) = [item for item in workspace.agenda().upcoming if item.home == "note"]
    workspace.ledger.snooze(task, "2026-12-04")
    assert "- [ ] Choose the sink 📅 2026-12-01 🛫 2026-12-04\n" in (vault / "Projects/Kitchen.md").read_text()


def test_a_snooze_until_the_condition_fires_needs_a_condition(workspace):
    waiting = workspace.ledger.add({"action": "Compare", "when": "the quote arrives", "due": "2026-11-29"})
    dated = workspace.ledger.add({"action": "Pay the rent", "due": "2026-11-29"})
    assert workspace.ledger.snooze(workspace.find(waiting.id), "until the condition fires").snoozed == UNTIL_FIRED
    assert actions(workspace.agenda().snoozed) == ["Compare"]
    for item in (workspace.find(dated.id), *(task for task in workspace.commitments() if task.home == "note")):
        with pytest.raises(UsageError, match="no condition"):
            workspace.ledger.snooze(item, "until the condition fires")


@pytest.mark.parametrize("when", ["yesterday", "today", "whenever"])
def test_a_snooze_that_is_no_later_day_is_refused(workspace, when):
    entry = workspace.ledger.add({"action": "Pay the rent"})
    with pytest.raises(UsageError):
        workspace.ledger.snooze(workspace.find(entry.id), when)


def test_a_resolved_entry_is_opened_again(workspace):
    entry = workspace.ledger.add({"action": "Pay the rent"})
    workspace.ledger.resolve(workspace.find(entry.id))
    assert workspace.ledger.reopen(entry.id).status == "open"
    assert [line.kind for line in workspace.ledger.history(entry.id)] == ["added", "resolved", "reopened"]


def test_an_entry_is_edited_as_it_is_typed(workspace):
    entry = workspace.ledger.add({"action": "Pay the rent", "tags": "money"})
    draft = workspace.ledger.draft_of(entry.id) | {"due": "tomorrow"}
    assert "1 Dec" in workspace.ledger.check_draft(draft)["due"]
    assert workspace.ledger.edit(entry.id, draft).due == NOW.date() + timedelta(days=1)
    with pytest.raises(UsageError, match="task line"):
        workspace.ledger.edit("Projects/Kitchen.md:7", {"lead": "3 days"})


def test_a_condition_fires_in_its_context_and_points_to_its_notes(workspace):
    entry = workspace.ledger.add(
        {
            "action": "Reconcile it with the June estimate",
            "when": "the kitchen maker's quote arrives",
            "links": "Projects/Kitchen#Quotes",
        }
    )
    found = workspace.search_words("kitchen quote", RankMode.BLEND)
    (operative,) = found.operative
    assert operative.commitment.id == entry.id
    assert operative.results[0].heading == "Kitchen › Quotes"
    assert workspace.agenda().firing == ()
    workspace.set_context(found)
    assert [item.id for item in workspace.agenda().firing] == [entry.id]
    assert workspace.target_of(operative.commitment).path == "Projects/Kitchen.md"
    assert all(result.firing for result in found.results if result.path == "Projects/Kitchen.md")
    workspace.set_context(None)
    assert workspace.agenda().firing == ()


def test_the_agenda_can_be_asked_for_a_context(workspace):
    entry = workspace.ledger.add({"action": "Reconcile it", "when": "the kitchen maker's quote arrives"})
    assert [item.id for item in workspace.agenda_in("kitchen quote").firing] == [entry.id]
    assert workspace.agenda().firing == ()


def test_a_resolved_commitment_contributes_nothing(workspace):
    entry = workspace.ledger.add({"action": "Look at it", "due": "2026-11-01", "links": "Daily/2026-11-27"})
    assert workspace.search_words("boiler", RankMode.BLEND).results[0].firing is True
    workspace.ledger.resolve(workspace.find(entry.id))
    (result,) = workspace.search_words("boiler", RankMode.BLEND).results
    assert result.firing is False
    assert result.salience.prospective == 0.0


def test_meaning_finds_what_words_do_not(workspace):
    assert workspace.search_words("cabinets", RankMode.PLAIN).results == ()
    found = workspace.search_fused("cabinets", RankMode.PLAIN)
    assert found.arm is Arm.FUSED
    assert {result.path for result in found.results} == {"Projects/Kitchen.md", "Daily/2026-11-27.md"}
    assert found.results[0].cosine > 0.2 and found.results[0].words == 0.0
    explanation = workspace.explain(found.results[0], found)
    assert "meaning" in [term.name for term in explanation.parts[0].terms]


def test_without_meaning_the_words_are_searched(vault):
    workspace = open_workspace(vault, Config(embedding=EmbeddingConfig(enabled=False)))
    workspace.update(meaning=False)
    assert workspace.search_words("boiler", RankMode.BLEND).results[0].path == "Daily/2026-11-27.md"
    with pytest.raises(EmbedderUnavailable):
        workspace.search_fused("boiler", RankMode.BLEND)
    assert workspace.status().embedder is EmbedderState.OFF
    workspace.close()


def test_the_report_of_the_index_counts(workspace):
    report = workspace.update(meaning=True)
    assert (report.notes, report.pending, report.dimension) == (2, 0, 64)
    assert report.chunks == report.embedded > 0
    workspace.rebuild_index()
    assert workspace.update(meaning=False).embedded == 0


def test_a_note_is_shown_with_all_that_belongs_to_it(workspace):
    details = workspace.note_details("Kitchen")
    assert [link.source for link in details.backlinks] == ["Daily/2026-11-27.md"]
    assert actions(details.commitments) == ["Choose the sink"]
    assert workspace.read_note("Projects/Kitchen.md").text == KITCHEN
    with pytest.raises(NotFound):
        workspace.note_details("Bathroom")
    with pytest.raises(VaultError):
        workspace.read_note("../../etc/passwd")


def test_why_a_commitment_stands_where_it_does(workspace):
    workspace.ledger.add(
        {"action": "Pay", "due": "2026-11-28", "lead": "3 days", "when": "the bill is here", "cues": "a bill"}
    )
    (item,) = workspace.agenda().firing
    said = " ".join(factor.text for factor in workspace.explain_commitment(item).lines)
    assert "2 d late" in said and "3 days" in said and "the bill is here" in said and "its date has come" in said


def test_what_cannot_be_read_is_said(vault):
    (vault / "broken.md").write_text("---\ntitle: a: b\n---\nbody\n")
    (vault / "Kitchen.sync-conflict-20260101-010101-ABCDEFG.md").write_text("x")
    (vault / ".betimes").mkdir()
    (vault / ".betimes/ledger.toml").write_text("[[entry]\n")
    workspace = open_workspace(vault)
    workspace.update(meaning=False)
    said = "\n".join(workspace.messages())
    assert "broken.md" in said and "sync-conflict" in said and "ledger.toml" in said
    status = workspace.status()
    assert status.problems == 1 and "line 1" in status.ledger_problem
    workspace.close()


def test_a_vault_that_is_not_there_is_named(tmp_path):
    with pytest.raises(VaultError, match="no-such-folder"):
        open_workspace(tmp_path / "no-such-folder")


def test_the_vault_opened_last_is_remembered(workspace, vault):
    workspace.remember()
    assert (vault.parent / "vault places/state/last-vault").read_text() == f"{vault}\n"


# -- in the background --------------------------------------------------------------------------------------------


@pytest.fixture
def running(vault):
    opened = open_workspace(vault)
    opened.events = []
    opened.subscribe(opened.events.append)
    opened.start()
    assert wait_until(lambda: opened.status().notes == 2 and opened.status().pending == 0)
    yield opened
    opened.close()


def test_a_change_outside_is_found_by_words_and_by_meaning(running, vault):
    (vault / "New.md").write_text("# New\n\nThe joiner called.\n")
    assert wait_until(lambda: running.search_words("joiner", RankMode.PLAIN).results != ())
    assert wait_until(
        lambda: any(isinstance(e, IndexChanged) and e.meaning and "New.md" in e.paths for e in running.events)
    )
    assert wait_until(lambda: running.status().pending == 0)
    (vault / "New.md").unlink()
    assert wait_until(lambda: running.search_words("joiner", RankMode.PLAIN).results == ())


def test_a_second_start_over_unchanged_notes_tells_of_them(workspace, vault):
    workspace.close()
    told = []
    with_words_only = open_workspace(vault, Config(embedding=EmbeddingConfig(enabled=False)))
    with_words_only.subscribe(lambda event: told.append((type(event), with_words_only.status().notes)))
    with_words_only.start()
    try:
        assert wait_until(lambda: (IndexChanged, 2) in told)
    finally:
        with_words_only.close()


def test_the_vectors_of_the_last_batch_are_taken_up_too(vault):
    names = [f"needle{number}" for number in range(60)]
    write_notes(vault, {f"{name}.md": f"# A note\n\n{name} {'hay ' * 120}\n" for name in names})
    workspace = open_workspace(vault, embedder=SlowEmbedder())
    told = []
    workspace.subscribe(told.append)
    workspace.start()
    assert wait_until(lambda: workspace.status().notes == 62 and workspace.status().pending == 0)
    assert wait_until(lambda: told and isinstance(told[-1], IndexChanged) and told[-1].meaning)
    found = [workspace.search_fused(name, RankMode.PLAIN).results[0] for name in names]
    workspace.close()
    assert [result.path for result in found] == [f"{name}.md" for name in names]
    assert all(result.cosine is not None for result in found)


def test_a_ledger_edited_by_hand_is_taken_up(running, vault):
    (vault / ".betimes").mkdir(exist_ok=True)
    (vault / ".betimes/ledger.toml").write_text('[[entry]]\nid = "aaaa"\naction = "By hand"\ndue = 2026-11-30\n')
    assert wait_until(lambda: actions(running.agenda().firing) == ["By hand"])
    assert wait_until(lambda: any(isinstance(e, LedgerChanged) for e in running.events))


def test_a_ledger_that_does_not_parse_is_told_in_sentences(workspace, vault):
    (vault / ".betimes").mkdir(exist_ok=True)
    (vault / ".betimes/ledger.toml").write_text("due = = 3\n")
    workspace.update(meaning=False)
    assert "Invalid value. Correct that line. Until then" in workspace.status().ledger_problem


def test_a_task_resolved_in_the_program_leaves_the_agenda(running, vault):
    (task,) = running.agenda().upcoming
    running.ledger.resolve(task)
    assert wait_until(lambda: running.agenda().upcoming == ())
    running.ledger.undo()
    assert wait_until(lambda: actions(running.agenda().upcoming) == ["Choose the sink"])


def test_indexing_can_be_stopped_and_gone_on_with(running, vault):
    running.stop_indexing()
    assert running.status().paused
    (vault / "Later.md").write_text("# Later\n\nzebra\n")
    assert not wait_until(lambda: running.search_words("zebra", RankMode.PLAIN).results != (), seconds=1.0)
    running.resume_indexing()
    assert wait_until(lambda: running.search_words("zebra", RankMode.PLAIN).results != ())


def test_use_raises_the_activation_of_a_note(running):
    before = running.search_words("boiler", RankMode.BLEND).results[0].salience.activation
    running.record_opened("Daily/2026-11-27.md", "boiler")
    assert before == 0.0
    assert wait_until(lambda: running.search_words("boiler", RankMode.BLEND).results[0].salience.activation == 1.0)


def test_a_vault_that_goes_away_and_comes_back_loses_nothing(running, vault):
    shutil.move(vault, vault.with_name("elsewhere"))
    assert wait_until(lambda: running.status().watch_notice != "")
    assert running.search_words("boiler", RankMode.PLAIN).results != ()
    shutil.move(vault.with_name("elsewhere"), vault)
    assert wait_until(lambda: running.status().watch_notice == "")
    assert running.status().notes == 2


def test_a_vault_without_a_watcher_is_read_once(vault):
    workspace = open_workspace(vault, Config(watch=WatchConfig(mode="off")))
    workspace.start()
    assert wait_until(lambda: workspace.status().notes == 2)
    workspace.close()


def test_a_read_only_operations_log_is_said_and_stops_nothing(workspace, vault):
    said = []
    workspace.subscribe(said.append)
    (vault / ".betimes").mkdir(exist_ok=True)
    os.symlink("/nonexistent/folder/log", vault / ".betimes/operations.jsonl")
    workspace.record_opened("Daily/2026-11-27.md")
    assert "operations log" in said[0].message


def test_what_waits_for_its_condition_comes_back_when_it_is_met(workspace):
    entry = workspace.ledger.add({"action": "Buy a kettle", "when": "the old kettle breaks", "due": "2026-11-01"})
    workspace.ledger.snooze(workspace.find(entry.id), "until the condition fires")
    workspace.update(meaning=False)
    (operative,) = workspace.search_words("the old kettle breaks", RankMode.BLEND).operative
    assert operative.commitment.id == entry.id
    assert workspace.search_words("the roof leaks", RankMode.BLEND).operative == ()
    assert entry.id in {item.id for item in workspace.agenda_in("the old kettle breaks").firing}


def test_a_conflict_copy_of_the_ledger_is_told_while_the_program_runs(running, vault):
    running.ledger.add({"action": "Pay the rent"})
    seen = []
    running.subscribe(
        lambda event: seen.append(running.ledger.copy_names()) if isinstance(event, LedgerChanged) else None
    )
    (vault / ".betimes/ledger 2.toml").write_text('[[entry]]\nid = "zzzz"\naction = "Only there"\n')
    assert wait_until(lambda: seen and seen[-1] == ["ledger 2.toml"])
    assert any("betimes merge" in line for line in running.messages())
    (copy,) = running.ledger.copies()
    assert [entry.action for entry in running.ledger.merge(copy).added] == ["Only there"]
    assert running.ledger.copy_names() == []


def test_an_entry_taken_out_by_hand_is_told_and_restored(running, vault):
    kept, gone = (running.ledger.add({"action": action}) for action in ("Pay the rent", "Call Ann"))
    notices = []
    running.subscribe(lambda event: notices.append(event.message) if isinstance(event, Notice) else None)
    ledger = vault / ".betimes/ledger.toml"
    ledger.write_text(ledger.read_text().partition('[[entry]]\nid = "' + gone.id)[0])
    assert wait_until(lambda: notices)
    assert notices == ["Ledger: removed by hand 'Call Ann'"]
    assert running.ledger.reopen(gone.id).action == "Call Ann"
    assert {item.id for item in running.commitments() if item.home == "ledger"} == {kept.id, gone.id}


def test_settings_of_tasks_reach_the_agenda_and_notes_are_read_again_when_they_change(tmp_path):
    notes = {"2026-12-01.md": "- [ ] a #task ⛔ z9\n- [!] b #task\n- [ ] c 📅 2026-12-02\n- [ ] z #task 🆔 z9\n"}
    vault = write_notes(tmp_path / "vault", notes)
    plain = open_workspace(vault)
    plain.update(meaning=False)
    assert actions(plain.agenda().upcoming) == ["c"]
    plain.close()
    tasks = TasksConfig(filter="#task", date_from_name=True, statuses={"!": "cancelled"})
    asked = open_workspace(vault, Config(tasks=tasks, embedding=EmbeddingConfig(enabled=False)))
    asked.update(meaning=False)
    (first, last) = asked.agenda().upcoming
    assert (first.action, last.action) == ("a", "z")
    assert [one.action for one in first.blocked_by] == ["z"]
    asked.close()


def test_queries_share_an_agenda_until_something_of_it_changes(tmp_path):
    workspace = open_workspace(write_notes(tmp_path / "notes", {"a.md": "- [ ] Call Ann 📅 2026-12-01\n"}))
    workspace.update(meaning=False)
    first = workspace._agendas.for_queries()
    workspace.search_words("call", RankMode.BLEND)
    assert workspace._agendas.for_queries() is first
    workspace.ledger.add({"action": "Call Bob", "when": "the quote arrives"})
    changed = workspace._agendas.for_queries()
    assert changed is not first and len(changed.upcoming) == 2
    (tmp_path / "notes" / "a.md").write_text("- [x] Call Ann 📅 2026-12-01\n", "utf-8")
    workspace.update(meaning=False)
    assert [item.action for item in workspace._agendas.for_queries().upcoming] == ["Call Bob"]
    workspace.close()
