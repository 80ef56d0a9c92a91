"""Whether a sentence says that something has not come about: negation and aspect, in English."""

from __future__ import annotations

import re
from functools import lru_cache

_NOT_YET = re.compile(
    r"\b(still|yet|not|never|nothing|none|nobody|no one|won['’]t|cannot|"
    r"(?:has|have|had|is|are|was|were|do|does|did|ca|could|would|should)n['’]t|"
    r"waiting|awaiting|pending|delay(?:s|ed)?|postpon\w+|put off|put back|pushed back|moved back|slip(?:s|ped|ping)?|"
    r"cancel\w*|called off|no (?:sign|word|news|longer|results?|reply|decision)|fell through|turned down|refused|"
    r"rejected|under review|processing|in progress|on hold|stuck)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def not_yet(text: str) -> str:
    """Return the words that say that it is not so, or not so far; empty when there are none.

    It knows no grammar: "I am not surprised that it arrived" is taken for a negation. So it lowers a score by a little
    more than half of what asserts, and less where the entry's own cues speak like that.
    """
    found = _NOT_YET.search(text)
    return found[0] if found else ""


_GOES_ON = re.compile(r"(?:(?:but|and|yet|so far)[ ,]+)?(?:it|that|this|they|these|those|there)\b", re.IGNORECASE)


def taken_back(following: str) -> str:
    """Return the words of the next sentence that say that what was just told is not so, as in "It is not there".

    Only a sentence that goes on about the same thing counts: one that begins with "it", "that", "they" or the like.
    """
    return not_yet(following) if _GOES_ON.match(following) else ""
