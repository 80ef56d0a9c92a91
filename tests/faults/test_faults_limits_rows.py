"""A test for each row of faults about single files, at its own small input; the hostile vault has them all at once."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from app.errors import VaultError, WriteRefused
from app.vault.edits import apply_edit, undo_edit
from app.vault.files import Vault
from app.vault.frontmatter import split_frontmatter
from app.vault.markdown import parse_note
from app.vault.task_edits import tick
from tests.hostile_notes import MALFORMED
from tests.support import NOW, open_workspace, write_notes

TASK = "- [ ] x 📅 2026-12-01"
DONE = "- [x] x 📅 2026-12-01 ✅ 2026-11-30"
ENDLESS = 20.0
"""Seconds of processor time: what takes the square of its input takes minutes."""


def _tick(raw: str) -> str | None:
    return tick(raw, NOW.date())


def _ticked(root: Path, data: bytes, line: int, raw: str = TASK) -> bytes:
    """Tick a line of a note and give its bytes; undoing gives back those that were there."""
    (root / "n.md").write_bytes(data)
    edit = apply_edit(Vault(root), "n.md", line, raw, _tick)
    after = (root / "n.md").read_bytes()
    undo_edit(Vault(root), edit)
    assert (root / "n.md").read_bytes() == data
    return after


def test_symlink_loop_and_links_out_of_the_vault_are_neither_read_nor_written(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "v", {"a.md": "alpha\n"})
    write_notes(tmp_path / "out", {"secret.md": f"{TASK}\n"})
    (root / "loop").symlink_to(".")
    (root / "up").symlink_to("..")
    (root / "p.md").symlink_to("/etc/passwd")
    (root / "o").symlink_to(tmp_path / "out")
    (root / "s.md").symlink_to(tmp_path / "out" / "secret.md")
    vault = Vault(root)
    assert [stamp.path for stamp in vault.scan()] == ["a.md"]
    for key in ("p.md", "s.md", "o/secret.md", "up/out/secret.md", "../out/secret.md"):
        for act in (vault.read, vault.read_head, lambda key: apply_edit(vault, key, 1, TASK, _tick)):
            with pytest.raises(VaultError):
                act(key)
    assert (tmp_path / "out" / "secret.md").read_text(encoding="utf-8") == f"{TASK}\n"


def test_hard_links_symlinked_notes_and_modes_stay_what_they_are(tmp_path: Path) -> None:
    root = write_notes(tmp_path, {"real.md": f"{TASK}\n"})
    (root / "real.md").chmod(0o640)
    os.link(root / "real.md", root / "hard.txt")
    (root / "link.md").symlink_to("real.md")
    apply_edit(Vault(root), "link.md", 1, TASK, _tick)
    status = (root / "real.md").stat()
    assert (os.readlink(root / "link.md"), status.st_nlink, status.st_mode & 0o777) == ("real.md", 2, 0o640)
    assert (root / "hard.txt").read_text(encoding="utf-8") == f"{DONE}\n"
    assert not list(root.glob("*.bak")) and not list(root.glob(".betimes*"))


def test_fifo_socket_and_device_named_md_never_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "f.md")
    (tmp_path / "z.md").symlink_to("/dev/zero")
    vault = Vault(tmp_path)
    assert list(vault.scan()) == []
    for key in ("f.md", "z.md"):
        with pytest.raises(VaultError):
            vault.read_head(key)
        with pytest.raises(VaultError):
            apply_edit(vault, key, 1, TASK, _tick)


def test_binary_and_nul_bytes_are_listed_and_what_is_text_is_found(tmp_path: Path) -> None:
    assert "not text" in parse_note("r.md", os.urandom(1000) + b"\0").problem
    assert "not text" in parse_note("n.md", b"a\0b zebra").problem
    late = parse_note("l.md", b"x" * 9000 + b"\n\0 zebra\n" + TASK.encode())
    assert (late.problem, len(late.tasks)) == ("", 1) and "zebra" in late.chunks[-1].text + late.chunks[0].text
    assert _ticked(tmp_path, b"x" * 9000 + b"\n\0\n" + TASK.encode(), 3).endswith(DONE.encode())


def test_invalid_utf_8_is_ticked_and_every_other_byte_stays(tmp_path: Path) -> None:
    assert (
        _ticked(tmp_path, b"caf\xe9\n" + TASK.encode() + b"\n\xff\xfe", 2)
        == b"caf\xe9\n" + DONE.encode() + b"\n\xff\xfe"
    )


def test_utf_16_with_bom_is_read_and_not_written_and_a_utf_8_bom_hides_no_properties(tmp_path: Path) -> None:
    wide = f"title\n{TASK}\n".encode("utf-16")
    assert parse_note("w.md", wide).tasks[0].raw == TASK
    with pytest.raises(WriteRefused, match="UTF-16"):
        _ticked(tmp_path, wide, 2)
    assert (tmp_path / "n.md").read_bytes() == wide
    assert parse_note("b.md", b"\xef\xbb\xbf---\ntitle: x\n---\n").properties == {"title": "x"}


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("a\r\n", "\r\nc\rd", 2),
        ("a\r", "\rb", 2),
        ("", "", 1),
        ("a\u2028b\x0bc\x0c\x85\x1c\n", "\n", 2),
        ("\n\r\n\r", "\r\n", 4),
    ],
    ids=["crlf", "cr", "no final newline", "separators", "mixed"],
)
def test_crlf_lone_cr_mixed_and_no_final_newline_stay(tmp_path: Path, before: str, after: str, line: int) -> None:
    data = f"{before}{TASK}{after}".encode()
    assert parse_note("n.md", data).tasks[0].line == line
    assert _ticked(tmp_path, data, line) == f"{before}{DONE}{after}".encode()


@pytest.mark.parametrize("name", MALFORMED)
def test_frontmatter_malformed_leaves_the_body_and_is_told_where_it_matters(name: str) -> None:
    note = parse_note("n.md", f"---\n{MALFORMED[name]}\n---\n{TASK}\nzebra\n".encode())
    assert len(note.tasks) == 1 and "zebra" in "".join(chunk.text for chunk in note.chunks)


def test_frontmatter_types_stay_the_text_that_was_written() -> None:
    written = {
        "a": "no",
        "b": "1:30",
        "c": "01234",
        "d": "1.10",
        "e": "2026-02-30",
        "f": "0x1F",
        "g": "1e3",
        "on": "yes",
    }
    block = "\n".join(f"{key}: {value}" for key, value in written.items())
    assert split_frontmatter(f"---\n{block}\n---\n").properties == written


def test_frontmatter_is_never_rewritten(tmp_path: Path) -> None:
    head = "---\nb: 'x'  # why\na: 2026-06-29\n\n---\n"
    assert _ticked(tmp_path, f"{head}{TASK}".encode(), 6) == f"{head}{DONE}".encode()


@pytest.mark.parametrize(
    "block",
    [
        "a: " + "x" * 70_000,
        "\n".join(f"k{n}: {n}" for n in range(50_000)),
        "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
        + "\n".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)),
        "a: " + "[" * 3000,
        "a: &a [*a]",
        "\n".join(" " * n + "a:" for n in range(300)),
    ],
    ids=["huge", "50,000 keys", "alias bomb", "brackets", "itself", "deep"],
)
def test_frontmatter_huge_alias_bomb_and_deep_cost_little_and_are_told(block: str) -> None:
    start = time.process_time()
    note = parse_note("n.md", f"---\n{block}\n---\n{TASK}\n".encode())
    assert time.process_time() - start < ENDLESS
    assert note.problem.startswith("properties") and len(note.tasks) == 1


@pytest.mark.parametrize(
    ("text", "properties"),
    [
        ("+++\ntitle = 'x'\n+++\n", {"title": "x"}),
        ('---\n{"title": "x"}\n---\n', {"title": "x"}),
        ('{"title": "x"}\n\n', {}),
        ("{ not json }\n", {}),
    ],
)
def test_toml_and_json_frontmatter_are_read_or_shown_as_text(text: str, properties: dict[str, str]) -> None:
    note = parse_note("n.md", f"{text}{TASK}\n".encode())
    assert (note.properties, note.problem, len(note.tasks)) == (properties, "", 1)
    assert properties or text.strip() in note.chunks[0].text


@pytest.mark.parametrize(
    "line",
    [
        "2026-08-15T" * 500,
        "[" * 50_000,
        "*a_ " * 20_000,
        "?" * 100_000 + "x",
        "- [ ] x " + "[due:: 2026-01-01] " * 20_000,
        "- [ ] x 🔁 " + "every " * 20_000,
        "# h\n" * 20_000,
        "+++\n" + "a." * 20_000 + "a = 1\n+++\n",
        "[[a|" * 50_000,
        "<!--" * 50_000,
    ],
    ids=["dates", "brackets", "emphasis", "questions", "fields", "every", "headings", "dots", "wiki", "comments"],
)
def test_redos_and_slow_parsers_are_bounded(line: str) -> None:
    start = time.process_time()
    assert parse_note("n.md", line.encode()).chunks
    assert time.process_time() - start < ENDLESS


def test_ticking_a_users_note_finds_the_exact_line_or_refuses(tmp_path: Path) -> None:
    moved = f"a\nb\n{TASK}\n".encode()
    assert _ticked(tmp_path, moved, 1) == f"a\nb\n{DONE}\n".encode()
    for data in ("gone\n", f"a\n{TASK}\n{TASK}\n", f"```\n{TASK}\n```\n", f"a\n> {TASK}\n"):
        (tmp_path / "n.md").write_text(data, encoding="utf-8")
        with pytest.raises(WriteRefused, match="n.md was not changed"):
            apply_edit(Vault(tmp_path), "n.md", 1, TASK, _tick)
        assert (tmp_path / "n.md").read_text(encoding="utf-8") == data


@pytest.mark.parametrize("rule", ["every saturday", "every week", "every month on the 31st", "every day when done"])
def test_a_repetition_at_the_end_of_the_calendar_is_refused_or_has_a_date(rule: str) -> None:
    for day in ("9999-12-28", "9999-12-31"):
        try:
            assert tick(f"- [ ] x 🔁 {rule} 📅 {day}", NOW.date())
        except WriteRefused as error:
            assert "its next date cannot be computed" in error.message


def test_icloud_placeholder_is_told_kept_in_the_index_and_never_made_anew(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "v", {"MyNote.md": "zebra\n", "b.md": "b\n"})
    workspace = open_workspace(root)
    workspace.update(meaning=False)
    (root / "MyNote.md").unlink()
    (root / ".MyNote.md.icloud").write_bytes(b"bplist00")
    workspace.update(meaning=False)
    assert dict(workspace.unreadable())["MyNote.md"] == "it is in the cloud and not downloaded"
    assert workspace.note_details("MyNote.md").note.path == "MyNote.md"
    workspace.close()
    assert sorted(path.name for path in root.glob("*y*")) == [".MyNote.md.icloud"]


def test_a_line_of_600_kb_is_searched_previewed_and_ticked_beside(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "v", {"n.md": f"{TASK}\n\n" + "word and more " * 43_000 + "\n"})
    workspace = open_workspace(root)
    workspace.update(meaning=True)
    start = time.process_time()
    workspace.ledger.resolve(workspace.commitments()[0], "done", "")
    assert time.process_time() - start < ENDLESS
    assert "line 3 is longer than 65,536 characters" in dict(workspace.unreadable())["n.md"]
    workspace.close()
    assert (root / "n.md").read_text(encoding="utf-8").startswith(f"{DONE}\n")
