from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from app.errors import VaultError
from app.vault import files
from app.vault.files import Vault

as_user = pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")


def _write(root: Path, *names: str) -> Vault:
    for name in names:
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(name, encoding="utf-8", errors="surrogateescape")
    return Vault(root)


def _paths(vault: Vault) -> list[str]:
    return [stamp.path for stamp in vault.scan()]


def test_a_scan_finds_notes_and_nothing_else(tmp_path: Path) -> None:
    vault = _write(tmp_path, "b.md", "a/c.MD", "a/d.markdown", "e.txt", ".x/f.md", ".g.md", "a/.git/h.md", "z/i.md~")
    (tmp_path / "folder.md").mkdir()
    assert _paths(vault) == ["b.md", "a/c.MD", "a/d.markdown"]


def test_a_stamp_changes_with_the_file(tmp_path: Path) -> None:
    vault = _write(tmp_path, "a.md")
    (before,) = vault.scan()
    assert vault.stat("a.md") == before and before.size == 4
    (tmp_path / "a.md").write_text("longer", encoding="utf-8")
    (after,) = vault.scan()
    assert after != before and after.inode == before.inode


def test_rules_are_read_again_at_each_scan(tmp_path: Path) -> None:
    vault = _write(tmp_path, "a/x.md", "b.md")
    assert _paths(vault) == ["b.md", "a/x.md"]
    (tmp_path / ".betimesignore").write_text("a/\n!", encoding="utf-8")
    assert _paths(vault) == ["b.md"]
    assert vault.stat("a/x.md") is None
    assert ".betimesignore, line 2" in vault.problems[""]


def test_conflict_copies_are_listed_but_are_no_notes(tmp_path: Path) -> None:
    vault = _write(tmp_path, "a/n.md", "a/n.sync-conflict-20260101-010101-ABCDEFG.md", ".n (conflicted copy).md")
    ledger = ".betimes/ledger.sync-conflict-20260101-010101-ABCDEFG.toml"
    _write(tmp_path, ".betimes/ledger.toml", ledger)
    assert _paths(vault) == ["a/n.md"]
    assert vault.conflicts == [ledger, "a/n.sync-conflict-20260101-010101-ABCDEFG.md"]


def test_links_count_only_when_they_stay_inside(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("secret", encoding="utf-8")
    root = tmp_path / "vault"
    vault = _write(root, "a/n.md")
    (root / "in.md").symlink_to("a/n.md")
    (root / "out.md").symlink_to(outside)
    (root / "gone.md").symlink_to("nowhere.md")
    (root / "self.md").symlink_to("self.md")
    (root / "zero.md").symlink_to("/dev/zero")
    (root / "loop").symlink_to(".")
    (root / "up").symlink_to("..")
    assert _paths(vault) == ["in.md", "a/n.md"]
    assert vault.read("in.md") == b"a/n.md"
    for path in ("out.md", "up/outside.md", "zero.md"):
        assert vault.stat(path) is None
        with pytest.raises(VaultError, match="leads out of the vault"):
            vault.read(path)


def test_pipes_and_sockets_are_never_opened(tmp_path: Path) -> None:
    vault = _write(tmp_path, "a.md")
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    assert _paths(vault) == ["a.md"]
    for path in ("pipe.md", "folder.md"):
        with pytest.raises(VaultError, match="not a regular file"):
            vault.read(path)


@pytest.mark.parametrize("path", ["", "/etc/passwd", "../x.md", "a/../../x.md", "a//b.md", "./a.md", "a\0.md", "a/"])
def test_a_path_that_is_no_key_is_refused(tmp_path: Path, path: str) -> None:
    vault = _write(tmp_path, "a.md")
    with pytest.raises(VaultError, match="is not a path in the vault"):
        vault.absolute(path)


def test_reading_what_is_gone_or_too_large_says_so(tmp_path: Path) -> None:
    vault = _write(tmp_path, "a.md")
    with pytest.raises(VaultError, match=r"b\.md cannot be read: it is gone"):
        vault.read("b.md")
    with pytest.raises(VaultError, match="name is too long"):
        vault.read("b" * 300 + ".md")
    with open(tmp_path / "big.md", "wb") as file:
        file.write(b"# Big\n")
        file.truncate(files.MAX_BYTES + 1)
    with pytest.raises(VaultError, match="larger than 64 MB"):
        vault.read("big.md")


def test_names_that_are_not_utf_8_have_keys_that_lead_back(tmp_path: Path) -> None:
    vault = _write(tmp_path, os.fsdecode(b"d\xe9r/bad\xff.md"), r"lit\xff.md")
    assert _paths(vault) == [r"lit\x5cxff.md", r"d\xe9r/bad\xff.md"]
    for path in _paths(vault):
        place = vault.absolute(path)
        assert place.is_file() and vault.relative(place) == path
        assert vault.read(path) and vault.stat(path)


def test_both_unicode_forms_of_a_name_are_shown(tmp_path: Path) -> None:
    vault = _write(tmp_path, "cafe\u0301.md", "caf\u00e9.md")
    assert sorted(_paths(vault)) == sorted(["cafe\u0301.md", "caf\u00e9.md"])
    assert all(vault.relative(vault.absolute(path)) == path for path in _paths(vault))


def test_a_decomposed_name_has_a_composed_key(tmp_path: Path) -> None:
    vault = _write(tmp_path, "Cafe\u0301/zo\u0308.md")
    assert _paths(vault) == ["Caf\u00e9/z\u00f6.md"]
    assert vault.read("Caf\u00e9/z\u00f6.md") == "Cafe\u0301/zo\u0308.md".encode()
    assert vault.relative(tmp_path / "Cafe\u0301" / "zo\u0308.md") == "Caf\u00e9/z\u00f6.md"
    (tmp_path / "Cafe\u0301" / "zo\u0308.md").unlink()
    assert vault.relative(tmp_path / "Cafe\u0301" / "zo\u0308.md") == "Caf\u00e9/z\u00f6.md"
    assert vault.stat("Caf\u00e9/z\u00f6.md") is None
    assert vault.stat("Th\u00e9/x.md") is None


def test_places_outside_have_no_key(tmp_path: Path) -> None:
    vault = _write(tmp_path / "vault", "a.md")
    assert vault.relative(tmp_path) is None
    assert vault.relative(tmp_path / "vault") is None
    assert vault.relative(tmp_path / "vault/../x.md") is None
    assert vault.relative(str(vault.root / "b/c.md")) == "b/c.md"


def test_a_vault_must_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="There is no folder"):
        Vault(tmp_path / "nowhere")
    (tmp_path / "file").touch()
    with pytest.raises(VaultError, match="is a file, not a folder"):
        Vault(tmp_path / "file")
    with pytest.raises(VaultError, match="There is no folder"):
        Vault(Path("a\0b"))
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(VaultError, match="cannot be read"):
        Vault(tmp_path / "loop")


def test_a_vault_may_be_reached_by_a_link(tmp_path: Path) -> None:
    _write(tmp_path / "real", "a.md")
    (tmp_path / "link").symlink_to("real")
    vault = Vault(tmp_path / "link")
    assert vault.root == tmp_path / "real"
    assert _paths(vault) == ["a.md"]


def test_a_vault_that_went_away_is_not_an_empty_one(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    vault = _write(root, "a.md")
    shutil.move(root, tmp_path / "elsewhere")
    with pytest.raises(VaultError, match="is not there"):
        _paths(vault)
    root.mkdir()
    with pytest.raises(VaultError, match="another folder now, and empty"):
        _paths(vault)
    _write(root, "b.md")
    assert _paths(vault) == ["b.md"]


def test_a_vault_that_goes_away_during_a_scan_is_told(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    vault = _write(root, "a.md", "b/c.md")
    scan = vault.scan()
    assert next(scan).path == "a.md"
    shutil.rmtree(root)
    with pytest.raises(VaultError):
        list(scan)


@as_user
def test_what_may_not_be_read_is_told_and_the_rest_is_found(tmp_path: Path) -> None:
    vault = _write(tmp_path, "a.md", "b/c.md")
    (tmp_path / "b").chmod(0)
    try:
        assert _paths(vault) == ["a.md"]
        assert vault.problems == {"b": "no permission"}
        with pytest.raises(VaultError, match="no permission"):
            Vault(tmp_path / "b")
    finally:
        (tmp_path / "b").chmod(0o700)


def test_only_what_certainly_is_no_note_is_gone(tmp_path):
    (tmp_path / "a.md").write_text("x")
    (tmp_path / ".hidden.md").write_text("x")
    (tmp_path / "out.md").symlink_to("/etc/passwd")
    vault = Vault(tmp_path)
    assert not vault.is_gone("a.md")
    assert all(vault.is_gone(path) for path in ("b.md", "a.md/b.md", ".hidden.md", "out.md", "../a.md"))
