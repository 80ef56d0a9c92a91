"""Frames between the program and its embedding worker.

A frame is two little-endian unsigned 32-bit lengths, a JSON header in UTF-8 of the first length, and a payload of the
second: raw float32 rows, or nothing. The operations, by the header's `op`:

| direction | op | further keys | payload |
|---|---|---|---|
| to the worker | `encode` | `id`, `kind` (`query` or `document`), `texts` | |
| from the worker | `ready` | `dimension`, `max_tokens` | |
| from the worker | `failed` | `error`: why the model cannot be loaded, one line | |
| from the worker | `vectors` | `id`, `rows` | rows x dimension float32 |
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_LENGTHS = struct.Struct("<II")
LARGEST_PART = 256 * 1024 * 1024
"""Bytes of a header or a payload. More than this is not a frame of ours but stray output."""


class WireError(ValueError):
    """What came through the pipe is not a frame."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message.

    Attributes:
        header: The operation and its keys, as JSON has them.
        payload: Raw bytes; may be empty.
    """

    header: dict[str, Any]
    payload: bytes = b""

    def pack(self) -> bytes:
        """Return the bytes that go through the pipe. Lone surrogates in texts survive as JSON escapes."""
        header = json.dumps(self.header, separators=(",", ":")).encode("ascii")
        return _LENGTHS.pack(len(header), len(self.payload)) + header + self.payload


class FrameDecoder:
    """Puts frames together from pieces of any size."""

    def __init__(self) -> None:
        self._pending = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Take the next bytes of the pipe and give the frames that they complete.

        Raises:
            WireError: The bytes are no frame; nothing after them can be trusted.
        """
        self._pending += data
        while (frame := self._next()) is not None:
            yield frame

    def _next(self) -> Frame | None:
        if len(self._pending) < _LENGTHS.size:
            return None
        header_length, payload_length = _LENGTHS.unpack_from(self._pending)
        if max(header_length, payload_length) > LARGEST_PART:
            raise WireError(f"a frame of {header_length} + {payload_length} bytes is not possible")
        body = _LENGTHS.size + header_length
        end = body + payload_length
        if len(self._pending) < end:
            return None
        header = _header(bytes(self._pending[_LENGTHS.size : body]))
        payload = bytes(self._pending[body:end])
        del self._pending[:end]
        return Frame(header, payload)


def _header(data: bytes) -> dict[str, Any]:
    try:
        header = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise WireError(f"a frame's header is not JSON: {error}") from error
    if not isinstance(header, dict) or not isinstance(header.get("op"), str):
        raise WireError("a frame's header names no operation")
    return header
