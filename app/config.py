"""Settings: what they are called, what they mean, what they are unless said otherwise.

Read from `config.toml` in the platform's settings folder, then from `.betimes/config.toml` of the vault, whose values
win.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """`[search]`: how results are ranked."""

    rank: Literal["blend", "plain", "newest"] = "blend"
    """The rank mode at the start; `b` cycles it."""

    weight: float = 0.3
    """W: how much standing salience lifts a result. 0 switches it off."""

    firing_weight: float = 0.3
    """F: how much a firing commitment lifts the notes that it links. 0 switches it off."""

    limit: int = 50
    """How many notes a search lists at the most."""

    history: bool = True
    """False: what is searched for is not remembered."""

    folders: Mapping[str, float] = field(default_factory=dict)
    """`[search.folders]`: folder = what the score of its notes is multiplied by when the list is blended, 0.5 for half;
    the deepest folder that is named counts."""

    hide: tuple[str, ...] = ()
    """Folders whose notes no search lists, such as "Archive"; `path:Archive` in a query looks into one all the
    same, and so does `in:` into a note."""


@dataclass(frozen=True, slots=True)
class EmbeddingConfig:
    """`[embedding]`: the model behind search by meaning."""

    enabled: bool = True
    """False: words only, and no model process is started."""

    model: str = "all-MiniLM-L6-v2"
    """The packaged model, another sentence-transformers name, or a folder that holds one."""

    allow_download: bool = False
    """True: a model that is not on this machine may be fetched. Only the person's own settings can say so."""

    threads: int = 2
    """Processor threads that the model may use."""


@dataclass(frozen=True, slots=True)
class WatchConfig:
    """`[watch]`: how changes made by other programs are noticed."""

    mode: Literal["auto", "poll", "off"] = "auto"
    """`auto` is told by the system, `poll` looks every few seconds (network folders), `off` looks only at the start."""

    poll_seconds: float = 5.0
    """How often `poll` looks."""


@dataclass(frozen=True, slots=True)
class DatesConfig:
    """`[dates]`: how typed dates are read."""

    day_first: bool = True
    """How 15/08 is read when only one order is possible; 03/04/2027 is always asked."""

    languages: tuple[str, ...] = ("en",)
    """Languages of typed dates, as two-letter codes."""


TASK_STATES = ("todo", "in-progress", "on-hold", "done", "cancelled", "non-task")
"""What a status may mean. The first three are open; a non-task is a box that nobody means to tick."""


@dataclass(frozen=True, slots=True)
class TasksConfig:
    """`[tasks]`: which lines of notes are tasks, what their status means, and how they are written."""

    filter: str = ""
    """Text that a task line must hold to count, often "#task"; empty: every line with a checkbox counts."""

    date_from_name: bool = False
    """True: a task line without a date is scheduled for the day in its file's name (`2026-08-15.md`)."""

    statuses: Mapping[str, str] = field(default_factory=dict)
    """`[tasks.statuses]`: symbol = "todo", "in-progress", "on-hold", "done", "cancelled" or "non-task"; goes before
    what the Obsidian Tasks plug-in has been told in this vault. Unsaid: `x` and `X` are done, `-` is cancelled, `/` is
    in progress, everything else is to be done."""

    cycle: Mapping[str, str] = field(default_factory=dict)
    """`[tasks.cycle]`: symbol = the symbol that follows it. Unsaid: `x` follows what is open, a blank what is not."""

    next_line: Literal["above", "below"] = "above"
    """Where the next occurrence of a repeating task is written: `above` or `below` the line that is done."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search under a name, and the key that runs it; empty for none."""

    name: str
    query: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Config:
    """All settings."""

    theme: str = "betimes-dark"
    """The name of a colour theme."""

    glyphs: Literal["unicode", "ascii"] = "unicode"
    """`ascii` for terminals and fonts that draw symbols badly."""

    keys: Mapping[str, str] = field(default_factory=dict)
    """`[keys]`: action id = "key,other key"; `?` in the program lists the ids."""

    searches: Mapping[str, SavedSearch] = field(default_factory=dict)
    """`[searches]`: name = "query"; or `[searches.name]` with `query` and `key`, a key that nothing else has. What is
    saved on the screen goes into the vault's settings."""

    search: SearchConfig = field(default_factory=SearchConfig)
    embedding: EmbeddingConfig = field(default_factory=EmbeddingConfig)
    watch: WatchConfig = field(default_factory=WatchConfig)
    dates: DatesConfig = field(default_factory=DatesConfig)
    tasks: TasksConfig = field(default_factory=TasksConfig)
