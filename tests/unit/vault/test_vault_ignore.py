from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.ignore import IgnoreRules, conflict_of
from app.vault.names import composed, escape, is_note_name, unescape


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("n.sync-conflict-20260101-010101-ABCDEFG.md", "n.md"),
        ("ledger.sync-conflict-20260101-010101-ABCDEFG.toml", "ledger.toml"),
        ("Plan (Ann's conflicted copy 2026-01-01).md", "Plan.md"),
        ("Plan (conflicted copy 2026-01-01 101010).md", "Plan.md"),
        ("Plan (Conflicted copy MacBook 202601011200).md", "Plan.md"),
        ("Plan (Case Conflict 1).md", "Plan.md"),
        ("Plan_conflict-20260101-101010.md", "Plan.md"),
        ("Plan (Konfliktkopie 2026-11-30).md", "Plan.md"),
        ("Plan (Anns in Konflikt stehende Kopie 2026-11-30).md", "Plan.md"),
        ("Plan (Copie en conflit de Ann 2026-11-30).md", "Plan.md"),
        ("Plan (copia en conflicto de Ann 2026-11-30).md", "Plan.md"),
        ("Plan (Copia in conflitto di Ann).md", "Plan.md"),
        ("Plan (Cópia em conflito de Ann).md", "Plan.md"),
        ("Plan (Co\u0301pia em conflito de Ann).md", "Plan.md"),
        ("Plan (conflictkopie van Ann).md", "Plan.md"),
        ("Plan (Conflicterende kopie van Ann).md", "Plan.md"),
        ("Plan (Anns konfliktkopia 2026-11-30).md", "Plan.md"),
        ("Plan (Konflikt-Kopie).md", "Plan.md"),
        ("Plan (Annの競合コピー 2026-11-30).md", "Plan.md"),
        ("Plan (Ann 的冲突副本 2026-11-30).md", "Plan.md"),
        ("Plan (конфликтующая копия Анны).md", "Plan.md"),
    ],
)
def test_conflict_copies_are_known_by_their_names(name: str, original: str) -> None:
    assert conflict_of(name) == original


@pytest.mark.parametrize(
    "name",
    ["Plan.md", "Plan 2.md", "Plan (copy).md", "On conflict.md", "conflicted copy.md", "2026-01-01.md"]
    + ["Talk (copy on conflict).md", "Kopie (Konflikt).md", "Notes (conflit et copie).md", "Konfliktkopie.md"],
)
def test_names_that_people_choose_are_no_conflict_copies(name: str) -> None:
    assert conflict_of(name) is None


@pytest.mark.parametrize(
    "path",
    [
        ".obsidian/x.md",
        "a/.git/x.md",
        ".x.md",
        "a/.syncthing.x.md.tmp",
        "~syncthing~x.md.tmp",
        "~$x.md",
        "x.md~",
        "#x.md#",
        "a/4913",
        "x.md.swp",
        "a/n.sync-conflict-20260101-010101-ABCDEFG.md",
    ],
)
def test_hidden_temporary_and_conflict_files_are_left_out(path: str) -> None:
    assert IgnoreRules().ignores(path, is_dir=False)


@pytest.mark.parametrize("path", ["x.md", "a/b c/x.md", "~x.md", "4913.md", "a.b/x.md"])
def test_notes_are_left_in(path: str) -> None:
    assert not IgnoreRules().ignores(path, is_dir=False)


def test_patterns_of_the_vault_count(tmp_path: Path) -> None:
    (tmp_path / ".betimesignore").write_text("# not these\nTemplates/\n*.draft.md\n!keep.draft.md\n", encoding="utf-8")
    rules = IgnoreRules.load(tmp_path)
    assert rules.problem == ""
    assert rules.ignores("Templates", is_dir=True)
    assert rules.ignores("a/Templates/x.md", is_dir=False)
    assert not rules.ignores("Templates.md", is_dir=False)
    assert rules.ignores("x.draft.md", is_dir=False)
    assert not rules.ignores("keep.draft.md", is_dir=False)


def test_a_bad_pattern_is_named_and_the_others_count(tmp_path: Path) -> None:
    (tmp_path / ".betimesignore").write_bytes(b"\xef\xbb\xbf/a\n!\n/b\n")
    rules = IgnoreRules.load(tmp_path)
    assert "line 2" in rules.problem
    assert rules.ignores("a", is_dir=False) and rules.ignores("b", is_dir=False)


def test_without_patterns_there_are_no_rules(tmp_path: Path) -> None:
    assert IgnoreRules.load(tmp_path) == IgnoreRules()
    (tmp_path / ".betimesignore").mkdir()
    assert "not a regular file" in IgnoreRules.load(tmp_path).problem


@given(st.binary(min_size=1, max_size=20).filter(lambda name: b"/" not in name and b"\0" not in name))
def test_every_file_name_has_a_key_that_leads_back(name: bytes) -> None:
    real = name.decode("utf-8", "surrogateescape")
    key = escape(real)
    key.encode("utf-8")
    assert unescape(key) == real


def test_keys_are_readable() -> None:
    assert escape("bad\udcff.md") == r"bad\xff.md"
    assert escape(r"lit\xff.md") == r"lit\x5cxff.md"
    assert escape("a\\b\u00e9.md") == "a\\b\u00e9.md"
    assert composed("cafe\u0301.md") == "caf\u00e9.md"


@pytest.mark.parametrize(
    ("name", "expected"), [("a.md", True), ("A.MD", True), ("a.markdown", True), ("a.mdx", False), ("md", False)]
)
def test_notes_are_told_by_their_ending(name: str, expected: bool) -> None:
    assert is_note_name(name) is expected
