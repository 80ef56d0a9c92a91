"""Embeds a vault again and again, each time with other texts, until it is killed."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

from app.embedding.hashing import HashEmbedder
from app.index import embedding_pass
from app.index.indexer import Indexer
from app.index.store import IndexStore
from app.vault.files import Vault


def main(root: Path, database: Path) -> None:
    embedding_pass.BATCH_TOKENS = 64  # many transactions
    store = IndexStore.open(database, str(root))
    index, matrix = Indexer(Vault(root), store), store.reader().chunk_matrix()
    number = 0
    while True:
        for _ in index.reconcile(None, Event()):
            pass
        for _ in index.embed_pending(HashEmbedder(), Event()):
            matrix.read("hash-64")
            print(".", flush=True)
        store.prune_vectors()
        number += 1
        for path in root.glob("*.md"):
            path.write_text(f"# {path.stem}\n\nzebra {number}\n\n## Part\n\nround {number} of {path.stem}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
