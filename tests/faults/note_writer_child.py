"""Another program that adds lines to a note, now in place, now as a new file. Says "ready", then waits."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

NOTE, TIMES = Path(sys.argv[1]), int(sys.argv[2])

print("ready", flush=True)
sys.stdin.readline()
chance = random.Random(1)
for number in range(TIMES):
    if number % 2:
        with NOTE.open("ab") as file:
            file.write(b"theirs %d\n" % number)
    else:
        other = NOTE.with_name("other")
        other.write_bytes(NOTE.read_bytes() + b"theirs %d\n" % number)
        os.replace(other, NOTE)
    time.sleep(chance.uniform(0, 0.01))
