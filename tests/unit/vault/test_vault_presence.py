from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.vault.presence import Presence, VaultAway, is_bare


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    root.mkdir()
    return root


def test_a_folder_that_went_away_is_said_and_known_when_it_is_back(root: Path) -> None:
    presence = Presence(root)
    root.rename(root.with_name("elsewhere"))
    with pytest.raises(VaultAway, match="is not there"):
        presence.check()
    root.mkdir()
    (root / ".DS_Store").touch()
    with pytest.raises(VaultAway, match="another folder now, and empty"):
        presence.check()
    shutil.rmtree(root)
    root.with_name("elsewhere").rename(root)
    presence.check()


def test_another_folder_with_something_in_it_is_the_vault_from_then_on(root: Path) -> None:
    presence = Presence(root)
    root.rename(root.with_name("elsewhere"))
    root.mkdir()
    note = root / "n.md"
    note.touch()
    presence.check()
    note.unlink()
    presence.check()


def test_a_bare_folder_is_not_taken_for_the_vault_at_the_next_start(root: Path, tmp_path: Path) -> None:
    memory = tmp_path / "identity"
    Presence(root, memory).check()
    assert not memory.exists()
    Presence(root, memory).remember()
    root.rename(root.with_name("elsewhere"))
    root.mkdir()
    presence = Presence(root, memory)
    with pytest.raises(VaultAway, match="another folder now, and empty"):
        presence.check()
    (root / "n.md").touch()
    presence.check()
    presence.remember()
    (root / "n.md").unlink()
    Presence(root, memory).check()


@pytest.mark.parametrize("text", ["", "1", "a b", "1 2 3", "\xff"])
def test_a_memory_that_cannot_be_used_is_none(root: Path, tmp_path: Path, text: str) -> None:
    memory = tmp_path / "identity"
    memory.write_bytes(text.encode("latin-1"))
    Presence(root, memory).check()
    Presence(root, tmp_path / "nowhere" / "identity").remember()


def test_what_belongs_to_no_vault_leaves_a_folder_bare(root: Path) -> None:
    (root / "lost+found").mkdir()
    (root / ".Trash-0").mkdir()
    assert is_bare(root)
    (root / ".betimes").mkdir()
    assert not is_bare(root)
    assert not is_bare(root / "nothing")
