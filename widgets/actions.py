"""Every command of the main screen: its keys, its name and its id, once for keys, help and palette."""

from __future__ import annotations

from textual.binding import Binding

ACTIONS = (
    Binding("slash", "search", "Search", id="search.focus"),
    Binding("e", "edit", "Edit the commitment", id="commitment.edit"),
    Binding("r", "resolve", "Resolve the commitment", id="commitment.resolve"),
    Binding("s", "snooze", "Snooze the commitment", id="commitment.snooze"),
    Binding("y", "confirm", "Yes, it applies: keep it as a cue", id="firing.confirm"),
    Binding("f", "deny", "Not this: dismiss, or hide a result", id="firing.deny"),
    Binding("a", "acknowledge", "Acknowledge what a note set off", id="firing.acknowledge"),
    Binding("n", "new", "New commitment", id="commitment.new"),
    Binding("N", "new_form", "New commitment, field by field", id="commitment.form"),
    Binding("E", "edit_raw", "Edit the raw entry in $EDITOR", id="commitment.raw"),
    Binding("p", "adopt", "Make an entry of task or suggestion", id="commitment.adopt"),
    Binding("R", "reopen", "Open a ticked task of the note again", id="note.reopen"),
    Binding("t", "next_status", "Next status of the task line", id="note.status"),
    Binding("u", "undo", "Undo the last change", id="ledger.undo"),
    Binding("ctrl+r", "redo", "Redo what was undone", id="ledger.redo"),
    Binding("h", "history", "History of the commitment", id="ledger.history"),
    Binding("H", "history_all", "History of the whole ledger", id="ledger.history-all"),
    Binding("m", "merge", "Merge conflict copies of the ledger", id="ledger.merge"),
    Binding("ctrl+w", "retry", "Write again what was not saved", id="ledger.retry"),
    Binding("W", "held", "Show what was not saved", id="ledger.held"),
    Binding("L", "repair", "Repair links to renamed notes", id="ledger.links"),
    Binding("l", "links", "Links and properties of the note", id="note.links"),
    Binding("o", "editor", "Open the note in your editor", id="note.editor"),
    Binding("F,ctrl+f", "search_note", "Search in this note", id="search.note"),
    Binding("S", "searches", "Saved searches", id="search.saved"),
    Binding("ctrl+s", "save_search", "Save this search", id="search.save"),
    Binding("b", "rank", "Next rank mode", id="search.rank"),
    Binding("x", "explain", "Explain the row", id="row.explain"),
    Binding("M", "more_like", "More like this result", id="search.more"),
    Binding("i", "indexing", "Stop or go on with indexing", id="index.toggle"),
    Binding("question_mark", "keys", "Show the keys", id="help.keys"),
)
"""What a person can do; the palette lists the same."""

MOVES = (
    Binding("tab", "pane(1)", "Next pane", show=False, id="pane.next"),
    Binding("shift+tab", "pane(-1)", "Previous pane", show=False, id="pane.previous"),
    Binding("escape", "back", "Back", show=False, id="pane.back"),
    Binding("ctrl+c,super+c", "screen.copy_text", "Copy the selected text", show=False, id="text.copy"),
)
"""How a person gets about; of no use in a palette."""
