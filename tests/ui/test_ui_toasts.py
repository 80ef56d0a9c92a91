from __future__ import annotations

from types import SimpleNamespace

from widgets.toasts import toast


def told(message: str, hint: str = "") -> str:
    said: list[str] = []
    app = SimpleNamespace(notify=lambda text, **options: said.append(text))
    toast(app, message, hint)  # type: ignore[arg-type]
    return said[0]


def test_a_long_message_is_cut_and_its_hint_stays() -> None:
    first, second = told("x" * 5000, "Do this.").split("\n")
    assert len(first) == 160 and first.endswith("…")
    assert second == "Do this."


def test_control_characters_are_not_shown() -> None:
    assert "\x1b" not in told("a\x1b[31mb")
