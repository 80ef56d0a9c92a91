"""The one place that makes untrusted text fit to draw.

Note text, file names, the ledger, saved searches, a model's output, error messages and logs can carry escape sequences
that a terminal would obey, and characters that make one text look like another. Everything that is shown, in the screen
or on the command line, passes through here first. None of the results is markup: they are drawn as they are.

- *obeyed*: control characters (C0, DEL, C1) become pictures or U+FFFD, line separators blanks, wherever they stand;
- *turning*: marks that change the direction of text are shown as <U+202E>, wherever they stand;
- *unseen*: characters without width are shown so in names and in lines, and in the links and addresses of a body.
  Those stay that a script needs where they stand: joiners among letters that join and in composed pictographs, and,
  outside of names, soft hyphens in words and the blanks without width of scripts that have no others;
- *smuggled*: Unicode tags, which can hold a whole hidden message, are shown everywhere unless they make up a flag.
"""

from __future__ import annotations

import re

_CONTROL_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_C1 = {code: "\ufffd" for code in range(0x80, 0xA0)}
_SURROGATES = re.compile("[\ud800-\udfff]")
_TURNING = "".join(map(chr, (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x2070))))
_ANNOTATION = "\ufff9\ufffa\ufffb"
_UNSEEN = "\u2060\u2061\u2062\u2063\u2064\ufeff\u034f\u180e\u115f\u1160\u17b4\u17b5\u3164\uffa0"
_LINE_SEPARATORS = "\x85\u2028\u2029"

_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_SOMETIMES = re.compile("[\u200b-\u200d\u00ad]")
_JOINS = (
    "(?<=[\u0590-\u109f\u1700-\u18af\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc])[\u200c\u200d]"
    "|(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])"
)
"""A joiner that does something: behind a letter of a script that joins its letters, or between pictographs."""

_IN_NAME = re.compile(_JOINS)
_IN_LINE = re.compile(rf"{_JOINS}|(?<=[^\W\d_])\u00ad(?=\w)|(?<=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])\u200b")
"""What stays in a name, and in a line."""

_IN_BODY = re.compile(
    r"\[\[(?:(?!\]\])[^\n]){1,500}\]\]|\]\([^)\n]{1,2000}\)|\b[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s<>]+|\bwww\.[^\s<>]+"
)
"""What a body holds of links and addresses; bounded, so that no text takes long."""


def _shown(character: str) -> str:
    return f"<U+{ord(character):04X}>"


_BODY = _CONTROL_PICTURES | _C1 | {ord(c): " " for c in _LINE_SEPARATORS}
_BODY |= {ord("\t"): "    ", ord("\n"): "\n", ord("\r"): ""}
_BODY |= {ord(c): _shown(c) for c in _TURNING + _ANNOTATION}
_LINE = _BODY | {ord("\n"): " ", ord("\r"): " ", ord("\t"): " "} | {ord(c): _shown(c) for c in _UNSEEN}
_LINK = {ord(c): _shown(c) for c in _UNSEEN}


def without_surrogates(text: str) -> str:
    r"""Return text that every encoding of Unicode has: a byte that was no UTF-8 is written `\xNN`."""
    return text if text.isascii() else _SURROGATES.sub(lambda match: f"\\x{ord(match[0]) & 0xFF:02x}", text)


def _translate(text: str, table: dict[int, str]) -> str:
    """Return text as a table says, without surrogates, and with tags shown that are no flag."""
    if _TAGS.search(text):
        flags = [found.span() for found in _FLAG.finditer(text)]
        text = _TAGS.sub(lambda tags: tags[0] if _within(tags.span(), flags) else "".join(map(_shown, tags[0])), text)
    return without_surrogates(text).translate(table)


def _within(place: tuple[int, int], flags: list[tuple[int, int]]) -> bool:
    return any(start < place[0] and place[1] == end for start, end in flags)


def safe_body(text: str) -> str:
    """Return several lines of text with every control character made visible or removed; links as names are."""
    if _is_plain(text):
        return text
    return _translate(_IN_BODY.sub(lambda found: _seen(found[0], _IN_NAME).translate(_LINK), text), _BODY)


def safe_line(text: str) -> str:
    """Return text as one line with every control character, and what nobody sees, made visible or removed."""
    return text if _is_plain(text) else _translate(_seen(text, _IN_LINE), _LINE)


def safe_name(text: str) -> str:
    """Return a name, id, tag, link or address as one line; the strictest about what nobody sees."""
    return text if _is_plain(text) else _translate(_seen(text, _IN_NAME), _LINE)


def _is_plain(text: str) -> bool:
    """Return whether nothing here can be of concern: the short way, since rows are drawn again and again."""
    return text.isascii() and text.isprintable()


def _seen(text: str, kept: re.Pattern[str]) -> str:
    """Return text with those characters shown that have a meaning in some places, where they have none."""
    if not _SOMETIMES.search(text):
        return text
    places = {found.start() for found in kept.finditer(text)}
    return _SOMETIMES.sub(lambda found: found[0] if found.start() in places else _shown(found[0]), text)


_IN_JSON = re.compile("[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def safe_json(text: str) -> str:
    r"""Return JSON that says the same with what a terminal would obey, and what nobody sees, as `\uXXXX`.

    Below U+0020 JSON has no character bare in a string.
    """
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
