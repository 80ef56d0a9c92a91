"""Notes on disk: reading, markdown, links, task lines, watching and byte-checked edits."""
