from __future__ import annotations

import pytest

from app.__main__ import tune


def pytest_configure(config: pytest.Config) -> None:
    """Measure with the interpreter set up as the program sets it up; leave all other test runs alone."""
    if config.option.markexpr == "bench":
        tune()
