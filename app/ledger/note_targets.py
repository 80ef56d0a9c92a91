"""By what names entries can link to a note."""

from __future__ import annotations


def link_targets(path: str) -> tuple[str, ...]:
    """Return the names of a note that are tried, best first: its path without `.md`, then with it."""
    stem = path[: -len(".md")] if path.casefold().endswith(".md") else path
    return tuple(dict.fromkeys((stem, path)))


def is_held(target: str) -> bool:
    """Return whether an entry's link can hold a name: none of its characters means something else there.

    A line break ends a link where links are typed, one a line.
    """
    from app.vault.links import read_wiki_link

    read = read_wiki_link(target)
    return "\n" not in target and read is not None and (read.target, read.fragment, read.text) == (target, "", "")
