from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from app.embedding.default_model import locate
from app.embedding.model_source import ModelSource
from app.embedding.process import EmbedderProcess
from app.errors import EmbedderUnavailable
from app.events import EmbedderState

OFFLINE_WORKER = Path(__file__).with_name("embedding_offline_worker.py")


@pytest.mark.model
def test_the_packaged_model_knows_a_paraphrase_and_needs_no_network(tmp_path: Path) -> None:
    source = locate("", False, tmp_path)
    told: list[EmbedderState] = []
    log = tmp_path / "embedder.log"
    command = [sys.executable, str(OFFLINE_WORKER), "--lanes=2", source.location]
    embedder = EmbedderProcess(source, log, lambda state, _: told.append(state), command=command)
    try:
        waiting = embedder.encode_query(["the kitchen people sent their price"])
        query = waiting.result(timeout=100)[0]
        texts = ["The vendor's quote for the kitchen arrived", "Feed the neighbour's cat on Sunday", "", "word " * 5000]
        documents = embedder.encode_documents(texts).result(timeout=60)
    finally:
        embedder.close()
    assert told == [EmbedderState.LOADING, EmbedderState.READY], log.read_text()
    assert documents.shape == (4, 384)
    assert documents.dtype == np.float32
    assert np.allclose(np.linalg.norm(documents, axis=1), 1.0, atol=1e-5)
    assert query @ documents[0] > query @ documents[1] + 0.2


@pytest.mark.model
def test_a_model_folder_that_is_no_model_fails_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{")
    embedder = EmbedderProcess(ModelSource("broken", str(tmp_path)), tmp_path / "log", lambda *_: None)
    try:
        with pytest.raises(EmbedderUnavailable, match="The model broken cannot be loaded") as caught:
            embedder.encode_query(["x"]).result(timeout=100)
    finally:
        embedder.close()
    assert "\n" not in caught.value.message
    assert "log" in caught.value.hint
