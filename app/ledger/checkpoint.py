"""What the last write left, remembered outside the vault, so that a ledger nobody touched since needs no journal read.

It may be deleted at any time. It only ever says "nothing happened since"; where it does not, or is of another vault,
damaged or missing, the journal is read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.ledger.files import Apart
from app.ledger.journal_file import Mark
from app.ledger.stamps import Stamp
from app.vault.descriptors import write_all

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
        try:
            return _checkpoint(json.loads(self._path.read_bytes()))
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None

    def write(self, checkpoint: Checkpoint) -> None:
        """Remember a checkpoint. One that is cut off does not parse; one that cannot be written is done without."""
        mark = checkpoint.journal
        values = {
            "version": _VERSION,
            "ledger": checkpoint.apart.ledger,
            "resolved": checkpoint.apart.resolved,
            "journal": {"stamp": mark.stamp, "tail": mark.tail, "ended": mark.ended},
            "plain": checkpoint.plain,
        }
        with suppress(OSError):
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
            try:
                write_all(descriptor, json.dumps(values).encode())
            finally:
                os.close(descriptor)


def _checkpoint(values: Any) -> Checkpoint | None:
    if values["version"] != _VERSION:
        return None
    journal = values["journal"]
    mark = Mark(_stamp(journal["stamp"]), journal["tail"], journal["ended"])
    return Checkpoint(Apart(values["ledger"], _stamps(values["resolved"])), mark, _stamps(values["plain"]))


def _stamps(values: Any) -> dict[str, Stamp]:
    return {name: _stamp(stamp) for name, stamp in values.items()}


def _stamp(values: Any) -> Stamp:
    if len(values) != len(Stamp._fields) or not all(type(value) is int for value in values):
        raise ValueError("this is no stamp")
    return Stamp(*values)
