"""What other programs do to the task lines of entries, followed and told; loaded at the first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from app.events import Event, Notice
from app.ledger.ledger import Ledger
from app.vault.files import Vault

if TYPE_CHECKING:
    from app.ledger.line_following import LineFollowing


class LineWatch:
    """Lets entries follow their lines; the first paint does without."""

    def __init__(
        self, vault: Vault, ledger: Ledger, resolve: Callable[[str], str | None], emit: Callable[[Event], None]
    ) -> None:
        self._vault = vault
        self._ledger = ledger
        self._resolve = resolve
        self._emit = emit
        self._made: LineFollowing | None = None

    @property
    def problems(self) -> Mapping[str, str]:
        """What the lines of entries leave a person to decide, by entry; immediate."""
        return self._made.problems if self._made is not None else {}

    def follow(self) -> bool:
        """Compare the lines with their entries, and tell what that changed; True when it changed something."""
        if self._made is None:
            from app.ledger.line_following import LineFollowing

            self._made = LineFollowing(self._vault, self._ledger, self._resolve)
        before = dict(self._made.problems)
        done = self._made.follow()
        for words in done:
            self._emit(Notice(words, "Undo takes that back."))
        return bool(done) or before != self._made.problems
