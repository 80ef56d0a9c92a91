"""Bytes of a note to text and back, with nothing lost on the way.

Bytes that are not UTF-8 are carried through the text as lone surrogates, so that encoding gives the very same bytes.
What goes to the index or the screen passes through `clean` first.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_SNIFFED = 8192
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class NotText(ValueError):
    """The bytes are not text: an image, an archive, or UTF-16 that breaks off."""


@dataclass(frozen=True, slots=True)
class Text:
    """Decoded text, and what is needed to encode it again.

    Attributes:
        text: Without the byte order mark; undecodable bytes as lone surrogates.
        encoding: `"utf-8"`, `"utf-16-le"` or `"utf-16-be"`.
        bom: The byte order mark that the bytes began with; may be empty.
    """

    text: str
    encoding: str
    bom: bytes


def decode(data: bytes) -> Text:
    """Decode a note's bytes.

    Raises:
        NotText: There is a NUL among the first 8 KB (and no UTF-16 mark), or UTF-16 breaks off.
    """
    bom = data[:2]
    if bom in _UTF_16 and data[2:4] != b"\x00\x00":
        return Text(_utf_16(data[2:], _UTF_16[bom]), _UTF_16[bom], bom)
    if b"\x00" in data[:_SNIFFED]:
        raise NotText("not text (there are NUL bytes in it)")
    bom = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    return Text(data[len(bom) :].decode("utf-8", "surrogateescape"), "utf-8", bom)


def _utf_16(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding, "surrogatepass")
    except UnicodeDecodeError as error:
        raise NotText(f"broken UTF-16 ({error.reason})") from error


def encode(text: Text) -> bytes:
    """Return the bytes that `decode` read, or would read, as `text`."""
    return text.bom + _encode(text.text, text.encoding)


def _encode(text: str, encoding: str) -> bytes:
    return text.encode(encoding, "surrogateescape" if encoding == "utf-8" else "surrogatepass")


def clean(text: str) -> str:
    """Return text that can be stored and compared: NUL and lone surrogates become U+FFFD, one for one."""
    return _UNSTORABLE.sub("\ufffd", text) if _UNSTORABLE.search(text) else text


def split_lines(text: str) -> list[str]:
    r"""Split where editors do (`\n`, `\r\n`, a lone `\r`, nothing else), each line with its end."""
    if "\r" not in text:
        lines = [line + "\n" for line in text.split("\n")]
        last = lines.pop()[:-1]
        return [*lines, last] if last else lines
    return _LINE.findall(text)


def line_end(line: str) -> str:
    r"""Return the `\n`, `\r\n` or `\r` that a line ends with, or nothing."""
    return line[len(line.rstrip("\r\n")) :]


def byte_line(data: bytes, line: int) -> tuple[int, int]:
    """Find a line in a note's bytes.

    Args:
        data: The whole file.
        line: Line number from 1.

    Returns:
        Offsets of its first byte and of the byte after its last, its line end left out.

    Raises:
        IndexError: The file has no such line.
        NotText: The file is not text.
    """
    text = decode(data)
    lines = split_lines(text.text)
    if not 1 <= line <= len(lines):
        raise IndexError(f"line {line} of {len(lines)}")
    start = len(text.bom) + len(_encode("".join(lines[: line - 1]), text.encoding))
    return start, start + len(_encode(lines[line - 1].rstrip("\r\n"), text.encoding))
