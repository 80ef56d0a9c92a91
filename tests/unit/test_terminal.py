from __future__ import annotations

import io

import pytest

from app.errors import UsageError
from app.terminal import require_terminal


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_taken() -> None:
    require_terminal({"TERM": "xterm"}, keys=Tty(), drawing=Tty())
    require_terminal({}, keys=Tty(), drawing=Tty())


@pytest.mark.parametrize("kind", ["dumb", "unknown"])
def test_one_that_only_prints_lines_is_refused_with_what_to_do(kind: str) -> None:
    with pytest.raises(UsageError, match=f"TERM={kind}") as refused:
        require_terminal({"TERM": kind}, keys=Tty(), drawing=Tty())
    assert "betimes agenda" in refused.value.hint


def test_a_file_or_a_pipe_or_nothing_is_no_terminal() -> None:
    closed = Tty()
    closed.close()
    for keys, drawing, what in ((io.StringIO(), Tty(), "input"), (Tty(), None, "output"), (Tty(), closed, "output")):
        with pytest.raises(UsageError, match=f"Standard {what} is not a terminal"):
            require_terminal({}, keys=keys, drawing=drawing)
