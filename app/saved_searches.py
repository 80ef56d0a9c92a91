"""Saved searches in a settings file: changing one of them without touching anything else."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Mapping
from pathlib import Path

from app.config import SavedSearch
from app.errors import NotWritable, WriteRefused
from app.private import FOLDER
from app.vault.atomic import write_atomically

TABLE = "searches"
LONGEST_NAME = 60


def put_search(path: Path, search: SavedSearch) -> None:
    """Store a search in a settings file in the place of one with the same name.

    Raises:
        WriteRefused: Nothing was changed, and why.
    """
    import tomli_w

    item = {"query": search.query} | ({"key": search.key} if search.key else {})
    _change(path, search.name, item, tomli_w.dumps({TABLE: {search.name: item}}))


def drop_search(path: Path, name: str) -> None:
    """Take a search out of a settings file.

    Raises:
        WriteRefused: Nothing was changed, and why.
    """
    _change(path, name, None, "")


def _change(path: Path, name: str, item: Mapping[str, str] | None, block: str) -> None:
    before = _bytes(path)
    try:
        text = (before or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise WriteRefused(f"{path} is not UTF-8: {error}", "Correct the file first.") from error
    wanted = _parsed(text, path)
    searches = {**wanted.get(TABLE, {})}
    if item is None:
        searches.pop(name, None)
    else:
        searches[name] = dict(item)
    kept = _without(text, name)
    # The table's own header may stand behind the others or be missing: a header of its own needs neither.
    block = block.split("\n", 1)[1].lstrip("\n") if block.startswith(f"[{TABLE}]\n") else block
    gap = "\n" if kept and block and not kept.endswith("\n\n") else ""
    after = f"{kept}{'' if not kept or kept.endswith(chr(10)) else chr(10)}{gap}{block}"
    if _tables(_parsed(after, path)) != _tables({**wanted, TABLE: searches}):
        raise WriteRefused(
            f"{path} has {TABLE}.{name} in a form that cannot be replaced safely.", "Change it in an editor."
        )
    try:
        path.parent.mkdir(FOLDER, parents=True, exist_ok=True)
        write_atomically(path, after.encode("utf-8"), expected=before)
    except OSError as error:
        raise WriteRefused(f"{path} cannot be written: {error.strerror}", "") from error
    except NotWritable as error:
        # What waits to be written again is commitments; this is said, and asked for again.
        raise WriteRefused(error.message, error.hint) from error


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WriteRefused(f"{path} cannot be read: {error.strerror}", "") from error


def _parsed(text: str, path: Path) -> dict[str, dict[str, object]]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise WriteRefused(f"{path}: {error}", "Correct the file first.") from error


def _tables(settings: Mapping[str, object]) -> dict[str, object]:
    """Return settings in which an empty table of searches counts as none."""
    return {key: value for key, value in settings.items() if key != TABLE or value}


def _without(text: str, name: str) -> str:
    """Return a settings file without one search: its table, or its line in `[searches]`."""
    kept: list[str] = []
    table: object = None
    for line in io.StringIO(text, newline="\n"):
        if line.lstrip().startswith("["):
            table = _loaded(line)
        is_own_table = table == {TABLE: {name: {}}}
        is_own_line = table == {TABLE: {}} and _is_line_of(line, name)
        blank_or_remark = not line.strip() or line.lstrip().startswith("#")
        if not is_own_line and (not is_own_table or blank_or_remark):
            kept.append(line)
    return "".join(kept)


def _is_line_of(line: str, name: str) -> bool:
    loaded = _loaded(line)
    return isinstance(loaded, dict) and list(loaded) == [name]


def _loaded(line: str) -> object:
    try:
        return tomllib.loads(line)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
