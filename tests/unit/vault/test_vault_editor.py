from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import UsageError
from app.vault.editor import editor_command


@pytest.fixture
def environment(tmp_path):
    for name in ("vim", "gvim", "code", "subl", "hx", "nano", "micro", "strange"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return {"PATH": str(tmp_path)}


NOTE = Path("/v/+!touch x.md")


@pytest.mark.parametrize(
    ("editor", "arguments"),
    [
        ("vim", ["vim", "+7", "--", "/v/+!touch x.md"]),
        ("vim -u NONE", ["vim", "-u", "NONE", "+7", "--", "/v/+!touch x.md"]),
        ("nano", ["nano", "+7", "--", "/v/+!touch x.md"]),
        ("micro", ["micro", "+7", "/v/+!touch x.md"]),
        ("hx", ["hx", "/v/+!touch x.md:7"]),
        ("code", ["code", "--wait", "--goto", "/v/+!touch x.md:7"]),
        ("code --wait", ["code", "--wait", "--goto", "/v/+!touch x.md:7"]),
        ("gvim", ["gvim", "-f", "+7", "--", "/v/+!touch x.md"]),
        ("subl -n", ["subl", "-n", "--wait", "/v/+!touch x.md:7"]),
        ("strange", ["strange", "/v/+!touch x.md"]),
    ],
)
def test_the_note_is_one_absolute_argument(environment, editor, arguments):
    assert editor_command(NOTE, 7, environment | {"EDITOR": editor}) == arguments


@pytest.mark.parametrize("editor", ["hx", "subl --wait", "code --wait"])
def test_a_name_with_colons_is_not_read_as_a_place_in_another(environment, editor):
    note = Path("/v/a:12:b.md")
    assert editor_command(note, 7, environment | {"EDITOR": editor}) == [*editor.split(), str(note)]


def test_visual_comes_before_editor(environment):
    assert editor_command(NOTE, 7, environment | {"VISUAL": "vim", "EDITOR": "nano"})[0] == "vim"


def test_without_a_setting_a_usual_editor_is_taken(environment, tmp_path):
    assert editor_command(NOTE, 7, environment) == ["nano", "+7", "--", "/v/+!touch x.md"]
    with pytest.raises(UsageError, match="No editor is set"):
        editor_command(NOTE, 7, {"PATH": str(tmp_path / "empty")})


@pytest.mark.parametrize(("editor", "said"), [("missing-editor", "no program"), ("vim 'x", "cannot be read")])
def test_an_editor_that_cannot_be_started_is_said(environment, editor, said):
    with pytest.raises(UsageError, match=said):
        editor_command(NOTE, 7, environment | {"EDITOR": editor})
