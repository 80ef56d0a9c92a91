"""Content words: what the words of a context and of an entry have in common, without a model."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from unicodedata import normalize

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+(?:['’]\w+)?")
_APOSTROPHE = re.compile("['’]")
_NEGATION = re.compile("n['’]t\\b")
_FUNCTION_WORDS = """
    a about after again all also am an and any are as at be because been before being but by can could
    did do does doing done down each every for from get gets got had has have having he her here hers
    him his how i if in into is it its just let like may me might mine more most must my now of off on
    once one only or other our ours out over own per she should since so some soon such than that the
    their them then there these they this those through to too under until up us very was we were what
    when whenever where whether which while who whom whose why will with would you your yours
"""
_STOP_WORDS = frozenset(_FUNCTION_WORDS.split())
"""Function words. The words of negation are not among them: "the quote has not come" is not "the quote has come"."""
_NEGATIONS = frozenset({"no", "nor", "not", "never", "yet"})
_SUFFIXES = ("ing", "ies", "ied", "ed", "es", "s")
_SHORTEST_STEM = 3


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return a word without its commonest English endings, so that `quotes` meets `quote` and `arrived` `arrives`.

    Cruder than Porter's algorithm, and enough for both sides of a comparison.
    """
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and not word.endswith("ss") and len(word) - len(suffix) >= _SHORTEST_STEM:
            word = word[: -len(suffix)] + ("y" if suffix.startswith("ie") else "")
            break
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM else word


def is_function_word(word: str) -> bool:
    """Return True for a word that says nothing of what a text is about, words of negation included."""
    return word.casefold() in _STOP_WORDS or word.casefold() in _NEGATIONS


@lru_cache(maxsize=8192)
def content_words(text: str) -> frozenset[str]:
    """Return the stems of a text's words, function words left out; a CJK character counts as a word."""
    return frozenset(chain.from_iterable(map(_stems, text.split())))


@lru_cache(maxsize=65536)
def _stems(unspaced: str) -> tuple[str, ...]:
    """Return the same for what has no space in it: the sentences of a context and their pairs share their words."""
    spelled_out = _NEGATION.sub(" not", normalize("NFC", unspaced).casefold())
    tokens = (_APOSTROPHE.split(token)[0] for token in _TOKEN.findall(spelled_out))
    return tuple(stem(token) for token in tokens if token and token not in _STOP_WORDS)
