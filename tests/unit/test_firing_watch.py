"""Event firing end to end: real files, a real ledger and index, a clock that runs, and an embedder without a model."""

from __future__ import annotations

import json
import os
import shutil
import time
from datetime import datetime, timedelta
from unicodedata import normalize

import pytest

from app.clock import clock_as_of, system_clock
from app.config import Config, EmbeddingConfig, WatchConfig
from app.embedding.hashing import HashEmbedder
from app.errors import EmbedderUnavailable
from app.events import EmbedderState, EntriesFired, Notice
from app.ledger.entry import UNTIL_FIRED
from app.ledger.journal import JournalLine, encode_line
from app.paths import Locations
from app.search.result import RankMode
from app.workspace import Workspace
from tests.support import wait_until, write_notes

ARRIVED = "The vendor quote arrived.\n"
STATED = "When the vendor quote arrives, reconcile it against the June estimate.\n"
QUOTE = {"action": "Reconcile it against the June estimate", "when": "the vendor quote arrives"}
WORDS = Config(embedding=EmbeddingConfig(enabled=False), watch=WatchConfig(mode="off"))
MEANING = Config(watch=WatchConfig(mode="off"))


@pytest.fixture
def vault(tmp_path):
    notes = {"Kitchen.md": f"# Kitchen\n\nSinks and taps.\n\n{STATED}", "Daily/2026-08-14.md": "# Friday\n\nTalked.\n"}
    root = write_notes(tmp_path / "vault", notes)
    for path in root.rglob("*.md"):
        os.utime(path, (time.time() - 9e6, time.time() - 9e6))
    return root


def open_vault(root, config=WORDS, clock=system_clock, embedder=None, cache="places"):
    return Workspace.open(
        root,
        config=config,
        locations=Locations.below(root.parent / cache),
        clock=clock,
        make_embedder=lambda settings, locations, on_state: embedder or HashEmbedder(),
    )


@pytest.fixture(params=[WORDS, MEANING], ids=["words", "meaning"])
def workspace(request, vault):
    opened = open_vault(vault, request.param)
    opened.meaning = request.param is MEANING
    opened.update(meaning=opened.meaning)
    yield opened
    opened.close()


def update(workspace):
    workspace.update(meaning=getattr(workspace, "meaning", False))


def append(vault, name, text):
    path = vault / name
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as file:
        file.write(text)


def events(workspace):
    return {item.id: item.firing for item in workspace.agenda().firing if item.firing.reason == "event"}


def recorded(vault, reason="event"):
    try:
        lines = (vault / ".betimes/operations.jsonl").read_text().splitlines()
    except FileNotFoundError:
        return []
    return [record for line in lines if (record := json.loads(line)).get("reason") == reason]


def test_a_changed_note_fires_an_entry_once_and_says_where(workspace, vault):
    told = []
    workspace.subscribe(told.append)
    entry = workspace.ledger.add(QUOTE)
    append(vault, "Daily/2026-08-14.md", "\n" + ARRIVED)
    update(workspace)
    firing = events(workspace)[entry.id]
    assert (firing.evidence.path, firing.evidence.line) == ("Daily/2026-08-14.md", 5)
    assert firing.met.context == ARRIVED.strip()
    (fired,) = [one for event in told if isinstance(event, EntriesFired) for one in event.fired]
    assert (fired.id, fired.action, fired.path, fired.line) == (entry.id, QUOTE["action"], "Daily/2026-08-14.md", 5)
    update(workspace)
    append(vault, "Daily/2026-08-14.md", "\nMore rain.\n")
    update(workspace)
    assert len(recorded(vault)) == 1
    assert sum(isinstance(event, EntriesFired) for event in told) == 1


def test_it_sticks_in_a_new_session_at_once(workspace, vault):
    entry = workspace.ledger.add(QUOTE)
    append(vault, "New.md", ARRIVED)
    update(workspace)
    again = open_vault(vault)
    assert events(again).keys() == {entry.id}
    again.close()


def test_what_changed_while_it_was_closed_fires(vault):
    first = open_vault(vault)
    first.update(meaning=False)
    entry = first.ledger.add(QUOTE)
    first.close()
    append(vault, "Daily/2026-08-14.md", "\n" + ARRIVED)
    second = open_vault(vault)
    second.update(meaning=False)
    assert events(second).keys() == {entry.id}
    second.close()


def test_a_small_vault_is_known_from_the_first_change_on(vault):
    first = open_vault(vault)
    entry = first.ledger.add(QUOTE)
    first.close()
    append(vault, "Daily/2026-08-14.md", "\n" + ARRIVED)
    second = open_vault(vault)
    second.update(meaning=False)
    assert events(second).keys() == {entry.id}
    second.close()


def test_what_stood_there_before_the_entry_was_made_fires_nothing(workspace, vault):
    append(vault, "Daily/2026-08-14.md", "\n" + ARRIVED)
    before = time.time() - 0.1
    os.utime(vault / "Daily/2026-08-14.md", (before, before))
    entry = workspace.ledger.add(QUOTE)
    update(workspace)
    append(vault, "Daily/2026-08-14.md", "\nIt rained.\n")
    update(workspace)
    assert entry.id not in events(workspace)
    assert recorded(vault) == []


def test_the_note_that_states_the_commitment_never_fires_it(workspace, vault):
    workspace.ledger.add(QUOTE)
    append(vault, "Kitchen.md", f"\n{STATED.replace('June', 'new June')}\nAsk for a discount.\n")
    append(vault, "Plan.md", f"# Plan\n\n{STATED}\n- [ ] the vendor quote arrives\n")
    update(workspace)
    assert events(workspace) == {}


def test_its_own_writes_never_fire(workspace, vault):
    append(vault, "Tasks.md", "# Tasks\n\n- [ ] The vendor quote arrived 📅 2026-08-01\n")
    update(workspace)
    workspace.ledger.add(QUOTE)
    (task,) = [item for item in workspace.commitments() if item.home == "note"]
    workspace.ledger.snooze(task, "in 3 days")
    (task,) = [item for item in workspace.commitments() if item.home == "note"]
    workspace.ledger.resolve(task)
    workspace.ledger.undo()
    workspace.ledger.redo()
    update(workspace)
    assert "[x]" in (vault / "Tasks.md").read_text()
    assert events(workspace) == {}


@pytest.mark.parametrize("by_hand", [True, False])
def test_resolving_and_undoing_act_at_once(workspace, vault, by_hand):
    entry = workspace.ledger.add(QUOTE)
    append(vault, "New.md", ARRIVED)
    update(workspace)
    workspace.ledger.resolve(workspace.find(entry.id))
    assert events(workspace) == {}
    workspace.ledger.undo()
    assert events(workspace).keys() == {entry.id}
    workspace.ledger.snooze(workspace.find(entry.id), "in 3 days")
    assert events(workspace) == {}
    workspace.ledger.snooze(workspace.find(entry.id), "off")
    assert events(workspace) == {}
    workspace.ledger.undo()
    workspace.ledger.undo()
    assert events(workspace).keys() == {entry.id}


def test_what_sleeps_until_its_condition_fires_wakes(workspace, vault):
    entry = workspace.ledger.add(QUOTE)
    append(vault, "New.md", ARRIVED)
    update(workspace)
    workspace.ledger.snooze(workspace.find(entry.id), UNTIL_FIRED)
    assert [item.id for item in workspace.agenda().snoozed] == [entry.id]
    append(vault, "Newer.md", "Another vendor quote arrived.\n\nThe vendor quote arrives!\n")
    update(workspace)
    assert events(workspace)[entry.id].evidence.path == "Newer.md"
    assert workspace.agenda().snoozed == ()


def test_a_snoozed_entry_is_not_matched(workspace, vault):
    entry = workspace.ledger.add(QUOTE)
    workspace.ledger.snooze(workspace.find(entry.id), "in 3 days")
    append(vault, "New.md", ARRIVED)
    update(workspace)
    assert recorded(vault) == []


def test_a_false_alarm_never_comes_twice_for_the_same_words(workspace, vault):
    entry = workspace.ledger.add(QUOTE)
    append(vault, "New.md", ARRIVED)
    update(workspace)
    key = events(workspace)[entry.id].key
    table = {"id": entry.id, "action": "x", "when": "y"}
    line = JournalLine(system_clock(), "corrected", entry.id, table, table, "op", {"events": [key]})
    with (vault / ".betimes/journal.jsonl").open("ab") as file:
        file.write(encode_line(line))
    append(vault, "Other.md", "the vendor QUOTE arrived\n")
    update(workspace)
    assert events(workspace) == {}
    assert len(recorded(vault)) == 1


def test_the_line_follows_the_note_and_the_note_its_name(workspace, vault):
    entry = workspace.ledger.add(QUOTE)
    append(vault, "New.md", "# New\n\n" + ARRIVED)
    update(workspace)
    (vault / "New.md").write_text("# New\n\nAbove it all.\n\nMore.\n\n" + ARRIVED)
    update(workspace)
    assert events(workspace)[entry.id].evidence.line == 7
    os.rename(vault / "New.md", vault / "Renamed.md")
    update(workspace)
    assert events(workspace)[entry.id].evidence.path == "Renamed.md"
    (vault / "Renamed.md").write_text("# New\n\nNothing.\n")
    update(workspace)
    place = events(workspace)[entry.id].evidence
    assert (place.path, place.line) == ("New.md", 3)


def test_text_that_is_moved_to_another_note_is_no_news(workspace, vault):
    append(vault, "Old.md", "# Old\n\n" + ARRIVED)
    update(workspace)
    workspace.ledger.add(QUOTE)
    (vault / "Old.md").write_text("# Old\n")
    append(vault, "New.md", "# Moved\n\n" + ARRIVED)
    update(workspace)
    os.rename(vault / "New.md", vault / "Newer.md")
    append(vault, "Newer.md", "\nAnd a line.\n")
    update(workspace)
    assert recorded(vault) == []


def test_a_long_sentence_that_stands_elsewhere_was_copied(workspace, vault):
    told = "After all these weeks of silence the vendor quote arrived in the post today."
    append(vault, "Old.md", f"# Old\n\n{told}\n")
    update(workspace)
    entry = workspace.ledger.add(QUOTE | {"cues": told})
    append(vault, "New.md", f"# Copy\n\n{told}\n")
    update(workspace)
    assert entry.id not in events(workspace)
    append(vault, "Newest.md", f"# News\n\n{told.replace('today', 'today again')}\n")
    update(workspace)
    assert entry.id in events(workspace)


def test_the_index_deleted_says_only_what_days_and_times_prove(vault):
    created = (datetime.now() - timedelta(days=30)).astimezone()
    day = created + timedelta(days=9)
    ledger = f'[[entry]]\nid = "aaaa"\naction = "{QUOTE["action"]}"\nwhen = "{QUOTE["when"]}"\n'
    write_notes(vault, {".betimes/ledger.toml": f"{ledger}created = {created.isoformat(timespec='seconds')}\n"})
    write_notes(vault, {f"Daily/{day:%Y-%m-%d}.md": f"# Day\n\n{ARRIVED}", "Old.md": ARRIVED})
    os.utime(vault / "Old.md", (created.timestamp() - 9, created.timestamp() - 9))
    workspace = open_vault(vault)
    workspace.update(meaning=False)
    assert [record["evidence"]["path"] for record in recorded(vault)] == [f"Daily/{day:%Y-%m-%d}.md"]
    workspace.rebuild_index()
    workspace.update(meaning=False)
    assert len(recorded(vault)) == 1
    workspace.close()


def test_a_vault_that_was_cloned_fires_nothing_by_its_times(vault):
    created = (datetime.now() - timedelta(days=30)).astimezone()
    ledger = f'[[entry]]\nid = "aaaa"\naction = "{QUOTE["action"]}"\nwhen = "{QUOTE["when"]}"\n'
    write_notes(vault, {".betimes/ledger.toml": f"{ledger}created = {created.isoformat(timespec='seconds')}\n"})
    write_notes(vault, {"Old.md": ARRIVED, "Daily/2020-01-01.md": ARRIVED, "Daily/2999-01-01.md": ARRIVED})
    for path in vault.rglob("*"):
        os.utime(path)
    workspace = open_vault(vault)
    workspace.update(meaning=False)
    assert recorded(vault) == []
    append(vault, "Kitchen.md", "\n" + ARRIVED)
    workspace.update(meaning=False)
    assert [record["evidence"]["path"] for record in recorded(vault)] == ["Kitchen.md"]
    workspace.close()


def test_an_entry_written_by_hand_without_a_date_fires_by_what_comes_after(workspace, vault):
    workspace.ledger.add({"action": "Something else"})
    append(vault, ".betimes/ledger.toml", f'[[entry]]\nid = "hand"\naction = "Compare"\nwhen = "{QUOTE["when"]}"\n')
    update(workspace)
    append(vault, "New.md", ARRIVED)
    update(workspace)
    assert events(workspace).keys() == {"hand"}


def test_the_past_records_nothing_and_shows_what_had_come(vault):
    workspace = open_vault(vault)
    workspace.update(meaning=False)
    entry = workspace.ledger.add(QUOTE)
    append(vault, "New.md", ARRIVED)
    workspace.update(meaning=False)
    workspace.close()
    today = datetime.now().date()
    append(vault, "Newer.md", "Vendor quote arrived!\n")
    before = open_vault(vault, clock=clock_as_of(today - timedelta(days=1)))
    before.update(meaning=False)
    assert events(before) == {}
    before.close()
    assert len(recorded(vault)) == 1
    after = open_vault(vault, clock=clock_as_of(today + timedelta(days=2)))
    assert events(after)[entry.id].evidence.path == "New.md"
    after.update(meaning=False)
    assert events(after)[entry.id].evidence.path == "Newer.md"
    after.close()


def test_on_a_clock_that_stands_on_another_day_what_happens_happens_then(vault):
    day = datetime.now().date() + timedelta(days=200)
    workspace = open_vault(vault, clock=clock_as_of(day))
    workspace.update(meaning=False)
    entry = workspace.ledger.add(QUOTE)
    time.sleep(0.02)
    append(vault, "New.md", ARRIVED)
    workspace.update(meaning=False)
    assert events(workspace).keys() == {entry.id}
    assert recorded(vault)[0]["time"][:10] == day.isoformat()
    workspace.close()


def test_words_decide_until_the_model_is_there_and_it_looks_once_more(vault):
    class Far(HashEmbedder):
        state = EmbedderState.LOADING

    config = Config(watch=WatchConfig(mode="off"))
    workspace = open_vault(vault, config, embedder=Far())
    workspace.update(meaning=False)
    entry = workspace.ledger.add(QUOTE | {"cues": "the kitchen people sent their price", "blockers": "no price came"})
    append(vault, "New.md", "# Price\n\nThe kitchen people sent price.\n")
    append(vault, "Other.md", "# Other\n\nNothing at all.\n")
    workspace.update(meaning=False)
    assert events(workspace).keys() == {entry.id}
    assert {row.by_words for row in workspace._upkeep.store.fresh()} == {True}
    workspace.close()
    later = open_vault(vault, config)
    later.update(meaning=True)
    assert later._upkeep.store.fresh() == []
    assert len(recorded(vault)) == 1
    later.close()


def test_an_embedder_that_fails_loses_nothing(vault):
    class Broken(HashEmbedder):
        broken = True

        def encode_documents(self, texts):
            future = super().encode_documents(texts)
            if self.broken and ARRIVED.strip() in texts:
                future = type(future)()
                future.set_exception(EmbedderUnavailable("gone"))
            return future

    embedder = Broken()
    workspace = open_vault(vault, MEANING, embedder=embedder)
    workspace.update(meaning=True)
    entry = workspace.ledger.add(QUOTE)
    append(vault, "New.md", "# New\n\n" + ARRIVED)
    workspace.update(meaning=True)
    assert events(workspace) == {}
    embedder.broken = False
    workspace.update(meaning=True)
    assert events(workspace).keys() == {entry.id}
    workspace.close()


def test_without_conditions_nothing_is_kept(workspace, vault):
    workspace.ledger.add({"action": "Pay the rent", "due": "2026-12-02"})
    append(vault, "New.md", ARRIVED)
    update(workspace)
    assert workspace._upkeep.store.fresh() == []


def test_a_log_that_cannot_be_written_is_said_once_and_the_event_comes_later(workspace, vault):
    told = []
    workspace.subscribe(told.append)
    entry = workspace.ledger.add(QUOTE)
    log = vault / ".betimes/operations.jsonl"
    log.unlink(missing_ok=True)
    log.mkdir()
    append(vault, "New.md", ARRIVED)
    update(workspace)
    update(workspace)
    assert events(workspace) == {}
    assert sum(isinstance(event, Notice) and "operations" in event.message for event in told) == 1
    log.rmdir()
    update(workspace)
    assert events(workspace).keys() == {entry.id}


def test_dates_and_contexts_are_recorded_for_the_persons_own_record(workspace, vault):
    due = workspace.ledger.add({"action": "Pay the rent", "due": "2026-01-02"})
    met = workspace.ledger.add(QUOTE)
    for _ in range(2):
        workspace.agenda()
        workspace.set_context(workspace.search_words("the vendor quote arrives", RankMode.BLEND))
    workspace.set_context(None)
    assert [(record["id"], record["due"]) for record in recorded(vault, "date")] == [(due.id, "2026-01-02")]
    assert [record["id"] for record in recorded(vault, "context")] == [met.id]


def running(vault, config=None, cache="places", embedder=None):
    workspace = open_vault(vault, config or Config(watch=WatchConfig(mode="poll", poll_seconds=0.2)), cache=cache)
    workspace.told = []
    workspace.subscribe(workspace.told.append)
    workspace.start()
    assert wait_until(lambda: workspace.status().notes >= 2 and workspace.status().pending == 0)
    return workspace


def announced(workspace):
    return [one.id for event in workspace.told if isinstance(event, EntriesFired) for one in event.fired]


def test_in_the_background_it_fires_by_itself(vault):
    workspace = running(vault)
    entry = workspace.ledger.add(QUOTE)
    assert wait_until(lambda: entry.id in workspace._upkeep.knowledge.entry_vectors)
    append(vault, "Daily/2026-08-14.md", "\n" + ARRIVED)
    assert wait_until(lambda: announced(workspace) == [entry.id], 20)
    assert events(workspace).keys() == {entry.id}
    workspace.close()


@pytest.mark.parametrize("cache", ["places", "other places"], ids=["one index", "two indexes"])
def test_two_instances_announce_it_once_and_both_show_it(vault, cache):
    one, two = running(vault), running(vault, cache=cache)
    entry = one.ledger.add(QUOTE)
    assert wait_until(lambda: any(item.id == entry.id for item in two.commitments()), 20)
    append(vault, "Daily/2026-08-14.md", "\n" + ARRIVED)
    assert wait_until(lambda: all(events(each).keys() == {entry.id} for each in (one, two)), 30)
    one.ledger.resolve(one.find(entry.id))
    assert wait_until(lambda: events(two) == {}, 20)
    assert announced(one) + announced(two) == [entry.id]
    assert len(recorded(vault)) == 1
    one.close()
    two.close()


def test_a_vault_that_is_copied_away_takes_its_events_along(workspace, vault, tmp_path):
    entry = workspace.ledger.add(QUOTE)
    append(vault, "New.md", ARRIVED)
    update(workspace)
    shutil.copytree(vault, tmp_path / "copy")
    copy = open_vault(tmp_path / "copy", cache="elsewhere")
    copy.update(meaning=False)
    assert events(copy).keys() == {entry.id}
    assert len(recorded(tmp_path / "copy")) == 1
    copy.close()


def test_changes_wait_while_the_ledger_cannot_be_read(vault):
    first = open_vault(vault)
    first.update(meaning=False)
    entry = first.ledger.add(QUOTE)
    first.close()
    ledger = vault / ".betimes/ledger.toml"
    good = ledger.read_text()
    ledger.write_text(f"{good}\n[[entry\n")
    append(vault, "New.md", ARRIVED)
    blind = open_vault(vault)
    blind.update(meaning=False)
    assert events(blind) == {}
    blind.close()
    ledger.write_text(good)
    second = open_vault(vault)
    second.update(meaning=False)
    assert events(second).keys() == {entry.id}
    second.close()


def test_a_running_application_takes_up_what_waited_for_the_ledger(vault):
    first = open_vault(vault)
    first.update(meaning=False)
    entry = first.ledger.add(QUOTE)
    first.close()
    ledger = vault / ".betimes/ledger.toml"
    good = ledger.read_text()
    ledger.write_text(f"{good}\n[[entry\n")
    append(vault, "New.md", ARRIVED)
    config = Config(embedding=EmbeddingConfig(enabled=False), watch=WatchConfig(mode="poll", poll_seconds=0.2))
    running = open_vault(vault, config)
    running.start()
    wait_until(lambda: running.status().notes == 3)
    ledger.write_text(good)
    wait_until(lambda: events(running).keys() == {entry.id})
    running.close()


@pytest.mark.parametrize("line", ["- milk {}\n", "Milk {} is here. "], ids=["list", "prose"])
def test_the_last_of_very_many_sentences_is_compared_by_itself(workspace, vault, line):
    entry = workspace.ledger.add(QUOTE)
    append(vault, "New.md", "".join(map(line.format, range(60))) + ARRIVED)
    update(workspace)
    assert events(workspace)[entry.id].met.context.endswith(ARRIVED.strip())


def test_letters_may_be_written_with_their_accents_apart(workspace, vault):
    entry = workspace.ledger.add({"action": "Call", "when": "café Zoë has délivré the gâteau"})
    append(vault, "New.md", normalize("NFD", "Café Zoë has délivré the gâteau.\n"))
    update(workspace)
    assert events(workspace).keys() == {entry.id}
    (item,) = workspace.agenda().firing
    workspace.ledger.deny(item)
    append(vault, "Other.md", normalize("NFC", "The Café Zoë has délivré the gâteau.\n"))
    update(workspace)
    assert events(workspace) == {}


def test_a_note_that_is_written_in_another_normal_form_says_nothing_new(workspace, vault):
    said = "Café Zoë has délivré the gâteau.\n"
    append(vault, "New.md", said)
    update(workspace)
    entry = workspace.ledger.add({"action": "Call", "when": "café Zoë has délivré the gâteau"})
    time.sleep(1.1)
    (vault / "New.md").write_text(normalize("NFD", said))
    update(workspace)
    assert entry.id not in events(workspace)
