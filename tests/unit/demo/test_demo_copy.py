from __future__ import annotations

from datetime import datetime

from app.demo import SOURCE, copy_demo_vault


def test_the_copy_is_whole_writable_and_as_old_as_its_notes(tmp_path):
    target = copy_demo_vault(tmp_path / "copy")
    names = {str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*") if path.is_file()}
    assert len(names) == 60
    assert {str(path.relative_to(target)) for path in target.rglob("*") if path.is_file()} == names
    assert all((target / name).read_bytes() == (SOURCE / name).read_bytes() for name in names)
    daily = datetime.fromtimestamp((target / "Daily/2026-10-06.md").stat().st_mtime)
    assert daily.strftime("%Y-%m-%d") == "2026-10-06"
    (target / "Index.md").write_text("changed")
    assert (SOURCE / "Index.md").read_text() != "changed"
