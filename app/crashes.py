"""Records of what went wrong in the program itself: where in the code, and nothing of what anybody wrote.

An exception's own words, and the values of variables, may quote a note. So a record holds types, places and versions.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

MOST = 20
"""Records that are kept; the oldest go first."""

_ROOT = str(Path(__file__).resolve().parents[1])


class Crashes:
    """Writes records into one folder; may be used from any thread.

    Args:
        folder: Made, for its owner alone, when there is something to record.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def record(self, error: BaseException, where: str, now: datetime | None = None) -> str:
        """Write down an error.

        Args:
            error: What was raised.
            where: In which part of the program: "screen", "thread index".
            now: The time; by default that of the system.

        Returns:
            One line that says what happened where, and where the record is.
        """
        now = now or datetime.now()
        text = "\n".join([*_head(where, now), "", *_chain(error), ""])
        said = f"{type(error).__name__} in {_place(error)} ({where})"
        path = self._folder / f"crash-{now:%Y%m%d-%H%M%S}-{now.microsecond:06}-{os.getpid()}.log"
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with open(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
        except OSError as problem:
            return f"{said}. {self._folder} cannot be written: {problem.strerror}"
        self._prune()
        return f"{said}. What happened is in {path}"

    def _prune(self) -> None:
        with suppress(OSError):
            for old in sorted(self._folder.glob("crash-*.log"))[:-MOST]:
                old.unlink(missing_ok=True)


def _head(where: str, now: datetime) -> Iterator[str]:
    yield f"{now.isoformat(timespec='seconds')}  {where}"
    versions = f"betimes {_version('betimes')}  textual {_version('textual')}  python {sys.version.split()[0]}"
    yield f"{versions}  {sys.platform}"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def _chain(error: BaseException) -> Iterator[str]:
    """Yield an error and those that it came from, the first one first; each with its frames."""
    seen: list[BaseException] = []
    at: BaseException | None = error
    while at is not None and at not in seen:
        seen.append(at)
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    for one in reversed(seen):
        yield f"{type(one).__module__}.{type(one).__qualname__}{_number(one)}"
        for frame in traceback.extract_tb(one.__traceback__, limit=-100):
            yield f"  {_short(frame.filename)}:{frame.lineno} {frame.name}"


def _number(error: BaseException) -> str:
    return f" [errno {error.errno}]" if isinstance(error, OSError) and error.errno is not None else ""


def _place(error: BaseException) -> str:
    """Return the last line of our own code that the error came through, else the last of any."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(_ROOT) and "site-packages" not in frame.filename]
    return next((f"{_short(frame.filename)}:{frame.lineno}" for frame in reversed(ours or frames)), "an unknown place")


def _short(filename: str) -> str:
    """Return a file's place within the program or the library, not the folders of this person above it."""
    for folder in ("site-packages", "dist-packages"):
        if folder in filename:
            return filename.rpartition(f"{folder}/")[2]
    inside = filename.removeprefix(f"{_ROOT}/")
    return inside if inside != filename else Path(filename).name
