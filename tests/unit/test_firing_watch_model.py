"""Event firing with the real model in its real process."""

from __future__ import annotations

import pytest

from app.config import Config, WatchConfig
from app.events import EntriesFired
from app.paths import Locations
from app.workspace import Workspace
from tests.support import wait_until, write_notes

ENTRY = {
    "action": "Reconcile the kitchen quote against the June estimate",
    "when": "the kitchen maker's quote arrives",
    "cues": "Lena sends her price for the cabinets; we hear how much the cabinets will cost",
    "blockers": "Lena says that her price will be late",
}
OTHERS = "# Saturday\n\nWalked to the allotment. The beans are up.\n\nLena is on holiday until Monday.\n"
PARAPHRASE = "\nLena sent the price for the kitchen cabinets this morning, 9,800 in all.\n"


@pytest.mark.model
def test_a_paraphrase_in_a_changed_note_fires_its_entry_and_other_news_do_not(tmp_path):
    vault = write_notes(
        tmp_path / "vault", {"Daily/2026-08-14.md": "# Friday\n\nTalked.\n", "Kitchen.md": "# Kitchen\n"}
    )
    config = Config(watch=WatchConfig(mode="poll", poll_seconds=0.2))
    workspace = Workspace.open(vault, config=config, locations=Locations.below(tmp_path / "places"))
    told = []
    workspace.subscribe(told.append)
    workspace.update(meaning=True)
    entry = workspace.ledger.add(ENTRY)
    workspace.start()
    try:
        assert wait_until(lambda: entry.id in workspace._upkeep.knowledge.entry_vectors, 60)
        write_notes(vault, {"Daily/2026-08-15.md": OTHERS})
        (vault / "Daily/2026-08-14.md").write_text(f"# Friday\n\nTalked.\n{PARAPHRASE}")
        assert wait_until(lambda: any(isinstance(event, EntriesFired) for event in told), 60)
        (item,) = [item for item in workspace.agenda().firing if item.id == entry.id]
        assert item.firing.reason == "event"
        assert (item.firing.evidence.path, item.firing.evidence.line) == ("Daily/2026-08-14.md", 5)
        assert item.firing.score >= item.firing.threshold
        assert wait_until(lambda: not workspace._upkeep.store.has_fresh(), 60)
        assert [len(event.fired) for event in told if isinstance(event, EntriesFired)] == [1]
    finally:
        workspace.close()
