"""Search results as rows: the band of operative commitments, then the notes, best first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from textual.content import Content

from app.ledger.commitment import Commitment
from app.ledger.wording import score_words, why_words
from app.search.result import Operative, RankMode, SearchResult, SearchResults
from widgets.agenda_rows import hint_rows
from widgets.drawing import Part, fit, line, marked, spread
from widgets.glyphs import Glyphs
from widgets.row_list import Row


@dataclass(frozen=True, slots=True)
class OperativeRow:
    """A commitment that fires in this context, why, and the note that it points to."""

    operative: Operative
    height: int = 2
    selectable: bool = True

    @property
    def key(self) -> str:
        """The commitment's id."""
        return f"operative:{self.operative.commitment.id}"

    @property
    def commitment(self) -> Commitment:
        """The commitment."""
        return self.operative.commitment

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return what is to be done, and why with where it leads."""
        item = self.commitment
        first = line(Part(f"{glyphs.operative} OPERATIVE ", "operative"), Part(item.action, "strong"))
        why = why_words(item.firing) if item.firing else ""
        places = [place_words(result) for result in self.operative.results[:1]]
        second = line("  ", Part(" → ".join([why or "now", *places]), "muted"))
        return fit(first, width), fit(second, width)


@dataclass(frozen=True, slots=True)
class MaybeRow:
    """A commitment that may be operative, which of its texts the query met, and how strong that is."""

    commitment: Commitment
    height: int = 2
    selectable: bool = True

    @property
    def key(self) -> str:
        """The commitment's id."""
        return f"maybe:{self.commitment.id}"

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return what may have to be done, and what is met with the score against what asserts."""
        first = line(Part(f"{glyphs.waiting} maybe ", "soon"), Part(self.commitment.action))
        firing = self.commitment.firing
        met = f"“{firing.met.text}”" if firing and firing.met else ""
        score = score_words(firing) if firing else ""
        second = spread(line("  ", Part(met, "muted")), line(Part(score, "muted")), width)
        return fit(first, width), second


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A note: title and section with its score, then the words around the match.

    Attributes:
        result: It.
        dated: True for its last change in place of the score, in a list that goes by that.
    """

    result: SearchResult
    dated: bool = False
    height: int = 2
    selectable: bool = True

    @property
    def key(self) -> str:
        """The chunk's row in the index."""
        return f"chunk:{self.result.chunk_id}"

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return where, with the score and signs at the right, and the snippet."""
        item = self.result
        exact = Part(f"{glyphs.pinned}{item.pinned} " if item.pinned else "", "mark")
        section = _section(item)
        left = line(Part(item.title, "strong", True), Part(f" › {section}" if section else "", "muted"))
        more = f"+{item.more} " if item.more else ""
        value = _day(item.modified) if self.dated else f"{item.score:.2f}"
        cut = Part("! " if item.problem else "", "late")
        firing = Part(glyphs.firing if item.firing else " ", "mark")
        right = line(cut, Part(more, "muted"), exact, Part(f"{value} "), firing)
        snippet = marked(item.snippet, item.marks) if item.snippet else line(Part(item.path, "muted", True))
        return spread(left, right, width), fit(line("  ") + snippet, width)


@dataclass(frozen=True, slots=True)
class HiddenRow:
    """How many notes are hidden for the query, and how to have them back."""

    count: int
    key: str = "hidden"
    height: int = 1
    selectable: bool = True

    def draw(self, width: int, glyphs: Glyphs) -> tuple[Content, ...]:
        """Return the number."""
        notes = "1 note" if self.count == 1 else f"{self.count} notes"
        return (fit(line(Part(f"{notes} hidden for this query: enter shows", "muted")), width),)


def _day(modified: float) -> str:
    """Return the day of a file's time; that of one that no calendar holds is not known."""
    try:
        return f"{datetime.fromtimestamp(modified):%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):
        return "????-??-??"


def place_words(result: SearchResult) -> str:
    """Return what a result is called: its title, and its section where that says more."""
    section = _section(result)
    return f"{result.title} › {section}" if section else result.title


def _section(result: SearchResult) -> str:
    """Return the heading path without a first heading that only repeats the title."""
    first, _, rest = result.heading.partition(" › ")
    return rest if first == result.title else result.heading


def result_rows(found: SearchResults, *, hint: str, hidden: int = 0) -> tuple[Row, ...]:
    """Return the rows of an answer; `hint` stands where there is none, below all how many are `hidden`."""
    rows: list[Row] = [OperativeRow(item) for item in found.operative]
    rows += (MaybeRow(item) for item in found.maybe)
    rows += (ResultRow(item, found.rank is RankMode.NEWEST) for item in found.results)
    if not found.results:
        rows += hint_rows(hint)
    if hidden:
        rows.append(HiddenRow(hidden))
    return tuple(rows)
