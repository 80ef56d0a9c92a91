"""Hands that do to a folder of notes, at random, what editors, shells and sync programs do."""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from pathlib import Path

OPERATIONS = (
    "create", "edit", "rename", "move folder", "delete", "delete folder", "case", "replace", "symlink", "truncate",
    "copy folder", "save by deleting", "other form", "old time", "not utf-8",
)  # fmt: skip
NAMES = ("n", "N", "caf\u00e9")
WORDS = ("zebra", "[[n1]]", "- [ ] pay \U0001f4c5 2026-12-01", "#tag", "## Heading", "caf\u00e9")


class Hands:
    """Does things to a folder at random, in the ways of editors, shells and sync programs."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.chance = random.Random(seed)
        self.counts: Counter[str] = Counter()

    def act(self) -> None:
        kind = self.chance.choice(OPERATIONS)
        self.counts[kind] += 1
        try:
            getattr(self, "_" + kind.replace(" ", "_").replace("-", "_"))()
        except OSError:
            self.counts["refused by the system"] += 1

    def _text(self) -> str:
        return "".join(f"{self.chance.choice(WORDS)} {self.chance.randrange(1000)}\n" for _ in range(4))

    def _folder(self) -> Path:
        folders = [path for path in self.root.rglob("*") if path.is_dir() and not path.is_symlink()]
        return self.chance.choice([self.root, *folders])

    def _note(self) -> Path:
        notes = [path for path in self.root.rglob("*.md") if path.is_file()]
        return self.chance.choice(sorted(notes)) if notes else self._new("md")

    def _new(self, ending: str) -> Path:
        return self._folder() / f"{self.chance.choice(NAMES)}{self.chance.randrange(12)}.{ending}"

    def _create(self) -> None:
        place = self._folder() / f"d{self.chance.randrange(4)}" / f"e{self.chance.randrange(2)}"
        if len(place.relative_to(self.root).parts) < 5:
            place.mkdir(parents=True, exist_ok=True)
        self._new("md").write_text(self._text())

    def _edit(self) -> None:
        with self._note().open("a") as file:
            file.write(self._text())

    def _rename(self) -> None:
        self._note().rename(self._new("md"))

    def _move_folder(self) -> None:
        self._folder().rename(self._folder() / f"d{self.chance.randrange(4)}")

    def _delete(self) -> None:
        self._note().unlink()

    def _delete_folder(self) -> None:
        if (folder := self._folder()) != self.root:
            shutil.rmtree(folder)

    def _case(self) -> None:
        note = self._note()
        note.rename(note.with_name(note.stem.swapcase() + ".md"))

    def _replace(self) -> None:
        note = self._note()
        temporary = note.with_name(f"{note.name}.tmp")
        temporary.write_text(self._text())
        os.replace(temporary, note)

    def _symlink(self) -> None:
        self._new("md").symlink_to(self.chance.choice([self._note(), self.root.parent / "outside.md", Path(".")]))

    def _truncate(self) -> None:
        os.truncate(self._note(), 0)

    def _copy_folder(self) -> None:
        folder = self._folder()
        if folder != self.root:
            shutil.copytree(folder, self.root / f"copy{self.chance.randrange(3)}", symlinks=True)

    def _save_by_deleting(self) -> None:
        note = self._note()
        data = note.read_bytes()
        note.unlink()
        note.write_bytes(data + b"saved\n")

    def _other_form(self) -> None:
        (self._folder() / "cafe\u03011.md").write_text(self._text())

    def _old_time(self) -> None:
        note = self._note()
        before = note.stat()
        data = note.read_bytes()
        note.write_bytes(data[::-1])
        os.utime(note, ns=(before.st_atime_ns, before.st_mtime_ns))

    def _not_utf_8(self) -> None:
        (self._folder() / os.fsdecode(b"bad\xff.md")).write_bytes(b"caf\xe9\n")
