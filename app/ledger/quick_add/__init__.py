"""One typed line, read as a commitment: "submit packet by 15 Aug, 3 days ahead, every year".

- `!high`, `!1` (highest) to `!5`, `!!!` (high), `!!` (medium), `#tag`, `@project`, `@"kitchen work"`, `[[Note#Part]]`:
  anywhere, at the beginning of a word. A backslash before them, and double quotes around them, keep them text.
- `when`, `once`, `if`, `after` ... and a clause: the condition, up to a marker, a date with `by`, `due`, `until` or
  `before`, the end of the sentence; at the beginning of the line up to the first comma, colon or "then".
- A date before the condition, or days around a situation that lasts, are part of it: "after the 15th when the quote is
  in", "while we are abroad (1 to 14 June)"; see `app.ledger.condition_dates`. A lead may count from such days.
- `never`, `don't` and what must not be done: all of it stays the action, and doing it is the condition.
- A date with a cue (`by`, `due`, `on`, `until`, `before`, `@`), or one that cannot be anything else; of several the
  last that has a cue. What stands in a condition or in quotes is none.
- `3 days ahead`, `remind me 2 weeks before`, `with a week's notice`; `every ...`, `daily` at the end.

What is left is the action. Nothing is an error: what looks like a part and cannot be used is named and stays text.
"""

from __future__ import annotations

from app.ledger.quick_add.line import read_line
from app.ledger.quick_add.values import QuickLine, QuickPart

__all__ = ["QuickLine", "QuickPart", "read_line"]
