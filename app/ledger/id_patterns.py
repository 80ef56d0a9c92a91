"""Ids of entries in the bytes of a file, found by pattern: most files are asked for one id and need not be read.

An id is what its TOML says, however it is written: one with a quote or a control character in it is escaped there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator

_IS = rb"\n[ \t]*id[ \t]*=[ \t]*"
_ID = re.compile(rb"%b(\"(?:[^\"\\\r\n]|\\.)*+\"|'[^'\r\n]*+')" % _IS)
_ESCAPED = re.compile(rb"%b(\"[^\"\\\r\n]*+\\.(?:[^\"\\\r\n]|\\.)*+\")" % _IS)
_ID_IS = re.compile(rb"[ \t]*id[ \t]*=[ \t]*[\"']")


def ids_in(data: bytes) -> set[str]:
    """Return all ids in a file's bytes, which need not parse."""
    quoted = _ID.findall(b"\n" + data)
    plain = b"\n".join(item[1:-1] for item in quoted if b"\\" not in item or item[:1] == b"'")
    return (set(plain.decode("utf-8", "replace").split("\n")) | set(_meant(quoted))) - {""}


def holds_id(data: bytes, entry_id: str) -> bool:
    """Tell whether an id is that of an entry in a file's bytes, without reading all ids for it."""
    wanted = entry_id.encode("utf-8", "surrogatepass")
    found = data.find(wanted)
    while found >= 0:
        start, end = data.rfind(b"\n", 0, found) + 1, found + len(wanted)
        if _ID_IS.fullmatch(data, start, found) and data[end : end + 1] == data[found - 1 : found]:
            return True
        found = data.find(wanted, found + 1)
    return b"\\" in data and entry_id in _meant(_ESCAPED.findall(b"\n" + data))


def _meant(quoted: Iterable[bytes]) -> Iterator[str]:
    """Yield what the escaped ones among some quoted ids say."""
    for item in quoted:
        if b"\\" in item and item[:1] == b'"':
            try:
                yield str(tomllib.loads(f"id = {item.decode()}")["id"])
            except (UnicodeDecodeError, tomllib.TOMLDecodeError):
                continue
