from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.decoding import NotText, Text, byte_line, clean, decode, encode, line_end, split_lines


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", Text("", "utf-8", b"")),
        ("caf\u00e9".encode(), Text("caf\u00e9", "utf-8", b"")),
        (b"\xef\xbb\xbf---\n", Text("---\n", "utf-8", b"\xef\xbb\xbf")),
        (b"\xff\xfeh\x00i\x00", Text("hi", "utf-16-le", b"\xff\xfe")),
        (b"\xfe\xff\x00h\x00i", Text("hi", "utf-16-be", b"\xfe\xff")),
        (b"caf\xe9", Text("caf\udce9", "utf-8", b"")),
    ],
)
def test_each_encoding_is_read(data: bytes, expected: Text) -> None:
    assert decode(data) == expected
    assert encode(expected) == data


@pytest.mark.parametrize("data", [b"\x89PNG\x00\x01", b"\xff\xfea", b"\xff\xfe\x00\x00h\x00\x00\x00"])
def test_what_is_not_text_is_told_from_text(data: bytes) -> None:
    with pytest.raises(NotText):
        decode(data)


def test_a_nul_far_down_does_not_make_a_note_unreadable() -> None:
    assert decode(b"a" * 9000 + b"\0").text.endswith("a\0")


@given(st.binary())
def test_decoding_and_encoding_lose_no_byte(data: bytes) -> None:
    try:
        text = decode(data)
    except NotText:
        return
    assert encode(text) == data
    clean(text.text).encode("utf-8")


def test_cleaned_text_can_be_stored_and_keeps_its_length() -> None:
    assert clean("a\0b\udce9c") == "a\ufffdb\ufffdc"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a\n"]),
        ("a\n\nb", ["a\n", "\n", "b"]),
        ("a\r\nb\rc\n\rd", ["a\r\n", "b\r", "c\n", "\r", "d"]),
        ("a\u2028b\x0bc\x0cd\x85e\n", ["a\u2028b\x0bc\x0cd\x85e\n"]),
    ],
)
def test_lines_end_where_editors_end_them(text: str, lines: list[str]) -> None:
    assert split_lines(text) == lines


@given(st.text(alphabet="ab\r\n\u2028"))
def test_lines_together_are_the_text(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    assert all(line_end(line) in ("\n", "\r\n", "\r") for line in lines[:-1])
    assert not any("\n" in line.rstrip("\r\n") or "\r" in line.rstrip("\r\n") for line in lines)


@pytest.mark.parametrize(
    "data",
    [
        "a\r\n- [ ] \u00e9\r\nc".encode(),
        b"\xef\xbb\xbfa\n- [ ] \xe9\nc",
        b"\xff\xfe" + "a\n- [ ] \U0001f4c5\nc".encode("utf-16-le"),
    ],
)
def test_a_line_is_found_among_the_bytes(data: bytes) -> None:
    text = decode(data)
    start, end = byte_line(data, 2)
    found = Text(split_lines(text.text)[1].rstrip("\r\n"), text.encoding, b"")
    assert data[start:end] == encode(found)


@pytest.mark.parametrize("line", [0, 3])
def test_a_line_that_is_not_there_is_an_error(line: int) -> None:
    with pytest.raises(IndexError):
        byte_line(b"a\nb\n", line)
