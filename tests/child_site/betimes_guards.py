"""Audit hooks of the test suite, for the process of the tests and for the Python processes that they start.

`sitecustomize` beside it brings them into child processes: `PYTHONPATH` of the suite names this folder. An audit hook
cannot be taken away again, and no library can go round it.
"""

from __future__ import annotations

import os
import socket
import sys

ENDPOINT = "BETIMES_TESTS_ENDPOINT"
"""Environment: the one `host:port` that may be reached; nothing may by default."""

NETWORK_LOG = "BETIMES_TESTS_NETWORK_LOG"
"""Environment: a file to which each refused use of the network is added, because a program may swallow the error."""

FILES_LOG = "BETIMES_TESTS_FILES_LOG"
"""Environment: a file to which each path that a process opens, makes, moves or removes is added."""

_ADDRESSED = {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"}
_LOOKED_UP = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"}
_LOCAL = {socket.AF_UNIX}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_PATHS = {"os.mkdir": 1, "os.rename": 2, "os.remove": 1, "os.rmdir": 1, "os.link": 2, "os.symlink": 2, "os.truncate": 1,
          "os.chmod": 1, "os.utime": 1, "sqlite3.connect": 1}  # fmt: skip


class NetworkUsed(RuntimeError):
    """Something tried to use the network; no `OSError`, so that no retry and no fallback takes it for a bad line."""


def forbid_network() -> None:
    """Refuse every socket outside `AF_UNIX` in this process, whatever library wants it."""
    sys.addaudithook(_network)


def log_files() -> None:
    """Record what files this process touches, if a log was asked for."""
    if os.environ.get(FILES_LOG):
        sys.addaudithook(_files)


def _network(event: str, arguments: tuple[object, ...]) -> None:
    if event in _ADDRESSED:
        family = getattr(arguments[0], "family", None)
        # What is sent without an address goes where `connect` led.
        if family in _LOCAL or arguments[1] is None or _is_endpoint(arguments[1]):
            return
        _refuse(event, arguments[1])
    elif event in _LOOKED_UP and not _is_endpoint(arguments[:2]):
        _refuse(event, arguments[0])


def _is_endpoint(address: object) -> bool:
    allowed = os.environ.get(ENDPOINT, "")
    return bool(allowed) and isinstance(address, tuple) and f"{address[0]}:{address[1]}" == allowed


def _refuse(event: str, address: object) -> None:
    said = f"{event} {address!r}"
    _add(os.environ.get(NETWORK_LOG), f"{os.getpid()} {said}")
    raise NetworkUsed(f"a test used the network: {said}")


def _files(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open":
        path, _, flags = arguments
        if isinstance(path, str | bytes) and isinstance(flags, int):
            _record("write" if flags & _WRITING else "read", path)
    elif event in _PATHS:
        for path in arguments[: _PATHS[event]]:
            if isinstance(path, str | bytes):
                _record(event, path)


def _record(what: str, path: str | bytes) -> None:
    name = os.fsdecode(path)
    if name != os.environ.get(FILES_LOG):
        _add(os.environ.get(FILES_LOG), f"{what}\t{os.path.abspath(name)}")


def _add(log: str | None, line: str) -> None:
    if log:
        descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, os.fsencode(line.replace("\n", "\\n") + "\n"))
        finally:
            os.close(descriptor)
