from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import UsageError
from app.vault.browser import browser_command, needs_terminal, start_browser
from app.vault.outside_links import LONGEST, MOST, outside_link, outside_links

NOTE = """---
source: https://src.example/a
---
see https://en.example/Foo_(bar). and [x](file:///etc/passwd) <vscode://file/x> [[Note]] [n](note.md)
`https://code.example` [safe](https://bank.example@evil.example/ "t") https://exämple.org/ü?q='a'&b=$(x)
"""


def test_links_out_of_the_vault_are_found_with_their_lines():
    found = [(link.line, link.written, bool(link.refusal)) for link in outside_links(NOTE)]
    assert found == [
        (2, "https://src.example/a", False),
        (4, "file:///etc/passwd", True),
        (4, "vscode://file/x", True),
        (4, "https://en.example/Foo_(bar)", False),
        (5, "https://bank.example@evil.example/", False),
        (5, "https://exämple.org/ü?q='a'&b=$(x)", False),
    ]


def test_what_is_opened_is_ascii_and_names_the_machine():
    spoof, other = outside_links(NOTE)[-2:]
    assert (spoof.host, spoof.text) == ("evil.example", "safe")
    assert other.address == "https://xn--exmple-cua.org/%C3%BC?q=%27a%27&b=%24(x)"
    assert outside_link("http://[::1]:8080/x").address == "http://[::1]:8080/x"
    assert outside_link("https://a.example/", text="https://a.example/").text == ""


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("javascript:alert(1)", "javascript: is never"),
        ("//host/share", "a path of the network"),
        ("https://", "no machine"),
        ("https://a\u200bb.org", "no address has"),
        ("https://a.org/\\x", "no address has"),
        ("https://a.org/\x07", "no address has"),
        ("http://[", "no address"),
        ("https://a.org:99999/", "no address"),
        ("https://a.org/" + "x" * LONGEST, "longer"),
    ],
)
def test_what_is_refused_says_why(written, why):
    link = outside_link(written)
    assert why in link.refusal and not link.address


@given(st.text(st.sampled_from("[]()<>:/\\ahtps.@#?\n\u200b\u202e%é`'\" \t-"), max_size=80))
def test_any_note_can_be_looked_through(text):
    for link in outside_links(text):
        assert bool(link.refusal) != bool(link.address)
        assert link.address.isascii() and link.address.isprintable() and " " not in link.address


def test_a_note_full_of_links_is_bounded():
    assert len(outside_links("https://a.example/x\n" * 5000 + "[" * 5000)) <= MOST + 1


@pytest.fixture
def programs(tmp_path):
    for name in ("xdg-open", "firefox", "w3m"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return {"PATH": str(tmp_path)}


def test_the_browser_is_an_argument_list(programs):
    page = "https://a.example/"
    assert browser_command(page, programs | {"BROWSER": "nothing:firefox --new-tab"}) == ["firefox", "--new-tab", page]
    assert browser_command(page, programs | {"BROWSER": "firefox 'x %s'"}) == ["firefox", f"x {page}"]
    assert browser_command(page, programs | {"BROWSER": "'"} | {"DISPLAY": ":0"})[-1] == page
    assert needs_terminal(["/usr/bin/w3m", page]) and not needs_terminal(["firefox", page])


def test_without_a_browser_the_address_is_told(programs, tmp_path):
    with pytest.raises(UsageError, match="no browser to open https://a.example/"):
        browser_command("https://a.example/", {"PATH": str(tmp_path / "none"), "DISPLAY": ":0"})
    with pytest.raises(UsageError, match="cannot be started"):
        start_browser([str(tmp_path / "missing"), "https://a.example/"])
