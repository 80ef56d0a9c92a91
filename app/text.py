"""The one place that makes untrusted text fit to draw.

Note text, file names, the ledger and error messages can carry escape sequences that a terminal would obey. Everything
that is shown, in the screen or on the command line, passes through here first.
"""

from __future__ import annotations

import re

_CONTROL_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_C1 = {code: "\ufffd" for code in range(0x80, 0xA0)}
_SURROGATES = re.compile("[\ud800-\udfff]")
_BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
_ZERO_WIDTH = "\u200b\u2060\ufeff\u00ad"
_LINE_SEPARATORS = "\x85\u2028\u2029"

_BODY = _CONTROL_PICTURES | _C1 | {ord(c): " " for c in _LINE_SEPARATORS}
_BODY |= {ord("\t"): "    ", ord("\n"): "\n", ord("\r"): ""}
_BODY |= {ord(c): f"<U+{ord(c):04X}>" for c in _BIDI}
_LINE = _BODY | {ord("\n"): " ", ord("\r"): " ", ord("\t"): " "}
_NAME = _LINE | {ord(c): f"<U+{ord(c):04X}>" for c in _ZERO_WIDTH}


def without_surrogates(text: str) -> str:
    r"""Return text that every encoding of Unicode has: a byte that was no UTF-8 is written `\xNN`."""
    return text if text.isascii() else _SURROGATES.sub(lambda match: f"\\x{ord(match[0]) & 0xFF:02x}", text)


def _translate(text: str, table: dict[int, str]) -> str:
    return without_surrogates(text).translate(table)


def safe_body(text: str) -> str:
    """Return several lines of text with every control character made visible or removed."""
    return _translate(text, _BODY)


def safe_line(text: str) -> str:
    """Return text as one line with every control character made visible or removed."""
    return _translate(text, _LINE)


def safe_name(text: str) -> str:
    """Return a name, id, tag or link as one line, with zero-width characters made visible too."""
    return _translate(text, _NAME)
