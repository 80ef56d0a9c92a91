"""What stands directly beside a date and belongs to it: "a week | on Tuesday", "5 Jan | 3000", "17:00 | Europe/Berlin".

A part of a longer phrase would be another day. So what is date-like beside a date is read with it, or nothing is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.ledger.quick_add import looks
from app.ledger.quick_add.sheet import Word
from app.ledger.quick_add.words import Vocabulary, word_set

_MOST_WORDS, _MOST_BEHIND = 8, 16
_BLANK = re.compile(r"\s*|['’]\s+")
_ORDINAL_DOT, _ORDINAL = re.compile(r"\.\s*"), re.compile(r"(?<![\w.])[0-9]{1,2}$")
"""In German a full stop makes a number an ordinal."""
_CJK = re.compile(r"[\u3400-\u9fff]")

NAMES = word_set("may march mar april june august jan sun sat mon second mo so do wed mi di")
"""Months and days that are also ordinary words, or people."""
_JOINTS = word_set("on of in the at by im am des der den dem de du del en le la el au dans dentro bis zum an l' within")
_WHICH = re.compile(
    r"next|this|last|following|coming|new|(?:neue|nächste|kommende|diese|letzte|folgende|übernächste)[nrsm]?"
)
_WHICH_BEHIND = word_set("prochain prochaine suivant suivante next que siguiente próximo próxima proximo proxima")
_MINUTES = word_set("minute minutes min mins hour hours hr hrs stunde stunden heure heures hora horas")
_WEEKS = word_set("week fortnight")
_COUNTED_FROM = word_set("before after from vor nach avant après antes después desde ab")
_LENGTH_CUES = _COUNTED_FROM | word_set("on am le el at")
_AHEAD = word_set("in en dans dentro within binnen innerhalb")
_PARTS_OF_DAY = word_set(
    "morning evening night afternoon day eve abend morgen tag nacht soir matin veille jour noche día"
)
_SMALL = word_set("and or to a - no than before after now y et und que")
_HALVES = word_set("half halb halbes halbe demi demie medio media")
_TURNS = ("en huit", "en quinze", "in acht tagen", "in vierzehn tagen", "dans huit", "dans quinze")
_ZONE = re.compile(
    r"Z|(?:UTC|GMT)?(?:[-+][0-9]{1,2}(?::?[0-9]{2})?)|UTC|GMT|[A-Z]{1,3}[SD]T|CET|CEST|PT|ET|CT|MT|EET|WET"
    r"|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc|US)(?:/[A-Za-z0-9_+-]+)+"
)
_COUNTED_IN_CHINESE = re.compile(r"[0-9〇零一二三四五六七八九十两]+个?[年月日号號周点點天星]")
_BEHIND_IN_CHINESE = re.compile(
    r"[月号號年半后後前末底初]|[之以][后後前内內]|的?[周週星礼][一二三四五六日天期末]|的[下本第]"
    r"|春节|中秋|国庆|五一|端午|元宵|清明|除夕|圣诞|元旦"
)
_BEFORE_IN_CHINESE = frozenset("〇零一二三四五六七八九十两年月半第")


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The words of a line, and how they hang together.

    Attributes:
        view: See `Sheet.view`.
        words: Its words.
        known: Which words are dates.
    """

    view: str
    words: Sequence[Word]
    known: Vocabulary

    def behind(self, first: int, last: int) -> int:
        """Return the last word that belongs to a date of some words: `last` when nothing does."""
        end, further = last, self._next_behind(first, last)
        while end < further < last + _MOST_BEHIND:
            end, further = further, self._next_behind(first, further)
        return max(end, further)

    def _next_behind(self, first: int, last: int) -> int:
        row = self._row(last)
        if not row:
            return last
        if _is_chinese(row[0].text):
            return last + self._chinese_behind(row)
        texts = [word.text for word in row]
        count = self._zone(last, row) or self._half(texts) or _turn(texts)
        return last + (count or self._dated(texts, row, has_clock=looks.has_clock(self._texts(first, last))))

    def before(self, first: int, last: int, cue: str, limit: int) -> tuple[int, int]:
        """Return where what belongs to a date may begin, and where at the latest; `first` twice when nothing does.

        Args:
            first: The first word of the date, its cue included.
            last: Its last word.
            cue: What introduces it, in lower case.
            limit: The place in the view before which all is read already.
        """
        run = [index for index in self._run(first) if self.words[index].start >= limit]
        if not run:
            return first, first
        nearest = self._latest_head(first, last, cue)
        return (run[0], nearest) if run[0] <= nearest < first else (first, first)

    def _texts(self, first: int, last: int) -> list[str]:
        return [word.text for word in self.words[first : last + 1]]

    def _row(self, last: int) -> list[Word]:
        """Return the words right behind, with nothing but blanks between them."""
        row: list[Word] = []
        end = self.words[last].end
        for word in self.words[last + 1 : last + 1 + _MOST_WORDS]:
            gap = self.view[end : word.start]
            if not _BLANK.fullmatch(gap) and not (
                _ORDINAL_DOT.fullmatch(gap) and _ORDINAL.search(self.view[:end][-4:])
            ):
                break
            row.append(word)
            end = word.end
        return row

    def _run(self, first: int) -> list[int]:
        """Return the words right before that a date may hold, in order."""
        run: list[int] = []
        for index in range(first - 1, max(first - 1 - _MOST_WORDS, -1), -1):
            word = self.words[index]
            if not _BLANK.fullmatch(self.view[word.end : self.words[index + 1].start]):
                break
            if not (looks.may_be_dated(word.text, self.known) or word.text in _JOINTS | _PARTS_OF_DAY):
                break
            run.insert(0, index)
        return run

    def _zone(self, last: int, row: Sequence[Word]) -> int:
        is_clock = looks.has_clock([self.words[last].text]) or looks.has_clock(self._texts(max(last - 1, 0), last))
        typed = self.view[row[0].start : row[0].end]
        if is_clock and typed[0].isupper() and [word.text for word in row[1:2]] == ["time"]:
            return 2
        return int(is_clock and _ZONE.fullmatch(typed) is not None)

    def _half(self, texts: Sequence[str]) -> int:
        if texts[:1] == ["or"] and texts[1:2] and (texts[1] == "so" or looks.is_count(texts[1])):
            return 2
        joined = texts[:1] in (["and"], ["et"], ["y"], ["und"])
        return next((at + 1 for at in range(1, min(3, len(texts))) if joined and texts[at] in _HALVES), 0)

    def _dated(self, texts: Sequence[str], row: Sequence[Word], *, has_clock: bool) -> int:
        """Return how many words behind are date-like."""
        at = 0
        while at < min(3, len(texts) - 1) and texts[at] in _JOINTS:
            at += 1
        count = self._core(texts[at:], self.view[row[at].start], joint=texts[at - 1] if at else "")
        if not count and not has_clock and looks.has_clock(texts[at : at + 1]) and set(texts[:at]) <= {"at"}:
            count = 1
        return at + count if count else 0

    def _core(self, texts: Sequence[str], initial: str, *, joint: str) -> int:
        words, text, following = self.known.words, texts[0], texts[1] if len(texts) > 1 else ""
        if text in words.months:
            return 1 if text not in NAMES or looks.is_day(following) or (joint and initial.isupper()) else 0
        if text in words.weekdays or text in words.days:
            return 1
        if text in words.short and text not in NAMES:
            return int(not joint and initial.isupper())
        if _WHICH.fullmatch(text):
            return 2 if following in words.units or following in words.weekdays else 0
        if text in words.units and following in _WHICH_BEHIND:
            return 3 if following == "que" else 2
        if looks.is_some_date(text) or (not following and looks.is_dotted([text])):
            return 1
        if looks.is_count(text) and following in words.units - _MINUTES:
            return 0 if texts[2:3] == ["of"] else 2
        if looks.is_day(text) or looks.is_number(text):
            return int(not following or following in words.months)
        return int(not joint and text in _WEEKS and (not following or following in words.following))

    def _chinese_behind(self, row: Sequence[Word]) -> int:
        start = row[0].start
        match = _COUNTED_IN_CHINESE.match(self.view, start) or _BEHIND_IN_CHINESE.match(self.view, start)
        return sum(word.start < match.end() for word in row) if match else 0

    def _latest_head(self, first: int, last: int, cue: str) -> int:
        """Return the first word of what is date-like right before, or `first`."""
        words, own = self.known.words, self._texts(first, last)
        p = first - 1
        text, previous = self.words[p].text, self.words[p - 1].text if p and self._touches(p) else ""
        cue_word = cue.split(" ")[0]
        if _is_chinese(text) or _is_chinese(own[0]):
            return p if text[-1] in _BEFORE_IN_CHINESE and self.words[p].end == self.words[first].start else first
        if text in words.weekdays:
            ordinal = looks.is_ordinal(previous)
            counted = cue_word in _AHEAD and looks.is_length(own, words)
            return p - ordinal if ordinal or not cue or counted else first
        if cue_word in _COUNTED_FROM and text in words.units | _PARTS_OF_DAY:
            return p - bool(previous)
        if looks.is_short_length(text):
            return p
        if text in words.units and _WHICH.fullmatch(previous):
            return p - 1
        if not cue and self._goes_on(text, previous, own):
            return p
        if text in _WHICH_BEHIND and previous in words.units:
            return p - 1
        if text in words.units - _MINUTES and looks.is_count(previous):
            ahead = p > 1 and self._touches(p - 1) and self.words[p - 2].text in _AHEAD
            return p - 1 if not cue or cue_word in _LENGTH_CUES or ahead else first
        return p if looks.is_count(text) and cue and looks.is_length(own, words) and cue_word not in _AHEAD else first

    def _goes_on(self, text: str, previous: str, own: Sequence[str]) -> bool:
        """Return True for "Q1 | next year", "4 December | Thursday"."""
        months = self.known.words.months
        if _WHICH.fullmatch(own[0]) and own[-1] in self.known.words.units:
            return text in self.known.dated - _JOINTS - _SMALL
        is_year = looks.is_some_date(text) and previous in months
        return is_year or (text in months and looks.is_day(previous)) or (looks.is_day(text) and previous in months)

    def _touches(self, index: int) -> bool:
        return _BLANK.fullmatch(self.view[self.words[index - 1].end : self.words[index].start]) is not None


def _turn(texts: Sequence[str]) -> int:
    return next((len(turn.split()) for turn in _TURNS if f"{' '.join(texts[:3])} ".startswith(f"{turn} ")), 0)


def _is_chinese(text: str) -> bool:
    return _CJK.match(text) is not None
