"""How the worker process is started."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from app.embedding.model_source import ModelSource

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds the package `app`."""

_ALWAYS = {
    "TOKENIZERS_PARALLELISM": "false",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "TQDM_DISABLE": "1",
    "PYTHONFAULTHANDLER": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
_OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}


def worker_command(source: ModelSource, lanes: int) -> list[str]:
    """Return the command line. `-P` keeps the working folder off the import path, so no file in it can be imported."""
    command = [sys.executable, "-P", "-m", "app.embedding.worker", f"--lanes={lanes}"]
    if not source.offline:
        command.append("--online")
    return [*command, "--", source.location]


def worker_environment(environment: Mapping[str, str], source: ModelSource) -> dict[str, str]:
    """Return the environment of a worker, made from the program's own.

    Each lane of the worker computes on one thread. Two lanes with a batch each do more than two threads that share
    every small step of one batch, and far more where another process has a core and one thread waits for the other.
    """
    ours = dict(environment) | _ALWAYS
    for name in ("PYTHONWARNINGS", "PYTHONINSPECT", *_OFFLINE):
        ours.pop(name, None)
    if source.offline:
        ours |= _OFFLINE
    if ROOT.name not in ("site-packages", "dist-packages"):
        inherited = ours.get("PYTHONPATH", "")
        ours["PYTHONPATH"] = f"{ROOT}:{inherited}" if inherited else str(ROOT)
    return ours
