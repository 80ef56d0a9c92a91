"""Commitments in the prose of notes, found by rules and never by a model, and offered, never taken.

- A sentence counts when it binds the person who wrote it (`english_markers`, `german`, `french`, `spanish`) and waits
  for something: a day to come, counted from the note's own day, or a condition ("next time the boiler man is here").
- What asks, doubts, tells of habit or of the past, and what others promise, is none. Nor is code, a quote, a heading, a
  task line or a template.
- The less personal a note, the surer the words have to be: among code only promises count, in a note without a date of
  its own only what is said in the first person.
- Precision before recall: a false suggestion costs trust, a missed one costs what it cost before.
"""

from __future__ import annotations

from app.ledger.suggestions.dating import NoteDay, note_day
from app.ledger.suggestions.scanning import find_suggestions, linked_draft, said, voice_of
from app.ledger.suggestions.values import Suggestion, sentence_key

__all__ = ["NoteDay", "Suggestion", "find_suggestions", "linked_draft", "note_day", "said", "sentence_key", "voice_of"]
