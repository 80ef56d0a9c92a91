"""Row "secrets leaving the machine": the suite cannot use the network, in no process, and sees it when one tries."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.child_site.betimes_guards import ENDPOINT
from tests.conftest import NETWORK_LOG

REFUSED = r"a test used the network"
"""What the hook says; the class of its error is another one in a process that `sitecustomize` has prepared."""


def _with_socket(use: Callable[[socket.socket], object], kind: int = socket.SOCK_STREAM) -> None:
    with socket.socket(socket.AF_INET, kind) as ours:
        use(ours)


WAYS: dict[str, Callable[[], object]] = {
    "connect": lambda: socket.create_connection(("192.0.2.1", 80), timeout=1),
    "loopback": lambda: _with_socket(lambda ours: ours.connect(("127.0.0.1", 9))),
    "look-up": lambda: socket.getaddrinfo("localhost", 80),
    "old look-up": lambda: socket.gethostbyname("localhost"),
    "listen": lambda: _with_socket(lambda ours: ours.bind(("127.0.0.1", 0))),
    "datagram": lambda: _with_socket(lambda ours: ours.sendto(b"x", ("127.0.0.1", 9)), socket.SOCK_DGRAM),
    "fetch": lambda: urllib.request.urlopen("http://127.0.0.1:9/"),
}


def used() -> list[str]:
    """Take what was recorded, so that this test is not the one that fails for it."""
    lines = NETWORK_LOG.read_text(encoding="utf-8").splitlines()
    NETWORK_LOG.unlink()
    return lines


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_secrets_leaving_the_machine_every_way_out_is_refused_and_recorded(way) -> None:
    with pytest.raises(RuntimeError, match=REFUSED):
        way()
    (line,) = used()
    assert line.startswith(f"{os.getpid()} socket.")


def test_secrets_leaving_the_machine_child_processes_are_watched_too() -> None:
    code = (
        "import socket\ntry:\n    socket.create_connection(('192.0.2.1', 80), timeout=1)\nexcept OSError:\n    pass\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "NetworkUsed" in result.stderr
    assert len(used()) == 1


def test_secrets_leaving_the_machine_only_the_endpoint_that_is_named_may_be_asked(monkeypatch) -> None:
    monkeypatch.setenv(ENDPOINT, "127.0.0.1:9")
    with socket.socket() as ours, pytest.raises(ConnectionRefusedError):
        ours.connect(("127.0.0.1", 9))
    with socket.socket() as other, pytest.raises(RuntimeError, match=REFUSED):
        other.connect(("127.0.0.1", 10))
    assert len(used()) == 1


def test_what_stays_within_the_machine_is_let_through(tmp_path: Path) -> None:
    left, right = socket.socketpair()
    left.sendall(b"x")
    assert right.recv(1) == b"x"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
    for end in (left, right):
        end.close()
    assert asyncio.run(asyncio.sleep(0, "done")) == "done"
    assert not NETWORK_LOG.exists()
