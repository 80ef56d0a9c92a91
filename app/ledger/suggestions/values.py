"""What is found in prose: a sentence that may be a commitment, and how it was read."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

_WORD = re.compile(r"\w+")
_KEY_LENGTH = 24


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A sentence of a note that may be a commitment of the person who wrote it.

    Attributes:
        path: The note.
        line: The line of the file on which the sentence begins.
        sentence: As written, without markdown signs.
        draft: The entry that it would make, as a form takes it: `action`, and `due`, `when` or both.
        said: How it was read, for a person.
        key: The same for the same sentence wherever it stands, whatever its signs and capitals; see `sentence_key`.
        block: The block id of its paragraph; empty when there is none.
    """

    path: str
    line: int
    sentence: str
    draft: Mapping[str, str]
    said: str
    key: str
    block: str = ""


def sentence_key(sentence: str) -> str:
    """Return a digest of the words of a sentence: hexadecimal, 24 digits."""
    words = " ".join(_WORD.findall(sentence.casefold()))
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:_KEY_LENGTH]
