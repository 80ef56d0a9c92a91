from __future__ import annotations

import codecs
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import VaultError, WriteRefused
from app.vault.applied import AppliedEdit
from app.vault.decoding import clean
from app.vault.edits import apply_edit, undo_edit
from app.vault.files import Vault
from app.vault.markdown import parse_note
from app.vault.task_edits import reschedule, tick, untick

TODAY = date(2026, 11, 30)
DONE = partial(tick, today=TODAY)
RAW = "- [ ] Call 📅 2026-11-26"
TICKED = "- [x] Call 📅 2026-11-26 ✅ 2026-11-30"
DAILY = "- [ ] Walk 🔁 every day 📅 2026-11-30"


def vault_of(folder: Path, data: bytes) -> Vault:
    (folder / "a.md").write_bytes(data)
    return Vault(folder)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", codecs.BOM_UTF8])
def test_only_the_line_changes(tmp_path: Path, end: str, bom: bytes) -> None:
    around = ("Caf\u00e9\u2028one line", "- [ ] caf", "end without an end")
    vault = vault_of(tmp_path, bom + end.join((around[0], RAW, *around[1:])).encode())
    edit = apply_edit(vault, "a.md", 2, RAW, DONE)
    assert edit == AppliedEdit("a.md", 2, RAW, TICKED)
    assert vault.read("a.md") == bom + end.join((around[0], TICKED, *around[1:])).encode()


BLOCK = "- TODO Call\n  DEADLINE: <2027-01-31 Sun>"


@pytest.mark.parametrize("after", ["- TODO Call", None, "- DONE Call\n  DEADLINE: <2027-01-31 Sun>"])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
@pytest.mark.parametrize("head", ["", "one\n"])
def test_lines_that_end_otherwise_than_the_rest_come_back_as_they_were(
    tmp_path: Path, head: str, end: str, after: str | None
) -> None:
    data = (head + BLOCK.replace("\n", "\r\n") + end).encode()
    vault = vault_of(tmp_path, data)
    edit = apply_edit(vault, "a.md", head.count("\n") + 1, BLOCK, lambda raw: after)
    written = vault.read("a.md")
    back = undo_edit(vault, edit)
    assert vault.read("a.md") == data
    again = undo_edit(vault, back)
    assert vault.read("a.md") == written
    undo_edit(vault, again)
    assert vault.read("a.md") == data


def test_lines_of_which_each_ends_otherwise_are_not_taken_together(tmp_path: Path) -> None:
    data = b"- TODO Call\r\n  DEADLINE: <2027-01-31 Sun>\n  SCHEDULED: <2027-01-30 Sat>\n"
    vault = vault_of(tmp_path, data)
    raw = data.decode().replace("\r", "").rstrip("\n")
    for after in ("- TODO Call", None):
        with pytest.raises(WriteRefused, match="end in different ways"):
            apply_edit(vault, "a.md", 1, raw, lambda raw, after=after: after)
    assert vault.read("a.md") == data


def test_no_line_becomes_the_byte_order_mark_of_the_file(tmp_path: Path) -> None:
    data = f"{RAW}\n\ufeffjoined from another file\n".encode()
    vault = vault_of(tmp_path, data)
    with pytest.raises(WriteRefused, match="byte order mark"):
        apply_edit(vault, "a.md", 1, RAW, lambda raw: None)
    assert vault.read("a.md") == data


def test_the_first_line_can_follow_a_byte_order_mark(tmp_path: Path) -> None:
    vault = vault_of(tmp_path, codecs.BOM_UTF8 + RAW.encode())
    apply_edit(vault, "a.md", 1, RAW, DONE)
    assert vault.read("a.md") == codecs.BOM_UTF8 + TICKED.encode()


def test_bytes_that_are_not_utf_8_are_kept(tmp_path: Path) -> None:
    data = b"caf\xe9\r\n- [ ] th\xe9 \xf0\x9f\x93\x85 2026-11-26\r\n\xff\xfe"
    vault = vault_of(tmp_path, data)
    task = parse_note("a.md", data).tasks[0]
    edit = apply_edit(vault, "a.md", task.line, clean(task.raw), lambda raw: reschedule(raw, date(2027, 1, 9)))
    assert vault.read("a.md") == data.replace(b"2026-11-26", b"2027-01-09")
    kept = AppliedEdit(**json.loads(json.dumps(asdict(edit))))
    undo_edit(vault, kept)
    assert vault.read("a.md") == data


def test_the_line_is_found_where_it_moved_to(tmp_path: Path) -> None:
    vault = vault_of(tmp_path, f"new\nlines\n{RAW}\n".encode())
    assert apply_edit(vault, "a.md", 1, RAW, DONE).line == 3
    assert vault.read("a.md") == f"new\nlines\n{TICKED}\n".encode()


def test_of_two_identical_lines_the_one_at_its_place_is_meant(tmp_path: Path) -> None:
    vault = vault_of(tmp_path, f"{RAW}\n{RAW}\n".encode())
    apply_edit(vault, "a.md", 2, RAW, DONE)
    assert vault.read("a.md") == f"{RAW}\n{TICKED}\n".encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (f"new\n{RAW}\n{RAW}\n", r"2 other lines read the same \(lines 2, 3\)"),
        (f"{TICKED}\n", "no longer what was shown"),
        (f"{RAW} \n", "no longer what was shown"),
        ("", "no longer what was shown"),
    ],
)
@pytest.mark.parametrize("line", [1, 0, 99])
def test_a_line_that_is_not_certain_is_refused(tmp_path: Path, data: str, reason: str, line: int) -> None:
    vault = vault_of(tmp_path, data.encode())
    with pytest.raises(WriteRefused, match=reason):
        apply_edit(vault, "a.md", line, RAW, DONE)
    assert vault.read("a.md") == data.encode()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-32-be"])
def test_wide_encodings_are_refused_with_the_reason(tmp_path: Path, encoding: str) -> None:
    mark = codecs.BOM_UTF32_BE if encoding == "utf-32-be" else b""
    vault = vault_of(tmp_path, mark + RAW.encode(encoding))
    with pytest.raises(WriteRefused, match="UTF-16"):
        apply_edit(vault, "a.md", 1, RAW, DONE)


def test_what_the_change_refuses_or_no_file_can_hold_is_not_written(tmp_path: Path) -> None:
    vault = vault_of(tmp_path, RAW.encode())
    with pytest.raises(WriteRefused, match="open already"):
        apply_edit(vault, "a.md", 1, RAW, untick)
    with pytest.raises(WriteRefused, match="no file can hold"):
        apply_edit(vault, "a.md", 1, RAW, lambda raw: raw + "\ud800")
    assert vault.read("a.md") == RAW.encode()


@pytest.mark.parametrize("path", ["../a.md", "gone.md", "/etc/passwd"])
def test_only_notes_of_the_vault_are_changed(tmp_path: Path, path: str) -> None:
    with pytest.raises(VaultError):
        apply_edit(vault_of(tmp_path, RAW.encode()), path, 1, RAW, DONE)


def test_a_link_out_of_the_vault_is_not_written_through(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside.md", tmp_path / "vault"
    outside.write_text(RAW, "utf-8")
    inside.mkdir()
    (inside / "a.md").symlink_to(outside)
    with pytest.raises(VaultError, match="out of the vault"):
        apply_edit(Vault(inside), "a.md", 1, RAW, DONE)
    assert outside.read_text("utf-8") == RAW


def test_a_link_within_the_vault_stays_a_link(tmp_path: Path) -> None:
    vault = vault_of(tmp_path, RAW.encode())
    (tmp_path / "link.md").symlink_to("a.md")
    apply_edit(vault, "link.md", 1, RAW, DONE)
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "a.md").read_text("utf-8") == TICKED


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (f"a\r\n{DAILY}", "a\r\n{next}\r\n{done}"),
        (f"{DAILY}\r\nb\n", "{next}\r\n{done}\r\nb\n"),
        (DAILY, "{next}\n{done}"),
    ],
)
def test_a_repeating_task_brings_a_line_with_the_files_line_end(tmp_path: Path, data: str, expected: str) -> None:
    vault = vault_of(tmp_path, data.encode())
    edit = apply_edit(vault, "a.md", 1, DAILY, DONE)
    following, done = edit.after.split("\n")
    assert vault.read("a.md") == expected.format(next=following, done=done).encode()
    again = undo_edit(vault, edit)
    assert vault.read("a.md") == data.encode()
    assert undo_edit(vault, again) == edit
    assert vault.read("a.md") == expected.format(next=following, done=done).encode()


def test_an_edit_that_was_changed_since_cannot_be_undone(tmp_path: Path) -> None:
    vault = vault_of(tmp_path, RAW.encode())
    edit = apply_edit(vault, "a.md", 1, RAW, DONE)
    (tmp_path / "a.md").write_text(f"{TICKED} and more", "utf-8")
    with pytest.raises(WriteRefused, match="no longer what was shown"):
        undo_edit(vault, edit)


def overwriting(place: Path, data: bytes) -> Callable[[], None]:
    def overwrite() -> None:
        place.write_bytes(data)

    return overwrite


def test_a_change_in_the_midst_of_an_undo_is_kept(tmp_path: Path) -> None:
    vault = vault_of(tmp_path, RAW.encode())
    edit = apply_edit(vault, "a.md", 1, RAW, DONE)
    with pytest.raises(WriteRefused, match="another program"):
        undo_edit(vault, edit, before_replace=overwriting(tmp_path / "a.md", b"theirs"))
    assert vault.read("a.md") == b"theirs"


class Meddled(Vault):
    """A vault in which another program writes right after every write."""

    def absolute(self, path: str) -> Path:
        place = super().absolute(path)
        self.written = place.read_bytes()
        return place

    def read(self, path: str) -> bytes:
        return b"theirs" if hasattr(self, "written") else super().read(path)


def test_a_change_right_after_the_write_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(RAW, "utf-8")
    with pytest.raises(VaultError, match="right after"):
        apply_edit(Meddled(tmp_path), "a.md", 1, RAW, DONE)


ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])
CONTENT = st.binary(max_size=12).map(lambda data: data.replace(b"\n", b"").replace(b"\r", b""))
PARTS = st.lists(st.tuples(CONTENT, ENDS).map(b"".join), max_size=5).map(b"".join)
MARKS = st.sampled_from([b"", codecs.BOM_UTF8])
LINES = st.sampled_from(
    [RAW, f"> {RAW} \udce9\u2028x  ", DAILY, "1) [/] a [due:: 2026-01-31] [repeat:: every month] ^id"]
)


@settings(max_examples=60, deadline=None)
@given(mark=MARKS, head=PARTS, line=LINES, tail=st.one_of(st.just(b""), st.tuples(ENDS, PARTS, CONTENT).map(b"".join)))
def test_bytes_outside_the_line_stay_and_undo_gives_back_the_file(
    mark: bytes, head: bytes, line: str, tail: bytes
) -> None:
    line_bytes = line.encode("utf-8", "surrogateescape")
    data = mark + head + line_bytes + tail
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        return
    number = len(head.splitlines()) + 1
    with tempfile.TemporaryDirectory() as folder:
        vault = vault_of(Path(folder), data)
        edit = apply_edit(vault, "a.md", number, line, DONE)
        written = vault.read("a.md")
        assert written.startswith(mark + head)
        assert written.endswith(tail)
        middle = written[len(mark + head) : len(written) - len(tail)]
        assert [part.decode("utf-8", "surrogateescape") for part in middle.splitlines()] == edit.after.split("\n")
        undo_edit(vault, edit)
        assert vault.read("a.md") == data
        assert os.listdir(folder) == ["a.md"]


@settings(max_examples=40, deadline=None)
@given(theirs=st.binary(max_size=40), again=st.booleans())
def test_a_change_by_another_program_is_never_lost(theirs: bytes, again: bool) -> None:
    data = f"a\n{RAW}\n".encode()
    theirs = data + theirs if again else theirs
    with tempfile.TemporaryDirectory() as folder:
        vault, place = vault_of(Path(folder), data), Path(folder, "a.md")
        try:
            apply_edit(vault, "a.md", 2, RAW, DONE, before_replace=overwriting(place, theirs))
            assert theirs == data
        except WriteRefused:
            assert place.read_bytes() == theirs
