from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.errors import WriteRefused
from app.vault.atomic import append_line, remove_leftovers, write_atomically
from app.vault.descriptors import can_give_away
from app.vault.refusals import refusal


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let the system refuse to make any file larger, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    return path


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def test_a_file_is_replaced_and_nothing_else_is_left(note: Path) -> None:
    write_atomically(note, b"new", expected=b"old")
    assert note.read_bytes() == b"new"
    assert names(note.parent) == ["a.md"]


def test_a_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new", b"x", expected=None)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("expected", [b"other", None])
def test_a_file_that_is_not_what_was_read_stays(note: Path, expected: bytes | None) -> None:
    with pytest.raises(WriteRefused, match="changed by another program"):
        write_atomically(note, b"new", expected=expected)
    assert (note.read_bytes(), names(note.parent)) == (b"old", ["a.md"])


def test_a_file_that_vanished_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(WriteRefused, match="changed by another program"):
        write_atomically(tmp_path / "a.md", b"new", expected=b"old")
    assert names(tmp_path) == []


@pytest.mark.parametrize("links", [1, 2])
def test_a_change_between_reading_and_replacing_is_kept(note: Path, links: int) -> None:
    if links == 2:
        os.link(note, note.with_name("b.md"))

    def theirs() -> None:
        note.write_bytes(b"theirs")

    with pytest.raises(WriteRefused, match="changed by another program"):
        write_atomically(note, b"new", expected=b"old", before_replace=theirs)
    assert note.read_bytes() == b"theirs"
    assert not [name for name in names(note.parent) if name.startswith(".")]


def test_mode_and_owner_are_kept(note: Path) -> None:
    note.chmod(0o664)
    if os.geteuid() == 0:
        os.chown(note, 4321, 4322)
    before = note.stat()
    write_atomically(note, b"new", expected=b"old")
    after = note.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)


@pytest.mark.skipif(sys.platform != "linux", reason="extended attributes as Linux has them")
def test_extended_attributes_are_kept(note: Path) -> None:
    try:
        os.setxattr(note, "user.colour", b"green")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    write_atomically(note, b"new", expected=b"old")
    assert os.getxattr(note, "user.colour") == b"green"


def test_a_symbolic_link_stays_and_its_target_is_written(note: Path) -> None:
    link = note.with_name("link.md")
    link.symlink_to(note.name)
    write_atomically(link, b"new", expected=b"old")
    assert link.is_symlink()
    assert note.read_bytes() == b"new"


@pytest.mark.parametrize("new", [b"n", b"new and longer"])
def test_every_hard_link_sees_the_new_content(note: Path, new: bytes) -> None:
    other = note.with_name("b.md")
    os.link(note, other)
    write_atomically(note, new, expected=b"old")
    assert other.read_bytes() == new
    assert os.path.samefile(note, other)
    assert names(note.parent) == ["a.md", "b.md"]


def test_without_room_the_old_file_stays(note: Path) -> None:
    with room_for(4096), pytest.raises(WriteRefused, match="too large"):
        write_atomically(note, b"n" * 10_000, expected=b"old")
    assert (note.read_bytes(), names(note.parent)) == (b"old", ["a.md"])


def test_without_room_a_hard_linked_file_gets_its_content_back(note: Path) -> None:
    os.link(note, note.with_name("b.md"))
    with room_for(4096), pytest.raises(WriteRefused, match="too large"):
        write_atomically(note, b"n" * 10_000, expected=b"old")
    assert (note.read_bytes(), names(note.parent)) == (b"old", ["a.md", "b.md"])


def test_what_cannot_even_be_put_back_is_kept_beside_the_file(note: Path) -> None:
    old = b"o" * 6000
    note.write_bytes(old)
    os.link(note, note.with_name("b.md"))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def shrink() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))

    try:
        with pytest.raises(WriteRefused, match="partly written") as refused:
            write_atomically(note, b"n" * 10_000, expected=old, before_replace=shrink)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert note.with_name("a.md.before").read_bytes() == old
    assert "a.md.before" in refused.value.hint


def test_a_read_only_file_is_left_alone(note: Path) -> None:
    note.chmod(0o444)
    with pytest.raises(WriteRefused, match="read-only"):
        write_atomically(note, b"new", expected=b"old")
    assert note.read_bytes() == b"old"


@pytest.mark.parametrize("where", ["missing/a.md", "loop", "pipe", "folder"])
def test_what_is_no_place_for_a_file_is_refused(tmp_path: Path, where: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(WriteRefused, match="was not written"):
        write_atomically(tmp_path / where, b"new", expected=None)


def test_a_pipe_that_takes_the_place_of_the_file_is_not_written(note: Path) -> None:
    def swap() -> None:
        note.unlink()
        os.mkfifo(note)

    with pytest.raises(WriteRefused, match="not a regular file"):
        write_atomically(note, b"new", expected=b"old", before_replace=swap)
    assert names(note.parent) == ["a.md"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "disk is full"),
        (errno.EDQUOT, "disk is full"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "no permission"),
        (errno.ENOENT, "no longer there"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_the_systems_reasons_are_told_in_words(code: int, words: str) -> None:
    told = refusal(Path("a.md"), OSError(code, os.strerror(code)))
    assert words in told.message
    assert told.hint


def test_only_the_owner_can_make_a_file_in_the_place_of_another(note: Path) -> None:
    status = note.stat()
    assert can_give_away(status, 0, ())
    assert can_give_away(status, status.st_uid, (status.st_gid,)) or status.st_uid == 0
    assert not can_give_away(status, status.st_uid + 1, (status.st_gid,))
    assert not can_give_away(status, status.st_uid + 1, ())


KILLED = """
import os, signal, sys
from pathlib import Path
from app.vault.atomic import write_atomically
die = lambda: os.kill(os.getpid(), signal.SIGKILL)
write_atomically(Path(sys.argv[1]), b"new", expected=b"old", before_replace=die)
"""


@pytest.mark.parametrize("links", [1, 2])
def test_a_process_killed_while_writing_leaves_the_old_file(note: Path, links: int) -> None:
    if links == 2:
        os.link(note, note.with_name("b.md"))
    ended = subprocess.run([sys.executable, "-c", KILLED, str(note)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert note.read_bytes() == b"old"
    left = [name for name in names(note.parent) if name.startswith(".betimes-")]
    assert len(left) == 1
    assert remove_leftovers(note.parent) == (1 if links == 1 else 0)
    assert [name for name in names(note.parent) if name.endswith(".tmp")] == []


def test_leftovers_are_removed_below_but_not_in_folders_of_others(tmp_path: Path) -> None:
    kept = [".betimes-abcd_123.tmpx", "x.betimes-abcd_123.tmp", ".git/.betimes-abcd_123.tmp", "sub/a.md"]
    kept += [".betimes-mine.tmp", ".betimes-abcd_123.bak"]
    removed = [".betimes-abcd_123.tmp", "sub/.betimes-abcd_124.tmp", ".betimes/.betimes-abcd_125.tmp"]
    for name in (*kept, *removed):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    (tmp_path / ".betimes-abcd_126.tmp").mkdir()
    assert remove_leftovers(tmp_path) == 3
    assert all((tmp_path / name).exists() for name in kept)


@pytest.mark.parametrize("linked", [".betimes", ".betimes/ledger.toml"])
def test_leftovers_are_removed_where_a_linked_ledger_is_kept(tmp_path: Path, linked: str) -> None:
    vault, dotfiles = tmp_path / "vault", tmp_path / "dotfiles"
    (dotfiles / "below").mkdir(parents=True)
    (dotfiles / "ledger.toml").write_bytes(b"")
    for folder in (dotfiles, dotfiles / "below"):
        (folder / ".betimes-abcd_123.tmp").write_bytes(b"")
    link = vault / linked
    link.parent.mkdir(parents=True)
    link.symlink_to(dotfiles if linked == ".betimes" else dotfiles / "ledger.toml")
    assert remove_leftovers(vault) == 1
    assert names(dotfiles) == ["below", "ledger.toml"]
    assert names(dotfiles / "below") == [".betimes-abcd_123.tmp"]


def test_leftovers_of_a_folder_that_is_not_there_are_none(tmp_path: Path) -> None:
    assert remove_leftovers(tmp_path / "gone") == 0


def test_a_temporary_file_in_use_is_not_removed(note: Path) -> None:
    counts: list[int] = []
    write_atomically(note, b"new", expected=b"old", before_replace=lambda: counts.append(remove_leftovers(note.parent)))
    assert counts == [0]
    assert note.read_bytes() == b"new"


def test_lines_are_appended(tmp_path: Path) -> None:
    log = tmp_path / "journal.jsonl"
    append_line(log, b"one")
    append_line(log, b"two\n")
    assert log.read_bytes() == b"one\ntwo\n"
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_torn_last_line_is_ended_first(tmp_path: Path) -> None:
    log = tmp_path / "journal.jsonl"
    log.write_bytes(b'one\n{"torn')
    append_line(log, b"two")
    assert log.read_bytes() == b'one\n{"torn\ntwo\n'


def test_a_line_that_does_not_fit_is_not_there_in_part(tmp_path: Path) -> None:
    log = tmp_path / "journal.jsonl"
    log.write_bytes(b"one\n")
    with room_for(4096), pytest.raises(WriteRefused, match="too large"):
        append_line(log, b"t" * 10_000)
    assert log.read_bytes() == b"one\n"


def test_a_line_for_a_folder_that_is_gone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WriteRefused, match="no longer there"):
        append_line(tmp_path / "gone" / "journal.jsonl", b"one")
