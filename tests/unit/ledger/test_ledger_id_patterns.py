from __future__ import annotations

import tomllib

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from app.ledger.id_patterns import holds_id, ids_in

ENTRIES = b'id = "a"\n[[entry]]\nid = "k\\u001b"\nid = \'b"c\'\n id="q\\"\\\\" # x\nid = "don\'t"\nx = "id = \\"z\\""\n'


def test_an_id_is_what_it_says_however_it_is_written():
    assert ids_in(ENTRIES) == {"a", "k\x1b", 'b"c', 'q"\\', "don't"}
    assert all(holds_id(ENTRIES, entry_id) for entry_id in ids_in(ENTRIES))
    assert not any(holds_id(ENTRIES, other) for other in ("z", "k", "don", "b"))
    assert holds_id(b'id = "\\u006b0"', "k0") and ids_in(b'id = "\\u006b0"') == {"k0"}


@pytest.mark.parametrize("broken", [b'id = "\\q"', b'id = "a', b"id = a", b'id = "\\u00', b'id = "\xff\\n"'])
def test_what_does_not_parse_is_passed_over(broken):
    assert not holds_id(broken, "a") and "a" not in ids_in(broken)


@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_every_id_is_found_as_it_is_written(entry_id):
    data = f'[[entry]]\n{tomli_w.dumps({"id": entry_id, "action": "x"})}\n[[entry]]\nid = "other"\n'.encode()
    assert tomllib.loads(data.decode())["entry"][0]["id"] == entry_id
    assert holds_id(data, entry_id) and ids_in(data) == {entry_id, "other"}
