"""What the throughput of the product is held against: the model's library alone. Run as a script by the benchmark.

Reads one JSON list of texts a line; embeds it, and prints the seconds that it took.
"""

from __future__ import annotations

import json
import os
import sys
import time


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(int(sys.argv[2]))
    model = SentenceTransformer(sys.argv[1], device="cpu", local_files_only=True)
    model.encode(["ready"])
    for line in sys.stdin:
        texts = json.loads(line)
        started = time.perf_counter()
        model.encode(texts, batch_size=32, show_progress_bar=False)
        print(time.perf_counter() - started, file=answers, flush=True)


if __name__ == "__main__":
    main()
