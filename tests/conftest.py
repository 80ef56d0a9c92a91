"""What every test stands on: no home, no settings and no network of the machine it runs on."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.child_site import betimes_guards

_SHUT_OUT = tempfile.TemporaryDirectory(prefix="betimes-tests-")
for _name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"):
    os.environ[_name] = _SHUT_OUT.name
for _name in ("BETIMES_VAULT", "VISUAL", "EDITOR", "NO_COLOR", "COLORTERM"):
    os.environ.pop(_name, None)
os.environ["HF_HUB_OFFLINE"] = "1"

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Other people's notes, for measuring; tests that use them skip when they are absent."""

NETWORK_LOG = Path(_SHUT_OUT.name) / "network.log"
"""What tests, and the processes that they started, wanted of the network and did not get."""

os.environ[betimes_guards.NETWORK_LOG] = str(NETWORK_LOG)
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(Path(betimes_guards.__file__).parent), os.environ.get("PYTHONPATH")])
)
betimes_guards.forbid_network()


@pytest.fixture(autouse=True)
def no_network() -> Iterator[None]:
    """Fail the test that used the network, even when the program made nothing of the refusal."""
    yield
    if NETWORK_LOG.exists():
        used = NETWORK_LOG.read_text(encoding="utf-8", errors="replace")
        NETWORK_LOG.unlink()
        pytest.fail(f"the network was used:\n{used}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave screens out of the coverage of `app`: they would take twice as long, and unit tests reach what counts."""
    for item in items:
        if item.path.parent.name in ("ui", "snapshots"):
            item.add_marker("no_cover")


@pytest.fixture(scope="session")
def data_vaults() -> Path:
    """The folder of other people's vaults."""
    folder = SHARED_DATA / "vaults"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here")
    return folder


@pytest.fixture
def now() -> datetime:
    """Monday 30 November 2026, 08:00, an hour east of Greenwich."""
    return datetime(2026, 11, 30, 8, 0, tzinfo=timezone(timedelta(hours=1)))


@pytest.fixture
def demo_vault(tmp_path: Path) -> Path:
    """A copy of the demonstration vault."""
    from app.demo import copy_demo_vault

    return copy_demo_vault(tmp_path / "Demo vault")
