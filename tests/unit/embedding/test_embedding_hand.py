from __future__ import annotations

from app.embedding.hand import Hand
from app.embedding.jobs import Batch, Job, Kind


def batch(kind: Kind, losses: int = 0) -> Batch:
    return Batch(Job(kind, ["text"]), [0], losses=losses)


def test_it_holds_a_query_beside_a_batch_for_each_lane() -> None:
    hand = Hand(lanes=2)
    assert hand.free_kinds() == ("query", "document")
    hand.add(batch("document"), due=5.0)
    number = hand.add(batch("document"), due=3.0)
    assert hand.free_kinds() == ("query",)
    hand.add(batch("query"), due=4.0)
    assert hand.free_kinds() == ()
    assert hand.next_due() == 3.0
    hand.answered(number)
    assert hand.free_kinds() == ("document",)
    assert hand.next_due() == 4.0


def test_a_batch_that_was_lost_before_is_alone() -> None:
    hand = Hand(lanes=2)
    fragile, sound = batch("document", losses=1), batch("document")
    number = hand.add(sound, due=1.0)
    assert not hand.admits(fragile)
    assert hand.admits(batch("query"))
    hand.answered(number)
    assert hand.admits(fragile)
    hand.add(fragile, due=2.0)
    assert hand.free_kinds() == ()


def test_an_answer_that_belongs_to_nothing_is_none() -> None:
    hand = Hand(lanes=1)
    number = hand.add(batch("query"), due=1.0)
    assert hand.answered("x") is None
    assert hand.answered(number + 1) is None
    assert hand.answered(number) is not None
    assert hand.answered(number) is None


def test_emptying_gives_the_batches_in_order() -> None:
    hand = Hand(lanes=2)
    batches = [batch("document"), batch("document")]
    for each in batches:
        hand.add(each, due=1.0)
    assert hand.empty() == batches
    assert hand.empty() == []
    assert hand.next_due() is None
