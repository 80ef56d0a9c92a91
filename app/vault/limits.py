"""How much of a note is read: bounds that nothing written by hand comes near, and what is said where one is met."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from app.vault.decoding import decode, line_end, split_lines

PARSED_BYTES = 2 * 1024 * 1024
"""A note is read this far: what is longer than a book is a log, and its head tells what it is about."""

MOST_LINES = 100_000
"""Lines of a note that are read."""

LONGEST_LINE = 64 * 1024
"""Characters of a line that are read: a longer one is data, such as a picture in the text."""

LONGEST_TASK = 10_000
"""Characters of a line that is read as a task."""

MOST_TASKS = 5_000
"""Tasks of a note that are read."""

MOST_CHUNKS = 10_000
"""Sections and parts of sections of a note that are found by search."""

LONGEST_EMBEDDED = 8_000
"""Characters that are handed to the model, which reads fewer."""


def digest_of(head: bytes, size: int) -> str:
    """Return what tells a note's content from any other: its sha256, hex; of a very large one that of what is read.

    Args:
        head: The bytes that were read.
        size: How many the file has.
    """
    digest = hashlib.sha256(head)
    if size > len(head):
        digest.update(b"\0 of %d bytes" % size)
    return digest.hexdigest()


def read_text(data: bytes, size: int) -> tuple[str, str]:
    """Decode as much of a note as is read.

    Args:
        data: The file's bytes, or its first `PARSED_BYTES`.
        size: How many the file has.

    Returns:
        The text, bytes that are not UTF-8 as lone surrogates, and what is to be said of the rest; empty when there is
        none.

    Raises:
        NotText: It is not text.
    """
    if max(size, len(data)) <= MOST_LINES:
        return decode(data).text, ""
    is_whole = size <= PARSED_BYTES and len(data) <= PARSED_BYTES
    lines = split_lines(decode(data[: PARSED_BYTES & ~1]).text)
    kept = lines if is_whole or len(lines[-1]) > LONGEST_LINE else lines[:-1] or lines
    problem = "" if is_whole else f"longer than {PARSED_BYTES >> 20} MB: only {_first(len(kept))} read"
    if len(kept) > MOST_LINES:
        kept = kept[:MOST_LINES]
        problem = f"more than {MOST_LINES:,} lines: only the first {MOST_LINES:,} were read"
    return "".join(kept), problem


def _first(lines: int) -> str:
    return "the beginning of its first line was" if lines == 1 else f"the first {lines:,} lines were"


def shortened(lines: Sequence[str], offset: int) -> tuple[Sequence[str], str]:
    """Return lines, each as far as it is read, and what is to be said of those that were cut.

    Args:
        lines: With their ends.
        offset: Lines of the file above the first of them.
    """
    long = [number for number, line in enumerate(lines, start=1) if len(line) > LONGEST_LINE]
    if not long:
        return lines, ""
    kept = list(lines)
    for number in long:
        kept[number - 1] = lines[number - 1][:LONGEST_LINE].rstrip("\r\n") + line_end(lines[number - 1])
    where = named_lines([number + offset for number in long])
    return kept, f"{where} longer than {LONGEST_LINE:,} characters: only the beginning was read"


def named_lines(numbers: Sequence[int]) -> str:
    """Return `line 3 is`, or `line 3 and 2 others are`."""
    others = len(numbers) - 1
    if not others:
        return f"line {numbers[0]} is"
    return f"line {numbers[0]} and {others:,} {'others' if others > 1 else 'other'} are"
