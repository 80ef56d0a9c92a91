from __future__ import annotations

from dataclasses import replace

import pytest

from app.config import Config, EmbeddingConfig
from app.embedding.choosing import model_name, start_embedder, try_embedder
from app.embedding.disabled import NoEmbedder
from app.embedding.hashing import HashEmbedder
from app.errors import EmbedderUnavailable
from app.events import EmbedderState
from app.paths import Locations
from tests.support import wait_until


def named(model: str) -> Config:
    return replace(Config(), embedding=EmbeddingConfig(model=model))


def test_the_packaged_model_is_named_without_being_started(tmp_path):
    assert model_name(Config(), Locations.below(tmp_path)) == "all-MiniLM-L6-v2"


def test_a_folder_without_a_model_is_said_and_leaves_words(tmp_path):
    told = []
    embedder = start_embedder(
        named(str(tmp_path / "none")), Locations.below(tmp_path), lambda state, detail: told.append((state, detail))
    )
    assert wait_until(lambda: len(told) == 2)
    assert embedder.state is EmbedderState.FAILED
    with pytest.raises(EmbedderUnavailable, match="no model in the folder"):
        embedder.encode_query(["x"]).result(5)
    embedder.close()
    state, detail = told[-1]
    assert state is EmbedderState.FAILED and str(tmp_path / "none") in detail
    assert model_name(named(str(tmp_path / "none")), Locations.below(tmp_path)) == str(tmp_path / "none")


def test_trying_says_what_there_is():
    dimension, seconds = try_embedder(HashEmbedder())
    assert dimension == 64 and 0 <= seconds < 60
    with pytest.raises(EmbedderUnavailable, match="Switched off"):
        try_embedder(NoEmbedder("Switched off.", "Switch it on."))
