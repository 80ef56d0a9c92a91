"""Tells that something in the vault changed. A hint and no more: what changed is found out by looking."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.config import WatchConfig
from app.errors import VaultError
from app.vault.change_buffer import ChangeBuffer
from app.vault.files import Vault
from app.vault.opening import reason
from app.vault.watcher_events import changed_paths
from app.vault.watcher_inbox import Inbox, Taken
from app.vault.watcher_shares import share_of

if TYPE_CHECKING:
    from app.vault.watcher_poll import Poller
    from app.vault.watching import Subscription

SWEEP = 300.0
"""Seconds after which all is looked at whether or not anything was told: no system tells everything."""

_GAP = 5.0
"""A wait that took so much longer than it should: the program, or the machine, was asleep."""
_APART = 2.0
"""Seconds between looks at everything that were only asked for."""
_REST = 0.02
"""How long reports gather in the inbox; what comes fast is looked at together."""
_LEISURE = 10.0
"""How many times as long as a look took is waited before the next one: a slow share is not kept busy."""
_JOIN = 2.0
_BOOT_TIME: int | None = getattr(time, "CLOCK_BOOTTIME", None)

OnChange = Callable[[frozenset[str] | None], None]
"""Called with the keys of what changed (notes, `.betimesignore`, what is in `.betimes`), or None: look at all."""

_log = logging.getLogger(__name__)


def start_watcher(vault: Vault, config: WatchConfig, notify: OnChange, woke: Callable[[], None]) -> Watcher | None:
    """Start to watch a vault as the settings say; None when they say not to."""
    if config.mode == "off":
        return None
    polling = config.mode == "poll"
    watcher = Watcher(vault, notify, polling=polling, interval=config.poll_seconds, woke=woke)
    watcher.start()
    return watcher


def _asleep_too() -> float:
    """Return seconds of a steady clock that goes on while the machine is asleep, where there is one."""
    return time.clock_gettime(_BOOT_TIME) if _BOOT_TIME is not None else time.time()


class Watcher:
    """Watches a vault from threads of its own, and watches those.

    Attributes:
        notice: What a person should know about how changes are noticed; empty when all is as it should be.
    """

    def __init__(
        self,
        vault: Vault,
        on_change: OnChange,
        *,
        polling: bool = False,
        interval: float = 5.0,
        check: float = 1.0,
        sweep: float = SWEEP,
        woke: Callable[[], None] = lambda: None,
        share: Callable[[Vault], str] = lambda vault: share_of(vault.root),
    ) -> None:
        """Prepare; `start` begins.

        Args:
            vault: The vault.
            on_change: Called from the watcher's own thread; it may only pass the news on.
            polling: Look every `interval` seconds instead of being told, wherever the vault is.
            interval: Seconds between looks when polling.
            check: Seconds between looks whether the vault is still there.
            sweep: Seconds between looks at everything.
            woke: Called when the program or the machine was asleep: it may be another day.
            share: Tells on what kind of network file system the vault is; empty for none.
        """
        self.notice = ""
        self._vault = vault
        self._on_change = on_change
        self._interval, self._check, self._sweep = interval, check, sweep
        self._woke = woke
        self._is_asked_to_poll = polling
        self._share = share
        self._inbox = Inbox()
        self._buffer = ChangeBuffer()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._subscription: Subscription | None = None
        self._poller: Poller | None = None
        self._identity: tuple[int, int] | None = None
        self._times = _Times(check, sweep)

    @property
    def healthy(self) -> bool:
        """True while changes are noticed within moments (or the interval): the vault is there and watched."""
        is_told = self._subscription is not None and self._subscription.alive
        return (is_told or self._poller is not None) and self._identity is not None and self._thread.is_alive()

    @property
    def is_away(self) -> bool:
        """True while the vault is not where it was; the notice says so."""
        return self._identity is None

    def start(self) -> None:
        """Begin; takes as long as it takes to list the folders of the vault."""
        from app.vault.watching import LostEvents

        self._lost = LostEvents(self._inbox)
        self._lost.attach()
        self._look_after_root()
        self._thread.start()

    def stop(self) -> None:
        """End and wait for the threads, a moment: a share may hang; may be called twice."""
        if self._stopped.is_set() or not self._thread.is_alive():
            return
        self._stopped.set()
        self._inbox.end()
        self._thread.join(_JOIN)
        self._unsubscribe()
        self._lost.detach()

    def look_again(self) -> None:
        """Look at everything, soon: the person comes back, and may have been elsewhere; at once, on any thread."""
        self._inbox.ask()

    def _run(self) -> None:
        self._times.slept()  # until now nothing was to run
        while not self._stopped.is_set():
            try:
                self._turn()
            except Exception:  # this thread must not end, whatever a file system or the library comes up with
                _log.exception("Watching %s goes on after an error", self._vault.root)
                self._unsubscribe()
                self._stopped.wait(self._check)

    def _turn(self) -> None:
        """Wait for something to do, and do it."""
        times = self._times
        taken = self._inbox.take(times.wait(self._buffer.due()))
        self._collect(taken)
        if times.slept():
            self._buffer.add(None, time.monotonic())
            self._woke()
        if times.is_due("check"):
            self._look_after_root()
        sweeps, polls, is_asked = (times.is_due(name) for name in ("sweep", "poll", "asked"))
        if self._identity is None:
            self._buffer.take()
            return
        if sweeps:
            self._arm_again()
        if sweeps or is_asked:
            self._buffer.add(None, time.monotonic())
        if polls and self._poller is not None:
            self._poll(self._poller)
        due = self._buffer.due()
        if due is not None and time.monotonic() >= due:
            self._deliver()
        self._stopped.wait(_REST if taken.count else 0.0)

    def _collect(self, taken: Taken) -> None:
        now = time.monotonic()
        if taken.is_asked:
            self._times.ask()
        if taken.is_lost or (taken.count and self._buffer.is_everything):
            self._buffer.add(None, now, taken.count)
            return
        for seen in taken.seen:
            for path in changed_paths(self._vault, seen):
                self._buffer.add(path, now)

    def _look_after_root(self) -> None:
        """Notice that the vault went away, came back or is another folder now; the library does not."""
        try:
            self._vault.check_present()
            status = self._vault.root.stat()
        except (OSError, VaultError) as error:
            self._let_go(error)
            return
        is_other = self._identity != (status.st_dev, status.st_ino)
        if is_other or not (self._poller or (self._subscription and self._subscription.alive)):
            is_first = self._identity is None and not self._thread.is_alive()
            self._identity = status.st_dev, status.st_ino
            self._unsubscribe()
            self._subscribe()
            if not is_first:
                self._buffer.add(None, time.monotonic())

    def _let_go(self, error: OSError | VaultError) -> None:
        why = error.message if isinstance(error, VaultError) else f"{self._vault.root}: {reason(error)}"
        self.notice = f"{why}: as last read"
        if self._identity is not None:
            self._identity = None
            self._unsubscribe()
            self._on_change(None)

    def _subscribe(self) -> None:
        from app.vault.watching import LimitReached, Subscription

        self.notice = ""
        if self._is_asked_to_poll:
            self._look_for_itself("")
        elif kind := self._share(self._vault):
            self._look_for_itself(f"the vault is on a network share ({kind})")
        else:
            try:
                self._subscription = Subscription(self._vault.root, self._inbox)
                self._subscription.check()
            except LimitReached:
                self._reach_limit()
            except OSError as error:
                self._look_for_itself(f"the system does not watch this folder: {reason(error)}")

    def _reach_limit(self) -> None:
        self._unsubscribe()
        self._look_for_itself("the system's limit of watched folders (inotify) is reached")

    def _look_for_itself(self, why: str) -> None:
        from app.vault.watcher_poll import Poller

        self._poller = Poller(self._vault)
        self._times.set("poll", 0.0)
        self.notice = f"looks for changes every {self._interval:g} s: {why}" if why else ""

    def _unsubscribe(self) -> None:
        subscription, self._subscription, self._poller = self._subscription, None, None
        if subscription is not None:
            subscription.stop()

    def _arm_again(self) -> None:
        """Try once more to be told: the limit may have been raised, other programs may have ended."""
        if self._poller is not None and not self._is_asked_to_poll:
            self._unsubscribe()
            self._subscribe()

    def _poll(self, poller: Poller) -> None:
        began = time.monotonic()
        try:
            for path in poller.look():
                self._buffer.add(path, began)
        except VaultError:
            return  # the next check says what it is
        took = time.monotonic() - began
        self._times.set("poll", max(self._interval, _LEISURE * took))

    def _deliver(self) -> None:
        changes = self._buffer.take()
        if changes is None:
            self._times.set("asked", None)
            self._verify()
        self._on_change(changes)

    def _verify(self) -> None:
        from app.vault.watching import LimitReached

        try:
            if self._subscription is not None:
                self._subscription.check()
        except LimitReached:
            self._reach_limit()


class _Times:
    """When what is to be done next, by a steady clock."""

    def __init__(self, check: float, sweep: float) -> None:
        self._every = {"check": check, "sweep": sweep}
        self._due: dict[str, float] = {}
        for name, seconds in self._every.items():
            self.set(name, seconds)
        self._asked_last = 0.0
        self._turned = _asleep_too()

    def set(self, name: str, seconds: float | None) -> None:
        """Have something done in so many seconds; None for not at all."""
        self._due.pop(name, None)
        if seconds is not None:
            self._due[name] = time.monotonic() + seconds

    def ask(self) -> None:
        """Have all looked at, unless that has just been done for the asking."""
        if "asked" not in self._due:
            self.set("asked", max(0.0, self._asked_last + _APART - time.monotonic()))

    def is_due(self, name: str) -> bool:
        """Return True, once, when the time for something has come."""
        if self._due.get(name, float("inf")) > time.monotonic():
            return False
        self.set(name, self._every.get(name))
        if name == "asked":
            self._asked_last = time.monotonic()
        return True

    def wait(self, other: float | None) -> float:
        """Return the seconds until something is due, what is due at another time included."""
        first: float = min(self._due.values(), default=time.monotonic())
        if other is not None:
            first = min(first, other)
        return max(0.0, first - time.monotonic())

    def slept(self) -> bool:
        """Return True when the last turn is longer ago than it should be: nothing here ran meanwhile."""
        before, self._turned = self._turned, _asleep_too()
        return self._turned - before > self._every["check"] + _GAP
