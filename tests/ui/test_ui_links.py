"""The view of a note: links out and in, properties, going there and back; links of commitments that broke."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fake_links import DAILY, HOME, KITCHEN, NOWHERE, RENAMED
from fake_workspace import AGENDA, QUOTE, FakeWorkspace
from pilots import press, running, screen_lines, screen_text, toasts
from real_vault import running_on, settle, until
from textual.events import Key

from app.config import Config
from app.errors import StoreError, VaultError, WriteRefused
from app.events import IndexChanged
from app.ledger.commitment import Agenda, Firing
from app.search.note_links import NoteView
from widgets.note_screen import FIRST_STOP, LAST_STOP, NoteScreen
from widgets.preview import Preview

DUE = replace(AGENDA, firing=(replace(QUOTE, firing=Firing("date", days_late=0)), *AGENDA.firing[1:]))


@dataclass
class Linked(FakeWorkspace):
    """The first commitment leads to the quotes of Kitchen."""

    current: Agenda = DUE


def note(pilot) -> NoteScreen:
    assert isinstance(pilot.app.screen, NoteScreen)
    return pilot.app.screen


def path_on_show(pilot) -> str:
    return str(note(pilot).query_one(Preview).border_title)


def line_with(pilot, text: str) -> str:
    return next(line for line in screen_lines(pilot) if text in line)


async def test_a_key_shows_links_out_and_in_and_properties() -> None:
    async with running(Linked(), size=(100, 50)) as pilot:
        await press(pilot, "l")
        shown = screen_text(pilot)
        for text in ("LINKS 5", "LINKED FROM 2", "PROPERTIES 4", "5 links · linked from 2 · 4 properties"):
            assert text in shown
        assert "no such note" in line_with(pilot, "│ Lena Marsh")
        assert "no such heading or block" in line_with(pilot, "Home › Paint") and "line 9" in line_with(pilot, "› Pai")
        assert "ambiguous" in line_with(pilot, "│ Daily  ") and "or Archive/Daily" in shown
        assert "a file" in line_with(pilot, "│ plan.pdf")
        assert "Ask [[Lena Marsh]] due 2026-12-01" in shown
        assert "number" in line_with(pilot, "4200") and "date" in line_with(pilot, "begun  ")
        assert "people" in line_with(pilot, "[[Lena Marsh]], Bob")


async def test_it_begins_at_the_part_that_is_meant() -> None:
    async with running(Linked()) as pilot:
        await press(pilot, "l")
        assert "▌## Quotes" in screen_text(pilot)


async def test_enter_follows_and_a_key_goes_back_to_the_same_row() -> None:
    workspace = Linked()
    async with running(workspace) as pilot:
        await press(pilot, "l", "enter")
        assert HOME in path_on_show(pilot) and ("opened", HOME, "") in workspace.calls
        assert "back (1)" in screen_text(pilot)
        await press(pilot, "enter")
        assert KITCHEN in path_on_show(pilot) and "▌## Quotes" in screen_text(pilot)
        await press(pilot, "backspace")
        assert HOME in path_on_show(pilot)
        await press(pilot, "backspace")
        assert KITCHEN in path_on_show(pilot) and "back (" not in screen_text(pilot)
        await press(pilot, "backspace")
        assert FIRST_STOP in toasts(pilot) and KITCHEN in path_on_show(pilot)
        await press(pilot, "alt+right", "alt+right", "alt+right")
        assert KITCHEN in path_on_show(pilot) and LAST_STOP in toasts(pilot)


async def test_keys_typed_faster_than_notes_are_read_are_meant_for_them() -> None:
    async with running(Linked()) as pilot:
        for key in ("l", "enter", "enter", "enter", "backspace"):
            pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        await until(pilot, lambda: isinstance(pilot.app.screen, NoteScreen) and "back (2)" in screen_text(pilot))
        await until(pilot, lambda: KITCHEN in path_on_show(pilot))


async def test_what_nobody_thought_of_is_told_and_keys_go_on() -> None:
    class Failing(Linked):
        def note_view(self, path: str) -> NoteView:
            raise RuntimeError("odd")

    async with running(Failing()) as pilot:
        await press(pilot, "l")
        assert "Something went wrong (note)" in toasts(pilot)
        await press(pilot, "escape")
        assert not isinstance(pilot.app.screen, NoteScreen)


async def test_following_anew_forgets_what_was_ahead() -> None:
    async with running(Linked()) as pilot:
        await press(pilot, "l", "enter", "backspace", "j", "j", "j", "enter")
        assert DAILY in path_on_show(pilot)
        await press(pilot, "alt+right")
        assert LAST_STOP in toasts(pilot)
        await press(pilot, "backspace")
        row = note(pilot)._links.current
        assert row is not None and row.key.startswith("out::10:Daily")


async def test_a_link_that_leads_nowhere_says_so() -> None:
    async with running(Linked()) as pilot:
        await press(pilot, "l", "j", "enter")
        assert "Lena Marsh leads to no note." in toasts(pilot) and KITCHEN in path_on_show(pilot)


async def test_the_other_notes_of_an_ambiguous_link_can_be_chosen() -> None:
    workspace = Linked(notes={KITCHEN: "text", "Archive/Daily.md": "old"})
    async with running(workspace) as pilot:
        await press(pilot, "l", "j", "j", "j", "j", "enter")
        assert "Archive/Daily.md" in path_on_show(pilot)


async def test_a_backlink_leads_to_its_line_in_the_other_note() -> None:
    workspace = Linked(notes={KITCHEN: "text", DAILY: "one\ntwo\nthree\nsee [[Kitchen#Quotes]]"})
    async with running(workspace) as pilot:
        await press(pilot, "l", "s", "enter")
        assert DAILY in path_on_show(pilot) and "▌see [[Kitchen#Quotes]]" in screen_text(pilot)


async def test_the_line_of_the_highlighted_link_is_shown() -> None:
    text = "\n".join(f"line {number}" for number in range(1, 60))
    workspace = Linked(notes={KITCHEN: text})
    views = {KITCHEN: replace(workspace.views[KITCHEN], outgoing=workspace.views[KITCHEN].outgoing[:3])}
    async with running(replace_views(workspace, views)) as pilot:
        await press(pilot, "l")
        assert "▌line 8" not in screen_text(pilot)
        await press(pilot, "j")
        assert "▌line 8" in screen_text(pilot)
        await press(pilot, "j")
        assert "▌line 9" in screen_text(pilot) and "▌line 8" not in screen_text(pilot)


def replace_views(workspace: FakeWorkspace, views: dict[str, NoteView]) -> FakeWorkspace:
    workspace.views = views
    return workspace


async def test_sections_are_reached_by_a_key_and_in_a_circle() -> None:
    async with running(Linked()) as pilot:
        await press(pilot, "l", "s")
        rows = note(pilot)._links
        keys = []
        for _ in range(3):
            assert rows.current is not None
            keys.append(rows.current.key.partition(":")[0])
            await press(pilot, "s")
        assert keys == ["in", "property", "out"]


async def test_a_note_that_is_gone_and_an_index_that_cannot_be_read_are_told() -> None:
    workspace = Linked()
    async with running(workspace) as pilot:
        workspace.notes.clear()
        await press(pilot, "l")
        assert "Was it moved?" in screen_text(pilot)
        await press(pilot, "enter", "escape")

    class Broken(Linked):
        def note_view(self, path: str) -> NoteView:
            raise StoreError("The index cannot be read.")

    async with running(Broken()) as pilot:
        await press(pilot, "l")
        assert "The index cannot be read." in screen_text(pilot)


async def test_a_use_that_cannot_be_recorded_is_told_and_the_note_is_shown() -> None:
    class ReadOnly(Linked):
        def record_opened(self, path: str, query: str = "") -> None:
            raise VaultError("The log cannot be written.")

    async with running(ReadOnly()) as pilot:
        await press(pilot, "l", "enter")
        assert "The log cannot be written." in toasts(pilot) and HOME in path_on_show(pilot)


async def test_what_changes_meanwhile_is_shown_at_the_same_place() -> None:
    workspace = Linked()
    async with running(workspace) as pilot:
        await press(pilot, "l", "j", "j")
        workspace.notes[KITCHEN] = workspace.notes[KITCHEN].replace("Where it stands", "Where it stood")
        workspace.callback(IndexChanged(frozenset({KITCHEN})))
        await settle(pilot)
        row = note(pilot)._links.current
        assert row is not None and row.key.startswith("out::9:Home#Paint")
        await press(pilot, "tab", "home")
        assert "Where it stood" in screen_text(pilot)


async def test_the_links_stand_beside_the_note_where_there_is_room() -> None:
    async with running(Linked(), size=(140, 40)) as pilot:
        await press(pilot, "l")
        assert "## Quotes" in screen_text(pilot)
        preview, links = note(pilot).query_one(Preview), note(pilot)._links
        assert preview.region.y == links.region.y and preview.region.right <= links.region.x
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert preview.region.x == links.region.x and preview.region.bottom <= links.region.y


async def test_the_editor_opens_the_note_that_is_shown() -> None:
    workspace = Linked(editor=["true"])
    async with running(workspace) as pilot:
        await press(pilot, "l", "enter", "o")
        assert "cannot be handed" in toasts(pilot) and HOME in path_on_show(pilot)


async def test_keys_are_in_help_palette_and_settings() -> None:
    config = Config(keys={"note.links": "K", "note.follow": "f", "note.back": "b", "ledger.links": "R"})
    workspace = Linked(config=config, broken=RENAMED)
    async with running(workspace) as pilot:
        assert "Keys:" not in toasts(pilot)
        await press(pilot, "K", "f")
        assert HOME in path_on_show(pilot)
        await press(pilot, "b")
        assert KITCHEN in path_on_show(pilot)
        await press(pilot, "ctrl+p")
        assert "Back to the note before" in screen_text(pilot) and "Snooze" not in screen_text(pilot)
        await press(pilot, "escape", "escape", "question_mark", "end")
        assert "note.follow" in screen_text(pilot) and "repair.toggle" in screen_text(pilot)


async def test_without_a_note_the_key_says_so() -> None:
    async with running(Linked()) as pilot:
        await press(pilot, "j", "l")
        assert "There is no note to open here." in toasts(pilot)


async def test_links_to_renamed_notes_are_told_in_the_banner_and_repaired_by_a_key() -> None:
    workspace = Linked(broken=(*RENAMED, NOWHERE))
    async with running(workspace) as pilot:
        workspace.callback(IndexChanged(frozenset()))
        await settle(pilot)
        assert "2 links of commitments lead to notes that were renamed, L repairs them" in screen_text(pilot)
        await press(pilot, "L")
        shown = screen_text(pilot)
        for text in ("THE NOTE WAS RENAMED 2", "LEADS NOWHERE 1", "becomes  Projects/Kitchen 2026#Quotes"):
            assert text in shown
        await press(pilot, "space")
        assert "Enter repairs 1 link." in screen_text(pilot)
        await press(pilot, "space", "j", "space", "space", "j", "space")
        assert "Enter repairs 2 links." in screen_text(pilot)
        await press(pilot, "enter")
        assert ("repair", ("Projects/Kitchen#Quotes", "Kitchen")) in workspace.calls
        assert "Repaired 2 links" in toasts(pilot) and "renamed" not in screen_text(pilot)


async def test_nothing_is_repaired_on_escape_and_none_without_a_choice() -> None:
    workspace = Linked(broken=RENAMED[:1])
    async with running(workspace) as pilot:
        workspace.callback(IndexChanged(frozenset()))
        await settle(pilot)
        assert "A commitment links to a note that was renamed, L repairs it" in screen_text(pilot)
        await press(pilot, "L", "escape", "L", "space")
        assert "Nothing is chosen." in screen_text(pilot)
        await press(pilot, "enter")
        assert not [call for call in workspace.calls if call[0] == "repair"]
        workspace.broken = ()
        await press(pilot, "L")
        assert "Every link of a commitment leads to a note." in toasts(pilot)


async def test_a_refused_repair_is_told() -> None:
    class Refusing(Linked):
        def repair_links(self, chosen):
            raise WriteRefused("The ledger is read-only.", "Make it writable.")

    async with running(Refusing(broken=RENAMED)) as pilot:
        await press(pilot, "L", "enter")
        assert "The ledger is read-only." in toasts(pilot)


async def test_a_note_renamed_outside_is_followed_and_repaired(open_vault, tmp_path) -> None:
    vault = tmp_path / "notes"
    (vault / ".betimes").mkdir(parents=True)
    (vault / "Kitchen.md").write_text("## Quotes\n4,200\n")
    (vault / "Lena.md").write_text("see [[Kitchen]]\n")
    ledger = vault / ".betimes" / "ledger.toml"
    ledger.write_text('[[entry]]\nid = "aaaa"\naction = "Ask"\nlinks = ["Kitchen#Quotes"] # why\n')
    workspace = open_vault(vault)
    async with running_on(workspace, size=(80, 24)) as pilot:
        (vault / "Kitchen.md").rename(vault / "Kitchen 2026.md")
        await until(pilot, lambda: "renamed" in screen_text(pilot))
        await press(pilot, "l")
        await until(pilot, lambda: "Kitchen 2026.md" in path_on_show(pilot))
        assert "▌## Quotes" in screen_text(pilot)
        await press(pilot, "escape", "L", "enter")
        await until(pilot, lambda: "Kitchen 2026#Quotes" in ledger.read_text())
        assert "# why" in ledger.read_text() and (vault / "Lena.md").read_text() == "see [[Kitchen]]\n"
        await press(pilot, "u")
        await until(pilot, lambda: '"Kitchen#Quotes"' in ledger.read_text())
