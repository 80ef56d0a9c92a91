"""What is not part of the vault: hidden files, temporary files of other programs, `.betimesignore`, conflict copies."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.vault.opening import read_regular, reason

IGNORE_FILE = ".betimesignore"
"""Patterns of paths to leave out, in the vault's root, with the syntax of a `.gitignore`."""

_MAX_BYTES = 1024 * 1024
_TEMPORARY = re.compile(
    r"~syncthing~|~\$|#.*#$|4913$|.*(?:~|\.tmp|\.temp|\.swp|\.swx|\.part|\.crdownload)$", re.IGNORECASE | re.DOTALL
)
_COPY_WORDS = (
    r"\bconflict(?:ed|ing)?[ -]copy\b",
    r"\b[ck]onfli[ck]t[- ]?kopi[ea]?\b",
    r"\bin konflikt stehende kopie\b",
    r"\bconflicterende kopie\b",
    r"\bcopie (?:en conflit|conflictuelle)\b",
    r"\bcopia (?:en conflicto|conflictiva|in conflitto)\b",
    r"\bcópia (?:em conflito|conflitante|conflituosa)\b",
    r"\b(?:konfliktowa|skonfliktowana|konfliktní|konfliktná) k[oó]pi[ae]\b",
    r"\bkopia (?:w konflikcie|powodująca konflikty?)\b",
    r"\b(?:modstridende|motstridende) kopi\b",
    r"\bristiriitainen kopio\b",
    r"\bütköző másolat\b",
    r"\bçakışan kopya\b",
    r"\bконфлікт(?:на|уюча) копія\b",
    r"\bконфликт(?:ная|ующая) копия\b",
    r"\bsalinan (?:yang )?(?:konflik|bercanggah)\b",
    r"(?:冲突|衝突)的?(?:副本|複本)",
    r"競合(?:する)?コピー",
    r"충돌(?:된|하는)? ?(?:사본|복사본)",
)
"""What Dropbox and Nextcloud call a conflicted copy in the languages of their users."""

_CONFLICT = (
    re.compile(r"(.+)\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?(\.[^.]+)?$"),
    re.compile(rf"(.+?) ?\([^()]*(?:{'|'.join(_COPY_WORDS)})[^()]*\)(\.[^.]+)?$", re.IGNORECASE),
    re.compile(r"(.+?) ?\((?:case|unicode encoding|selective sync) conflict\b[^()]*\)(\.[^.]+)?$", re.IGNORECASE),
    re.compile(r"(.+)_conflict-\d{8}-\d{6}(\.[^.]+)?$"),
)
_EVICTED = re.compile(r"(?P<folder>.*/)?\.(?P<name>[^/]+\.(?:md|markdown))\.icloud", re.IGNORECASE | re.DOTALL)


def conflict_of(name: str) -> str | None:
    """Return the name of the file that this one is a conflict copy of, or None.

    Known are the names that Syncthing, Dropbox, Nextcloud and Obsidian Sync give to the losing side, Dropbox in the
    language of the person. iCloud's ("Note 2.md") cannot be told from a name that a person chose, so such a file stays
    a note.
    """
    name = name if name.isascii() else unicodedata.normalize("NFC", name)
    for pattern in _CONFLICT:
        if found := pattern.match(name):
            return found[1] + (found[2] or "")
    return None


def evicted_note(key: str) -> str | None:
    """Return the note that a placeholder `.name.md.icloud` stands for, or None: its content is in the cloud."""
    found = _EVICTED.fullmatch(key)
    return (found["folder"] or "") + found["name"] if found else None


def is_temporary(name: str) -> bool:
    """Return True for names that editors and sync programs give to files on their way."""
    return _TEMPORARY.match(name) is not None


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """Which paths of a vault are left out.

    Attributes:
        problem: What of `.betimesignore` could not be used; empty when all is well.
    """

    problem: str = ""
    _matches: Callable[[str], bool] | None = None

    @classmethod
    def load(cls, root: Path) -> IgnoreRules:
        """Read `.betimesignore` of a vault, if there is one."""
        try:
            data = read_regular(os.path.realpath(root / IGNORE_FILE), _MAX_BYTES)
        except FileNotFoundError:
            return cls()
        except OSError as error:
            return cls(f"{IGNORE_FILE} cannot be read: {reason(error)}")
        return cls._compile(data.decode("utf-8-sig", "replace"))

    @classmethod
    def _compile(cls, text: str) -> IgnoreRules:
        from pathspec import GitIgnoreSpec

        good, bad = [], []
        for number, line in enumerate(text.splitlines(), start=1):
            try:
                GitIgnoreSpec.from_lines([line])
                good.append(line)
            except ValueError:
                bad.append(str(number))
        problem = f"{IGNORE_FILE}, line {', '.join(bad)}: not a pattern" if bad else ""
        return cls(problem, GitIgnoreSpec.from_lines(good).match_file if good else None)

    def ignores(self, path: str, is_dir: bool) -> bool:
        """Return True when a path, relative to the vault, is left out by its own name or by a folder above it."""
        names = path.split("/")
        if any(name.startswith(".") for name in names) or is_temporary(names[-1]):
            return True
        if not is_dir and conflict_of(names[-1]) is not None:
            return True
        return self._matches is not None and self._matches(path + "/" if is_dir else path)
