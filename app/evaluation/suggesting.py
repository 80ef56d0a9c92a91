"""How well commitments are found in prose: on blueprints, on labelled utterances, on a vault that holds few."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from app.config import TasksConfig
from app.errors import UsageError, VaultError
from app.evaluation.blueprints import Blueprint, NumberedNote, read_blueprints
from app.ledger.drafts import Reader
from app.ledger.quick_add.words import word_set
from app.ledger.suggestions import find_suggestions, note_day, voice_of
from app.ledger.suggestions.prose import Sentence, prose_sentences
from app.ledger.suggestions.reading import read_sentence
from app.vault.files import Vault
from app.vault.markdown import parse_note
from app.vault.rules import load_rules

LANGUAGES = ("en", "de", "fr", "es")
_STEM = 5
_SMALL = word_set(
    "the a an to of and or in on for with that it is be any when whenever once not my our at as by from before up out "
    "get one"
)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence that was suggested: where it stands, and whether it states the commitment."""

    place: str
    line: int
    sentence: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class SentenceFigures:
    """Counts over some blueprints.

    Attributes:
        blueprints: How many there are, each with one commitment.
        notes: Their notes.
        sentences: The sentences of these.
        found: The suggestions.
        commitments: Blueprints whose commitment was suggested.
    """

    blueprints: int
    notes: int
    sentences: int
    found: tuple[Found, ...]
    commitments: int

    @property
    def precision(self) -> float | None:
        """Suggestions that state the commitment, of all."""
        return sum(one.right for one in self.found) / len(self.found) if self.found else None

    @property
    def recall(self) -> float | None:
        """Commitments that were suggested, of all."""
        return self.commitments / self.blueprints if self.blueprints else None


@dataclass(frozen=True, slots=True)
class VaultFigures:
    """Suggestions of a vault, every chunk of every note scanned."""

    notes: int
    found: tuple[Found, ...]

    @property
    def per_100(self) -> float:
        """Suggestions for each hundred notes."""
        return 100 * len(self.found) / self.notes if self.notes else 0.0


@dataclass(frozen=True, slots=True)
class UtteranceFigures:
    """How many utterances of each label there are, and how many of them were taken for commitments."""

    n: Mapping[str, int]
    suggested: Mapping[str, int]


Figures = dict[str, SentenceFigures] | VaultFigures | UtteranceFigures


def measure_suggestions(path: Path, today: date) -> Figures:
    """Measure on a file of blueprints, a file of utterances, or a vault.

    Args:
        path: The file or folder.
        today: What dates in utterances are counted from.

    Raises:
        UsageError: It is none of them.
        VaultError: The folder cannot be read.
    """
    if path.is_dir():
        return measure_vault(path)
    if '"notes"' in _first_line(path):
        return measure_blueprints(read_blueprints(path)[0])
    return measure_utterances(path, today)


def measure_blueprints(blueprints: Sequence[Blueprint]) -> dict[str, SentenceFigures]:
    """Return the figures of all, and of the two halves: the blueprints in even and in odd places."""
    measured = [_measured(one) for one in blueprints]
    parts = {"all": measured, "even": measured[::2], "odd": measured[1::2]}
    return {name: _together(part) for name, part in parts.items()}


def _together(parts: Sequence[SentenceFigures]) -> SentenceFigures:
    return SentenceFigures(
        len(parts),
        sum(one.notes for one in parts),
        sum(one.sentences for one in parts),
        tuple(found for one in parts for found in one.found),
        sum(one.commitments for one in parts),
    )


def _measured(blueprint: Blueprint) -> SentenceFigures:
    found: list[Found] = []
    count = 0
    for note in blueprint.notes:
        sentences = list(prose_sentences(note.text))
        count += len(sentences)
        stating = _stating(blueprint, sentences) if note.number == blueprint.commitment else ()
        found += _suggested(blueprint, note, sentences, stating)
    return SentenceFigures(1, len(blueprint.notes), count, tuple(found), int(any(one.right for one in found)))


def _suggested(
    blueprint: Blueprint, note: NumberedNote, sentences: Sequence[Sentence], stating: Sequence[Sentence]
) -> Iterator[Found]:
    reader = Reader(note.day, languages=LANGUAGES)
    for sentence in sentences:
        if read_sentence(sentence.text, reader) is not None:
            place = f"{blueprint.id}/{note.number}"
            yield Found(place, sentence.line, sentence.text, sentence in stating)


def _stating(blueprint: Blueprint, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences that state the commitment: those with its date, or half the words that any shares with it.

    Blueprints name the note only; people state a commitment over two sentences.
    """
    intention = blueprint.intention
    wanted = _stems(f"{intention.action} {intention.condition or ''}")
    scores = {one: len(wanted & _stems(one.text)) for one in sentences}
    least = max(1, max(scores.values(), default=0) / 2)
    dated = [one for one in sentences if intention.due is not None and _names(one.text, intention.due)]
    return [one for one in sentences if scores[one] >= least or one in dated]


def _names(text: str, day: date) -> bool:
    return re.search(rf"\b{day.day}\b|{day:%B}", text, re.IGNORECASE) is not None


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(text.lower()) if word not in _SMALL}


def measure_vault(root: Path) -> VaultFigures:
    """Scan every chunk of every note; raises `VaultError`."""
    vault, count = Vault(root, load_rules(root, TasksConfig())), 0
    found: list[Found] = []
    for stamp in vault.scan():
        try:
            note = parse_note(stamp.path, vault.read(stamp.path), vault.reading)
        except VaultError:
            continue
        count += 1
        day = note_day(note.path, note.properties, stamp.mtime_ns / 1e9, vault.reading.daily)
        voice = voice_of(note.path, "".join(chunk.text for chunk in note.chunks), day)
        reader = Reader(day.day, languages=LANGUAGES)
        for chunk in note.chunks if voice is not None else ():
            suggestions = find_suggestions(
                note.path, chunk.text, chunk.line_start, day.day, voice or "technical", reader
            )
            found += (Found(one.path, one.line, one.sentence) for one in suggestions)
    return VaultFigures(count, tuple(found))


def measure_utterances(path: Path, today: date) -> UtteranceFigures:
    """Read each utterance of a file as a sentence of a diary; raises `UsageError`."""
    n: Counter[str] = Counter()
    suggested: Counter[str] = Counter()
    reader = Reader(today, languages=LANGUAGES)
    for number, line in enumerate(_lines(path), start=1):
        try:
            row = json.loads(line)
            text, label = str(row["text"]), str(row["label"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise UsageError(f"{path}, line {number}: an object with `text` and `label` is needed") from None
        n[label] += 1
        suggested[label] += read_sentence(text, reader) is not None
    return UtteranceFigures(n, suggested)


def _first_line(path: Path) -> str:
    return next(iter(_lines(path)), "")


def _lines(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(f"{path} cannot be read: {reason}", "Name blueprints, utterances, or a vault.") from error
    return [line for line in text.split("\n") if line.strip()]
