"""Dialogs whose text would hurt to lose: they tell what is typed, so that it can be kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.unsaved import Draft


@dataclass(frozen=True, slots=True)
class Keeping:
    """What a dialog is for.

    Attributes:
        kind: As in `Draft`.
        title: What for, in words.
        about: What else is needed to open it again.
    """

    kind: str
    title: str
    about: Mapping[str, Any] = field(default_factory=dict)


class KeepsDraft:
    """A dialog that something is typed into."""

    keeping: Keeping | None = None
    """What it is for; None keeps nothing."""

    def typed(self) -> Mapping[str, Any] | None:
        """Return what is typed; None when closing would lose nothing."""
        raise NotImplementedError

    def unsaved(self) -> Draft | None:
        """Return what is to be kept of it."""
        typed = self.typed() if self.keeping is not None else None
        if self.keeping is None or typed is None:
            return None
        return Draft(self.keeping.kind, self.keeping.title, {**self.keeping.about, **typed})
