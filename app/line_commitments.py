"""Task lines as a person changes them: found in their notes, edited by tokens, opened again, made entries of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.commitment_changes import CommitmentChanges
from app.errors import UsageError
from app.ledger.commitment import Commitment

if TYPE_CHECKING:
    from app.ledger.drafts import Draft


class LineCommitments(CommitmentChanges):
    """The part of `Commitments` that is about task lines alone."""

    def find_line(self, reference: str) -> Commitment:
        """Return a task line as its note has it now, open or closed, by `path:line` or `path#^block`.

        Raises:
            NotFound: There is no task there.
            VaultError: The note cannot be read.
        """
        from app.ledger.agenda import commitment_of_task

        return commitment_of_task(self._actions.lines.find(reference))

    def closed_lines(self, path: str) -> tuple[Commitment, ...]:
        """Return the ticked and cancelled task lines of a note, as it is on disk now; raises `VaultError`."""
        from app.ledger.agenda import commitment_of_task

        return tuple(commitment_of_task(task) for task in self._actions.lines.tasks(path) if not task.is_open)

    def entry_of_line(self, item: Commitment) -> str | None:
        """Return the id of the open entry that was made of a task line; None when it stands for itself."""
        from app.ledger.adopting import adopted_blocks

        if item.note is None or "#^" not in item.id:
            return None
        blocks = adopted_blocks(self._ledger.entries, self._upkeep.resolve)
        return blocks.get((item.note.path, item.id.rpartition("#^")[2]))

    def line_draft(self, item: Commitment) -> dict[str, str]:
        """Return the fields of a task line as they are typed: due, scheduled, start, priority, repeat."""
        from app.ledger.line_drafts import draft_of_line

        return draft_of_line(self._actions.lines.task_of(item))

    def check_line(self, item: Commitment, draft: Draft) -> dict[str, str]:
        """Return for each field of a task line how it is read, or `! ` and why it cannot be; no file is looked at."""
        from app.ledger.line_drafts import check_line_draft

        return check_line_draft(item, draft, self._reading())

    def edit_line(self, item: Commitment, draft: Draft) -> Commitment:
        """Change the fields of a task line that the draft names, each by its own token in the note.

        Raises:
            UsageError: A field cannot be read, or a task line has no place for it.
            WriteRefused: The line is no longer what was shown, or it could not be written as meant.
        """
        return self._after_status(self._actions.edit_line(item, draft, self._reading()))

    def next_status(self, item: Commitment) -> Commitment:
        """Write the status that follows a task line's own; when that is done, the line is resolved.

        Raises:
            WriteRefused: The line is no longer what was shown, or no status follows.
        """
        return self._after_status(self._actions.next_status(item))

    def _after_status(self, item: Commitment) -> Commitment:
        return self._after(item, "edited" if item.status == "open" else "resolved")

    def reopen_line(self, item: Commitment) -> Commitment:
        """Open a task line again that was ticked or cancelled."""
        return self._after(self._actions.reopen_line(item))

    def adopting_draft(self, item: Commitment) -> dict[str, str]:
        """Return what the form of an entry made of a task line holds at first: its link to the line included."""
        return self._actions.adopting_draft(item)

    def adopt(self, item: Commitment, draft: Draft) -> Commitment:
        """Make an entry of a task line, in one step: the line gets a block id and belongs to the entry from then on.

        Raises:
            UsageError: A field cannot be read, the line cannot be linked, or it belongs to an entry already.
            WriteRefused: The line is no longer what was shown.
        """
        owner = self.entry_of_line(item)
        if owner is not None:
            raise UsageError(f"{item.id} belongs to the entry {owner} already", "Edit that entry.")
        return self._after(self._actions.adopt(item, draft, self._reading()))
