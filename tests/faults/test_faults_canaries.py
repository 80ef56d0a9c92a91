"""Row "terminal escapes", "markup in titles/names/bodies" and "bidi controls, zero-width": the program in a pty."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.hostile_vault import FULL, TREE, make_hostile_vault, surroundings
from tests.faults.screen_reader import Session, obeyed

CHILD = Path(__file__).with_name("hostile_dialogs_child.py")
F9 = "\x1b[20~"
SENT = (
    "\x1b]52",
    "\x1b]8;",
    "\x1b]0;",
    "\x1bP",
    "\x1b[31;5;77m",
    "\x1b[6n",
    "\x9b",
    "\x7f",
    "\x08",
    "\u202e",
    "\u2066",
)
LITERAL = "[@click=app.quit]x["


def assert_harmless(output: str) -> None:
    """Nothing of the canaries may have been sent, by whichever sign the terminal would know it."""
    assert obeyed(output) == []
    for sent in SENT:
        assert sent not in output, repr(sent)


def dialog_classes() -> set[str]:
    """The names of all dialogs that are shown as they are, after everything has been imported."""
    import widgets.note_screen
    from widgets.dialogs.dialog import Dialog

    assert widgets.note_screen
    for path in (TREE / "widgets" / "dialogs").glob("*.py"):
        __import__(f"widgets.dialogs.{path.stem}")
    found, waiting = set(), [Dialog]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        found.add(kind.__name__)
    return {name.partition("[")[0] for name in found}


def test_terminal_escapes_and_markup_in_every_dialog_and_toast(tmp_path: Path) -> None:
    shown = []
    with Session([sys.executable, str(CHILD)], surroundings(tmp_path), (60, 140)) as session:
        screen = session.wait_for("keys  ^p")
        while "All shown" not in screen:
            number = len(shown)
            session.type(F9)
            screen = session.wait_for(lambda text, number=number: f" {number}." in text or "All shown" in text)
            if name := re.search(rf"▌ (\w+) {number}\.", screen):
                shown.append(name[1])
                session.wait_for(LITERAL)
        session.wait_for("Open this page in the browser?")
        assert "https://e.example/a?b=%27c%27&d" in session.screen
        assert session.process.poll() is None
    assert_harmless(session.output)
    between = {"Dialog", "AskingDialog", "DraftDialog", "TableDialog"}
    assert dialog_classes() - between == set(shown)


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[dict[str, str], Session]]:
    """Screens of the program itself on a hostile vault, by what is shown."""
    folder = tmp_path_factory.mktemp("walk")
    root = make_hostile_vault(folder / "vault")
    screens = {}
    command = [sys.executable, "-m", "app", "--as-of", "2026-11-30", str(root)]
    with Session(command, surroundings(folder), (50, 150)) as session:
        screens["agenda"] = session.wait_for(lambda text: "6 notes" in text and "Conflict copy" in text)
        for name, keys, wanted in WALK:
            screens[name] = session.press(keys, wanted)
        assert session.process.poll() is None
        yield screens, session


def _has(*texts: str):  # type: ignore[no-untyped-def]
    return lambda screen: all(text in screen for text in texts)


WALK = (
    ("resolving", "r", _has("Resolve", "remark")),
    ("toast of what was done", "\r", _has("▌ Done:")),
    ("toast of what was undone", "u", _has("▌ Undone:")),
    ("history", "H", _has("History of the ledger", "took back")),
    ("copies", "\x1bm", _has("Conflict copy .betimes", "DIFFERENT")),
    ("explained", "\x1bx", _has("Why:", "due")),
    ("chips and results", "\x1b/zebra #tag", _has("words", "Heading")),
    ("completion", "\x15tag:", _has("tag ␛")),
    ("results", "\x15zebra", _has("zebra*", "Deep")),
    ("in the results", "\x1b[B", _has("▌bad")),
    ("preview", "\x1b[F", _has("▌Heading", "▌zebra text", "zw<U+200B>sp")),
    ("note with its links", "l", _has("LINKED FROM", "PROPERTIES", "OUT OF THE VAULT")),
    ("saved searches", "\x1bS", _has("Saved searches", "take away")),
    ("palette", "\x1b\x10saved", _has("Search: Saved")),
)


def test_terminal_escapes_are_shown_and_not_sent_by_any_screen(walked: tuple[dict[str, str], Session]) -> None:
    screens, session = walked
    assert_harmless(session.output)
    assert "␛]52;c;Q0FOQVJZ␇" in screens["agenda"]


def test_markup_in_titles_names_and_bodies_is_literal_on_every_screen(
    walked: tuple[dict[str, str], Session],
) -> None:
    screens, _ = walked
    assert set(screens) == {"agenda", *(name for name, _, _ in WALK)}
    for name in ("agenda", "explained", "note with its links"):
        assert LITERAL in screens[name] or "[/] [@cl" in screens[name], screens[name]


def test_bidi_controls_and_zero_width_are_marks_in_names_ids_and_links(
    walked: tuple[dict[str, str], Session],
) -> None:
    screens, _ = walked
    for name in ("preview", "note with its links"):
        assert "<U+202E>" in screens[name] and "zw<U+200B>sp" in screens[name], screens[name]
    assert "\u200b" not in "".join(screens.values())
    assert FULL.count("\u200b") == 1
