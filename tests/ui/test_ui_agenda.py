from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from fake_workspace import AGENDA, PACKET, PASSPORT, QUOTE, SURVEYOR, TODAY, FakeStatus, FakeWorkspace
from pilots import main, press, running, screen_text, settle

from app.events import IndexProgress, LedgerChanged
from app.ledger.commitment import Agenda, Blocking, Place
from app.ledger.entry import UNTIL_FIRED
from widgets.agenda_rows import CommitmentRow, SectionRow, agenda_rows
from widgets.card import card_lines
from widgets.glyphs import ASCII, UNICODE


def titles(agenda: Agenda) -> list[tuple[str, int]]:
    return [(row.title, row.count) for row in agenda_rows(agenda) if isinstance(row, SectionRow)]


def test_sections_stand_in_order_with_counts() -> None:
    assert titles(AGENDA) == [
        ("NOW", 3),
        ("THIS WEEK", 1),
        ("LATER", 1),
        ("WAITING", 1),
        ("SNOOZED", 1),
        ("NOT UNDERSTOOD", 1),
    ]


def test_this_week_ends_before_the_same_weekday() -> None:
    sunday, monday = datetime(2026, 12, 6, 9), datetime(2026, 12, 7, 9)
    agenda = Agenda(TODAY, upcoming=(replace(SURVEYOR, due=sunday), replace(SURVEYOR, id="x", due=monday)))
    assert titles(agenda) == [("THIS WEEK", 1), ("LATER", 1)]


def test_a_row_says_its_state_in_words_and_why() -> None:
    late = CommitmentRow(PACKET, "now", TODAY, 8)
    first = late.draw(40, UNICODE)[0].plain
    assert first.startswith("● 2 d late") and first.endswith("Submit packet")
    situation = CommitmentRow(QUOTE, "now", TODAY, 8, 80).draw(80, UNICODE)
    assert situation[0].plain.startswith("◈ now")
    assert situation[1].plain == "  because of Daily, line 4: “The quote came in this morning”"


def test_signs_can_be_ascii() -> None:
    rows = [line for row in agenda_rows(AGENDA) for line in row.draw(60, ASCII)]
    signs = {line.plain[0] for line in rows}
    assert all(sign.isascii() for sign in signs)


async def test_the_agenda_is_painted_and_has_the_focus() -> None:
    async with running(FakeWorkspace()) as pilot:
        text = screen_text(pilot)
        assert "NOW 3" in text and "2 d late" in text and "Renew passport" in text and "THIS WEEK 1" in text
        assert pilot.app.focused is main(pilot).agenda
        assert "the kitchen maker's quote arrives" in text


async def test_j_and_k_move_and_the_preview_follows() -> None:
    async with running(FakeWorkspace()) as pilot:
        await press(pilot, "j")
        assert main(pilot).commitment is not None and main(pilot).commitment.id == "p4ck"
        assert "Sat 28 Nov 2026" in screen_text(pilot)
        await press(pilot, "k", "k", "up")
        assert main(pilot).commitment == QUOTE
        await press(pilot, "end")
        assert main(pilot).agenda.place == ("Home.md", 9)
        await press(pilot, "home", "pagedown", "pageup")
        assert main(pilot).agenda.current is not None


async def test_enter_opens_the_evidence_in_the_preview_and_escape_goes_back() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "enter")
        assert pilot.app.focused is main(pilot).preview
        assert "The quote came in this morning." in screen_text(pilot)
        assert ("opened", "Daily.md", "") in workspace.calls
        await press(pilot, "escape")
        assert pilot.app.focused is main(pilot).agenda


async def test_a_link_leads_to_its_heading() -> None:
    workspace = FakeWorkspace(current=replace(AGENDA, firing=(replace(QUOTE, firing=None),)))
    async with running(workspace) as pilot:
        await press(pilot, "enter")
        assert main(pilot).preview.page is not None
        assert main(pilot).preview.page.focus.first == 5


async def test_a_note_that_is_gone_says_so() -> None:
    workspace = FakeWorkspace(notes={})
    async with running(workspace) as pilot:
        await press(pilot, "enter")
        assert "Daily.md is not there Was it moved?" in screen_text(pilot)


async def test_clicking_highlights_and_double_click_opens() -> None:
    async with running(FakeWorkspace()) as pilot:
        await pilot.click("#agenda", offset=(4, 5))
        await settle(pilot)
        assert main(pilot).commitment == PACKET
        await pilot.click("#agenda", offset=(4, 2), times=2)
        await settle(pilot)
        assert pilot.app.focused is main(pilot).preview


async def test_an_empty_agenda_is_no_answer_while_the_notes_are_read() -> None:
    reading = FakeStatus(notes=10, indexing=IndexProgress("reading", 10, 323))
    async with running(FakeWorkspace(current=Agenda(TODAY), state=reading)) as pilot:
        assert "Your notes are being read" in screen_text(pilot) and "Nothing is open" not in screen_text(pilot)
    once_more = replace(reading, notes=323, indexing=IndexProgress("reading", 1, 2))
    async with running(FakeWorkspace(current=Agenda(TODAY), state=once_more)) as pilot:
        assert "Nothing is open" in screen_text(pilot)


def test_the_action_of_a_task_line_is_drawn_without_the_signs_of_markdown() -> None:
    action = "==Call== **the** [surveyor](https://example.org/a) about _it_"
    in_note = replace(SURVEYOR, home="note", action=action, note=Place("Daily.md", 3))
    assert (
        CommitmentRow(in_note, "upcoming", TODAY, 0, 80)
        .draw(80, UNICODE)[0]
        .plain.endswith("Call the surveyor about it")
    )
    in_ledger = replace(SURVEYOR, action="Multiply 3 * 4 * 5")
    assert CommitmentRow(in_ledger, "upcoming", TODAY, 0, 80).draw(80, UNICODE)[0].plain.endswith("Multiply 3 * 4 * 5")


async def test_an_empty_agenda_says_what_to_do() -> None:
    workspace = FakeWorkspace(current=Agenda(TODAY), state=FakeStatus(notes=0))
    async with running(workspace) as pilot:
        text = screen_text(pilot)
        assert "Press n to write down" in text and "Put .md files in the folder" in text
        await press(pilot, "down", "enter", "r")
        assert main(pilot).commitment is None


async def test_without_an_agenda_it_is_read_in_the_background() -> None:
    async with running(FakeWorkspace(), agenda=False) as pilot:
        assert "NOW 3" in screen_text(pilot)


async def test_a_change_elsewhere_shows_and_keeps_the_cursor() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "j")
        workspace.current = replace(AGENDA, firing=AGENDA.firing[1:])
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert "NOW 2" in screen_text(pilot)
        assert main(pilot).commitment == PACKET


async def test_the_cursor_follows_a_task_line_that_was_moved_in_its_note() -> None:
    workspace = FakeWorkspace()
    above = replace(PASSPORT, id="Home.md:3", note=Place("Home.md", 3), raw="- [ ] Pay 📅 2026-11-30", action="Pay")
    workspace.current = replace(AGENDA, firing=(above, PASSPORT))
    async with running(workspace) as pilot:
        await press(pilot, "j")
        assert main(pilot).commitment == PASSPORT
        moved = replace(PASSPORT, id="Home.md:5", note=Place("Home.md", 5))
        shifted = replace(above, id="Home.md:4", note=Place("Home.md", 4))
        workspace.current = replace(AGENDA, firing=(shifted, moved))
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert main(pilot).commitment == moved


async def test_the_cursor_does_not_take_the_line_that_stands_in_the_place_of_a_resolved_one() -> None:
    workspace = FakeWorkspace()
    other = replace(PASSPORT, id="Home.md:3", note=Place("Home.md", 3), raw="- [ ] Pay 📅 2026-12-20", action="Pay")
    workspace.current = replace(AGENDA, firing=(PASSPORT, PACKET), upcoming=(other,))
    async with running(workspace) as pilot:
        taker = replace(other, id=PASSPORT.id, note=PASSPORT.note)
        workspace.current = replace(AGENDA, firing=(PACKET,), upcoming=(taker,))
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert main(pilot).commitment == PACKET


async def test_the_cursor_stays_on_a_task_line_that_was_edited_in_its_place() -> None:
    workspace = FakeWorkspace()
    async with running(workspace) as pilot:
        await press(pilot, "j", "j")
        edited = replace(PASSPORT, raw="- [ ] Renew passport now 📅 2026-11-30", action="Renew passport now")
        workspace.current = replace(AGENDA, firing=(edited, QUOTE, PACKET))
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert main(pilot).commitment == edited


async def test_the_cursor_stays_at_the_top_until_the_person_does_something() -> None:
    workspace = FakeWorkspace(current=Agenda(TODAY, upcoming=(SURVEYOR,)))
    async with running(workspace) as pilot:
        assert main(pilot).commitment == SURVEYOR
        workspace.current = AGENDA
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert main(pilot).commitment == QUOTE
        await press(pilot, "r", "escape")
        workspace.current = replace(AGENDA, firing=(PACKET, *AGENDA.firing[:1]))
        workspace.callback(LedgerChanged())
        await settle(pilot)
        assert main(pilot).commitment == QUOTE


def test_what_waits_for_its_condition_leaves_room_for_the_action() -> None:
    agenda = Agenda(TODAY, snoozed=(replace(PACKET, snoozed=UNTIL_FIRED),))
    _, row = agenda_rows(agenda)
    assert row.draw(30, UNICODE)[0].plain.split(maxsplit=1)[1] == "waits Submit packet"


def test_a_blocked_row_says_so_before_its_action() -> None:
    item = replace(SURVEYOR, blocked_by=(Blocking("b.md:2", "Ask first"),))
    assert f"blocked: {item.action}" in CommitmentRow(item, "upcoming", TODAY, 0).draw(80, ASCII)[0].plain
    assert "Ask first" in " ".join(part.plain for part in card_lines(item, TODAY))
