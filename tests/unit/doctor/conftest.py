from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.doctor.doctor_support import Patient


@pytest.fixture
def patient(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Patient:
    return Patient(tmp_path, capsys)
