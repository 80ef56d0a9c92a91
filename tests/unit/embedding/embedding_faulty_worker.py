"""A worker without a model that fails as its command line or a text orders. Run as a script by the tests."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import TYPE_CHECKING, NoReturn

from app.embedding.encoders import Encoder, HashEncoder
from app.embedding.wire import Frame
from app.embedding.worker import serve

if TYPE_CHECKING:
    from app.embedding.protocol import Vectors


class FaultyEncoder(HashEncoder):
    """Obeys the orders in a text, one after the other."""

    def encode(self, kind: str, texts: list[str]) -> Vectors:
        for order in " ".join(texts).split():
            if order == "QUOTE":
                raise RuntimeError(f"the model failed over {texts}")
            obey(order)
        vectors = super().encode(kind, texts)
        return vectors[:, :1] if "NARROW" in texts else vectors


def obey(order: str) -> None:
    if order == "KILL":
        os.kill(os.getpid(), signal.SIGKILL)
    elif order == "EXIT137":
        os._exit(137)
    elif order == "HANG":
        time.sleep(600)
    elif order == "SLOW":
        time.sleep(0.3)
    elif order == "RAISE":
        raise RuntimeError("the model failed")
    elif order == "PRINT":
        print("stray words", flush=True)
        os.write(1, b"stray bytes")


def fail() -> NoReturn:
    raise OSError("no such weights\nand a second line")


def load() -> Encoder:
    order = sys.argv[1] if len(sys.argv) > 1 else ""
    if order == "fail-to-load":
        fail()
    if order == "garbage":
        time.sleep(600)
    if order == "no-dimension":
        encoder = FaultyEncoder(64)
        encoder.dimension = 0
        return encoder
    if order == "import":
        raise ModuleNotFoundError("No module named 'sentence_transformers'")
    obey(order)
    return FaultyEncoder(64)


if __name__ == "__main__":
    if sys.argv[1:] == ["garbage"]:
        os.write(1, b"\xff" * 64)
    if sys.argv[1:] == ["unasked"]:
        os.write(1, Frame({"op": "vectors", "id": 7, "rows": 0}).pack())
    if sys.argv[1:] == ["closed"]:
        os.close(1)
        time.sleep(600)
    serve(load, lanes=2)
