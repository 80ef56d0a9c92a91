"""Text of a note to the suggestions that it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from app.ledger.dates.values import shown
from app.ledger.note_targets import is_held, link_targets
from app.ledger.suggestions.dating import NoteDay
from app.ledger.suggestions.grammar import Voice
from app.ledger.suggestions.prose import has_code, prose_sentences
from app.ledger.suggestions.reading import read_sentence
from app.ledger.suggestions.values import Suggestion, sentence_key

if TYPE_CHECKING:
    from app.ledger.drafts import Reader

_TEMPLATES = frozenset({"templates", "template", "_templates", "vorlagen", "modèles", "plantillas"})


def voice_of(path: str, text: str, day: NoteDay) -> Voice | None:
    """Return how personal a note is; None for a template.

    Args:
        path: Relative to the vault.
        text: All of the note.
        day: When it was written.
    """
    if not _TEMPLATES.isdisjoint(part.casefold() for part in PurePosixPath(path).parts[:-1]):
        return None
    if has_code(text):
        return "technical"
    return "diary" if day.is_named else "reference"


def find_suggestions(
    path: str, text: str, first_line: int, day: date, voice: Voice, reader: Reader
) -> Iterator[Suggestion]:
    """Yield the sentences of a text that may be commitments, in order.

    Args:
        path: The note.
        text: A chunk of it.
        first_line: The line of the file at which the chunk begins.
        day: When it was written.
        voice: How personal the note is; see `voice_of`.
        reader: How dates are read; its day is not used.
    """
    reader = replace(reader, today=day, now=None)
    for sentence in prose_sentences(text, first_line):
        draft = read_sentence(sentence.text, reader, voice)
        if draft is not None:
            key = sentence_key(sentence.text)
            yield Suggestion(path, sentence.line, sentence.text, draft, said(draft), key, sentence.block)


def linked_draft(found: Suggestion) -> dict[str, str]:
    """Return the draft of a suggestion with a link to its note, and to its block when its paragraph has an id.

    There is no link when none can hold the name of the note: it would lead elsewhere.
    """
    target = next(filter(is_held, link_targets(found.path)), None)
    if target is None:
        return dict(found.draft)
    return dict(found.draft) | {"links": f"{target}#^{found.block}" if found.block else target}


def said(draft: Mapping[str, str]) -> str:
    """Return how a draft was read, for a person: what is to be done, by when, and when."""
    due = draft.get("due", "")
    day = shown(datetime.fromisoformat(due) if len(due) > len("2026-12-31") else date.fromisoformat(due)) if due else ""
    when = f"when {draft['when']}" if draft.get("when") else ""
    return ", ".join(filter(None, (draft["action"], day and f"by {day}", when)))
