"""What an import may bring in: start-up and memory depend on it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = (
    "torch", "sentence_transformers", "transformers", "numpy", "scipy", "networkx", "dateparser", "watchdog", "yaml",
    "pathspec", "hypothesis",
)  # fmt: skip


def loaded_by(statement: str) -> set[str]:
    code = f"import json, sys\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in json.loads(done.stdout)}


@pytest.mark.parametrize("module", ["app.workspace", "app.__main__", "app.cli.run", "app.embedding.process"])
def test_the_core_loads_no_screen_and_nothing_heavy(module):
    loaded = loaded_by(f"import {module}")
    assert "app" in loaded
    assert not loaded & {"textual", "rich", "widgets", *HEAVY}


def test_the_screen_loads_nothing_heavy():
    loaded = loaded_by("import widgets.shell")
    assert {"textual", "widgets"} <= loaded
    assert not loaded & set(HEAVY)


def test_the_worker_loads_the_model_library_only_when_it_runs():
    assert not loaded_by("import app.embedding.worker") & {"torch", "sentence_transformers", "textual"}
