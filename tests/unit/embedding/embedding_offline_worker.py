"""The real worker, in a process where any use of the network is fatal. Run as a script by the tests."""

from __future__ import annotations

import os
import sys

from app.embedding.worker import main

NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto")


def forbid(event: str, _: tuple[object, ...]) -> None:
    if event in NETWORK:
        os.write(2, f"network used: {event}\n".encode())
        os._exit(99)


if __name__ == "__main__":
    sys.addaudithook(forbid)
    main()
