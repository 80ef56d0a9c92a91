from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import NotFound, UsageError
from app.ledger.line_references import read_reference
from app.vault.files import Vault
from tests.support import write_notes

NOTES = {"Areas/Kitchen.md": "x\n", "Plan.md": "x\n", "Straße.md": "x\n", "a b.md": "x\n"}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(write_notes(tmp_path / "notes", NOTES))


@pytest.mark.parametrize(
    ("reference", "read"),
    [
        ("Plan.md:3", ("Plan.md", 3, "")),
        ("./Plan.md:3", ("Plan.md", 3, "")),
        ("Areas/../Plan.md:3", ("Plan.md", 3, "")),
        ("Areas//Kitchen.md:3", ("Areas/Kitchen.md", 3, "")),
        ("{}/Areas/Kitchen.md:12", ("Areas/Kitchen.md", 12, "")),
        ("{}/Plan.md#^k7q2", ("Plan.md", 0, "k7q2")),
        ("a b.md:1", ("a b.md", 1, "")),
    ],
)
def test_the_path_is_taken_as_a_person_has_it_at_hand(vault: Vault, reference: str, read: tuple[str, int, str]) -> None:
    assert read_reference(vault, reference.format(vault.root)) == read


@pytest.mark.parametrize(
    ("reference", "hint"),
    [
        ("plan.md:24", "Did you mean Plan.md:24?"),
        ("Plan:24", "Did you mean Plan.md:24?"),
        ("PLAN#^a", "Did you mean Plan.md#^a?"),
        ("Kitchen.md:2", "Did you mean Areas/Kitchen.md:2?"),
        ("kitchen:2", "Did you mean Areas/Kitchen.md:2?"),
        ("Areas/Kichen.md:2", "Did you mean Areas/Kitchen.md:2?"),
        ("strasse:1", "Did you mean Straße.md:1?"),
        ("Nope.md:3", "told from the vault's folder"),
        ("/etc/passwd:3", "told from the vault's folder"),
        ("../../x.md:3", "told from the vault's folder"),
        ("\x00:3", "told from the vault's folder"),
    ],
)
def test_what_is_no_note_is_said_with_the_near_one(vault: Vault, reference: str, hint: str) -> None:
    with pytest.raises(NotFound, match="There is no note") as raised:
        read_reference(vault, reference)
    assert hint in raised.value.hint


@pytest.mark.parametrize("reference", ["Plan.md", "Plan.md:x", ":3", "Plan.md:" + "1" * 5000])
def test_what_names_no_line_is_said(vault: Vault, reference: str) -> None:
    with pytest.raises(UsageError, match="is no line of a note"):
        read_reference(vault, reference)
