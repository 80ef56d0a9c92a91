"""One function a command: takes an open workspace, gives an answer in both forms."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace

from app.cli import plain
from app.cli.answer import Answer
from app.cli.shapes import Json, agenda_shape, commitment_shape, search_shape
from app.errors import EmbedderUnavailable, NotFound, WriteRefused
from app.events import EmbedderState
from app.ledger.adopting import is_line
from app.ledger.commitment import Commitment
from app.search.result import Arm, RankMode
from app.text import safe_line, safe_name
from app.workspace import Workspace


def agenda(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Print what fires, what comes, what waits."""
    workspace.update(meaning=False)
    found = workspace.agenda_in(options.context) if options.context else workspace.agenda()
    messages, status = workspace.messages(), workspace.status()
    if options.context and workspace.config.embedding.enabled and status.embedder is not EmbedderState.READY:
        messages += (f"The context was matched by words only. {status.embedder_detail}".strip(),)
    return Answer(agenda_shape(found), tuple(plain.agenda_lines(found)), messages)


def search(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Search the notes."""
    workspace.update(meaning=options.wait)
    given = {"limit": options.k, "weight": options.weight, "firing_weight": options.firing_weight}
    settings = replace(workspace.config.search, **{key: value for key, value in given.items() if value is not None})
    rank, arm = RankMode(options.rank or settings.rank), Arm(options.arm)
    if arm is Arm.FUSED and not workspace.config.embedding.enabled:
        arm = Arm.WORDS
    messages: tuple[str, ...] = ()
    try:
        found = workspace.search(" ".join(options.query), settings, rank, arm)
    except EmbedderUnavailable as error:
        if arm is Arm.MEANING:
            raise
        messages = (f"By words only: {error.message} {error.hint}".strip(),)
        found = workspace.search(" ".join(options.query), settings, rank, Arm.WORDS)
    if found.pending and arm is not Arm.WORDS and not messages:
        messages += (f"{found.pending} chunks are not embedded yet: found by words only. Add --wait to embed them.",)
    lines = tuple(plain.search_lines(found, workspace.now().date()))
    status = 0 if found.results or found.operative else 1
    return Answer(search_shape(found), lines, workspace.messages() + messages, status)


def show(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Print a commitment or a note with all that belongs to it."""
    workspace.update(meaning=False)
    try:
        item = workspace.find(options.what)
    except NotFound:
        return _show_note(workspace, options.what)
    from app.cli.recovery import step_lines

    history = [asdict(line) for line in workspace.ledger.history(item.id)]
    lines = [*plain.commitment_lines(item, workspace.now().date())]
    lines += [f"  links: {safe_name(link)}" for link in item.links]
    lines += [f"  cue: {safe_line(cue)}" for cue in item.cues]
    lines += step_lines(reversed(workspace.ledger.steps(item.id)))
    return Answer({"commitment": commitment_shape(item), "history": history}, tuple(lines))


def _show_note(workspace: Workspace, name: str) -> Answer:
    note = workspace.note_details(name)
    shape: Json = {
        "note": asdict(note.note),
        "links": [asdict(link) for link in note.links],
        "backlinks": [asdict(link) for link in note.backlinks],
        "commitments": [commitment_shape(item) for item in note.commitments],
    }
    lines = [f"{safe_line(note.note.title)}  ({safe_name(note.note.path)})"]
    view = workspace.note_view(note.note.path)
    lines += [f"  {safe_name(item.name)}: {safe_line(item.said)}" for item in view.properties]
    lines += [f"  -> {plain.link_line(link)}" for link in view.outgoing]
    lines += [f"  <- {plain.link_line(link)}" for link in view.backlinks]
    today = workspace.now().date()
    lines += [f"  {line}" for item in note.commitments for line in plain.commitment_lines(item, today)]
    return Answer(shape, tuple(lines))


def log(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Print the journal."""
    from app.cli.recovery import journal

    return journal(workspace, options.id)


def restore(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Bring an entry back to what it was before a step."""
    from app.cli.recovery import restored

    shape, line = restored(workspace, options.op)
    return Answer(shape, (line,), workspace.messages())


def merge(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Show or merge conflict copies of the ledger."""
    from app.cli.recovery import merge_copies

    return merge_copies(workspace, options)


def add(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Add a commitment, or several from standard input."""
    from app.cli.adding import add_commitments

    return add_commitments(workspace, options)


def dismiss(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Never suggest a sentence again."""
    workspace.update(meaning=False)
    item = workspace.find_suggestion(options.id)
    workspace.ledger.dismiss(item)
    return Answer({"dismissed": item.id, "sentence": item.sentence}, (safe_line(f"dismissed: {item.sentence}"),))


def edit(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Change fields of a ledger entry or of a task line, or an entry's text in an editor."""
    from app.cli.editing import edit_commitment

    item, remarks = edit_commitment(workspace, options)
    answer = _changed(workspace, item)
    return replace(answer, messages=remarks + answer.messages)


def resolve(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Close a commitment."""
    workspace.update(meaning=False)
    item = workspace.find_to_change(options.id)
    following = workspace.ledger.following(item) if options.outcome == "done" else ""
    answer = _changed(workspace, workspace.ledger.resolve(item, options.outcome, options.remark))
    if not following:
        return answer
    return replace(answer, lines=(*answer.lines, f"    {following[:1].upper()}{following[1:]}"))


def reopen(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Open a resolved entry, or a ticked task line, again."""
    workspace.update(meaning=False)
    if is_line(options.id):
        line = workspace.ledger.find_line(options.id)
        if line.status == "open":
            raise WriteRefused(f"{options.id} is open: nothing was written", "`betimes resolve` closes it.")
        return _changed(workspace, workspace.ledger.reopen_line(line))
    if any(item.id == options.id for item in workspace.commitments()):
        raise NotFound(f"{options.id} is open: nothing was written", "`betimes resolve` closes it.")
    return _changed(workspace, workspace.ledger.reopen(options.id))


def snooze(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Hide a commitment until a day."""
    workspace.update(meaning=False)
    return _changed(workspace, workspace.ledger.snooze(workspace.find_to_change(options.id), " ".join(options.when)))


def undo(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Take back the last change."""
    done = workspace.ledger.undo()
    return Answer({"undone": done}, (safe_line(f"undone: {done}"),))


def redo(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Do again what was taken back."""
    done = workspace.ledger.redo()
    return Answer({"redone": done}, (safe_line(f"redone: {done}"),))


def index(workspace: Workspace, options: argparse.Namespace) -> Answer:
    """Bring the index up to date."""
    if options.rebuild:
        workspace.rebuild_index()
    report = workspace.update(meaning=options.wait)
    shape = asdict(report)
    return Answer(shape, tuple(f"{key}: {value}" for key, value in shape.items()), workspace.messages())


def _changed(workspace: Workspace, item: Commitment) -> Answer:
    lines = tuple(plain.commitment_lines(item, workspace.now().date()))
    remarks = (f"{item.action}: {item.problem}",) if item.problem else ()
    return Answer(commitment_shape(item), lines, remarks + workspace.messages())


COMMANDS: Mapping[str, Callable[[Workspace, argparse.Namespace], Answer]] = {
    function.__name__: function
    for function in (
        agenda,
        search,
        show,
        log,
        add,
        dismiss,
        edit,
        resolve,
        reopen,
        snooze,
        undo,
        redo,
        restore,
        merge,
        index,
    )
}
