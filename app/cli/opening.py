"""Opening the vault that the arguments mean, and saying why it cannot be opened; all that the screen needs of `cli`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

from app.cli.shapes import error_shape, plain
from app.clock import clock_as_of, system_clock
from app.config import Config
from app.errors import BetimesError, UsageError
from app.paths import Locations, vault_settings
from app.settings import load_config
from app.text import safe_json, safe_line
from app.workspace import Workspace


def open_workspace(options: argparse.Namespace, locations: Locations) -> Workspace:
    """Open the vault that the options name, with its settings."""
    root = vault_folder(options.vault, locations)
    config = settings_for(root, locations, no_semantic=options.no_semantic)
    clock = clock_as_of(options.as_of) if options.as_of else system_clock
    return Workspace.open(root, config=config, locations=locations, clock=clock)


def settings_for(root: Path, locations: Locations, *, no_semantic: bool) -> Config:
    """Return the settings of a vault, with `--no-semantic` applied."""
    config = load_config(locations.settings, vault_settings(root))
    return replace(config, embedding=replace(config.embedding, enabled=False)) if no_semantic else config


def vault_folder(named: str | None, locations: Locations) -> Path:
    """Return the vault: named, else `BETIMES_VAULT`, else the one opened last.

    Raises:
        UsageError: There is none of these.
    """
    if named == "":
        raise UsageError("--vault is empty", "Name the folder of notes, or leave the option out.")
    chosen = named or os.environ.get("BETIMES_VAULT")
    if not chosen:
        chosen = _last_vault(locations.last_vault)
    if not chosen:
        raise UsageError("Which folder of notes?", "Name it: betimes ~/Notes, or --vault, or BETIMES_VAULT.")
    return Path(chosen).expanduser()


def _last_vault(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape").rstrip("\n") if path.is_file() else None
    except OSError:
        return None


def print_error(error: BetimesError, *, as_json: bool) -> None:
    """Print a failure: JSON on standard output, else words on standard error."""
    if as_json:
        print(safe_json(json.dumps(plain(error_shape(error)), ensure_ascii=False)))
        return
    print(f"betimes: {safe_line(error.message)}", file=sys.stderr)
    if error.hint:
        print(f"  {safe_line(error.hint)}", file=sys.stderr)
