r"""Names of files as keys, and back.

A key is what the rest of the program knows a note by: it can be stored, compared and typed. It differs from the name
on disk in two ways. A byte that is not UTF-8 is written `\xNN` (and a backslash that could be mistaken for one
`\x5c`). And it is in Unicode's composed form, however the disk spells it, unless a sibling already has that form.
"""

from __future__ import annotations

import re
import unicodedata

PLACEHOLDER = re.compile(r"\.(.+)\.icloud$", re.DOTALL)
"""What iCloud leaves in place of a file that it has evicted, and the file's name in it."""

_SURROGATE = re.compile("[\udc80-\udcff]")
_LOOKS_ESCAPED = re.compile(r"\\(?=x[0-9a-f]{2})")
_ESCAPED = re.compile(r"\\x([0-9a-f]{2})")


def escape(name: str) -> str:
    """Return a file name from the system as text without surrogates; `unescape` gives it back."""
    if name.isascii() and "\\x" not in name:
        return name
    return _SURROGATE.sub(lambda byte: f"\\x{ord(byte[0]) - 0xDC00:02x}", _LOOKS_ESCAPED.sub(r"\\x5c", name))


def unescape(key: str) -> str:
    """Return the file name, as the system spells it, that `escape` made a key of."""
    if "\\x" not in key:
        return key
    return _ESCAPED.sub(lambda code: _byte(int(code[1], 16)), key)


def _byte(value: int) -> str:
    return chr(value) if value < 0x80 else chr(0xDC00 + value)


def composed(name: str) -> str:
    """Return the name in the form that keys have: NFC."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def placeholder_of(key: str) -> str:
    """Return the key of what iCloud leaves in place of a file."""
    folder, slash, name = key.rpartition("/")
    return f"{folder}{slash}.{name}.icloud"


def is_note_name(name: str) -> bool:
    """Return True for names that end like markdown files."""
    return name.casefold().endswith((".md", ".markdown"))
