"""Cues and blockers where a commitment is written: what they are for, templates to start from, none ever stored."""

from __future__ import annotations

import pytest
from fake_workspace import FakeWorkspace
from pilots import press, running, screen_text, settle, toasts, type_text
from textual.pilot import Pilot
from textual.widgets import Static

from app.config import Config
from app.ledger.cue_templates import TEMPLATES
from widgets.dialogs.draft_dialog import NO_SITUATION
from widgets.dialogs.entry_form import EntryForm
from widgets.dialogs.fields import ListField
from widgets.dialogs.quick_add import QuickAdd

WHO = TEMPLATES["cues"][0]


def typed(pilot: Pilot, field: str) -> str:
    assert isinstance(pilot.app.screen, EntryForm | QuickAdd)
    return pilot.app.screen.row(field).value


async def at(pilot: Pilot, field: str) -> None:
    assert isinstance(pilot.app.screen, EntryForm | QuickAdd)
    pilot.app.screen.row(field).box.focus()
    await settle(pilot)


async def test_the_form_says_what_cues_and_blockers_do_and_has_none() -> None:
    async with running(FakeWorkspace(), size=(120, 40)) as pilot:
        await press(pilot, "N")
        text = " ".join(screen_text(pilot).replace("│", " ").split())
        assert "3 to 8 example sentences as you would write them" in text
        assert "nearby situations in which it does not apply" in text
        assert typed(pilot, "cues") == typed(pilot, "blockers") == ""
        assert "templates" not in text


async def test_templates_are_named_as_such_while_the_field_is_in_use() -> None:
    async with running(FakeWorkspace(config=Config(keys={"form.template": "f2"})), size=(120, 40)) as pilot:
        await press(pilot, "N")
        for field in TEMPLATES:
            await at(pilot, field)
            [shown] = [part for part in pilot.app.screen.query(".templates").results(Static) if part.display]
            assert str(shown.content) == f"templates (f2 puts one in): {' · '.join(TEMPLATES[field])}"


async def test_what_is_typed_takes_the_place_of_a_blank_and_the_key_goes_on_to_the_next() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "N", "x")
        await at(pilot, "cues")
        await press(pilot, "ctrl+t")
        assert typed(pilot, "cues") == WHO
        await press(pilot, *"Ann", "ctrl+t", *"it is due", "enter", "ctrl+t")
        assert typed(pilot, "cues") == f"Ann writes that it is due\n{WHO}"
        await press(pilot, "ctrl+t")
        assert typed(pilot, "cues") == f"Ann writes that it is due\n{TEMPLATES['cues'][1]}"
        await press(pilot, *"The bill", "ctrl+s")
        assert workspace.calls[-1] == (
            "add",
            {"action": "x", "cues": "Ann writes that it is due\nThe bill has arrived"},
        )


@pytest.mark.parametrize("field", TEMPLATES)
async def test_a_blank_is_never_saved_and_the_field_says_so(field: str) -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "N", "x")
        await at(pilot, field)
        await press(pilot, "ctrl+t", "ctrl+s")
        blank = TEMPLATES[field][0].partition("⟩")[0].partition("⟨")[2]
        assert f"Not saved. {field}: fill in ⟨{blank}⟩ or take the line out" in screen_text(pilot)
        assert f"! fill in ⟨{blank}⟩ or take the line out" in screen_text(pilot)
        assert not [call for call in workspace.calls if call[0] == "add"]
        assert pilot.app.focused is not None and pilot.app.focused.id == field


async def test_from_another_field_a_template_goes_into_the_cues() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N", "ctrl+t")
        assert typed(pilot, "cues") == WHO and typed(pilot, "action") == ""
        assert pilot.app.focused is not None and pilot.app.focused.id == "cues"


async def test_undo_in_the_field_takes_a_template_back() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "N", "ctrl+t", "ctrl+z")
        assert typed(pilot, "cues") == ""


async def test_quick_add_has_a_place_for_examples_once_there_is_a_situation() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "n")
        await type_text(pilot, "ring Ann")
        screen = pilot.app.screen
        assert isinstance(screen, QuickAdd) and not screen.row("cues").display
        await press(pilot, "ctrl+t")
        assert NO_SITUATION in toasts(pilot)
        await type_text(pilot, " when the bill is here")
        assert screen.row("cues").display and screen.row("blockers").display
        await press(pilot, "ctrl+t", "ctrl+s")
        assert not [call for call in workspace.calls if call[0] == "add"]
        assert "Not stored. cues: fill in ⟨who⟩" in screen_text(pilot)
        box = screen.row("cues").box
        assert isinstance(box, ListField)
        box.select_all()
        await press(pilot, *"a bill comes", "ctrl+s")
        assert workspace.calls[-1] == (
            "add", {"action": "ring Ann", "when": "the bill is here", "cues": "a bill comes"}
        )  # fmt: skip
