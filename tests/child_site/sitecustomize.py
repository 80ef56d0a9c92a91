"""Runs at the start of every Python process that a test starts with the suite's environment."""

from __future__ import annotations

import betimes_guards

betimes_guards.forbid_network()
betimes_guards.log_files()
