"""A worker without a model that takes as much memory as a text orders. Run as a script by the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.embedding.encoders import Encoder, HashEncoder
from app.embedding.worker import serve

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors


class HungryEncoder(HashEncoder):
    """Takes 4 GB for a text that says so."""

    def encode(self, kind: str, texts: list[str]) -> Vectors:
        if any("HUNGRY" in text for text in texts):
            bytearray(4 << 30)
        return super().encode(kind, texts)


def load() -> Encoder:
    return HungryEncoder(64)


if __name__ == "__main__":
    serve(load, lanes=2)
