"""Every parser against inputs that are made of its own grammar; how many is `BETIMES_FUZZ` in `make soak`."""

from __future__ import annotations

import os
import time

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.faults.fuzz_targets import TARGETS

FEW = 40
MANY = int(os.environ.get("BETIMES_FUZZ", "5000"))


def fuzz(name: str, count: int, *, same: bool) -> tuple[int, float]:
    """Try so many inputs; returns how many were tried, and the seconds of processor time."""
    target, tried = TARGETS[name], 0

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=same,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(target.strategy)
    def run(value: object) -> None:
        nonlocal tried
        tried += 1
        target.check(value)

    start = time.process_time()
    run()
    return tried, time.process_time() - start


@pytest.mark.parametrize("name", TARGETS)
def test_fuzz_a_few_of(name: str) -> None:
    tried, _ = fuzz(name, FEW, same=True)
    assert tried >= FEW // 2


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", TARGETS)
def test_fuzz_many(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    tried, seconds = fuzz(name, MANY, same=False)
    with capsys.disabled():
        print(f"\n{name}: {tried:,} inputs tried in {seconds:.1f} s of processor time, nothing found")
    assert tried >= MANY // 2
