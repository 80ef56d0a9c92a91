"""The numbers of the condition matcher, all of them, and where each comes from.

*Fitted* were chosen on the 48 blueprints (`betimes eval blueprints`), 25 of them conditions, with the vectors of
all-MiniLM-L6-v2 and all 48 entries open at once, at a false-fire rate of at most 0.75 % over 445 pairs of an entry and
a later or unrelated note of the same person. *Plateau* stand where neighbouring values do about as well. Features and
words were chosen in sight of the same blueprints, so the figures flatter; releases are judged on a set kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass

MANY_CUES = 8
"""More cues than this change nothing any more."""
MEANING_WITHOUT_CUES, MEANING_WITH_MANY = 1.2, 0.3
"""Weight of the meaning beside the words: fitted at both ends, a geometric curve between them. Without cues there are
too few words to meet; eight cues have them."""
FIRE, FIRE_CUES, FIRE_POWER = 8.0, 0.0411, 1.856
"""Evidence that asserts is FIRE / (1 + FIRE_CUES n^FIRE_POWER): fitted for eight cues (2.7); for none so high that
nearly nothing is asserted, because near misses would be as often as the real thing; the curve between them keeps the
false-fire rate of two and of four cues taken from the eight (three choices) below 0.5 %."""
FIRE_WORDS = 3.0
"""The same while there are no vectors and words are all the evidence, with any number of cues. The false-fire rate
would allow 2.3, but near misses, which share words and lack the sense, would reach it twice as often."""
WITHOUT_EXAMPLES = 1.6
"""How many times more an entry without cues or without blockers needs. Without blockers a third of the near misses
reach 1, with any number of cues; they reach this as seldom as with blockers. Chosen on blueprints and demonstration.
"""
LISTED = 0.62
"""Score from which an entry may be operative."""
MAYBE_SHOWN = 3
"""How many of those are offered."""
LOOKED_AT = 24
"""Entries with most evidence whose blockers and sentences are looked at."""
ASSERTING_WORDS = 2
"""Content words that a unit must have to assert by evidence: one word is a topic, not a situation."""
ASSERTING_SHARED = 3
"""Where words are all the evidence, words that the unit must have in common with condition and cues: two are a topic
still, and the words of the action always are."""
OUT_OF_REACH = 10.0
"""Score that is asked of what can only be offered: units of fewer words, and, where words are all the evidence, entries
without cues or without blockers, whose few words any neighbouring situation has too."""

ACTION_WORDS = 0.5
"""Weight of a word of the action beside one of the condition or a cue. Plateau."""
BLOCKED_WORDS = 0.5
"""Weight left to a word that a blocker says too, such as the name of somebody whom all of it is about. Plateau (0.25 to
0.7)."""
EXTRA_WORDS = 60.0
"""Added to a unit's length where chance is taken off, so that one rare word alone is no evidence. Plateau."""
CONDITION_SHARE = 0.3
"""How much the condition's vector counts beside the mean of the cues: a rule is worded unlike the situation that it
waits for. Plateau."""

BLOCKER_STEEPNESS, BLOCKER_MARGIN = 6.25, 0.1
"""A blocker lowers the score by STEEPNESS times what it is nearer than the nearest cue, and MARGIN. Plateau."""
BLOCKER_MARGIN_WORDS = 0.0
"""The same margin where likeness is judged by words alone: nothing in common is no reason against."""
NOT_YET = 0.625
"""Taken off where the sentence says that it has not come about. Plateau (0.5 to 0.75)."""
WRONG_AMOUNT = 0.625
"""Taken off, as for NOT_YET, where the sentence names amounts and none is what the condition asks for: "£18,000" for
"above £25,000". Not fitted: one of the 25 conditions compares an amount, and nothing can be learned from one."""
WRONG_AMOUNT_LEAVES = 0.95
"""The most that it leaves of the score that asserts, however strong the evidence: a number that contradicts the
condition leaves no doubt, where a "not yet" may be about something else. By decision, not by measurement."""

REFERENCE_CHUNKS = 1000
"""Size of the vault that scores refer to, so that they mean the same in vaults of all sizes: a smaller one is filled up
to it with other people's words, and with everyday notes as the background of meaning. Not fitted: it is the size that
the constants were fitted at."""
OWN_LANGUAGE = 0.25
"""Share of a vault's words that other people's notes must know (0.81 on average, 0.73 at least, against 0.10 in German
and 0.09 in French notes), else it is written in another language and they say nothing of it."""
OWN_CHUNKS, OWN_DEVIATIONS = 10, 2.0
"""How many chunks of a vault must surely lie, on average, how many deviations above everyday notes to be of another
kind, so that they alone are an entry's background. Not fitted: in vaults of one blueprint the highest of 2,304 values
is 1.3 deviations; of twenty notes half of which are in another language it is 2.5."""
MIN_STD = 0.02
"""A narrower background than this is a vault of copies, not evidence."""

NAMED_BY_ONE_WORD = 0.38
"""Share of a condition's weight that a single word must carry to name it: "frost" of "the first hard frost", not "Dad".
"""
NAMED_BY_WORDS = 0.1
"""The same for two words and more, all of which stand in the condition."""
SAME_WORDS = 0.65
"""Share of a cue's or a blocker's weight that two words and more must carry to be the same words again."""
NAMED_MAYBE = 0.2
"""Share of a text's weight from which words that all stand in it are worth offering."""


@dataclass(frozen=True, slots=True)
class FiringConstants:
    """The fitted numbers as a value, so that `betimes eval fit` can match with others than these.

    Attributes:
        meaning_without_cues: See `MEANING_WITHOUT_CUES`.
        meaning_with_many: See `MEANING_WITH_MANY`.
        fire: See `FIRE`.
        fire_cues: See `FIRE_CUES`.
        not_yet: See `NOT_YET`.
        listed: See `LISTED`.
        maybe_shown: See `MAYBE_SHOWN`.
        looked_at: See `LOOKED_AT`.
    """

    meaning_without_cues: float = MEANING_WITHOUT_CUES
    meaning_with_many: float = MEANING_WITH_MANY
    fire: float = FIRE
    fire_cues: float = FIRE_CUES
    not_yet: float = NOT_YET
    listed: float = LISTED
    maybe_shown: int = MAYBE_SHOWN
    looked_at: int = LOOKED_AT


SHIPPED = FiringConstants()
"""What the program matches with."""
