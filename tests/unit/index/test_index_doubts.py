from __future__ import annotations

from app.index.doubts import Doubts


def test_a_second_look_some_time_later_decides() -> None:
    now = [10.0]
    doubts = Doubts(wait=1.0, clock=lambda: now[0])
    assert doubts.decide(["a.md", "b.md"], None) == []
    assert doubts.paths == {"a.md", "b.md"} and not doubts.is_due
    now[0] = 10.5
    assert doubts.decide(["a.md"], {"a.md", "c.md"}) == []
    assert doubts.paths == {"a.md", "b.md"}
    now[0] = 11.0
    assert doubts.is_due
    assert doubts.decide(["a.md"], {"a.md", "b.md"}) == ["a.md"]
    assert doubts.paths == frozenset() and not doubts.is_due


def test_what_is_there_again_begins_anew() -> None:
    now = [0.0]
    doubts = Doubts(wait=1.0, clock=lambda: now[0])
    doubts.decide(["a.md"], None)
    assert doubts.decide([], None) == []
    now[0] = 5.0
    assert doubts.decide(["a.md"], None) == []
