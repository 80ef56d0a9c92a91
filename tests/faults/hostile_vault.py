"""A vault where all that can hold text holds what a terminal would obey, what looks like markup, and what is unseen."""

from __future__ import annotations

import json
import os
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]

ESCAPES = (
    "\x1b]52;c;Q0FOQVJZ\x07\x1b]8;;http://evil.example/\x1b\\E8\x1b]8;;\x1b\\\x1b]0;CANARYTITLE\x07"
    "\x1b[31;5;77mCSI\x9b35;5;77mC1\x7f\x08\x07\x1bP+q544e\x1b\\\x1b[6n\x1b[2J"
)
"""Clipboard, link, title, colours by ESC and by C1, DEL, BS, BEL, a device string, a question, clearing the screen."""
UNSEEN = "\u202egpj\u2066iso\u2069lrm\u200e"
HIDDEN = "zw\u200bsp"
"""What names and links must show; a body keeps it."""
MARKUP = "[/] [@click=app.quit]x[/] a[b]c [bold red]"
NAME = f"N{ESCAPES[:20]}\x1b]0;CANARYTITLE\x07\x9b5;77m\x7f\x08{UNSEEN}{HIDDEN} [@click=app.quit]x[] a[b]c"
"""What a file name has room for."""
ALL = f"{ESCAPES}{UNSEEN}{MARKUP}"
FULL = f"{ALL}{HIDDEN}"


def make_hostile_vault(root: Path) -> Path:
    """Write the vault; names that the file system does not take are left out."""
    (root / f"Folder {NAME}").mkdir(parents=True)
    (root / ".betimes").mkdir()
    for name, text in _notes().items():
        (root / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    (root / ".betimes" / "ledger.toml").write_text("\n".join(_entries()), encoding="utf-8")
    (root / ".betimes" / "ledger.sync-conflict-20260101-010101-ABCDEFG.toml").write_text(
        "\n".join(_entries("theirs ")), encoding="utf-8"
    )
    (root / ".betimes" / "config.toml").write_text(_settings(), encoding="utf-8")
    return root


def _quoted(text: str) -> str:
    """Return text as both TOML and YAML take it between double quotes, every sign of it."""
    return json.dumps(text).replace("\x7f", "\\u007f").replace("\x9b", "\\u009b")


def _notes() -> dict[str, str]:
    body = (
        f"# Heading {ALL}\n\nzebra text {ALL} and a link [[{NAME}#{ALL}|shown {ALL}]] "
        f"[web](https://e.example/{HIDDEN}) [f](file:///etc/passwd) [j](javascript:alert(1)) <vscode://file/x>\n"
    )
    tasks = f"- [ ] Tick zebra {ALL} #tag{HIDDEN} 📅 2026-11-29 ^b1\n- [ ] Mend 📅 2026-13-45 {ALL}\n"
    promise = f"I will send the zebra report to Ann {ALL} by Friday.\n"
    tag, key, value = (_quoted(f"{name} {FULL}") for name in ("tag", "key", "value"))
    matter = (
        f"title: {_quoted(f'Title {FULL}')}\naliases: [{_quoted(f'Alias {FULL}')}]\ntags: [{tag}]\n{key}: {value}\n"
    )
    return {
        f"{NAME}.md": f"{body}{tasks}{promise}",
        "Titled.md": f"---\n{matter}---\n{body}{promise}",
        "Broken.md": f"---\nzebra: {ALL}: [\n---\n{body}",
        f"Folder {NAME}/Deep.md": f"zebra {ALL} [[Titled]] [[../../etc/passwd]] [[{NAME}]]\n",
        f"{NAME}.sync-conflict-20260101-010101-ABCDEFG.md": f"zebra {ALL}\n",
        "bad\udcff\udc9b5;77m.md": "zebra, and bytes that are no text: \udc9b5;77m\udcff\n",
        "Ünreadable.md": "zebra \x00 and a byte that is nothing \udc9b]0;CANARYTITLE\x07\n",
    }


def _entries(mark: str = "") -> list[str]:
    moments = ("due = 2026-11-28", 'when = "the zebra report arrives"', f"due = {_quoted(FULL)}")
    tag, key = _quoted(f"tag {FULL}"), _quoted(f"key {FULL}")
    links = f'{_quoted(f"{NAME}#{FULL}")}, "../../etc/passwd", {_quoted(f"gone {FULL}")}'
    entries = [
        f"[[entry]]\nid = {_quoted(f'k{number}{FULL}')}\n{moment}\n"
        f"action = {_quoted(f'{mark}Act zebra {number} {FULL}')}\n"
        f"cues = [{_quoted(f'cue {mark}{FULL}')}]\nblockers = [{_quoted(f'not {FULL}')}]\nlinks = [{links}]\n"
        f"project = {_quoted(f'project {FULL}')}\ntags = [{tag}]\n{key} = {_quoted(FULL)}\n"
        for number, moment in enumerate(moments)
    ]
    entries.append(
        f'[[entry]]\nid = "plain"\naction = {_quoted(f"{mark}Plain zebra {FULL}")}\n'
        f"when = {_quoted(f'the zebra {FULL} comes')}\ncues = [{_quoted(f'zebra cue {FULL}')}]\n"
        'links = ["Titled"]\ncreated = 2026-01-01T10:00:00+01:00\n'
    )
    return entries


def _settings() -> str:
    key = f"{_quoted(f'key {FULL}')} = {_quoted(f'k {FULL}')}"
    saved = f"{_quoted(f'Saved {FULL}')} = {_quoted(f'zebra {FULL}')}"
    return f"theme = {_quoted(f'theme {FULL}')}\n[embedding]\nenabled = false\n[keys]\n{key}\n[searches]\n{saved}\n"


def surroundings(folder: Path) -> dict[str, str]:
    """Return an environment whose places are all in a folder, for running the program itself."""
    names = ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")
    kept = {name: value for name, value in os.environ.items() if name not in ("BETIMES_VAULT", "VISUAL", "EDITOR")}
    return kept | dict.fromkeys(names, str(folder)) | {"PYTHONPATH": str(TREE), "LC_ALL": "C.UTF-8"}
