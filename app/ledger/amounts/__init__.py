"""Amounts in a condition and in a context: "when we quote for a contract above £25,000" is not met by £18,000.

A comparison with a number is read from the condition: above, over, more than, at least, below, under, fewer than, at
most, between, "3 or more", "not above". An amount of the context concerns it when it is of the same currency or
measure (lengths, weights, times and the like are converted), counts the same things, or says nothing of what it is.
When such amounts are named and none is what the condition asks for, the match loses so much that it is not asserted.
When one is, or none is named, nothing changes: words and meaning decide.

Numbers are read with thousands and decimals of either style where that is beyond doubt ("25,000", "1.234,50",
"1,20"; "25.000" only with €), with k, m, thousand and million, with a minus, and as words up to ninety-nine. Dates,
times, years, telephone numbers, and numbers that are names ("room 12", "no. 14", "the 3rd") are no amounts.
"""

from __future__ import annotations

from app.ledger.amounts.comparisons import Comparison, comparisons_in, contradicted
from app.ledger.amounts.numbers import Amount, amounts_in

__all__ = ["Amount", "Comparison", "amounts_in", "comparisons_in", "contradicted"]
