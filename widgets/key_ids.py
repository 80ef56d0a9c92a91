"""Which actions can be given other keys, and what a name that is none of them may have meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from textual.binding import Binding, BindingType


def unknown_keys(ids: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return a sentence about each id that no action has, with the nearest one that there is."""
    names = sorted(known)
    return [_about(name, names) for name in ids if name not in names]


def _about(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.0)
    return f"there is no action {name}; the nearest is {near[0]}" if near else f"there is no action {name}"


def dialog_bindings() -> tuple[Binding, ...]:
    """Return the bindings of dialogs, and of the fields in them."""
    from widgets.dialogs.asking import AskingDialog
    from widgets.dialogs.copies import CopyDialog
    from widgets.dialogs.dialog import Dialog
    from widgets.dialogs.draft_dialog import DraftDialog
    from widgets.dialogs.fields import CompletingField
    from widgets.dialogs.held import HeldDialog
    from widgets.dialogs.history import HistoryDialog
    from widgets.dialogs.quick_add import QuickAdd
    from widgets.dialogs.repair import RepairDialog
    from widgets.dialogs.saved_searches import SavedSearches
    from widgets.dialogs.score import ScoreDialog
    from widgets.dialogs.text_dialog import TextDialog
    from widgets.note_screen import NoteScreen

    writing = (DraftDialog, QuickAdd, CompletingField)
    parts = (
        Dialog,
        *writing,
        AskingDialog,
        CopyDialog,
        HeldDialog,
        HistoryDialog,
        RepairDialog,
        SavedSearches,
        ScoreDialog,
        TextDialog,
        NoteScreen,
    )
    return tuple(_named(binding for part in parts for binding in part.BINDINGS))


def known_ids(own: Iterable[BindingType]) -> frozenset[str]:
    """Return the id of every action: the application's own, the main screen's, those of panes and dialogs."""
    from widgets.actions import ACTIONS, MOVES
    from widgets.preview import Preview
    from widgets.row_list import RowList
    from widgets.search_bar import SearchBar

    panes = (binding for pane in (RowList, Preview, SearchBar) for binding in pane.BINDINGS)
    return frozenset(binding.id or "" for binding in _named([*own, *ACTIONS, *MOVES, *panes, *dialog_bindings()]))


def _named(bindings: Iterable[BindingType]) -> Iterator[Binding]:
    return (binding for binding in bindings if isinstance(binding, Binding) and binding.id)
