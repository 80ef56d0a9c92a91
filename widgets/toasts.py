"""Quiet lines that go away by themselves."""

from __future__ import annotations

from typing import Any, Literal

from textual.app import App

from app.text import safe_line

Severity = Literal["information", "warning", "error"]
_LONGEST = 160
"""Characters of a toast's message: more would cover what it is about."""
_SEVERITIES: dict[str, Severity] = {"warning": "warning", "error": "error"}


def toast(
    app: App[Any], message: str, hint: str = "", severity: str = "information", *, seconds: float | None = None
) -> None:
    """Show a message and what to do about it for a few seconds; nothing in them is markup."""
    text = "\n".join(_cut(safe_line(part)) for part in (message, hint) if part)
    app.notify(text, severity=_SEVERITIES.get(severity, "information"), markup=False, timeout=seconds)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def sentence(words: str) -> str:
    """Return words as one more sentence behind a message; nothing of nothing."""
    return f". {words[:1].upper()}{words[1:]}" if words else ""
