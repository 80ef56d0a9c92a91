r"""What stays text whatever it looks like: quotations, code, addresses, and what a backslash stands before."""

from __future__ import annotations

import re

from app.ledger.quick_add.sheet import Sheet

_LITERAL = re.compile(
    r"""
    (?<![^\s(\[,;:]) (?: "[^"\n]*" | “[^”\n]*” | „[^“”\n]*[“”] | «[^»\n]*» | `[^`\n]+` )(?!\w)
  | \b[a-z][a-z0-9+.-]{1,20}://\S+ | \bwww\.\S+ | \bmailto:\S+
  | [\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+
  | (?<!!)\[[^\[\]\n]*\]\([^()\s]*\)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ESCAPED = re.compile(r"(?<!\S)\\(?=[!#@\[\w])(?P<word>\[\[[^\[\]]*\]\]|[!#@]*\"[^\"]*\"|\S+)")
_READ = re.compile(r"[!#@\[]")


def keep_literals(sheet: Sheet, readable: frozenset[str]) -> None:
    """Keep from being read what is text.

    Args:
        sheet: The line.
        readable: Words that would be read as a part; a backslash before one of them, or before a marker, is left out.
    """
    for match in _ESCAPED.finditer(sheet.view):
        word = match["word"]
        if _READ.match(word) or word.lower().rstrip(".,;:!?") in readable:
            sheet.drop(match.start(), match.start() + 1)
            sheet.keep(match.start(), match.end())
    for match in _LITERAL.finditer(sheet.view):
        sheet.keep(match.start(), match.end())
