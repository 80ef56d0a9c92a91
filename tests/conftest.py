"""What every test stands on: no home, no settings and no network of the machine it runs on."""

from __future__ import annotations

import os
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

_SHUT_OUT = tempfile.TemporaryDirectory(prefix="betimes-tests-")
for _name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"):
    os.environ[_name] = _SHUT_OUT.name
for _name in ("BETIMES_VAULT", "VISUAL", "EDITOR", "NO_COLOR", "COLORTERM"):
    os.environ.pop(_name, None)
os.environ["HF_HUB_OFFLINE"] = "1"

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Other people's notes, for measuring; tests that use them skip when they are absent."""

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


def _no_network(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse any connection to another machine, in whatever library it is made."""
    if event == "socket.connect":
        address = arguments[1]
        if isinstance(address, tuple) and address[0] not in _LOOPBACK:
            raise PermissionError(f"a test tried to reach {address[0]}")
    if event == "socket.getaddrinfo" and arguments[0] not in _LOOPBACK | {None}:
        raise PermissionError(f"a test tried to look up {arguments[0]}")


sys.addaudithook(_no_network)


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
