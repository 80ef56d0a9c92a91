"""The rebuildable index: SQLite store, indexer and vectors."""
