r"""Links of a note: wikilinks, markdown links to files of the vault, and embeds of both kinds.

Links out of the vault (with a scheme such as `https:`) are not links between notes and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote

from app.vault.decoding import clean
from app.vault.note import Link
from app.vault.structure import MarkdownLink

_WIKI = re.compile(r"(?<!\\)(!?)\[\[((?:(?!\]\]|\[\[)[^\r\n])+)\]\](?!\()")
_BAR = re.compile(r"\\?\|")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//|\\\\")


def wiki_links(lines: Sequence[str], offset: int) -> Iterator[Link]:
    """Yield the wikilinks and wiki embeds of some lines.

    Args:
        lines: Text without code and comments; a link does not cross a line end.
        offset: Lines of the file above the first of them.
    """
    for number, line in enumerate(lines, start=1 + offset):
        if "[[" in line:
            for found in _WIKI.finditer(line):
                if link := read_wiki_link(found[2], number, embed=bool(found[1])):
                    yield link


def read_wiki_link(inner: str, line: int = 0, *, embed: bool = False) -> Link | None:
    r"""Read what stands between `[[` and `]]`; None when it names nothing.

    The bar before the text shown may be written `\|`, as it must be inside a table.
    """
    address, *text = _BAR.split(inner, maxsplit=1)
    target, _, fragment = address.partition("#")
    target, fragment = target.strip(), fragment.strip()
    if not target and not fragment:
        return None
    return Link(target, fragment, text[0].strip() if text else "", line, "wiki", embed)


def leads_outside(destination: str) -> bool:
    """Return whether a markdown link leads out of the vault: it has a scheme, or begins with two slashes."""
    return _SCHEME.match(destination) is not None


def markdown_links(found: Iterable[MarkdownLink], offset: int) -> Iterator[Link]:
    """Yield the markdown links and images that point into the vault, percent signs decoded."""
    for link in found:
        if leads_outside(link.destination):
            continue
        target, _, fragment = link.destination.partition("#")
        target, fragment = clean(unquote(target)), clean(unquote(fragment))
        if target or fragment:
            yield Link(target, fragment, link.text, link.line + offset, "markdown", link.image)
