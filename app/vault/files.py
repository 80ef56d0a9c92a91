"""The folder of notes on disk: what is in it, and reading it without harm.

Paths given out and taken in are keys (see `names`): relative to the vault, with `/`. Folder links are not followed;
a file link counts only when what it points to is inside the vault. What is not a regular file is never opened.
"""

from __future__ import annotations

import os
import posixpath
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.errors import VaultError
from app.vault.ignore import IgnoreRules, conflict_of
from app.vault.limits import PARSED_BYTES
from app.vault.names import PLACEHOLDER, composed, escape, is_note_name, placeholder_of, unescape
from app.vault.note import FileStamp
from app.vault.opening import NOT_HERE, read_regular, read_start, reason
from app.vault.presence import Presence
from app.vault.rules import DEFAULT_RULES, ReadingRules
from app.vault.spelling import misspelled

MAX_BYTES = 64 * 1024 * 1024
"""What is larger than this is shown and found by its beginning, and not written."""

_OWN = ".betimes"
_LARGEST_NS = 2**63 - 1


class Vault:
    """A folder of markdown notes.

    Attributes:
        root: The folder, with links resolved.
        rules: What is left out, as of the last scan.
        problems: What the last scan could not look into: path (empty for `.betimesignore`) to reason. Notes known
            from below such a folder may still be there.
        reading: How its notes are to be read.
        conflicts: Conflict copies of notes and of the ledger that the last scan met, as keys; they are not notes.
        links: Notes, as keys, that were seen to be symbolic links.
    """

    def __init__(self, root: Path, reading: ReadingRules = DEFAULT_RULES, memory: Path | None = None) -> None:
        """Open a folder.

        Args:
            root: The folder.
            reading: How its notes are to be read.
            memory: A file outside the vault that tells whether this is the folder that it was.

        Raises:
            VaultError: It does not exist, is not a folder, or may not be looked into.
        """
        self.root = _folder(root)
        self._prefix = os.path.join(self.root, "")
        self._presence = Presence(self.root, memory)
        self.rules = IgnoreRules.load(self.root)
        self.reading = reading
        self.problems: dict[str, str] = {}
        self.conflicts: list[str] = []
        self.links: set[str] = set()

    def scan(self) -> Iterator[FileStamp]:
        """Yield a stamp for each note, folder by folder, by name.

        Raises:
            VaultError: The vault itself cannot be listed, now or by the end: what was not seen may be there.
        """
        self.check_present()
        self.rules = IgnoreRules.load(self.root)
        self.problems = {"": self.rules.problem} if self.rules.problem else {}
        self.conflicts = self._ledger_conflicts()
        self.links = set()
        folders = [""]
        while folders:
            prefix, found = folders.pop(), []
            for key, entry, is_dir in self._entries(prefix):
                if is_dir:
                    found.append(f"{key}/")
                elif stamp := self._stamp(key, entry):
                    yield stamp
            folders += reversed(found)
        self.check_present()

    def _ledger_conflicts(self) -> list[str]:
        try:
            names = sorted(os.listdir(self.root / _OWN))
        except OSError:
            return []
        return [f"{_OWN}/{escape(name)}" for name in names if conflict_of(name) is not None]

    def check_present(self) -> None:
        """Tell the vault from a folder that is gone, or that is bare because a disk was taken away.

        Raises:
            VaultError: What is not seen there now may still exist.
        """
        self._presence.check()
        _folder(self.root)

    def remember_place(self) -> None:
        """Remember, over restarts, that this folder is the vault: notes were found in it."""
        self._presence.remember()

    def _entries(self, prefix: str) -> Iterator[tuple[str, os.DirEntry[str], bool]]:
        """Yield key, entry and whether it is a folder, for the notes and folders that the rules leave in."""
        try:
            with os.scandir(self._locate(prefix.rstrip("/"))) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except FileNotFoundError:
            return
        except OSError as error:
            self.problems[prefix.rstrip("/")] = reason(error)
            return
        names = {escape(entry.name) for entry in entries}
        for entry in entries:
            name = escape(entry.name)
            key = prefix + (name if composed(name) in names else composed(name))
            is_dir = _is_dir(entry)
            if evicted := PLACEHOLDER.match(name):
                self._note_evicted(prefix, evicted[1], names)
            if self._belongs(key, entry.name, is_dir):
                yield key, entry, is_dir

    def _note_evicted(self, prefix: str, name: str, names: set[str]) -> None:
        """Take note of a note of which only a placeholder is here; it is not gone."""
        key = prefix + composed(name)
        if name not in names and is_note_name(name) and not self.rules.ignores(key, is_dir=False):
            self.problems[key] = NOT_HERE

    def _belongs(self, key: str, name: str, is_dir: bool) -> bool:
        if not is_dir and not is_note_name(name):
            return False
        if not is_dir and conflict_of(name) is not None and not name.startswith("."):
            self.conflicts.append(key)
        return not self.rules.ignores(key, is_dir)

    def _stamp(self, key: str, entry: os.DirEntry[str]) -> FileStamp | None:
        try:
            if entry.is_symlink():
                self.links.add(key)
                status = self._inside(entry.path)
            else:
                status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return None
        except OSError as error:
            self.problems[key] = reason(error)
            return None
        return _stamp(key, status)

    def _inside(self, path: str | Path) -> os.stat_result | None:
        """Return the status of what a path leads to; None when that is outside the vault."""
        target = os.path.realpath(path)
        return os.lstat(target) if self._contains(target) else None

    def _contains(self, target: str) -> bool:
        return target == self._prefix[:-1] or target.startswith(self._prefix)

    def stat(self, path: str) -> FileStamp | None:
        """Return the stamp of one note; None when there is no such note, or the rules leave it out."""
        if not is_note_name(path) or self.rules.ignores(path, is_dir=False):
            return None
        try:
            place, target = self._resolve(path)
            if os.fspath(place) != target:
                self.links.add(path)
            return _stamp(path, os.lstat(target))
        except (OSError, VaultError):
            return None

    def misspelled(self, paths: Iterable[str]) -> frozenset[str]:
        """Return those of some keys under which there is a note whose name stands on disk in another case."""
        return misspelled(self.root, paths)

    def is_gone(self, path: str) -> bool:
        """Return True when there certainly is no such note; one that may not be looked at may still be there."""
        if self.stat(path) is not None:
            return False
        try:
            os.lstat(self._resolve(path)[1])
        except (FileNotFoundError, NotADirectoryError):
            return not self.is_evicted(path)
        except OSError:
            return False
        except VaultError as error:
            return not isinstance(error.__cause__, PermissionError)
        return True

    def is_evicted(self, path: str) -> bool:
        """Return True for a note of which there is only what iCloud left in its place: it is not to be made anew."""
        return not os.path.lexists(self._locate(path)) and os.path.lexists(self._locate(placeholder_of(path)))

    def read(self, path: str) -> bytes:
        """Return all bytes of a note that is to be changed.

        Raises:
            VaultError: It is gone, outside the vault, not a regular file, too large, or may not be read.
        """
        try:
            return read_regular(self._resolve(path)[1], MAX_BYTES)
        except OSError as error:
            raise self._unreadable(path, error) from error

    def _unreadable(self, path: str, error: OSError) -> VaultError:
        why = NOT_HERE if isinstance(error, FileNotFoundError) and self.is_evicted(path) else reason(error)
        return VaultError(f"{path} cannot be read: {why}")

    def read_head(self, path: str, most: int = PARSED_BYTES) -> tuple[bytes, int]:
        """Return the first bytes of a note, as many as are ever shown or indexed, and how many it has.

        Raises:
            VaultError: It is gone, outside the vault, not a regular file, or may not be read.
        """
        try:
            return read_start(self._resolve(path)[1], most)
        except OSError as error:
            raise self._unreadable(path, error) from error

    def absolute(self, path: str) -> Path:
        """Return where a key leads; there need not be a file.

        Raises:
            VaultError: It is not a key of this vault: absolute, with `..`, or through a link that leads outside.
        """
        return self._resolve(path)[0]

    def has_file(self, target: str, source: str) -> bool:
        """Return whether a link target is a file in the vault that is no note.

        Args:
            target: As a link names it: from the folder of the note with the link, or from the root.
            source: The note with the link.
        """
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(source), target.lstrip("/")))
        for path in dict.fromkeys((beside, posixpath.normpath(target.lstrip("/")))):
            try:
                if os.path.isfile(self._resolve(path)[1]):
                    return True
            except (OSError, ValueError, VaultError):
                continue
        return False

    def _resolve(self, path: str) -> tuple[Path, str]:
        """Return where a key leads, and where that leads when all links are followed."""
        parts = path.split("/")
        if "\x00" in path or any(part in ("", ".", "..") for part in parts):
            raise VaultError(f"{path!r} is not a path in the vault")
        try:
            place = self._locate(path)
            target = os.path.realpath(place)
        except (OSError, ValueError) as error:
            raise VaultError(f"{path!r} is not a path in the vault") from error
        if not self._contains(target):
            raise VaultError(f"{path} leads out of the vault", "Only what is inside the folder is read or written.")
        return place, target

    def _locate(self, key: str) -> Path:
        """Find the real spelling of a key: the disk may have its name in another Unicode form."""
        place = self.root / unescape(key)
        if key.isascii() or os.path.lexists(place):
            return place
        place = self.root
        for part in key.split("/"):
            step = place / unescape(part)
            place = step if os.path.lexists(step) else _same_name(place, part) or step
        return place

    def relative(self, absolute: str | Path) -> str | None:
        """Return the key of a place on disk, which need not exist; None when it is not below the root."""
        try:
            parts = Path(absolute).relative_to(self.root).parts
        except ValueError:
            return None
        if not parts or ".." in parts:
            return None
        place, keys = self.root, []
        for part in parts:
            name = escape(part)
            keys.append(name if composed(name) == name or _has_twin(place, part) else composed(name))
            place /= part
        return "/".join(keys)


def _folder(root: Path) -> Path:
    """Return a folder's real path once it is known that it can be listed."""
    hint = "Check the path, or whether the folder was moved or is not mounted."
    try:
        resolved = root.resolve(strict=True)
        os.scandir(resolved).close()
    except NotADirectoryError as error:
        raise VaultError(f"{root} is a file, not a folder", "Name the folder that holds the notes.") from error
    except PermissionError as error:
        raise VaultError(f"{root} cannot be read: no permission", "Check who may read the folder.") from error
    except (FileNotFoundError, ValueError) as error:
        raise VaultError(f"There is no folder {root}", hint) from error
    except (OSError, RuntimeError) as error:
        raise VaultError(f"{root} cannot be read: {error}", hint) from error
    return resolved


def _is_dir(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:  # some file systems say what an entry is only when asked, and may refuse
        return False


def _stamp(key: str, status: os.stat_result | None) -> FileStamp | None:
    if status is None or not stat.S_ISREG(status.st_mode):
        return None
    return FileStamp(key, status.st_size, _kept(status.st_mtime_ns), _kept(status.st_ctime_ns), status.st_ino)


def _same_name(folder: Path, part: str) -> Path | None:
    """Find the entry of a folder whose name differs from a key's part only in its Unicode form."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return None
    return next((folder / name for name in names if composed(escape(name)) == composed(part)), None)


def _has_twin(folder: Path, name: str) -> bool:
    """Return True when a sibling, another file, has the composed form of a name."""
    twin = folder / composed(name)
    try:
        return os.path.lexists(twin) and not os.path.samestat(os.lstat(twin), os.lstat(folder / name))
    except FileNotFoundError:
        return os.path.lexists(twin)


def _kept(moment_ns: int) -> int:
    """Return a time that 64 bits hold: file systems know years after 2262, the index does not."""
    return max(-_LARGEST_NS, min(moment_ns, _LARGEST_NS))
