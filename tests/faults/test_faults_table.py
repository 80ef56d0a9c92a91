"""The table in README.md tells the truth: each test that it names exists, and each public bug has one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)(?:\[[^`]*\])?`")
BUG = re.compile(r"^\| A(\d+) \|", re.MULTILINE)
BUGS = range(1, 53)
STATES = ("holds", "holds where it can be tested", "in part")


def table() -> str:
    return (FOLDER / "README.md").read_text("utf-8")


def defined_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def rows(heading: str) -> list[list[str]]:
    part = table().partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_every_test_that_is_named_exists() -> None:
    named = NAMED.findall(table())
    assert len(named) > len(BUGS)
    missing = [(file, test) for file, test in named if test not in defined_in(ROOT / file)]
    assert missing == []


def test_every_row_names_a_test_and_a_state() -> None:
    faults = rows("Faults")
    assert len(faults) > 40
    wrong = [row[0] for row in faults if len(row) != 4 or not NAMED.search(row[2]) or not row[3].startswith(STATES)]
    assert wrong == []


def test_every_public_bug_has_its_test() -> None:
    assert sorted(map(int, BUG.findall(table()))) == list(BUGS)
    numbers = {int(row[0][1:]): NAMED.findall(row[2]) for row in rows("Public bugs")}
    wrong = [n for n, tests in numbers.items() if not any(test.startswith(f"test_a{n:02}_") for _, test in tests)]
    assert wrong == []
