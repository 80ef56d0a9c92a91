"""One form for text that is indexed and text that is asked for, so that what looks alike is found alike.

The full-text index lower-cases and stems by itself (`porter unicode61`). What it does not know, or not all of, is done
here: compatibility forms (`ﬁ`, full-width letters), Latin and Greek diacritics, Ё for Е, vowel points, and scripts that
are written without spaces. A character of such a script becomes a word of its own, so that any run of them is a phrase.
"""

from __future__ import annotations

import re
import unicodedata

_UNSPACED_RANGES = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f"  # Burmese
    "\u1780-\u17ff"  # Khmer
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b"  # radicals and signs that act as ideographs
    "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # kana
    "\u3105-\u312f\u31a0-\u31bf"  # bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # ideographs
    "\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff"  # Korean: particles are written onto the word
)
_UNSPACED = re.compile(f"[{_UNSPACED_RANGES}]")
_WORD = re.compile(r"[^\W_]+")


_UNMARKED = {
    "Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d", "Ð": "D", "ð": "d", "Ħ": "H", "ħ": "h", "ı": "i",
}  # fmt: skip
"""Letters that Unicode does not take apart, as people write them without their marks."""


def _accentless(first: int, last: int) -> dict[int, str]:
    """Return the base letter of each accented letter in a range of code points."""
    bases = {code: unicodedata.normalize("NFD", chr(code))[0] for code in range(first, last + 1)}
    bases = {code: _UNMARKED.get(base, base) for code, base in bases.items()}
    return {
        code: base for code, base in bases.items() if base != chr(code) and unicodedata.category(chr(code))[0] == "L"
    }


_MARKS = range(0x0300, 0x0370)
_POINTS = (*range(0x0591, 0x05BE), 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7, *range(0x064B, 0x0660), 0x0670)
_TATWEEL = 0x0640
_LETTERS: dict[int, str | None] = {
    ord("Ё"): "Е",
    ord("ё"): "е",
    ord("ß"): "ss",
    ord("ẞ"): "SS",
    ord("ς"): "σ",
    **_accentless(0x00C0, 0x024F),
    **_accentless(0x0370, 0x03FF),
    **_accentless(0x1E00, 0x1FFF),
    **dict.fromkeys((*_MARKS, *_POINTS, _TATWEEL)),
}


def fold(text: str) -> str:
    """Return text as the full-text index is given it. Folding twice gives the same words as folding once."""
    if text.isascii():
        return text
    folded = unicodedata.normalize("NFKC", text).translate(_LETTERS)
    return _UNSPACED.sub(r" \g<0> ", folded)


def terms(text: str) -> list[str]:
    """Return the words of a text in order, as the index has them before stemming: folded, in lower case."""
    return _WORD.findall(fold(text).lower())
