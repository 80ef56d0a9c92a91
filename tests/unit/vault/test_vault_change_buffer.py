from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.change_buffer import ChangeBuffer


def test_an_empty_buffer_is_never_due() -> None:
    buffer = ChangeBuffer()
    assert buffer.due() is None
    assert buffer.take() == frozenset()


def test_changes_wait_until_they_have_settled() -> None:
    buffer = ChangeBuffer(settle=0.2, longest=1.0)
    buffer.add("a.md", 10.0)
    assert buffer.due() == 10.2
    buffer.add("b.md", 10.1)
    buffer.add("a.md", 10.2)
    assert buffer.due() == pytest.approx(10.4)
    assert buffer.take() == {"a.md", "b.md"}
    assert buffer.due() is None


def test_changes_that_never_settle_do_not_wait_for_ever() -> None:
    buffer = ChangeBuffer(settle=0.2, longest=1.0)
    for step in range(20):
        buffer.add("a.md", 10 + step / 10)
    assert buffer.due() == 11.0


def test_none_stands_for_everything() -> None:
    buffer = ChangeBuffer()
    buffer.add("a.md", 0)
    buffer.add(None, 0)
    buffer.add("b.md", 0)
    assert buffer.take() is None
    buffer.add("c.md", 1)
    assert buffer.take() == {"c.md"}


def test_a_flood_becomes_everything() -> None:
    buffer = ChangeBuffer()
    for number in range(3000):
        buffer.add(f"{number}.md", 0)
    assert buffer.take() is None


@given(st.lists(st.tuples(st.sampled_from(["a", "b", None]), st.floats(0, 5)), min_size=1))
def test_nothing_is_lost_and_nothing_waits_too_long(changes: list[tuple[str | None, float]]) -> None:
    buffer = ChangeBuffer(settle=0.2, longest=1.0)
    now = 0.0
    first = changes[0][1]
    for path, wait in changes:
        now += wait
        buffer.add(path, now)
    due = buffer.due()
    assert due is not None and due <= first + 1.0 + 1e-9
    paths = {path for path, _ in changes}
    assert buffer.take() == (None if None in paths else paths)


def test_a_flood_is_waited_out() -> None:
    buffer = ChangeBuffer(settle=0.1, longest=1.0, flood_settle=0.5, flood_longest=10.0)
    buffer.add(None, 0.0)
    assert buffer.due() == pytest.approx(0.1)
    buffer.add(None, 0.5, count=5000)
    assert buffer.is_everything and buffer.due() == pytest.approx(1.0)
    buffer.add(None, 9.9)
    assert buffer.due() == pytest.approx(10.0)
    assert buffer.take() is None
    buffer.add("a.md", 11.0)
    assert buffer.due() == pytest.approx(11.1)
