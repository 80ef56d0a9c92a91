from __future__ import annotations

from datetime import date

from app.clock import clock_as_of, system_clock
from app.paths import Locations, betimes_folder, vault_settings


def test_two_vaults_never_share_a_cache(tmp_path):
    locations = Locations.below(tmp_path)
    assert locations.index(tmp_path / "a") != locations.index(tmp_path / "b")


def test_a_vault_reached_by_a_link_is_the_same_vault(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    locations = Locations.below(tmp_path)
    assert locations.index(tmp_path / "link") == locations.index(tmp_path / "real")
    assert locations.ledger_lock(tmp_path / "real").parent == locations.vault_cache(tmp_path / "real")


def test_the_platform_folders_are_ours():
    locations = Locations.default()
    assert all("betimes" in str(path) for path in (locations.cache, locations.state, locations.config))
    assert locations.settings.parent == locations.config == locations.themes.parent
    assert locations.embedder_log.parent == locations.state == locations.last_vault.parent


def test_settings_of_a_vault_are_in_its_betimes_folder(tmp_path):
    assert vault_settings(tmp_path).parent == betimes_folder(tmp_path)


def test_clocks_are_aware_and_as_of_keeps_its_day():
    assert system_clock().tzinfo is not None
    moment = clock_as_of(date(2026, 11, 30))()
    assert moment.date() == date(2026, 11, 30)
    assert moment.tzinfo is not None
