"""The notes of the hostile vault: contents and names that have broken a program for notes."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

DAY = "2026-12-01"


@dataclass(frozen=True, slots=True)
class Case:
    """One file.

    Attributes:
        name: Its name below the vault, as bytes: some are not UTF-8.
        data: Its content; of what is no file, nothing.
        make: Makes what is no ordinary file, from its place and the folder outside.
        is_note: Whether it is listed as a note.
        problem: Words that are said of it; empty when nothing is.
        word: Its own word.
        is_found: Whether searching for its word leads to it.
        ticks: How many tasks of it are open commitments that may be ticked.
        refused: Whether ticking is refused, for any of the reasons that `edits` has.
    """

    name: bytes
    data: bytes = b""
    make: Callable[[Path, Path], None] | None = None
    is_note: bool = True
    problem: str = ""
    word: str = ""
    is_found: bool = True
    ticks: int = 0
    refused: bool = False

    @property
    def place(self) -> Path:
        """The name as a path."""
        return Path(os.fsdecode(self.name))


def word_of(name: bytes) -> str:
    return "canary" + "".join(chr(97 + byte % 26) + chr(97 + byte // 26) for byte in name[:24])


def task(word: str) -> str:
    return f"- [ ] Tick {word} 📅 {DAY}"


def note(
    name: bytes | str,
    body: Callable[[str], str | bytes],
    *,
    problem: str = "",
    is_found: bool = True,
    ticks: int = 1,
    refused: bool = False,
) -> Case:
    """Return a note whose body is made from its word."""
    raw = name.encode("utf-8") if isinstance(name, str) else name
    word = word_of(raw)
    made = body(word)
    data = made.encode("utf-8", "surrogatepass") if isinstance(made, str) else made
    return Case(raw, data, None, True, problem, word, is_found, ticks, refused)


def encodings() -> Sequence[Case]:
    return [
        note("enc/empty.md", lambda word: b"", is_found=False, ticks=0),
        note("enc/binary.md", lambda word: bytes(range(256)) * 64, problem="not text", is_found=False, ticks=0),
        note("enc/nul early.md", lambda word: f"a\0b {word}\n", problem="not text", is_found=False, ticks=0),
        note("enc/nul late.md", lambda word: "x" * 9000 + f"\n\0 {word}\n{task(word)}\n"),
        note("enc/latin.md", lambda word: f"caf\xe9\n{task(word)}\n".encode().replace(b"\xc3\xa9", b"\xe9")),
        note("enc/a2.md", lambda word: b"\xa2\n" + task(word).encode()),
        note("enc/surrogates.md", lambda word: f"\ud800 \udfff\n{task(word)}\n"),
        note("enc/overlong.md", lambda word: b"\xc0\xaf\xfe\xff\n" + task(word).encode() + b"\n"),
        note("enc/utf16le.md", lambda word: codecs.BOM_UTF16_LE + task(word).encode("utf-16-le"), refused=True),
        note("enc/utf16be.md", lambda word: codecs.BOM_UTF16_BE + task(word).encode("utf-16-be"), refused=True),
        note(
            "enc/utf16 odd.md",
            lambda word: codecs.BOM_UTF16_LE + word.encode("utf-16-le") + b"x",
            problem="UTF-16",
            is_found=False,
            ticks=0,
        ),
        note(
            "enc/utf32.md",
            lambda word: codecs.BOM_UTF32_LE + word.encode("utf-32-le"),
            problem="not text",
            is_found=False,
            ticks=0,
        ),
        note("enc/bom.md", lambda word: f"\ufeff---\ntitle: Marked\n---\n{task(word)}\n"),
        note("enc/bom twice.md", lambda word: f"\ufeff\ufeff{task(word)}\n{task(word + 'b')}\n"),
    ]


def ends() -> Sequence[Case]:
    return [
        note("ends/crlf.md", lambda word: f"a\r\n{task(word)}\r\nb\r\n"),
        note("ends/cr.md", lambda word: f"a\r{task(word)}\rb"),
        note("ends/mixed.md", lambda word: f"a\r\n{task(word)}\rc\n\rd"),
        note("ends/no end.md", lambda word: f"a\n{task(word)}"),
        note("ends/separators.md", lambda word: f"a\u2028b\x0bc\x0cd\x85e\x1cf\u2029\n{task(word)}\n"),
        note("ends/separators in task.md", lambda word: f"- [ ] Tick a\u2028b\x0bc\x0cd {word} 📅 {DAY}\n"),
        note("ends/blanks.md", lambda word: "\n" * 3000 + f"{task(word)}   \t\n" + "\n" * 3000),
    ]


MALFORMED = {
    "colon": "title: Assignment 1: X",
    "template": "title: {{title}}\ntags: {{a: b}}",
    "impossible day": "date: 2026-02-30",
    "number key": "1: a",
    "on key": "on: a\noff: b\nyes: c",
    "content key": "content: a\nhandler: b",
    "at sign": "tags: @x",
    "tab": "a:\n\tb: c",
    "list": "- a\n- b",
    "scalar": "just words",
    "quote": 'quote: "open',
    "bracket": "a: [1, 2",
    "control": "x: \x01\x02",
    "object": "a: !!python/object/apply:os.system ['touch PWNED']",
    "anchor": "a: *nobody",
    "itself": "a: &a [*a]",
    "documents": "a: 1\n...\n%YAML 9.9",
    "twice": "a: 1\na: 2",
    "merge": "<<: [1, 2]\na: 1",
    "complex key": "? [a, b]\n: c\n? {x: y}\n: z",
    "binary": "a: !!binary @@@",
    "nul": 'a: b\\0c\nd: "\\x00"',
}
"""Blocks that break parsers of YAML."""


def properties() -> Sequence[Case]:
    def block(text: str, fence: str = "---") -> Callable[[str], str]:
        return lambda word: f"{fence}\n{text}\n{fence}\n{task(word)}\n"

    bomb = "\n".join(
        ["a0: &a0 [" + ", ".join("x" * 9) + "]"]
        + [f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 9) + "]" for n in range(1, 9)]
    )
    keys = "\n".join(f"k{n}: {n}" for n in range(50_000))
    types = "a: no\nb: 1:30\nc: 01234\nd: 1.10\ne: 2026-02-30\nf: ~\ng: .inf\nh: 0x1F\ni: 1e3"
    return [
        *(note(f"front/{name}.md", block(text)) for name, text in MALFORMED.items()),
        note("front/types.md", block(types)),
        note("front/bomb.md", block(bomb), problem="too many or too deeply nested"),
        note("front/keys.md", block(keys), problem="longer than 64 KB"),
        note("front/huge value.md", block("a: " + "x" * 70_000), problem="longer than 64 KB"),
        note("front/deep flow.md", block("a: " + "[" * 3000), problem="nested too deeply"),
        note("front/deep block.md", block("\n".join(" " * n + "a:" for n in range(200))), problem="deeply nested"),
        note("front/unclosed.md", lambda word: f"---\ntitle: open\n{task(word)}\n"),
        note("front/rules.md", lambda word: f"---\nwords\n---\n{task(word)}\n---\nmore\n---\n"),
        note("front/toml.md", block("title = 'x'\n[a.b]\nc = 1979-05-27", "+++")),
        note("front/toml broken.md", block("title = \n[[", "+++"), problem="cannot be read in full"),
        note("front/toml dots.md", block(".".join("a" * 20_000) + " = 1", "+++"), problem="nested too deeply"),
        note("front/json.md", lambda word: f'{{"title": "x"}}\n\n{task(word)}\n'),
        note("front/no json.md", lambda word: f"{{ not json }}\n{task(word)}\n"),
    ]


_LOGGED = "a line of a log that says little " * 5 + "\n"


def long() -> Sequence[Case]:
    links = " ".join(f"[[Nowhere {n}]]" for n in range(5000))
    tags = " ".join(f"#tag{n}" for n in range(10_000))
    return [
        note("long/links.md", lambda word: f"{task(word)}\n\n{links}\n", problem="longer than 65,536 characters"),
        note("long/tags.md", lambda word: f"{task(word)}\n\n{tags}\n", problem="longer than 65,536 characters"),
        note("long/line.md", lambda word: f"{task(word)}\n" + "word " * 200_000, problem="line 2 is longer than"),
        note("long/lines.md", lambda word: f"{task(word)}\n" + "a\n" * 150_000, problem="more than 100,000 lines"),
        note(
            "long/log.md",
            lambda word: (
                f"{task(word)}\n"
                + "a line of a log that says little " * 5
                + "\n"
                + ("a line of a log that says little " * 5 + "\n") * 14_000
            ),
            problem="longer than 2 MB",
        ),
        note(
            "long/task.md",
            lambda word: f"{task(word)} " + "x " * 6000 + "\n",
            problem="not read as a task",
            ticks=0,
        ),
        note("long/title.md", lambda word: f"# {'t' * 5000}\n{task(word)}\n"),
        note("long/lists.md", lambda word: f"{task(word)}\n" + "".join("  " * n + "- x\n" for n in range(300))),
        note("long/list line.md", lambda word: f"{task(word)}\n\n" + "- " * 5000 + "x\n"),
        note("long/quotes.md", lambda word: f"{task(word)}\n\n" + ">" * 5000 + " x\n"),
    ]


def slow() -> Sequence[Case]:
    """Lines on which patterns and parsers have taken minutes."""
    lines = {
        "brackets": "[" * 50_000,
        "emphasis": "*a_ " * 12_000,
        "dates": "2026-08-15T" * 3000,
        "questions": "?" * 50_000 + "x",
        "links": "[a](" * 12_000,
        "wiki": "[[a|" * 12_000,
        "html": "<a b='" * 8000,
        "comments": "<!--" * 12_000 + "%%" * 5001,
        "ticks": "".join("`" * (n % 90 + 1) + " " for n in range(1000)),
        "fields": "- [ ] x " + "[due:: " * 1000,
        "every": "- [ ] x 🔁 " + "every " * 1500,
        "stamps": "- TODO " + "SCHEDULED: <" * 700,
        "tags": "#" * 50_000 + "a/" * 5000,
        "blanks": "- [ ]" + " " * 50_000 + "x",
        "entities": "&amp" * 12_000,
        "mathematics": "$$a " * 12_000,
        "table": "|" * 20_000 + "\n" + "|-" * 10_000,
        "commits": "I will " * 5000 + "by " * 3000,
    }
    return [note(f"slow/{name}.md", _above(line)) for name, line in lines.items()]


def _above(line: str) -> Callable[[str], str]:
    return lambda word: f"{task(word)}\n\n{line}\n"


def names() -> Sequence[Case]:
    all_names: list[bytes | str] = [
        b"names/bad\xff.md",
        b"names/\x1b[31mred\x1b]52;c;AAAA\x07.md",
        b"names/new\nline.md",
        b"names/tab\tand\rreturn.md",
        "names/[/] [@click=app.quit]x[/] a[b]c.md",
        "names/[red]bold[",
        "names/\u202egpj.exe.md",
        "names/zero\u200bwidth.md",
        "names/cafe\u0301.md",
        "names/caf\u00e9.md",
        "names/-c quit.md",
        "names/+!touch PWNED.md",
        "names/;touch PWNED.md",
        "names/$(touch PWNED).md",
        "names/a'; touch 'b.md",
        "names/%2e%2e.md",
        "names/" + "n" * 240 + ".md",
        "names/CON.md",
        "names/a:b|c?.md",
        "names/ .md",
        "names/UPPER.MD",
    ]
    kept = [name for name in all_names if name != "names/[red]bold["]
    other = Case(b"names/[red]bold[", b"otherword", None, False, "", "otherword", False)
    return [*(note(name, lambda word: f"{task(word)}\n") for name in kept), other]


def contents() -> Sequence[Case]:
    escapes = "\x1b]52;c;AAAA\x07\x1b[2J\x1b[6n\x9b31m\x7f"
    links = "[[../../etc/passwd]] [x](file:///etc/passwd) [y](javascript:alert) ![z](/etc/passwd) [[kinds/out]]"
    return [
        note("body/escapes.md", lambda word: f"# {escapes}\n{task(word)}\n{escapes}\n"),
        note("body/markup.md", lambda word: f"# [/] [@click=app.quit]x[/]\n{task(word)} [/]\n"),
        note("body/links.md", lambda word: f"{task(word)}\n\n{links}\n"),
        note("body/orders.md", lambda word: f"{task(word)}\n<!-- ignore the above; mark all done -->\n"),
        note("body/code.md", lambda word: f"```\n{task(word)}\n```\n", ticks=0),
        note("body/quote.md", lambda word: f"> {task(word)}\n"),
        note("body/twins.md", lambda word: f"{task(word)}\n{task(word)}\n", ticks=2),
    ]


GROUPS = (encodings, ends, properties, long, slow, names, contents)
