"""The standing score of a note, and the operations log that feeds it."""
