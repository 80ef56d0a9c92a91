"""Links of a note that lead out of the vault: where exactly each leads, and whether it may be opened at all.

Only pages of the web are opened, each after a question that shows the address whole. Any other scheme hands a text that
somebody wrote to a program that does something with it: a file, a script, an editor, a call.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, urlsplit, urlunsplit

from app.vault.decoding import split_lines
from app.vault.frontmatter import split_frontmatter
from app.vault.links import leads_outside
from app.vault.structure import read_structure

MOST = 500
"""Links of one note that are listed; one more is looked for, to tell whether there are."""

LONGEST = 2000
"""Characters of an address that is opened: no page needs more, and no more can be looked over."""

_BARE = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]{1,30}://(?:[^\s<>()\[\]\"`]|\([^\s<>()]{0,200}\))+")
_TRAILING = ".,;:!?'*_"
_UNSEEN = re.compile(
    "[\x00-\x20\x7f-\xa0\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ufeff]"
)
_KEPT = "%/:?#[]@!&()*+,;=-._~"
"""What stays as it is in an address that is opened; quotes, `$` and backslashes do not."""


@dataclass(frozen=True, slots=True)
class OutsideLink:
    """A link out of the vault.

    Attributes:
        written: The address as it stands in the note.
        address: What would be opened, whole; empty when nothing would be.
        host: The machine that it leads to, in letters of ASCII; empty when it leads to none.
        line: Where it stands, from 1.
        text: What the note shows in its place; empty when that is the address.
        refusal: Why it is never opened; empty when it may be.
    """

    written: str
    address: str
    host: str
    line: int
    text: str = ""
    refusal: str = ""


def outside_links(text: str) -> tuple[OutsideLink, ...]:
    """Return the links of a note that lead out of the vault, in order, those of its properties too."""
    found = dict.fromkeys(sorted(_found(text), key=lambda item: item[0])[: MOST + 1])
    return tuple(outside_link(written, line, shown) for line, written, shown in found)


def outside_link(written: str, line: int = 0, text: str = "") -> OutsideLink:
    """Return what an address leads to."""
    shown = text if text.strip() != written else ""
    refusal, host = _judged(written)
    address = "" if refusal else _address(written, host)
    return OutsideLink(written, address, host, line, shown, refusal)


def _found(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, address and shown text."""
    lines = split_lines(text)
    offset = split_frontmatter(text).body_line - 1
    yield from _bare(lines[:offset], 0, set())
    structure = read_structure("".join(lines[offset:]))
    links = [link for link in structure.links if leads_outside(link.destination)]
    yield from ((link.line + offset, link.destination, link.text) for link in links)
    known = {(link.line + offset, link.destination) for link in links}
    yield from _bare(split_lines(structure.visible), offset, known)


def _bare(lines: Iterable[str], offset: int, known: set[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Yield the addresses that stand in a text as they are, which no parser makes links of."""
    for number, line in enumerate(lines, start=1 + offset):
        for match in _BARE.finditer(line) if "://" in line else ():
            written = match[0].rstrip(_TRAILING)
            if (number, written) not in known:
                yield number, written, ""


def _judged(written: str) -> tuple[str, str]:
    """Return why an address is not opened, which may be for no reason, and the host."""
    try:
        parts = urlsplit(written)
        host, port = _in_ascii(parts.hostname or ""), parts.port
    except (ValueError, UnicodeError):
        return "that is no address", ""
    if parts.scheme not in ("http", "https"):
        what = f"{parts.scheme}:" if parts.scheme else "a path of the network"
        return f"{what} is never opened from a note; only http and https are", ""
    if not host:
        return "it names no machine", ""
    if len(written) > LONGEST:
        return f"it is longer than {LONGEST} characters", host
    if _UNSEEN.search(written) or "\\" in written:
        return "it holds characters that no address has", host
    return "", host if port is None else f"{host}:{port}"


def _in_ascii(host: str) -> str:
    """Return the name of a machine as it is looked up: what only looks like another name shows itself."""
    if ":" in host:
        return f"[{host}]"
    return host if host.isascii() else host.encode("idna").decode("ascii")


def _address(written: str, host: str) -> str:
    """Return an address as it is opened: the name of the machine in ASCII, and nothing that a shell would read."""
    parts = urlsplit(written)
    user, at, _ = parts.netloc.rpartition("@")
    kept = (quote(part, safe=_KEPT) for part in (parts.path, parts.query, parts.fragment))
    return urlunsplit((parts.scheme, f"{quote(user, safe=_KEPT)}{at}{host}", *kept))
