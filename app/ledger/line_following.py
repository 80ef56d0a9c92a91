"""What other programs do to the lines of entries reaches the entries: closed there, closed here; changed, changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from app.errors import BetimesError, LedgerError, VaultError, said
from app.ledger.adopting import adopted_blocks
from app.ledger.entry import Entry
from app.ledger.journal import JournalLine
from app.ledger.ledger import Ledger
from app.ledger.line_actions import LineActions
from app.ledger.line_news import Before, LineNews, news_of
from app.ledger.line_steps import LineStep, known_lines
from app.vault.files import Vault
from app.vault.note import FileStamp, TaskLine
from app.vault.task_edits import DEFAULT_STYLE

_Line = tuple[Entry, TaskLine]


class LineFollowing:
    """Compares the lines of open entries with what the journal knows of them, and makes it a step where they differ.

    A line that is gone, doubled, or in a note that cannot be read says nothing.

    Attributes:
        problems: What a person has to decide, by entry.
    """

    def __init__(self, vault: Vault, ledger: Ledger, resolve: Callable[[str], str | None]) -> None:
        self._lines = LineActions(vault, ledger, DEFAULT_STYLE)
        self._ledger = ledger
        self._resolve = resolve
        self._notes: dict[str, tuple[FileStamp, tuple[TaskLine, ...]]] = {}
        self._compared: dict[str, _Line] = {}
        self.problems: dict[str, str] = {}

    def follow(self) -> list[str]:
        """Look at all lines of open entries, and record what is new; quick when nothing is.

        Returns:
            What was done, in words for a person.
        """
        if self._ledger.problem is not None or self._ledger.past_day is not None:
            return []
        present = {entry.id: (entry, task) for entry, task in self._present()}
        self.problems = {key: problem for key, problem in self.problems.items() if key in present}
        waiting = [line for key, line in present.items() if self._compared.get(key) != line]
        self._compared = {key: line for key, line in self._compared.items() if key in present}
        try:
            due = [line for line, news in self._news(waiting) if news.asks_for_a_step]
        except LedgerError:
            return []  # a journal that cannot be read is told of by whoever writes into it
        return [words for words in map(self._followed, due) if words]

    def _followed(self, line: _Line) -> str:
        entry, task = line
        try:
            return self._made(line)
        except BetimesError as error:
            self._compared.pop(entry.id, None)
            self.problems[entry.id] = f"{task.path}:{task.line} was changed, and this not: {said(error)}"
            return ""

    def _news(self, lines: Sequence[_Line]) -> Iterator[tuple[_Line, LineNews]]:
        histories = self._ledger.histories([entry.id for entry, _ in lines])
        for entry, task in lines:
            news = news_of(entry, task, self._known(entry, task, histories[entry.id]))
            self._compared[entry.id] = (entry, task)
            self.problems.pop(entry.id, None)
            if news.problem:
                self.problems[entry.id] = news.problem
            yield (entry, task), news

    def _known(self, entry: Entry, task: TaskLine, history: Sequence[JournalLine]) -> Mapping[str, Before]:
        known = known_lines(history, entry.id, task.block_id or "")
        return {key: Before(self._lines.parse(task.path, line.raw), line.table) for key, line in known.items()}

    def _made(self, line: _Line) -> str:
        """Compare once more, with nobody else at work, and make the step; returns what it was, "" for none."""
        entry_id = line[0].id
        with self._ledger.together():
            self._ledger.reload()
            self._notes.pop(line[1].path, None)
            again = [(entry, task) for entry, task in self._present() if entry.id == entry_id]
            return next((self._step(entry, task, news) for (entry, task), news in self._news(again)), "")

    def _step(self, entry: Entry, task: TaskLine, news: LineNews) -> str:
        step = LineStep(seen=task.raw, note=task.path)
        if news.outcome is not None:
            remark = f"{'cancelled' if news.outcome == 'dropped' else 'ticked'} in {task.path}"
            self._ledger.resolve(entry.id, news.outcome, remark, line=step)
            return f"“{entry.action}” is {news.outcome}: {remark}"
        if news.changes:
            changed = self._ledger.edit(entry.id, seen=entry, line=step, **dict(news.changes))
            self._compared[entry.id] = (changed, task)
            return f"“{entry.action}” has another {' and '.join(news.changes)}: changed in {task.path}"
        if news.is_worth_noting:
            self._ledger.note_line(entry.id, LineStep(seen=task.raw))
        return ""

    def _present(self) -> Iterator[_Line]:
        """Yield the open entries whose lines there are, with these."""
        entries = {entry.id: entry for entry in self._ledger.entries}
        for (path, block), entry_id in adopted_blocks(entries.values(), self._resolve).items():
            found = [task for task in self._tasks(path) if task.block_id == block]
            if len(found) == 1 and entry_id in entries:
                yield entries[entry_id], found[0]

    def _tasks(self, path: str) -> tuple[TaskLine, ...]:
        """Return the task lines of a note that have block ids; read again only when the file is another."""
        stamp, known = self._lines.stamp(path), self._notes.get(path)
        if stamp is None:
            return ()
        if known is None or known[0] != stamp:
            try:
                tasks = self._lines.tasks(path)
            except VaultError:
                return ()
            known = self._notes[path] = (stamp, tuple(task for task in tasks if task.block_id))
        return known[1]
