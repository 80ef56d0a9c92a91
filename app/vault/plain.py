"""Markdown to the plain words of it: what titles show and what the model reads."""

from __future__ import annotations

import re

_LINE_HEAD = re.compile(r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(?:\[.\](?=\s)|\[![\w-]+\][-+]?)?")
_SIGNS_ONLY = re.compile(r"[ \t>]*(?:(?:`{3,}|~{3,}).*|(?:[-*_=:|][ \t]*)+)")
_BLOCK_ID = re.compile(r"(?:^|[ \t])\^[A-Za-z0-9-]+[ \t]*$")
_WIKI = re.compile(r"!?\[\[([^\[\]|\\]*)(?:\\?\|([^\[\]]*))?\]\]")
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+[\"'][^\"']*[\"'])?\)")
_URL = re.compile(r"<?https?://(?:www\.)?([^\s/<>)\]]+)[^\s<>)\]]*>?")
_HTML = re.compile(r"</?[A-Za-z][^<>]*>")
_EMPHASIS = re.compile(r"\*+|~~|==|`+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)")
_EMPHASIS_SIGNS = frozenset("*~=`_")
_LINE_END = re.compile(r"\r\n|\n|\r")


def plain(text: str) -> str:
    """Return text without markdown signs: marks, boxes, block ids, link targets, table rules, fences.

    Words are kept in their order; a link gives its text, a bare address its host. Lines without words are left out.
    """
    lines = (plain_line(line) for line in _LINE_END.split(text))
    return "\n".join(line for line in lines if line)


def plain_code(line: str) -> str:
    """Return a line of a code block without indentation; nothing for its fences."""
    line = " ".join(line.split())
    return "" if line.startswith(("```", "~~~")) else line


def plain_line(line: str) -> str:
    """Return one line, with or without its end, as `plain` does."""
    line = line.rstrip()
    if not line:
        return ""
    if not line[0].isalpha():
        if _SIGNS_ONLY.fullmatch(line):
            return ""
        head = _LINE_HEAD.match(line)
        line = line[head.end() :] if head else line
    if "^" in line:
        line = _BLOCK_ID.sub("", line)
    if "[" in line:
        line = _LINK.sub(r"\1", _WIKI.sub(_shown, line))
    if "://" in line:
        line = _URL.sub(r"\1", line)
    if "<" in line:
        line = _HTML.sub(" ", line)
    if not _EMPHASIS_SIGNS.isdisjoint(line):
        line = _EMPHASIS.sub("", line)
    return " ".join(line.replace("|", " ").split())


def _shown(link: re.Match[str]) -> str:
    return str(link[2] or link[1].replace("#^", " ").replace("#", " ")).strip()
