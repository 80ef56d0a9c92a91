"""Tells that something in the vault changed. A hint and no more: what changed is found out by looking."""

from __future__ import annotations

import os
import queue
import re
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.config import WatchConfig
from app.vault.change_buffer import ChangeBuffer
from app.vault.files import Vault
from app.vault.ignore import IGNORE_FILE, conflict_of
from app.vault.names import is_note_name
from app.vault.opening import reason

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent

    from app.vault.watching import Subscription

_SWEEP = 900.0
_OWN = re.compile(r"\.betimes/(?:(?:journal|operations)\.jsonl|[^./][^/]*\.toml(?!.*(?:\.tmp|\.sw.|~)$)[^/]*)")
"""Ledger, resolved entries, settings, and what sync programs leave of them, but no temporary files; and the records of
what was done and what fired, to which another instance may have added."""

OnChange = Callable[[frozenset[str] | None], None]
"""Called with the keys of what changed (notes, `.betimesignore`, what is in `.betimes`), or None: look at all."""


def start_watcher(vault: Vault, config: WatchConfig, notify: Callable[[frozenset[str] | None], None]) -> Watcher | None:
    """Start to watch a vault as the settings say; None when they say not to."""
    if config.mode == "off":
        return None
    watcher = Watcher(vault, notify, polling=config.mode == "poll", interval=config.poll_seconds)
    watcher.start()
    return watcher


class Watcher:
    """Watches a vault from threads of its own.

    Attributes:
        notice: What a person should know about how changes are noticed; empty when all is as it should be.
    """

    def __init__(
        self, vault: Vault, on_change: OnChange, *, polling: bool = False, interval: float = 5.0, check: float = 1.0
    ) -> None:
        """Prepare; `start` begins.

        Args:
            vault: The vault.
            on_change: Called from the watcher's own thread; it may only pass the news on, and must not raise.
            polling: Look every `interval` seconds instead of being told: for network folders.
            interval: Seconds between looks when polling.
            check: Seconds between looks whether the vault is still there.
        """
        self.notice = ""
        self._vault = vault
        self._on_change = on_change
        self._polling = polling
        self._interval = interval
        self._check = check
        self._events: queue.SimpleQueue[FileSystemEvent | None] = queue.SimpleQueue()
        self._buffer = ChangeBuffer()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._subscription: Subscription | None = None
        self._identity: tuple[int, int] | None = None

    @property
    def healthy(self) -> bool:
        """True while changes are noticed within moments (or the interval): the vault is there and watched."""
        subscription = self._subscription
        return subscription is not None and subscription.alive

    def start(self) -> None:
        """Begin; takes as long as it takes to list the folders of the vault."""
        from app.vault.watching import LostEvents

        self._lost = LostEvents(lambda: self._events.put(None))
        self._lost.attach()
        self._subscribe()
        self._thread.start()

    def stop(self) -> None:
        """End and wait for the threads; may be called twice."""
        if self._stopped.is_set() or not self._thread.is_alive():
            return
        self._stopped.set()
        self._events.put(None)
        self._thread.join()
        self._unsubscribe()
        self._lost.detach()

    def _subscribe(self) -> None:
        from app.vault.watching import EventSink, Subscription

        try:
            self._identity = self._seen()
            self._subscription = Subscription(
                self._vault.root, EventSink(self._events.put), polling=self._polling, interval=self._interval
            )
            self.notice = self._subscription.notice
        except OSError as error:
            self.notice = f"{self._vault.root} cannot be watched: {reason(error)}"

    def _unsubscribe(self) -> None:
        if self._subscription is not None:
            self._subscription.stop()
            self._subscription = None

    def _seen(self) -> tuple[int, int]:
        status = self._vault.root.stat()
        return status.st_dev, status.st_ino

    def _run(self) -> None:
        check = time.monotonic() + self._check
        sweep = time.monotonic() + _SWEEP
        while not self._stopped.is_set():
            self._collect(self._wait(check))
            now = time.monotonic()
            if now >= check:
                self._look_after_root()
                check = now + self._check
            if now >= sweep:
                self._buffer.add(None, now)
                sweep = now + _SWEEP
            due = self._buffer.due()
            if due is not None and now >= due:
                self._deliver()

    def _wait(self, check: float) -> float:
        return max(0.0, min(check, self._buffer.due() or check) - time.monotonic())

    def _collect(self, timeout: float) -> None:
        try:
            event = self._events.get(timeout=timeout)
            while not self._stopped.is_set():
                for path in changed_paths(self._vault, event):
                    self._buffer.add(path, time.monotonic())
                event = self._events.get_nowait()
        except queue.Empty:
            return

    def _look_after_root(self) -> None:
        """Notice that the vault went away, came back or is another folder now; the library does not."""
        try:
            present = self._seen()
        except OSError as error:
            if self._subscription is not None:
                self._unsubscribe()
                self.notice = f"{self._vault.root} cannot be watched: {reason(error)}"
                self._buffer.add(None, time.monotonic())
            return
        if present != self._identity or not self.healthy:
            self._unsubscribe()
            self._subscribe()
            self._buffer.add(None, time.monotonic())

    def _deliver(self) -> None:
        changes = self._buffer.take()
        if changes is None and self._subscription is not None:
            self._subscription.verify()
            self.notice = self._subscription.notice
        self._on_change(changes)


def changed_paths(vault: Vault, event: FileSystemEvent | None) -> set[str | None]:
    """Return what an event says has changed, as keys; None stands for anything.

    Args:
        vault: The vault.
        event: What the system told; None when it lost count.
    """
    if event is None:
        return {None}
    changes: set[str | None] = set()
    for place in (event.src_path, event.dest_path):
        key = vault.relative(os.fsdecode(place)) if place else None
        if key is None:
            continue
        if event.is_directory:
            changes |= set() if vault.rules.ignores(key, is_dir=True) else {None}
        elif key == IGNORE_FILE or _OWN.fullmatch(key):
            changes.add(key)
        elif is_note_name(key):
            changes |= _note_change(vault, key)
    return changes


def _note_change(vault: Vault, key: str) -> set[str | None]:
    """A conflict copy is not a note, but the next scan is to find it."""
    if not vault.rules.ignores(key, is_dir=False):
        return {key}
    folder, _, name = key.rpartition("/")
    hidden = bool(folder) and vault.rules.ignores(folder, is_dir=True)
    return {None} if conflict_of(name) is not None and not hidden else set()
