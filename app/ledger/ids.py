"""Ids of entries: short, easy to read aloud and to type, never given twice."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Container

LETTERS = "bcdfghjkmnpqrstvwxyz"
ALPHABET = "23456789" + LETTERS
"""Without 0 and o, 1, l and i, which look alike, and without vowels, which make words."""

LENGTH = 4


def new_id(used: Container[str]) -> str:
    """Return an id that is not among those used; it begins with a letter, so that it is never taken for a number."""
    while True:
        made = secrets.choice(LETTERS) + "".join(secrets.choice(ALPHABET) for _ in range(LENGTH - 1))
        if made not in used:
            return made


def id_from(content: str, used: Container[str]) -> str:
    """Return an id that follows from a content, for an entry written by hand without one."""
    attempt = 0
    while True:
        digest = hashlib.sha256(f"{attempt}:{content}".encode("utf-8", "surrogatepass")).digest()
        made = LETTERS[digest[0] % len(LETTERS)] + "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[1:LENGTH])
        if made not in used:
            return made
        attempt += 1
