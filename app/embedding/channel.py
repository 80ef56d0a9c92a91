"""The pipes to one worker process: frames out, frames in, and nothing that can block for ever."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from app.embedding.launch import ROOT
from app.embedding.wire import Frame, FrameDecoder, WireError
from app.private import private_folder

_PIECE = 1 << 16
_LARGEST_LOG = 1 << 20


class WorkerLost(Exception):
    """The worker ended, or what it sends cannot be understood. The text completes "The embedding process ..."."""


class Wake:
    """Interrupts a `WorkerChannel.poll` from another thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._receiver, self._sender = os.pipe()
        os.set_blocking(self._receiver, False)
        os.set_blocking(self._sender, False)
        self._open = True

    def fileno(self) -> int:
        """Return the descriptor that becomes readable."""
        return self._receiver

    def set(self) -> None:
        """Wake the poll that runs, or the next one."""
        with self._lock:
            if self._open:
                with contextlib.suppress(BlockingIOError):
                    os.write(self._sender, b"!")

    def clear(self) -> None:
        """Forget that it was set."""
        with contextlib.suppress(BlockingIOError):
            os.read(self._receiver, _PIECE)

    def wait(self, seconds: float) -> None:
        """Sleep until it is set or the time is over."""
        with selectors.DefaultSelector() as selector:
            selector.register(self, selectors.EVENT_READ)
            if selector.select(seconds):
                self.clear()

    def close(self) -> None:
        """Give the descriptors back; `set` does nothing from now on."""
        with self._lock:
            if self._open:
                self._open = False
                os.close(self._receiver)
                os.close(self._sender)


class WorkerChannel:
    """A running worker. One thread owns it.

    The worker has a session of its own, so that Ctrl-C in the terminal is the program's to handle.

    Args:
        command: What to run.
        environment: Its whole environment.
        log_path: Where its standard error is appended; emptied first when over 1 MB. None throws it away.
        wake: Interrupts `poll`.

    Raises:
        WorkerLost: The process cannot be started.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], log_path: Path | None, wake: Wake
    ) -> None:
        self._wake = wake
        self._decoder = FrameDecoder()
        self._unsent = memoryview(b"")
        log = _open_log(log_path)
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env=dict(environment),
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise WorkerLost(f"cannot be started: {error.strerror}") from error
        finally:
            os.close(log)
        self._stdin, self._stdout = self._descriptors()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(wake, selectors.EVENT_READ)

    @property
    def pid(self) -> int:
        """Process id of the worker."""
        return self._process.pid

    def send(self, frame: Frame) -> None:
        """Hand over a frame; `poll` writes it as the pipe takes it."""
        if not self._unsent:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._unsent = memoryview(bytes(self._unsent) + frame.pack())

    def poll(self, seconds: float | None) -> list[Frame]:
        """Wait until something happens and return the frames that came; none after a wake or when time is over.

        Raises:
            WorkerLost: The worker ended, or sent what is not a frame.
        """
        frames: list[Frame] = []
        for key, _ in self._selector.select(None if seconds is None else max(0.0, seconds)):
            if key.fileobj is self._wake:
                self._wake.clear()
            elif key.fd == self._stdin:
                self._write()
            else:
                frames += self._read()
        return frames

    def stop(self) -> None:
        """Kill the worker, wait for its end and close the pipes."""
        self._selector.close()
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()

    def _descriptors(self) -> tuple[int, int]:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        os.set_blocking(stdin.fileno(), False)
        os.set_blocking(stdout.fileno(), False)
        return stdin.fileno(), stdout.fileno()

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._stdin, self._unsent[:_PIECE]) :]
        except BrokenPipeError:
            self._unsent = self._unsent[:0]
        except BlockingIOError:
            return
        if not self._unsent:
            self._selector.unregister(self._stdin)

    def _read(self) -> list[Frame]:
        data = os.read(self._stdout, _PIECE)
        if not data:
            raise WorkerLost(self._how_it_ended())
        try:
            return list(self._decoder.feed(data))
        except WireError as error:
            raise WorkerLost(f"sent something that is no answer ({error})") from error

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(timeout=0.3)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code >= 0:
            return f"ended with code {code}"
        return f"was killed by {signal.Signals(-code).name}"


def _open_log(path: Path | None) -> int:
    """Open the log for appending, for its owner only. A log that cannot be had is no reason to do without meaning."""
    if path is not None:
        try:
            private_folder(path.parent)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError:
            return os.open(os.devnull, os.O_WRONLY)
        os.fchmod(descriptor, 0o600)
        if os.fstat(descriptor).st_size > _LARGEST_LOG:
            os.ftruncate(descriptor, 0)
        return descriptor
    return os.open(os.devnull, os.O_WRONLY)
