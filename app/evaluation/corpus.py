"""A labelled corpus from disk: documents, queries, and which documents answer which query.

`corpus.jsonl` holds {id, text} and may hold {date, session, scope, title}; `queries.jsonl` holds {text, relevant} and
may hold {id, date, scope, exclude, grades, relevant_corrected, answerable}, one JSON object a line in both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from app.errors import UsageError
from app.evaluation.blueprints import BadLine

_HINT = "Name a folder with corpus.jsonl and queries.jsonl, one JSON object a line."
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Document:
    """What is searched for.

    Attributes:
        id: Its name in the labels.
        text: Markdown.
        date: When it was written; None when nobody says.
        session: What it was said in; documents that share one are parts of one note.
        scope: The vault that it is in; empty when there is one vault only.
        title: Its title; empty when it has none.
    """

    id: str
    text: str
    date: datetime | None = None
    session: str = ""
    scope: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class LabelledQuery:
    """A query and its answers.

    Attributes:
        id: Its name.
        text: What is searched for.
        relevant: The documents that answer it, corrected labels where there are some.
        date: When it is asked: later documents do not exist yet; None: all do.
        scope: The vault that it is asked in.
        exclude: Documents that are not to be listed, such as the one that the query was cut out of.
        grades: How well a document answers it, where labels say more than yes and no.
    """

    id: str
    text: str
    relevant: frozenset[str]
    date: datetime | None = None
    scope: str = ""
    exclude: frozenset[str] = frozenset()
    grades: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus with its queries.

    Attributes:
        documents: In the order of the file.
        queries: Those that have an answer among the documents that they can see.
        unanswerable: Queries that are labelled as having no answer, or whose answer is not among the documents: no
            recall can be told of them.
        bad: What could not be read: file and line.
    """

    documents: tuple[Document, ...]
    queries: tuple[LabelledQuery, ...]
    unanswerable: int = 0
    bad: tuple[tuple[str, BadLine], ...] = ()


def read_corpus(folder: Path) -> Corpus:
    """Read the two files of a folder.

    Raises:
        UsageError: One of them is missing or cannot be read, or there is no document or no query with an answer.
    """
    documents, bad_documents = _read(folder / "corpus.jsonl", _document)
    queries, bad_queries = _read(folder / "queries.jsonl", _query)
    known: dict[str, Document] = {}
    for document in documents:
        known.setdefault(document.id, document)
    answerable = [query for query in queries if any(_sees(query, known.get(id_)) for id_ in query.relevant)]
    if not known or not answerable:
        what = "document" if not known else "query with an answer among its documents"
        raise UsageError(f"{folder} holds no {what}.", _HINT)
    bad = [("corpus.jsonl", line) for line in bad_documents] + [("queries.jsonl", line) for line in bad_queries]
    return Corpus(tuple(known.values()), tuple(answerable), len(queries) - len(answerable), tuple(bad))


def is_visible(query: LabelledQuery, document: Document) -> bool:
    """Return True when a query may list a document: in its vault, written by then, and not excluded."""
    if document.scope != query.scope or document.id in query.exclude:
        return False
    return document.date is None or query.date is None or document.date <= query.date


def _sees(query: LabelledQuery, document: Document | None) -> bool:
    return document is not None and is_visible(query, document)


def _read(path: Path, parse: Callable[[Mapping[str, object], int], _Item]) -> tuple[list[_Item], list[BadLine]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(f"{path} cannot be read: {reason}", _HINT) from error
    found, bad = [], []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            values = json.loads(line)
            if not isinstance(values, dict):
                raise ValueError("it is no JSON object")
            found.append(parse(values, number))
        except (ValueError, RecursionError) as error:
            bad.append(BadLine(number, str(error)))
    return found, bad


def _document(values: Mapping[str, object], number: int) -> Document:
    return Document(
        _text(values, "id", required=True),
        _text(values, "text", required=True, empty=True),
        _moment(values),
        _text(values, "session"),
        _text(values, "scope"),
        _text(values, "title"),
    )


def _query(values: Mapping[str, object], number: int) -> LabelledQuery:
    relevant = _ids(values, "relevant_corrected") or _ids(values, "relevant")
    return LabelledQuery(
        _text(values, "id") or f"line {number}",
        _text(values, "text", required=True),
        frozenset() if values.get("answerable") is False else relevant,
        _moment(values),
        _text(values, "scope"),
        _ids(values, "exclude"),
        _grades(values),
    )


def _text(values: Mapping[str, object], key: str, *, required: bool = False, empty: bool = False) -> str:
    value = values.get(key)
    if value is None and not required:
        return ""
    if not isinstance(value, str) or (required and not empty and not value):
        raise ValueError(f"{key}: a text is expected")
    return value


def _ids(values: Mapping[str, object], key: str) -> frozenset[str]:
    value = values.get(key) or []
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{key}: a list of texts is expected")
    return frozenset(value)


def _grades(values: Mapping[str, object]) -> Mapping[str, float]:
    value = values.get("grades") or {}
    if not isinstance(value, dict) or not all(isinstance(grade, (int, float)) for grade in value.values()):
        raise ValueError("grades: a table of numbers is expected")
    return {str(key): float(grade) for key, grade in value.items()}


def _moment(values: Mapping[str, object]) -> datetime | None:
    """Return the date; a day is its beginning for a document and a query alike, and a time without zone is UTC."""
    text = _text(values, "date")
    if not text:
        return None
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
