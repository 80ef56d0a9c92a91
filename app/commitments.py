"""What is done to commitments: the part of a workspace that screens and commands call when something is to change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from app.ledger.agenda import commitment_of_entry
from app.ledger.commitment import Commitment
from app.line_commitments import LineCommitments

if TYPE_CHECKING:
    from app.ledger.conflicts import Seen
    from app.ledger.copies import LedgerCopy
    from app.ledger.drafts import Draft
    from app.ledger.entry import Entry, Outcome
    from app.ledger.held import HeldChange
    from app.ledger.journal import JournalLine
    from app.ledger.link_repair import BrokenLink
    from app.ledger.merging import Merged
    from app.ledger.quick_add import QuickLine
    from app.ledger.steps import Step
    from app.search.completer import Completer
    from app.search.suggest import Kind


class Commitments(LineCommitments):
    """Every change of a vault's commitments, and the reading of what a person types for one.

    Methods touch files and say what is wrong by raising `BetimesError`; on a screen they belong on a thread worker.
    """

    def draft_of(self, entry_id: str) -> dict[str, str]:
        """Return an entry as it is typed, field by field."""
        from app.ledger.drafts import draft_of

        return draft_of(self._ledger.entry(entry_id))

    def entry(self, entry_id: str) -> Entry:
        """Return an open entry as it is now; raises `NotFound`."""
        return self._ledger.entry(entry_id)

    def check_draft(self, draft: Draft) -> dict[str, str]:
        """Return for each field how it is read, or `! ` and why it cannot be."""
        from app.ledger.drafts import check_draft

        return check_draft(draft, self._reading())

    def read_line(self, text: str) -> QuickLine:
        """Read one line of prose as a commitment; whatever is typed is fine."""
        from app.ledger.quick_add import read_line

        return read_line(text, self._reading())

    def suggest(self, kind: Kind, typed: str) -> tuple[str, ...]:
        """Return what a link, project or tag that is being typed may become, best first, at most eight."""
        return self._completer.complete(kind, typed)

    @cached_property
    def _completer(self) -> Completer:
        from app.search.completer import Completer

        knowledge, chunks = self._upkeep.knowledge, self._tools().reader.chunks_of
        return Completer(knowledge, lambda: self._ledger.entries, chunks)

    def add(self, draft: Draft, suggestion: Commitment | None = None) -> Commitment:
        """Store a new entry; of what was suggested, with the suggestion: it is not offered any more."""
        item = self._after(self._actions.add(draft, self._reading()))
        if suggestion is not None:
            self._upkeep.suggestions.accept(suggestion.id, item.id)
        return item

    def draft_of_suggestion(self, item: Commitment) -> dict[str, str]:
        """Return the entry that a suggestion would make, linked to its note or block; raises `NotFound`."""
        return self._upkeep.suggestions.draft(item.id)

    def dismiss(self, item: Commitment) -> None:
        """Never suggest a sentence again, unless that is undone.

        Raises:
            NotFound: It is not suggested any more.
            WriteRefused: That cannot be recorded; it is still suggested.
        """
        self._actions.dismiss(item, *self._upkeep.suggestions.sentence(item.id))
        self._upkeep.suggestions.refresh_answers()
        self._upkeep.changed(None)

    def edit(self, entry_id: str, draft: Draft, seen: Entry | None = None) -> Commitment:
        """Change the fields of an entry that the draft names; `seen` is the entry that the draft was begun from.

        A task line, named as `find_line` takes it, is changed as `edit_line` does; one that belongs to an entry,
        together with that. Fields that only lines have (`start`, `scheduled`) are written into the entry's line.

        Raises:
            EntryChanged: It is no longer what was seen.
        """
        from app.ledger.adopting import is_line

        if is_line(entry_id):
            line = self.find_line(entry_id)
            owner = self.entry_of_line(line)
            if owner is None:
                return self.edit_line(line, draft)
            entry_id = owner
        return self._after(self._actions.edit(entry_id, draft, self._reading(), seen=seen))

    def resolve(
        self, item: Commitment, outcome: Outcome = "done", remark: str = "", *, seen: Seen | None = None
    ) -> Commitment:
        """Close a commitment; `seen` is what the person decided by. Raises `EntryChanged` when it no longer is that."""
        return self._after(self._actions.resolve(item, outcome, remark, seen=seen), "resolved")

    def following(self, item: Commitment) -> str:
        """Return what follows a repeating commitment once it is done: "next: Thu 31 Dec"; "" when that is unknown."""
        from app.ledger.following import after_entry, after_line

        if not item.repeat:
            return ""
        now = self._now()
        if item.note:
            return after_line(item, now.date(), self._upkeep.vault.reading)
        return after_entry(self._ledger.entry(item.id), now)

    def reopen(self, entry_id: str) -> Commitment:
        """Open an entry again that was resolved, or removed from the file by hand."""
        return self._after(self._actions.reopen(entry_id))

    def snooze(self, item: Commitment, when: str, *, seen: Seen | None = None) -> Commitment:
        """Hide a commitment until a day, typed as people write it, or its condition fires; `off` shows it again."""
        from app.ledger.draft_fields import read_snooze

        until, _ = read_snooze(when, self._reading())
        return self._after(self._actions.snooze(item, until, seen=seen))

    def confirm(self, item: Commitment) -> Commitment:
        """Take the sentence that an entry fires because of, or may, for a cue: it is such a situation.

        Raises:
            UsageError: It does not fire because of words, or that is a cue already.
        """
        return self._after(self._actions.judge(item, "confirmed"))

    def deny(self, item: Commitment) -> Commitment:
        """Take the sentence for a blocker: it is no such situation. An event firing is over. Raises as `confirm`."""
        return self._after(self._actions.judge(item, "corrected"))

    def acknowledge(self, item: Commitment) -> Commitment:
        """End an event firing: the person knows. Raises `UsageError` when the item does not fire by an event."""
        return self._after(self._actions.judge(item, "acknowledged"))

    def undo(self) -> str:
        """Take back the last change; returns what it was."""
        return self._step(self._actions.undo)

    def redo(self) -> str:
        """Make again what was undone last; returns what it was."""
        return self._step(self._actions.redo)

    def history(self, entry_id: str | None = None) -> list[JournalLine]:
        """Return the journal, or what it says of one entry."""
        return self._ledger.history(entry_id)

    def raw(self, entry_id: str) -> str:
        """Return an entry's text in the ledger file, for an editor."""
        return self._ledger.raw(entry_id)

    def replace_raw(self, entry_id: str, text: str, seen: str) -> Commitment:
        """Put what came back from an editor in place of an entry's text; `seen` is what `raw` returned before.

        Raises:
            UsageError: It is not one valid entry with the same id; the message says on which line, and why.
            WriteRefused: The entry was changed meanwhile.
        """
        return self._after(commitment_of_entry(self._ledger.replace_raw(entry_id, text, seen)))

    def steps(self, entry_id: str | None = None) -> Sequence[Step]:
        """Return what was done to an entry, or to all of them, in words, the latest first."""
        from app.ledger.steps import Steps

        return Steps(self._ledger.history(entry_id), entry_id)

    def restore(self, op: str, entry_id: str | None = None) -> Commitment:
        """Bring an entry back to what it was before a step of its history."""
        return self._after(commitment_of_entry(self._ledger.restore(op, entry_id)))

    @property
    def past_day(self) -> date | None:
        """The day whose ledger is shown, when that is a past one: it cannot be changed. None in the present."""
        return self._ledger.past_day

    def copy_names(self) -> list[str]:
        """Return the names of the ledger's conflict copies; quick, for telling that there are some."""
        return self._ledger.copy_names()

    def copies(self) -> tuple[LedgerCopy, ...]:
        """Return the conflict copies of the ledger that sync programs left, compared with the ledger."""
        return self._ledger.copies()

    def merge(self, copy: LedgerCopy, take: Collection[str] = ()) -> Merged:
        """Take over from a conflict copy what is missing here, and of the entries in `take` its version."""
        merged = self._ledger.merge(copy, take)
        self._upkeep.changed(None)
        return merged

    def broken_links(self) -> tuple[BrokenLink, ...]:
        """Return the links of open entries that lead nowhere; of a renamed note each with what it should be."""
        return self._upkeep.knowledge.broken_links()

    def repair_links(self, broken: Sequence[BrokenLink]) -> tuple[str, ...]:
        """Give links the names that their notes have now, in one step that can be undone; no note is changed.

        Returns:
            The entries that were changed.

        Raises:
            WriteRefused: Nothing was changed, and why.
        """
        from app.ledger.link_repair import changes_of, subject_of

        done = self._actions.relink(changes_of(broken), subject_of(broken))
        self._upkeep.changed(None)
        return done

    def held(self) -> tuple[HeldChange, ...]:
        """Return the changes that the system would not write and that wait to be tried again; immediate."""
        return self._made.held.items if self._made else ()

    def retry(self) -> tuple[list[str], list[HeldChange]]:
        """Try the held changes again; returns what is written now, and what still waits, with the reasons."""
        held = self._actions.held
        notes = {item.subject for item in held.items}
        done, still = held.retry()
        self._upkeep.suggestions.refresh_answers()
        for path in notes - {item.subject for item in still}:
            self._upkeep.changed(path if path and self._upkeep.vault.stat(path) else None)
        return done, still

    def discard(self, item: HeldChange | None = None) -> None:
        """Give up a held change, or all of them."""
        self._actions.held.discard(item)

    def _step(self, step: Callable[[], tuple[str, str]]) -> str:
        """Undo or redo, and offer the suggestions again of which the entries are undone."""
        before = {entry.id for entry in self._ledger.entries}
        said = self._after_step(step())
        self._upkeep.suggestions.refresh_answers()
        after = {entry.id for entry in self._ledger.entries}
        unmade, made = set(filter(self._is_unmade, before - after)), after - before
        if unmade or made:
            self._upkeep.suggestions.refresh(self._upkeep.store)
            self._upkeep.suggestions.follow(unmade, made)
        return said

    def _is_unmade(self, entry_id: str) -> bool:
        """Return True for an entry of which the making is what was undone last."""
        history = self._ledger.history(entry_id)
        return bool(history) and history[-1].details.get("undoes") == history[0].op

    def _after_step(self, step: tuple[str, str]) -> str:
        description, path = step
        self._upkeep.changed(path or None)
        return description
