from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.__main__ import tune

OUT = Path(os.environ.get("BETIMES_BENCH_JSON", "build/bench.json"))
Report = Callable[..., None]


def pytest_configure(config: pytest.Config) -> None:
    """Measure with the interpreter set up as the program sets it up; leave all other test runs alone."""
    if config.option.markexpr == "bench":
        tune()


@pytest.fixture(scope="session")
def figures() -> Iterator[dict[str, dict[str, object]]]:
    """What was measured, by name; written as JSON when the run ends."""
    found: dict[str, dict[str, object]] = {}
    yield found
    if found:
        run = {
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}",
            "load": os.getloadavg()[0],
            "figures": found,
        }
        OUT.parent.mkdir(parents=True, exist_ok=True)
        OUT.write_text(json.dumps(run, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"\nwritten to {OUT}")


@pytest.fixture
def report(figures: dict[str, dict[str, object]]) -> Report:
    """Takes a name and figures: a list of seconds is told as percentiles in milliseconds."""

    def take(name: str, **measured: object) -> None:
        told = {
            key: in_ms(value) if isinstance(value, list) else round(value, 3) if isinstance(value, float) else value
            for key, value in measured.items()
        }
        figures.setdefault(name, {}).update(told)
        print(f"\n{name}: " + "; ".join(f"{key} {value}" for key, value in told.items()))

    return take


def in_ms(seconds: Sequence[float]) -> dict[str, float]:
    """Return percentiles; the lower quartile is what the others on a shared machine take least from."""
    ordered = sorted(seconds)
    shares = {"p25": 0.25, "p50": 0.5, "p95": 0.95, "p99": 0.99}
    found = {name: round(ordered[int((len(ordered) - 1) * share)] * 1e3, 2) for name, share in shares.items()}
    return {**found, "max": round(ordered[-1] * 1e3, 2), "n": len(ordered)}


def median_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the median of ours over theirs, pair by pair: what slows the machine slows both."""
    return statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))
