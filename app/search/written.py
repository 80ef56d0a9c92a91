"""Words whose very form tells: `IT` is not `it`, `C++` is not `C`. Texts that have that form come first.

A word in lower case is found in any case. One with capitals is found in any case too, but where it stands as it was
typed comes first, and so does one whose signs the index does not keep. Nothing is hidden by that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.ledger.matching import is_function_word

if TYPE_CHECKING:
    from app.search.query import Query

_SIGN = re.compile(r"\w[+#]+(?!\w)|^[.$@#%&-]+\w|^\W+$")
"""Signs at the end or beginning of a word that make another word of it, and words that are nothing but signs."""

_FEW = 3
"""Words up to which the capital that a word begins with tells a name: in a longer query it may begin a sentence."""

LIFT = 1.0
"""How much a text gains that has every such word as it was typed; with some of them, that share of it."""


def written_forms(query: Query) -> tuple[str, ...]:
    """Return the words and phrases of a query whose capitals or signs are looked at."""
    texts = list(dict.fromkeys(term.value for term in query.terms if term.is_text))
    return tuple(text for text in texts if is_telling(text) or (len(texts) <= _FEW and _is_name(text)))


def is_telling(text: str) -> bool:
    """Return whether capitals within a word, or its signs, make it another word: `IT`, `iPhone`, `C++`, `.NET`."""
    return bool(_SIGN.search(text)) or text[1:] != text[1:].lower()


def only_signs(query: Query) -> bool:
    """Return whether a query has words, and none of them a letter or digit: the index of words has none of them."""
    return bool(query.words) and not any(character.isalnum() for character in query.meaning)


def _is_name(text: str) -> bool:
    return text != text.lower() and not is_function_word(text)


def share_written(text: str, forms: Sequence[str]) -> float:
    """Return the share of some forms that stand in a text as they were typed; a form in lower case may have any case.

    Args:
        text: The text, as it is in the note.
        forms: What was typed.
    """
    lower = text.lower() if any(form == form.lower() for form in forms) else ""
    found = sum(_stands(form, text if form != form.lower() else lower) for form in forms)
    return found / len(forms) if forms else 0.0


def _stands(form: str, text: str) -> bool:
    """Return whether a form stands in a text and is not part of a longer word."""
    at = text.find(form)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(form) : at + len(form) + 1]
        inside_before = form[0].isalnum() and before.isalnum()
        inside_after = after.isalnum() or (after in "+#" and after != "" and not form.endswith(after))
        if not inside_before and not (inside_after and (form[-1].isalnum() or after.isalnum())):
            return True
        at = text.find(form, at + 1)
    return False
