"""Errors that are meant for people.

BetimesError
├── ConfigError       a setting cannot be used
├── VaultError        the folder of notes cannot be read
├── LedgerError       the ledger does not parse or cannot be used
├── StoreError        the index cannot be used
│   └── QueryInterrupted  another query took its place: nothing to tell a person
├── EmbedderUnavailable   no vectors now: not configured, still loading, or failed
├── NotFound          no such commitment or note
├── UsageError        what was asked for cannot be understood
└── WriteRefused      a write would not have been safe, so nothing was written
    └── NotWritable   the system would not take it: a full disk, no permission
"""

from __future__ import annotations


class BetimesError(Exception):
    """Something a person can act on.

    Attributes:
        message: What went wrong, and where.
        hint: What to do about it; may be empty.
    """

    kind = "error"
    exit_code = 3

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ConfigError(BetimesError):
    """A setting cannot be used."""

    kind = "config"


class VaultError(BetimesError):
    """The folder of notes, or a note in it, cannot be read."""

    kind = "vault"


class LedgerError(BetimesError):
    """The ledger does not parse, or holds something that cannot be used."""

    kind = "ledger"


class StoreError(BetimesError):
    """The index cannot be used."""

    kind = "index"


class QueryInterrupted(StoreError):
    """Another thread interrupted the query; its result is not wanted any more."""


class EmbedderUnavailable(BetimesError):
    """There are no vectors now: switched off, still loading, or failed."""

    kind = "embedder"


class NotFound(BetimesError):
    """There is no such commitment or note."""

    kind = "not-found"
    exit_code = 1


class UsageError(BetimesError):
    """What was asked for cannot be understood."""

    kind = "usage"
    exit_code = 2


class WriteRefused(BetimesError):
    """A write would not have been safe, so nothing was written."""

    kind = "write-refused"
    exit_code = 4


class NotWritable(WriteRefused):
    """The system would not take a write: a full disk, a read-only vault, no permission. The same may succeed later."""


def said(error: BetimesError | None) -> str:
    """Return an error with its hint in one line; "" when there is none."""
    if error is None:
        return ""
    return f"{error.message.rstrip('.')}. {error.hint}" if error.hint else error.message
