"""Reads a markdown file into a `Note`. Nothing in here raises for anything that a file can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from pathlib import PurePosixPath

from app.vault.blocks import find_blocks
from app.vault.chunks import chunk_note
from app.vault.decoding import NotText, clean, split_lines
from app.vault.frontmatter import split_frontmatter
from app.vault.headings import heading_above
from app.vault.limits import LONGEST_TASK, MOST_CHUNKS, MOST_TASKS, digest_of, named_lines, read_text, shortened
from app.vault.links import markdown_links, wiki_links
from app.vault.logseq import PLAN_WORDS
from app.vault.near_tasks import near_tasks
from app.vault.note import Heading, Link, Note, PropertyValue, TaskLine
from app.vault.plain import plain
from app.vault.properties import named
from app.vault.rules import DEFAULT_RULES, ReadingRules
from app.vault.structure import ListItem, Structure, read_structure
from app.vault.tags import note_tags
from app.vault.tasks import Around, parse_task


def parse_note(path: str, data: bytes, rules: ReadingRules = DEFAULT_RULES, size: int = 0) -> Note:
    """Read a note.

    Args:
        path: Relative to the vault, with `/`.
        data: The file's bytes, or as many of them as `limits.PARSED_BYTES`.
        rules: What the vault's settings say about reading.
        size: How many bytes the file has, when that is more.

    Returns:
        The note. What was not read, by the bounds of `limits` or because it cannot be, is told in `problem`; a file
        that is not text has nothing but its name.
    """
    digest = digest_of(data, size)
    try:
        text, problem = read_text(data, size)
    except NotText as error:
        return Note(path, _name(path), digest, problem=str(error))
    return _Page(path, digest, text, problem, rules).note()


class _Page:
    """One note being put together; lines of the file are those of the body plus `offset`."""

    def __init__(self, path: str, digest: str, raw: str, problem: str, rules: ReadingRules) -> None:
        self._path = path
        self._rules = rules
        self._too_long: list[int] = []
        self._digest = digest
        text = clean(raw)
        self._front = split_frontmatter(text)
        self._offset = self._front.body_line - 1
        lines = split_lines(text)
        self._head, body = lines[: self._offset], lines[self._offset :]
        self._body, cut = shortened(body, self._offset)
        self._raw = body if raw is text else split_lines(raw)[self._offset :]
        self._problems = [self._front.problem, problem, cut]

    def note(self) -> Note:
        structure = read_structure("".join(self._body))
        visible = split_lines(structure.visible)
        title = note_title(self._path, self._front.properties, structure.headings)
        tasks = self._tasks(structure, visible)
        chunks = chunk_note(title, self._body, self._offset, structure)
        if len(chunks) == MOST_CHUNKS:
            last = chunks[-1].line_end
            self._problems.append(f"more than {MOST_CHUNKS:,} sections: what is below line {last:,} is not searched")
        return Note(
            path=self._path,
            title=title,
            digest=self._digest,
            aliases=note_aliases(self._front.properties),
            tags=note_tags(structure.visible, self._front.properties),
            properties=self._front.properties,
            headings=tuple(Heading(h.level, h.text, h.line + self._offset) for h in structure.headings),
            links=self._links(visible, structure),
            blocks=find_blocks(visible, structure.continued, self._offset),
            tasks=tasks,
            chunks=chunks,
            problem="; ".join(filter(None, self._problems)),
            day=self._rules.daily.day_of(self._path, self._front.properties),
        )

    def _links(self, visible: Sequence[str], structure: Structure) -> tuple[Link, ...]:
        links = [*wiki_links(visible, self._offset), *markdown_links(structure.links, self._offset)]
        return (*wiki_links(self._head, 0), *sorted(links, key=lambda link: link.line))

    def _tasks(self, structure: Structure, visible: Sequence[str]) -> tuple[TaskLine, ...]:
        day = self._rules.daily.day_of_name(self._path) if self._rules.date_from_name else None
        tasks = (self._task(item, structure, visible, day) for item in structure.items)
        found = list(islice((task for task in tasks if task is not None), MOST_TASKS))
        near = tuple(near_tasks(self._path, self._lines_with_brackets(visible), self._rules))
        if len(found) == MOST_TASKS:
            self._problems.append(f"more than {MOST_TASKS:,} tasks: those below line {found[-1].line} were not read")
        if self._too_long:
            self._problems.append(
                f"{named_lines(self._too_long)} longer than {LONGEST_TASK:,} characters: not read as a task"
            )
        return tuple(sorted((*found, *near), key=lambda task: task.line)) if near else tuple(found)

    def _task(self, item: ListItem, structure: Structure, visible: Sequence[str], day: date | None) -> TaskLine | None:
        number = item.line + self._offset
        raw = "\n".join(self._line(line) for line in range(item.line, self._last_plan(item, visible) + 1))
        around = Around(
            heading_above(structure.headings, item.line),
            None if item.parent is None else item.parent + self._offset,
            "" if item.parent is None else self._line(item.parent)[:LONGEST_TASK],
            day,
        )
        task = parse_task(self._path, number, raw[:LONGEST_TASK], around, self._rules)
        if task is not None and len(raw) > LONGEST_TASK:
            self._too_long.append(number)
            return None
        return task

    def _lines_with_brackets(self, visible: Sequence[str]) -> Iterator[tuple[int, str, str]]:
        """Yield the lines that may hold a box: number in the file, what is visible, the line as decoded."""
        for number, text in enumerate(visible, 1):
            if "[" in text and "]" in text and len(text) <= LONGEST_TASK:
                yield number + self._offset, text.rstrip("\r\n"), self._line(number)

    def _last_plan(self, item: ListItem, visible: Sequence[str]) -> int:
        """Return the last line of an item that says something of dates below its first, else the first."""
        below = range(item.last, item.line, -1)
        return next((n for n in below if any(word in visible[n - 1] for word in PLAN_WORDS)), item.line)

    def _line(self, number: int) -> str:
        """Return a line of the body as decoded, without its end."""
        return self._raw[number - 1].rstrip("\r\n")


def _name(path: str) -> str:
    name = PurePosixPath(path).name
    return PurePosixPath(name).stem if name.casefold().endswith((".md", ".markdown")) else name


def note_title(path: str, properties: Mapping[str, PropertyValue], headings: Sequence[Heading]) -> str:
    """Return the title: the property, else the first heading of level 1, else the file's name without `.md`."""
    written = named(properties, "title")
    if isinstance(written, str) and written.strip():
        return " ".join(written.split())
    first = next((plain(heading.text) for heading in headings if heading.level == 1), "")
    return first.replace("\n", " ") or _name(path)


def note_aliases(properties: Mapping[str, PropertyValue]) -> tuple[str, ...]:
    """Return the other names of a note: a list, or text with commas."""
    names: list[str] = []
    for key, value in properties.items():
        if key.casefold() in ("aliases", "alias"):
            parts = value if isinstance(value, list) else value.split(",") if isinstance(value, str) else []
            names += [part.strip() for part in parts if isinstance(part, str) and part.strip()]
    return tuple(dict.fromkeys(names))
