"""A vault that is as bad as a vault can be: every kind of file that has broken a program for notes, about ninety.

`make` writes it. Each case says what is to become of its file: whether it is a note, what is said of it, whether its
own word is found, and whether its task may be ticked. Beside the vault lies what is not to be read: a note outside of
it. The word of a case stands in its file and nowhere else; the word `outsideword` stands only outside.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.hostile_notes import DAY, GROUPS, Case, note, task

OUTSIDE_WORD = "outsideword"
ACCOUNTS = "root:x:0"
"""What stands in /etc/passwd, and is to stand nowhere else."""


def make(root: Path, outside: Path) -> tuple[Case, ...]:
    """Write the vault; returns its cases.

    Args:
        root: The vault's folder; is made.
        outside: A folder beside it, for what links lead to; is made.
    """
    outside.mkdir(parents=True)
    (outside / "secret.md").write_text(f"- [ ] {OUTSIDE_WORD} 📅 {DAY}\n", encoding="utf-8")
    (outside / "folder").mkdir()
    (outside / "folder" / "inner.md").write_text(f"{OUTSIDE_WORD} inner\n", encoding="utf-8")
    cases = tuple(_cases())
    for case in cases:
        place = root / case.place
        place.parent.mkdir(parents=True, exist_ok=True)
        if case.make is not None:
            case.make(place, outside)
        else:
            place.write_bytes(case.data)
    return cases


def _cases() -> Sequence[Case]:
    return [*_kinds(), *(case for group in GROUPS for case in group())]


def _special(name: str, how: Callable[[Path, Path], None], *, is_note: bool = False) -> Case:
    return Case(name.encode(), b"", how, is_note, "", "", False)


def _kinds() -> Sequence[Case]:
    def bound(place: Path, outside: Path) -> None:
        with socket.socket(socket.AF_UNIX) as listener:
            where = os.open(place.parent, os.O_PATH)
            try:
                listener.bind(f"/proc/self/fd/{where}/{place.name}")
            finally:
                os.close(where)

    def linked(target: str) -> Callable[[Path, Path], None]:
        return lambda place, outside: place.symlink_to(target.format(outside=outside, vault=place.parent))

    def hard(place: Path, outside: Path) -> None:
        (place.parent / "hard one.md").unlink(missing_ok=True)
        place.write_text(f"{task('hardlinkedword')}\n", encoding="utf-8")
        os.link(place, outside / "hard elsewhere.md")

    def unreadable(place: Path, outside: Path) -> None:
        place.write_text("unreadableword\n", encoding="utf-8")
        place.chmod(0)

    def closed(place: Path, outside: Path) -> None:
        place.mkdir()
        (place / "within.md").write_text("closedword\n", encoding="utf-8")
        place.chmod(0)

    def sparse(place: Path, outside: Path) -> None:
        with place.open("wb") as file:
            file.truncate(5 * 1024)

    def fifo(place: Path, outside: Path) -> None:
        os.mkfifo(place)

    inside_link = Case(b"kinds/link inside.md", b"", linked("{vault}/real.md"), True, "", "", False, 0)
    return [
        note("kinds/real.md", lambda word: f"# Real\n{task(word)}\n"),
        Case(b"kinds/real mode.md", b"", _with_mode, True, "", "modeword", True, 1),
        inside_link,
        _special("kinds/pipe.md", fifo),
        _special("kinds/socket.md", bound),
        _special("kinds/zero.md", linked("/dev/zero")),
        _special("kinds/tty.md", linked("/dev/tty")),
        _special("kinds/accounts.md", linked("/etc/passwd")),
        _special("kinds/accounts relative.md", linked("../../../../../../../../../../etc/passwd")),
        _special("kinds/out.md", linked("{outside}/secret.md")),
        _special("kinds/out folder", linked("{outside}/folder")),
        _special("kinds/nowhere.md", linked("nothing here.md")),
        _special("kinds/itself.md", linked("itself.md")),
        _special("kinds/one.md", linked("two.md")),
        _special("kinds/two.md", linked("one.md")),
        _special("kinds/loop", linked(".")),
        _special("kinds/up", linked("..")),
        _special("kinds/folder.md", lambda place, outside: place.mkdir()),
        Case(b"kinds/hard.md", b"", hard, True, "", "hardlinkedword", True, 1),
        Case(b"kinds/unreadable.md", b"", unreadable, True, "", "unreadableword", False),
        Case(b"kinds/closed", b"", closed, False, "", "closedword", False),
        Case(b"kinds/sparse.md", b"", sparse, True, "not downloaded", "", False),
        Case(b"kinds/.evicted.md.icloud", b"bplist00", None, False, "", "", False),
    ]


def _with_mode(place: Path, outside: Path) -> None:
    place.write_text(f"{task('modeword')}\n", encoding="utf-8")
    place.chmod(0o640)
