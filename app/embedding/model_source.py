"""Which model, and where from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HASH_PREFIX = "hash:"


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A model that the worker can load.

    Attributes:
        name: The name that its vectors are kept under; another name for any other weights.
        location: A folder; a name that sentence-transformers knows; or `hash:64` for vectors of that dimension made
            without a model.
        offline: The worker must not use the network.
        sha256: What the file `model.safetensors` of the folder must have, in hex; empty when it is not known.
        record: The file that remembers which model files were found right, so that each is read once.
    """

    name: str
    location: str
    offline: bool = True
    sha256: str = ""
    record: Path | None = None


def hash_source(dimension: int = 64) -> ModelSource:
    """Return the source of vectors that need no model."""
    return ModelSource(f"hash-{dimension}", f"{HASH_PREFIX}{dimension}")
