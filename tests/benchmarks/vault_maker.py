"""Vaults of any size, the same from the same seed: notes with links, tasks, properties and text that reads like notes.

Sentences follow the word pairs of the demonstration vault, so that common words are as common as in real notes. Most of
the telling words give way to those of a vocabulary that follows Zipf's law (Zipf 1949) and grows with the vault, as
Heaps' law has it; a note draws most of them from a topic. Links prefer notes that are linked already (Barabási and
Albert 1999), so that a few hubs have most of them.
"""

from __future__ import annotations

import random
import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from pathlib import Path

from app.ledger.matching import is_function_word

DEMO = Path(__file__).resolve().parents[2] / "app" / "demo" / "vault"
LAST_DAY = date(2026, 11, 30)
_PART = re.compile(r"[A-Za-z][a-z']+|[.,]")
_SYLLABLES = [consonant + vowel for consonant in "bdfghklmnprstvz" for vowel in "aeiou"] + ["st", "nd", "lin", "ter"]
_NOTES_OF_A_TOPIC = 40
_WORDS_OF_A_TOPIC = 60


@dataclass(frozen=True, slots=True)
class Shape:
    """What a vault is made of, on average for each note."""

    sections: float = 2.5
    sentences: float = 5.0
    links: float = 2.0
    tasks: float = 0.5
    topical: float = 0.75
    """Share of telling words that are the note's own, and not the demonstration vault's."""


class VaultMaker:
    """Writes one vault.

    Args:
        notes: How many notes.
        seed: The same seed makes the same vault.
        shape: What they are made of.
    """

    def __init__(self, notes: int, seed: int = 1, shape: Shape = Shape()) -> None:  # noqa: B008
        self.notes = notes
        self._chance = random.Random(seed)
        self._shape = shape
        self._follow = _pairs()
        self._common = {word for word in self._follow if word in ".," or is_function_word(word)}
        self._starts = [word for word in self._follow["."] if word != "."]
        size = 2_000 + 20 * int(notes**0.65)
        self.vocabulary = self._invent(size)
        self._weights = list(accumulate(1.0 / (rank + 10.0) for rank in range(size)))
        self._topics = [self._draw(_WORDS_OF_A_TOPIC) for _ in range(1 + notes // _NOTES_OF_A_TOPIC)]
        self.names = [self._name(number) for number in range(notes)]
        self._linked: list[int] = []

    def write(self, root: Path) -> None:
        """Write all notes below `root`, which is made."""
        made: set[Path] = set()
        for path, text in self.texts():
            file = root / path
            if file.parent not in made:
                file.parent.mkdir(parents=True, exist_ok=True)
                made.add(file.parent)
            file.write_text(text, encoding="utf-8")

    def texts(self) -> Iterator[tuple[str, str]]:
        """Return path and text of each note in turn."""
        for number, name in enumerate(self.names):
            yield name + ".md", self._text(number)

    def queries(self, count: int) -> list[str]:
        """Return what a person would type to find notes of this vault: two to five words that stand together."""
        found = []
        for _ in range(count):
            words = [word for word in self._sentence(self._chance.choice(self._topics)).rstrip(".").split() if word]
            length = self._chance.randint(2, 5)
            start = self._chance.randrange(max(1, len(words) - length))
            found.append(" ".join(words[start : start + length]).replace(",", "").lower())
        return found

    def _invent(self, size: int) -> list[str]:
        words: dict[str, None] = {}
        while len(words) < size:
            words["".join(self._chance.choices(_SYLLABLES, k=self._chance.randint(2, 4)))] = None
        return list(words)

    def _draw(self, count: int) -> list[str]:
        chosen = (self._chance.random() * self._weights[-1] for _ in range(count))
        return [self.vocabulary[bisect(self._weights, at)] for at in chosen]

    def _name(self, number: int) -> str:
        if number % 10 == 9:
            day = LAST_DAY - timedelta(days=number // 10)
            return f"Daily/{day.year}/{day.isoformat()}"
        topic = number // _NOTES_OF_A_TOPIC
        words = self._chance.sample(self._topics[topic], 2)
        return f"Area {topic % 50}/Topic {topic}/{' '.join(words).capitalize()} {number}"

    def _text(self, number: int) -> str:
        chance, shape = self._chance, self._shape
        topic = self._topics[number // _NOTES_OF_A_TOPIC]
        name = self.names[number].rpartition("/")[2]
        lines = ["---", f"tags: [{chance.choice(topic)}]", f"project: p{number % 97}", "---", f"# {name}", ""]
        links = self._targets(number)
        for section in range(self._about(shape.sections)):
            if section:
                lines += [f"## {' '.join(chance.sample(topic, 2)).capitalize()}", ""]
            text = " ".join(self._sentence(topic) for _ in range(self._about(shape.sentences)))
            lines += [f"{text} See [[{links.pop()}]]." if links else text, ""]
        lines += [f"- [[{link}]]" for link in links]
        for _ in range(self._about(shape.tasks, least=0)):
            due = LAST_DAY + timedelta(days=chance.randint(-60, 300))
            lines.append(f"- [{chance.choice('xxx ')}] {self._sentence(topic)[:60]} 📅 {due}")
        return "\n".join(lines) + "\n"

    def _targets(self, number: int) -> list[str]:
        found = []
        for _ in range(self._about(self._shape.links, least=0)):
            preferred = self._linked and self._chance.random() < 0.7
            target = self._chance.choice(self._linked) if preferred else self._chance.randrange(self.notes)
            if target != number:
                self._linked.append(target)
                found.append(self.names[target].rpartition("/")[2])
        return found

    def _about(self, mean: float, least: int = 1) -> int:
        return max(least, round(self._chance.expovariate(1.0 / mean)) if mean else 0)

    def _sentence(self, topic: list[str]) -> str:
        chance = self._chance
        word, words = chance.choice(self._starts), []
        for _ in range(chance.randint(6, 24)):
            if word == ".":
                break
            own = word not in self._common and chance.random() < self._shape.topical
            shown = (chance.choice(topic) if chance.random() < 0.7 else self._draw(1)[0]) if own else word
            words.append(shown)
            word = chance.choice(self._follow[word])
        return (" ".join(words).replace(" ,", ",").strip(", ") or "So").capitalize() + "."


def _pairs() -> dict[str, list[str]]:
    """Return what follows each word in the prose of the demonstration vault, as often as it does."""
    follow: dict[str, list[str]] = defaultdict(list)
    for note in sorted(DEMO.rglob("*.md")):
        for line in note.read_text("utf-8").splitlines():
            if line[:1].isalpha():
                parts = [".", *(part.lower() for part in _PART.findall(line)), "."]
                for before, after in zip(parts, parts[1:], strict=False):
                    follow[before].append(after)
    return follow
