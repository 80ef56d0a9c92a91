"""What the last write left, remembered outside the vault, so that a ledger nobody touched since needs no journal read.

It may be deleted at any time. It only ever says "nothing happened since"; where it does not, or is of another vault,
damaged or missing, the journal is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.ledger.cache_file import read_cache, write_cache
from app.ledger.files import Apart
from app.ledger.journal_file import Mark, mark_from
from app.ledger.stamps import Stamp, stamp_from

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The files at a moment when the journal told of all that the ledger held, and no entry was open and resolved.

    Attributes:
        apart: Ledger and resolved files.
        journal: How far the journal went.
        plain: The resolved files of which `structure.is_plain` is known, each with its stamp.
    """

    apart: Apart
    journal: Mark
    plain: Mapping[str, Stamp] = field(default_factory=dict)


class CheckpointFile:
    """Where a checkpoint is kept between two runs."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Checkpoint | None:
        """Return what was remembered; None when that is nothing of use."""
        return _checkpoint(read_cache(self._path))

    def write(self, checkpoint: Checkpoint) -> None:
        """Remember a checkpoint, if that can be."""
        values = {
            "version": _VERSION,
            "ledger": checkpoint.apart.ledger,
            "resolved": checkpoint.apart.resolved,
            "journal": checkpoint.journal.as_json(),
            "plain": checkpoint.plain,
        }
        write_cache(self._path, values)


def _checkpoint(values: Any) -> Checkpoint | None:
    try:
        if values["version"] != _VERSION or not isinstance(values["ledger"], str):
            return None
        apart = Apart(values["ledger"], _stamps(values["resolved"]))
        return Checkpoint(apart, mark_from(values["journal"]), _stamps(values["plain"]))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _stamps(values: Any) -> dict[str, Stamp]:
    return {name: stamp_from(stamp) for name, stamp in values.items()}
