"""News that crosses widgets, and the one place where other threads meet the event loop."""

from __future__ import annotations

from textual.message import Message
from textual.message_pump import MessagePump

from app.errors import BetimesError
from app.events import EmbedderChanged, EntriesFired, Event, Fired, IndexChanged, IndexProgress, LedgerChanged, Notice


class StatusChanged(Message):
    """Something that the status line tells has changed; handled by `MainScreen`."""

    def can_replace(self, message: Message) -> bool:
        """Take the place of an earlier one that still waits."""
        return isinstance(message, StatusChanged)


class NotesChanged(Message):
    """Notes in the index are not what they were; handled by `MainScreen`."""

    def __init__(self, paths: frozenset[str]) -> None:
        super().__init__()
        self.paths = paths

    def can_replace(self, message: Message) -> bool:
        """Take in an earlier one that still waits."""
        if not isinstance(message, NotesChanged):
            return False
        self.paths |= message.paths
        return True


class CommitmentsChanged(Message):
    """The agenda is not what it was; handled by `MainScreen`."""

    def can_replace(self, message: Message) -> bool:
        """Take the place of an earlier one that still waits."""
        return isinstance(message, CommitmentsChanged)


class CommitmentsFired(Message):
    """Notes have set off commitments; handled by `MainScreen`."""

    def __init__(self, fired: tuple[Fired, ...]) -> None:
        super().__init__()
        self.fired = fired


class Noticed(Message):
    """A line that a person should see once; handled by `MainScreen`."""

    def __init__(self, notice: Notice) -> None:
        super().__init__()
        self.notice = notice


def post_event(target: MessagePump, event: Event) -> None:
    """Pass what the core announces on to a screen, from whatever thread."""
    match event:
        case IndexProgress() | EmbedderChanged():
            target.post_message(StatusChanged())
        case IndexChanged(paths=paths):
            target.post_message(NotesChanged(paths))
        case LedgerChanged():
            target.post_message(CommitmentsChanged())
        case EntriesFired(fired=fired):
            target.post_message(CommitmentsFired(fired))
        case Notice():
            target.post_message(Noticed(event))


def post_error(target: MessagePump, error: BetimesError) -> None:
    """Pass an error that a person can act on to a screen, from whatever thread."""
    target.post_message(Noticed(Notice(error.message, error.hint, "error")))
