"""The settings files: every key that is not known and every value that cannot be used, not only the first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.config import Config
from app.doctor.check import Check
from app.errors import ConfigError
from app.paths import Locations, vault_settings
from app.settings import load_what_is_right


def read_settings(locations: Locations, root: Path | None) -> tuple[Config, tuple[ConfigError, ...]]:
    """Return the settings as far as they can be used, and what is wrong with the rest."""
    return load_what_is_right(locations.settings, None if root is None else vault_settings(root))


def examine_settings(locations: Locations, root: Path | None, wrong: tuple[ConfigError, ...]) -> Iterator[Check]:
    """Say what is wrong with the settings, and which files there are."""
    for error in wrong:
        yield Check("settings.wrong", "problem", error.message, error.hint)
    paths = [locations.settings, *([vault_settings(root)] if root is not None else [])]
    there = [str(path) for path in paths if path.is_file()]
    if not wrong:
        yield Check("settings.files", "ok", " and ".join(there) or f"none; they would be in {locations.settings}")
