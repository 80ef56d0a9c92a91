from __future__ import annotations

import pytest

from app.search.folders import NO_RULES, FolderRules

RULES = FolderRules({"Daily": 0.5, "Daily/Best/": 2.0, "One.md": 0.0}, ("Archive", "Work/Old/"))


@pytest.mark.parametrize(
    ("path", "weight"),
    [("Daily/x.md", 0.5), ("daily/deep/x.md", 0.5), ("Daily/Best/x.md", 2.0), ("Dailyish/x.md", 1.0), ("One.md", 0.0)],
)
def test_the_deepest_folder_that_is_named_counts(path: str, weight: float) -> None:
    assert RULES.weight(path) == RULES.weight(path) == weight
    assert NO_RULES.weight(path) == 1.0


@pytest.mark.parametrize(
    ("path", "asked", "hidden"),
    [
        ("Archive/x.md", (), True),
        ("archive/2020/x.md", (), True),
        ("Archive.md", (), False),
        ("Work/Old/x.md", (), True),
        ("Work/x.md", (), False),
        ("Archive/x.md", ("Archive",), False),
        ("Archive/x.md", ("archive/2020",), False),
        ("Archive/x.md", ("x",), True),
        ("Work/Old/x.md", ("Archive",), True),
    ],
)
def test_hidden_folders_are_seen_by_who_names_them(path: str, asked: tuple[str, ...], hidden: bool) -> None:
    assert RULES.hides(path, asked) is hidden
    assert not NO_RULES.hides(path)
