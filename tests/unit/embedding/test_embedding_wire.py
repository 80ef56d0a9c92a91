from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.embedding.wire import LARGEST_PART, Frame, FrameDecoder, WireError

frames = st.builds(
    lambda texts, payload: Frame({"op": "encode", "texts": texts}, payload),
    st.lists(st.text(st.characters()), max_size=4),
    st.binary(max_size=200),
)


@given(st.lists(frames, max_size=4), st.integers(1, 40))
def test_frames_survive_any_cutting_into_pieces(sent: list[Frame], size: int) -> None:
    stream = b"".join(frame.pack() for frame in sent)
    decoder = FrameDecoder()
    pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
    assert [frame for piece in pieces for frame in decoder.feed(piece)] == sent


def test_a_lone_surrogate_survives() -> None:
    sent = Frame({"op": "encode", "texts": ["\ud800"]})
    assert list(FrameDecoder().feed(sent.pack())) == [sent]


@pytest.mark.parametrize("header", [b"{", b"[]", b"{}", b'{"op": 3}', b"\xff\xfe"])
def test_a_header_that_is_no_operation_is_refused(header: bytes) -> None:
    with pytest.raises(WireError, match="header"):
        list(FrameDecoder().feed(struct.pack("<II", len(header), 0) + header))


def test_impossible_lengths_are_refused_before_any_memory_is_taken() -> None:
    with pytest.raises(WireError, match="not possible"):
        list(FrameDecoder().feed(struct.pack("<II", 2, LARGEST_PART + 1)))
