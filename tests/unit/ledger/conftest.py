from __future__ import annotations

from pathlib import Path

import pytest
from ledger_support import VaultOnDisk


@pytest.fixture
def vault(tmp_path: Path) -> VaultOnDisk:
    return VaultOnDisk(tmp_path)
