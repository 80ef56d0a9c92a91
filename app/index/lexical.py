"""Finding chunks by words: FTS5's bm25 over stems, with the very form of a word before its other forms."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from app.index.broad import LATEST_RANKED, Part, ranked_parts, telling_words
from app.index.codec import pack
from app.index.folding import fold
from app.index.prefixes import expand_prefixes, fold_strings
from app.index.records import LexicalHit

TITLE_WEIGHT = 4.0
"""How much a word counts in title, alias or file name, against 1 in the text."""

HEADINGS_WEIGHT = 2.0
"""How much a word counts in the heading path or a tag."""

BODY_WEIGHT = 1.0
"""How much a word counts in the text."""

EXACT_BONUS = 0.2
"""How much a chunk gains that has all words in the very form that was typed; with some of them, that share of it."""

MOST_EXACT = 20
"""Chunks that are fetched because they have the very form of a word that no other hit has."""

MOST_FORMS = 3
"""Words of a query up to which that is done: a long question is not about a form."""

MOST_COMPLETIONS = 16
"""Words that a prefix stands for at most, shortest first: those are the ones whose stems can be shorter than it."""

FEW_NOTES = 20
"""When the best hits come from fewer notes, a long one may have crowded others out: all hits are looked at then."""

MOST_HITS = 20_000
"""Hits looked at in that case, at the most."""

_MATCH = """
    WITH hit AS (
        SELECT rowid AS id, rank AS score FROM words WHERE words MATCH ? AND rank MATCH ? ORDER BY rank LIMIT ?)
    SELECT hit.id, note.path, -hit.score FROM hit JOIN chunk ON chunk.id = hit.id JOIN note ON note.id = chunk.note_id
    ORDER BY hit.score, hit.id"""
_MATCH_LATEST = """
    WITH late AS (
        SELECT rowid AS id, rank AS score FROM words WHERE words MATCH ? AND rank MATCH ? ORDER BY rowid DESC LIMIT ?),
    hit AS (SELECT id, score FROM late ORDER BY score, id LIMIT ?)
    SELECT hit.id, note.path, -hit.score FROM hit JOIN chunk ON chunk.id = hit.id JOIN note ON note.id = chunk.note_id
    ORDER BY hit.score, hit.id"""
_WITH_FORM = """
    WITH late AS (
        SELECT rowid AS id, rank AS score FROM words WHERE words MATCH ? AND rank MATCH ?
        AND instr(lower(title || ' ' || headings || ' ' || body), ?) ORDER BY rowid DESC LIMIT ?),
    hit AS (SELECT id, score FROM late ORDER BY score, id LIMIT ?)
    SELECT hit.id, note.path, -hit.score FROM hit JOIN chunk ON chunk.id = hit.id JOIN note ON note.id = chunk.note_id
    ORDER BY hit.score, hit.id"""
# The plus keeps SQLite from asking once for each row: it would count the words of the whole vault each time.
_SCORES = """
    SELECT rowid, -rank FROM words WHERE words MATCH ? AND rank MATCH ?
    AND +rowid IN (SELECT value FROM json_each(?))"""
_WITHIN = """
    WITH meant AS MATERIALIZED (
        SELECT chunk.id, note.path FROM note JOIN chunk ON chunk.note_id = note.id
        WHERE note.path IN (SELECT value FROM json_each(?))),
    hit AS (
        SELECT rowid AS id, -rank AS score FROM words WHERE words MATCH ? AND rank MATCH ?
        AND +rowid IN (SELECT id FROM meant))
    SELECT id, path, score FROM hit JOIN meant USING (id) ORDER BY score DESC, id"""
_HEADED = """
    WITH hit AS (SELECT rowid AS id FROM words WHERE words MATCH ? LIMIT ?)
    SELECT hit.id, note.path, chunk.headings FROM hit JOIN chunk ON chunk.id = hit.id
    JOIN note ON note.id = chunk.note_id"""
_RANK = f"bm25({TITLE_WEIGHT}, {HEADINGS_WEIGHT}, {BODY_WEIGHT})"
_LATEST = """
    WITH hit AS (SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?)
    SELECT hit.id, note.path FROM hit JOIN chunk ON chunk.id = hit.id JOIN note ON note.id = chunk.note_id
    ORDER BY hit.id DESC"""
_LAST_CHARACTER = "\U0010ffff"


def match_words(
    connection: sqlite3.Connection, expression: str, limit: int, words: Sequence[str] = ()
) -> list[LexicalHit]:
    """Find chunks that match a full-text expression, best first; see `IndexReader.match`."""
    folded = fold_strings(expression)
    is_short = limit < MOST_HITS
    if is_short:
        folded = telling_words(connection, folded)
    expanded = expand_prefixes(folded, lambda prefix: completions(connection, prefix))
    parts = ranked_parts(connection, expanded) if is_short else [Part(expanded)]
    if len(parts) > 1:
        hits = _best_of_parts(connection, parts, limit)
        return exact_first(connection, expression, hits, words) if words else hits
    hits = _best_hits(connection, parts[0], limit)
    if len(hits) == limit < MOST_HITS and len({hit.path for hit in hits}) < FEW_NOTES:
        hits = one_of_each_first(_best_hits(connection, parts[0], MOST_HITS))[:limit]
        hits.sort(key=lambda hit: -hit.bm25)
    return exact_first(connection, expression, hits, words) if words else hits


def scores(connection: sqlite3.Connection, expression: str, ids: Iterable[int]) -> dict[int, float]:
    """Return bm25, >= 0, of those of some chunks that match an expression."""
    expanded = expand_prefixes(fold_strings(expression), lambda prefix: completions(connection, prefix))
    return dict(connection.execute(_SCORES, (expanded, _RANK, pack(list(ids)))).fetchall())


def match_within(connection: sqlite3.Connection, expression: str, paths: Iterable[str]) -> list[LexicalHit]:
    """Return every chunk of some notes that matches an expression, best first; see `IndexReader.match_within`."""
    expanded = expand_prefixes(fold_strings(expression), lambda prefix: completions(connection, prefix))
    rows = connection.execute(_WITHIN, (pack(list(paths)), expanded, _RANK))
    return [LexicalHit(*row) for row in rows]


def headed(connection: sqlite3.Connection, name: str, limit: int) -> list[tuple[int, str, str]]:
    """Return (chunk, note, packed heading path) of chunks that have the words of a name in a heading, in any order."""
    words = fold(name).replace('"', " ").strip()
    if not any(character.isalnum() for character in words):
        return []
    return connection.execute(_HEADED, (f'headings : "{words}"', limit)).fetchall()


def one_of_each_first(hits: Iterable[LexicalHit]) -> list[LexicalHit]:
    """Return the best hit of each note and then the others, so that no cut lets a long note hide all others."""
    best: dict[str, LexicalHit] = {}
    others = [hit for hit in hits if best.setdefault(hit.path, hit) is not hit]
    return [*best.values(), *others]


def _best_hits(connection: sqlite3.Connection, part: Part, limit: int) -> list[LexicalHit]:
    if part.latest < 0:
        return [LexicalHit(*row) for row in connection.execute(_MATCH, (part.expression, _RANK, limit))]
    return [LexicalHit(*row) for row in connection.execute(_MATCH_LATEST, (part.expression, _RANK, part.latest, limit))]


def _latest_hits(connection: sqlite3.Connection, part: Part, limit: int) -> list[LexicalHit]:
    rows = connection.execute(_LATEST, (part.expression, limit)).fetchall()
    return [LexicalHit(chunk_id, path, part.standing) for chunk_id, path in rows]


def _best_of_parts(connection: sqlite3.Connection, parts: Iterable[Part], limit: int) -> list[LexicalHit]:
    """Return the best hits of several parts, each hit once; of a single word the latest, since it tells them no more.

    Even counting in how many chunks such a word is, as bm25 does, takes longer than all else.
    """
    found: dict[int, LexicalHit] = {}
    for part in parts:
        for hit in (_latest_hits if part.is_one_word else _best_hits)(connection, part, limit):
            found.setdefault(hit.chunk_id, hit)
    return sorted(found.values(), key=lambda hit: -hit.bm25)[:limit]


def completions(connection: sqlite3.Connection, prefix: str) -> list[str]:
    """Return words of the vault that begin with a prefix, shortest first, itself left out."""
    rows = connection.execute(
        "SELECT term FROM word WHERE term > ? AND term < ? ORDER BY length(term), term LIMIT ?",
        (prefix, prefix + _LAST_CHARACTER, MOST_COMPLETIONS),
    )
    return [row[0] for row in rows]


def exact_first(
    connection: sqlite3.Connection,
    expression: str,
    hits: Sequence[LexicalHit],
    words: Sequence[str],
    admits: Callable[[str], bool] = lambda path: True,
) -> list[LexicalHit]:
    """Put hits with the very forms of words before those with others; see `IndexReader.exact_first`."""
    forms = {fold(word).strip().lower() for word in words} - {""}
    if not forms:
        return list(hits)
    # The writer may have replaced a note since it was matched: what is gone by now is no hit.
    texts = _texts(connection, [hit.chunk_id for hit in hits])
    scored = []
    for hit in (hit for hit in hits if hit.chunk_id in texts):
        share = sum(_has_word(texts[hit.chunk_id], form) for form in forms) / len(forms)
        scored.append(LexicalHit(hit.chunk_id, hit.path, hit.bm25 * (1.0 + EXACT_BONUS * share)))
    top = max((hit.bm25 for hit in scored), default=0.0)
    absent = [form for form in sorted(forms) if not any(_has_word(text, form) for text in texts.values())]
    for form in absent if len(forms) <= MOST_FORMS and len(hits) >= FEW_NOTES else ():
        hidden = (hit for hit in _with_form(connection, expression, form) if admits(hit.path))
        scored += [
            replace(hit, bm25=max(hit.bm25, top * (1.0 + EXACT_BONUS) / len(forms)))
            for hit in hidden
            if hit.chunk_id not in texts
        ]
    return sorted(scored, key=lambda hit: -hit.bm25)


def _with_form(connection: sqlite3.Connection, expression: str, form: str) -> list[LexicalHit]:
    """Return chunks that match and have a word in this very form, the best of them."""
    if not form.isalpha() or not connection.execute("SELECT 1 FROM word WHERE term = ?", (form,)).fetchone():
        return []
    expanded = expand_prefixes(fold_strings(expression), lambda prefix: completions(connection, prefix))
    parameters = (f'({expanded}) AND "{form}"', _RANK, form, LATEST_RANKED, MOST_EXACT)
    rows = connection.execute(_WITH_FORM, parameters).fetchall()
    texts = _texts(connection, [row[0] for row in rows])
    return [LexicalHit(*row) for row in rows if _has_word(texts.get(row[0], ""), form)]


def _has_word(text: str, word: str) -> bool:
    """Return True when a word stands in a text as a whole word. A regular expression takes ten times as long."""
    at = text.find(word)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(word) : at + len(word) + 1]
        if not before.isalnum() and not after.isalnum():
            return True
        at = text.find(word, at + 1)
    return False


def _texts(connection: sqlite3.Connection, ids: list[int]) -> dict[int, str]:
    rows = connection.execute(
        "SELECT id, c0, c1, c2 FROM words_content WHERE id IN (SELECT value FROM json_each(?))", (pack(ids),)
    )
    return {chunk_id: " ".join(parts).lower() for chunk_id, *parts in rows}
