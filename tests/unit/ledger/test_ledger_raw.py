from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger_support import THREE, VaultOnDisk

from app.errors import UsageError, WriteRefused
from app.ledger.raw import read_raw

GOOD = '# the rent\n[[entry]]\nid = "aaaa" # mine\naction = "Pay"\ndue = 2026-12-01\n# more\n'


def test_an_entry_comes_back_with_its_comments() -> None:
    raw = read_raw(GOOD, "aaaa")
    assert (raw.text, raw.table["action"]) == (GOOD, "Pay")
    assert raw.text[raw.block.start : raw.block.end].startswith("[[entry]]")
    assert read_raw(GOOD.replace("\n", "\r\n"), "aaaa").text == GOOD


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 entries"),
        (GOOD + GOOD, "2 entries"),
        (GOOD.replace("aaaa", "bbbb"), "must stay"),
        (GOOD.replace('"Pay"', '"Pay'), "line 4"),
        (GOOD.replace("2026-12-01", '"soon"'), "due"),
        (GOOD.replace('action = "Pay"\n', ""), "action"),
        ("x = 1\n" + GOOD, "line 1: this stands outside"),
        (GOOD + "[other]\nx = 1\n", "line 7: this stands outside"),
        (GOOD.replace("Pay", "\ud800"), "cannot be stored"),
        (GOOD.replace("2026-12-01", "2026-02-31"), "line 5"),
    ],
)
def test_what_is_not_that_one_entry_is_refused_with_the_place(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        read_raw(text, "aaaa")


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    with pytest.raises(UsageError):
        read_raw(text, "aaaa")


def test_the_file_holds_what_the_editor_gave_back(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    seen = ledger.raw("q7te")
    changed = seen.replace("the quote arrives", "any quote arrives").replace("# from Ann", "# from Ann, by post")
    entry = ledger.replace_raw("q7te", f"# looked at\n{changed}", seen)
    assert entry.when == "any quote arrives"
    expected = THREE.replace("the quote arrives", "any quote arrives").replace("# from Ann", "# from Ann, by post")
    expected = expected.replace('[[entry]]\nid = "q7te"', '# looked at\n[[entry]]\nid = "q7te"')
    assert vault.ledger_file.read_text() == expected
    assert [line.kind for line in ledger.history("q7te")][-1] == "edited"
    ledger.undo()
    assert ledger.entry("q7te").when == "the quote arrives"


def test_crlf_stays_and_a_changed_comment_is_no_step(vault: VaultOnDisk) -> None:
    crlf = THREE.replace("\n", "\r\n")
    vault.ledger_file.parent.mkdir(parents=True, exist_ok=True)
    vault.ledger_file.write_bytes(crlf.encode())
    ledger = vault.open()
    seen = ledger.raw("p4ss")
    assert "\r" not in seen
    ledger.replace_raw("p4ss", "# first\n" + seen.replace("# short", "# kept"), seen)
    expected = crlf.replace("# short", "# kept").replace(
        '[[entry]]\r\nid = "p4ss"', '# first\r\n[[entry]]\r\nid = "p4ss"'
    )
    assert vault.ledger_file.read_bytes() == expected.encode()
    assert not [line for line in ledger.history("p4ss") if line.kind == "edited"]
    ledger.edit("p4ss", project="travel")
    assert vault.ledger_file.read_bytes().startswith(b"# Head of the file.\r\n\r\n# about the passport\r\n# first\r\n")


def test_an_entry_changed_meanwhile_is_not_overwritten(vault: VaultOnDisk) -> None:
    vault.write(THREE)
    ledger = vault.open()
    seen = ledger.raw("p4ss")
    vault.write(THREE.replace("2026-12-10", "2026-12-11"))
    with pytest.raises(WriteRefused, match="changed in the file meanwhile"):
        ledger.replace_raw("p4ss", seen.replace("Renew", "Fetch"), seen)
    assert vault.ledger_file.read_text() == THREE.replace("2026-12-10", "2026-12-11")


def test_an_entry_without_an_id_is_given_the_one_it_is_shown_with(vault: VaultOnDisk) -> None:
    vault.write('[[entry]]\naction = "Call Ann"\n')
    ledger = vault.open()
    (entry,) = ledger.entries
    seen = ledger.raw(entry.id)
    assert f'id = "{entry.id}"' in seen
    ledger.replace_raw(entry.id, seen.replace("Ann", "Ben"), seen)
    assert [(found.id, found.action) for found in vault.open().entries] == [(entry.id, "Call Ben")]
