"""`betimes add`: one line of prose, or one a line from standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field

from app.cli import plain
from app.cli.answer import Answer
from app.cli.shapes import Json, commitment_shape
from app.errors import BetimesError, UsageError
from app.ledger.agenda import commitment_of_entry
from app.ledger.commitment import Commitment
from app.ledger.drafts import LISTS, Reader, apply_draft
from app.ledger.entry import Entry
from app.ledger.quick_add import QuickLine, QuickPart
from app.text import safe_line, safe_name
from app.workspace import Workspace

FIELD_OF_OPTION: Mapping[str, str] = {
    "when": "when", "cue": "cues", "blocker": "blockers", "due": "due", "lead": "lead", "repeat": "repeat",
    "link": "links", "project": "project", "priority": "priority", "tag": "tags",
}  # fmt: skip
"""Options of `add`, and the fields that they give."""


@dataclass(frozen=True, slots=True)
class _Added:
    """A commitment that was made of a line, and how the line was read; None with `--plain`."""

    item: Commitment
    quick: QuickLine | None

    @property
    def shape(self) -> Json:
        read_as: Json = {"read_as": asdict(self.quick)} if self.quick is not None else {}
        return commitment_shape(self.item) | read_as

    def lines(self, workspace: Workspace) -> Iterator[str]:
        yield from plain.commitment_lines(self.item, workspace.now().date())
        for part in self._parts:
            if not part.problem:
                yield f"    {part.field:8}  {safe_line(part.said)}  (“{safe_line(part.typed)}”)"

    @property
    def messages(self) -> tuple[str, ...]:
        return tuple(f"“{part.typed}” stays text: {part.problem}" for part in self._parts if part.problem)

    @property
    def _parts(self) -> tuple[QuickPart, ...]:
        return self.quick.parts if self.quick is not None else ()


@dataclass(slots=True)
class _Batch:
    """What came of several lines."""

    added: list[Json] = field(default_factory=list)
    failed: list[Json] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    status: int = 0


def add_commitments(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Add a commitment: of a line of prose, a task line or a suggestion, or with `-` one for each line of input."""
    if options.source and options.suggestion:
        raise UsageError("add: name a task line or a suggestion, not both", "Use --from or --suggestion.")
    if options.source:
        return _adopt(workspace, options)
    if options.suggestion:
        return _add_suggestion(workspace, options)
    if not options.text:
        hint = "Or name a task line with --from, a suggestion with --suggestion."
        raise UsageError("add: say what is to be done", hint)
    if options.text == ["-"]:
        return _add_lines(workspace, options)
    added = _add_one(workspace, options, " ".join(options.text))
    lines = (*_dry_remark(options), *added.lines(workspace))
    return Answer(added.shape, lines, (*workspace.messages(), *added.messages))


def _adopt(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Make an entry of a task line; what is typed wins over what the line says, items of a list are added."""
    workspace.update(meaning=False)
    line = workspace.ledger.find_line(options.source)
    if line.status != "open":
        raise UsageError(f"{options.source} is closed already", f"`betimes reopen {options.source}` opens it again.")
    text = " ".join(options.text)
    draft = _over(workspace.ledger.adopting_draft(line), _given(options) | ({"action": text} if text else {}))
    item = _unstored(workspace, draft) if options.dry_run else workspace.ledger.adopt(line, draft)
    lines = (*_dry_remark(options), *plain.commitment_lines(item, workspace.now().date()))
    return Answer(commitment_shape(item), lines, workspace.messages())


def _add_suggestion(workspace: Workspace, options: argparse.Namespace) -> Answer:
    workspace.update(meaning=False)
    suggestion = workspace.find_suggestion(options.suggestion)
    draft = workspace.ledger.draft_of_suggestion(suggestion)
    text = " ".join(options.text)
    draft = _over(draft, _given(options) | ({"action": text} if text else {}))
    item = _unstored(workspace, draft) if options.dry_run else workspace.ledger.add(draft, suggestion)
    added = _Added(item, None)
    return Answer(added.shape, (*_dry_remark(options), *added.lines(workspace)), workspace.messages())


def _dry_remark(options: argparse.Namespace) -> tuple[str, ...]:
    return ("Nothing was stored. It would be:",) if options.dry_run else ()


def _add_one(workspace: Workspace, options: argparse.Namespace, text: str) -> _Added:
    given = _given(options)
    quick = None if options.plain else workspace.ledger.read_line(text)
    draft = {"action": text} if quick is None else _together(quick, given)
    draft |= given if quick is None else {}
    if not options.dry_run:
        return _Added(workspace.ledger.add(draft), quick)
    return _Added(_unstored(workspace, draft), quick)


def _unstored(workspace: Workspace, draft: Mapping[str, str]) -> Commitment:
    dates, now = workspace.config.dates, workspace.now()
    reader = Reader(now.date(), dates.day_first, dates.languages, now=now)
    return commitment_of_entry(apply_draft(Entry(id="", action=""), draft, reader))


def _given(options: argparse.Namespace) -> dict[str, str]:
    found = {}
    for option, name in FIELD_OF_OPTION.items():
        values = getattr(options, option)
        if values:
            found[name] = "\n".join(values) if name in LISTS else values[-1]
    return found


def _together(quick: QuickLine, given: Mapping[str, str]) -> dict[str, str]:
    """Return the draft of a line with the options: they win, and items of a list are added.

    Raises:
        UsageError: A date may mean several days, or there is no action: nobody is there to be asked.
    """
    for part in quick.parts:
        if part.choices and part.field not in given:
            raise UsageError(f"{part.typed}: {part.problem}", "Or keep the line as it is with --plain.")
        if part.problem and not quick.draft["action"]:
            raise UsageError(f"{part.typed}: {part.problem}", "Or keep the line as it is with --plain.")
    return _over(quick.draft, given)


def _over(read: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """Return a draft with what options say: they win, and items of a list are added."""
    draft = dict(read)
    if "due" in given:
        draft.pop("due_phrase", None)
    for name, value in given.items():
        draft[name] = "\n".join(filter(None, (draft.get(name), value))) if name in LISTS else value
    return draft


def _add_lines(workspace: Workspace, options: argparse.Namespace) -> Answer:
    batch = _Batch(lines=list(_dry_remark(options)))
    for number, raw in enumerate(sys.stdin.buffer, 1):
        try:
            text = raw.decode("utf-8-sig").strip()
            if text:
                added = _add_one(workspace, options, text)
                batch.added.append(added.shape)
                batch.lines += added.lines(workspace)
                batch.messages += (f"line {number}: {message}" for message in added.messages)
        except UnicodeDecodeError:
            _failed(batch, number, raw, UsageError("it is not UTF-8"))
        except BetimesError as error:
            _failed(batch, number, raw, error)
    messages = (*workspace.messages(), *batch.messages)
    return Answer({"added": batch.added, "failed": batch.failed}, tuple(batch.lines), messages, batch.status)


def _failed(batch: _Batch, number: int, raw: bytes, error: BetimesError) -> None:
    text = raw.decode("utf-8", "replace").strip()
    batch.failed.append(
        {"line": number, "text": text, "kind": error.kind, "message": error.message, "hint": error.hint}
    )
    why = ". ".join(filter(None, (error.message.rstrip("."), error.hint)))
    batch.messages.append(f"line {number} was not added ({safe_name(text)}): {why}")
    batch.status = max(batch.status, error.exit_code)
