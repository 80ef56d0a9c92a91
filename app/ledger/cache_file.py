"""Small files outside the vault that may be deleted at any time: read if they can be, written if they can be."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.vault.descriptors import write_all


def read_cache(path: Path) -> Any:
    """Return what a cache file holds; None when it is missing, or was cut off while it was written."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def write_cache(path: Path, values: object) -> None:
    """Write a cache file. One that is cut off does not parse; one that cannot be written is done without."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            write_all(descriptor, json.dumps(values).encode())
        finally:
            os.close(descriptor)
