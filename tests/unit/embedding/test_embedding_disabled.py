from __future__ import annotations

import pytest

from app.embedding.disabled import NoEmbedder
from app.embedding.protocol import Embedder
from app.errors import EmbedderUnavailable
from app.events import EmbedderState


def test_every_answer_is_the_reason() -> None:
    embedder: Embedder = NoEmbedder("No model here.", "Install one.")
    for future in (embedder.encode_query(["a"]), embedder.encode_documents(["a"])):
        with pytest.raises(EmbedderUnavailable, match="No model here") as caught:
            future.result(timeout=0)
        assert caught.value.hint == "Install one."


def test_it_is_off_unless_said_otherwise() -> None:
    assert NoEmbedder().state is EmbedderState.OFF
    assert NoEmbedder(state=EmbedderState.FAILED).state is EmbedderState.FAILED
    assert NoEmbedder().model == ""


def test_closing_twice_is_fine() -> None:
    embedder = NoEmbedder()
    embedder.close()
    embedder.close()
    assert embedder.state is EmbedderState.OFF
