"""Notes far beyond what a person writes: time and memory of every action are bounded, and what was cut is said."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.vault_maker import Shape, VaultMaker

ROOT = Path(__file__).parents[2]
CHILD = Path(__file__).with_name("limits_child.py")
TASK = "- [ ] Tick {} 📅 2026-12-01\n\n"
LARGE_MB = 200
PEAK_MB = 600
"""A program without any note has some 60; the largest note that is ticked here has 33 MB, and is held a few times."""

KEYS = "\n".join(f"k{number}: {number}" for number in range(50_000))
BOMB = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "\n".join(
    f"a{n}: &a{n} [" + ",".join([f"*a{n - 1}"] * 9) + "]" for n in range(1, 9)
)
NOTES = {
    "lines": TASK + "lorem ipsum dolor sit amet consect\n" * 1_000_000,
    "line": TASK + "lorem ipsum " * 870_000,
    "tags": TASK + "\n".join(" ".join(f"#tag{n * 10 + k}" for k in range(10)) for n in range(1000)),
    "links": TASK + "\n".join(f"- [[Note {number}]] lorem" for number in range(5000)),
    "lists": TASK + "".join("  " * depth + "- lorem\n" for depth in range(400)),
    "quotes": TASK + ">" * 20_000 + " lorem\n",
    "brackets": TASK + "[" * 60_000 + " lorem\n",
    "headings": TASK + "# lorem\n" * 20_000,
    "tasks": TASK + "- [ ] lorem 📅 2027-01-01\n" * 6_000,
    "keys": f"---\n{KEYS}\n---\n" + TASK,
    "bomb": f"---\n{BOMB}\n---\n" + TASK,
    "deep yaml": "---\na: " + "[" * 3000 + "\n---\n" + TASK,
    "deep toml": "+++\n" + "a." * 20_000 + "a = 1\n+++\n" + TASK,
}
SLOW = {"lines", "headings", "tasks", "tags"}
"""What takes some seconds each."""

SAID = {
    "large": "longer than 2 MB: only the first",
    "lines": "longer than 2 MB: only the first 59,",
    "line": "line 3 is longer than 65,536 characters: only the beginning was read",
    "headings": "more than 10,000 sections: what is below line 10,0",
    "tasks": "more than 5,000 tasks: those below line 5001 were not read",
    "keys": "properties are longer than 64 KB: not read",
    "bomb": "too many or too deeply nested values",
    "deep yaml": "nested too deeply",
    "deep toml": "nested too deeply",
}


def run(root: Path, ticks: int) -> dict[str, Any]:
    """Index, search, preview and tick in another process; returns what it says."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, str(CHILD), str(root), str(ticks)], env=environment, capture_output=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.timeout(300)
def test_200_mb_note_long_line_deep_nesting_and_properties_are_bounded_and_said(tmp_path: Path) -> None:
    _check(tmp_path / "vault", {name: text for name, text in NOTES.items() if name not in SLOW}, ticks=3)


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_million_lines_and_every_other_limit_is_bounded_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = _check(tmp_path / "vault", NOTES, ticks=20)
    with capsys.disabled():
        print(f"\n{len(NOTES) + 1} notes beyond all limits: {found['seconds']} s, peak {found['peak_mb']} MB")


def _check(root: Path, notes: dict[str, str], ticks: int) -> dict[str, Any]:
    root.mkdir()
    for name, text in notes.items():
        (root / f"{name}.md").write_text(text.replace("{}", name, 1), encoding="utf-8")
    with (root / "large.md").open("wb") as file:
        file.write(TASK.format("large").encode())
        for _ in range(LARGE_MB):
            file.write((b"lorem ipsum " * 10 + b"dolor s\n") * 8_192)
    before = {path.name: digest(path) for path in root.glob("*.md")}
    found = run(root, ticks)
    assert found["peak_mb"] < PEAK_MB, found
    for name in ["large", *notes]:
        assert SAID.get(name, "") in found["said"].get(f"{name}.md", ""), (name, found["said"])
    assert set(found["said"]) == {f"{name}.md" for name in SAID.keys() & {"large", *notes}}
    assert found["ticked"] == found["results"] == len(notes) + 1 and found["rows"] < 2000
    assert {path.name: digest(path) for path in root.glob("*.md")} == before
    assert set(found["refused"]) <= {"large.md"}
    if found["refused"]:
        assert "larger than 64 MB" in found["refused"]["large.md"]
    return found


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_100_000_notes_and_10_000_tags_are_bounded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count = int(os.environ.get("BETIMES_SOAK_NOTES", "100000"))
    root = tmp_path / "vault"
    VaultMaker(count, shape=Shape(sections=1.0, sentences=2.0)).write(root)
    for number in range(100):
        tags = " ".join(f"#kind{number * 100 + tag}" for tag in range(100))
        (root / f"tags {number}.md").write_text(f"lorem {tags}\n", encoding="utf-8")
    (root / "one.md").write_text(TASK.format("one"), encoding="utf-8")
    found = run(root, 1)
    with capsys.disabled():
        print(f"\n{count:,} notes: {found['seconds']} s, peak {found['peak_mb']} MB, said {len(found['said'])}")
    assert found["said"] == {} and found["refused"] == {} and found["ticked"] == 1
    assert found["peak_mb"] < 400 + count // 50
