"""Where things are kept. Pure: nothing is created here."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Locations:
    """The folders outside the vault.

    Attributes:
        cache: Index and vectors; may be deleted at any time.
        state: Logs and the last vault opened.
        config: Settings and themes of this person.
    """

    cache: Path
    state: Path
    config: Path

    @classmethod
    def default(cls) -> Locations:
        """Return the platform's own folders."""
        from platformdirs import PlatformDirs

        folders = PlatformDirs("betimes", appauthor=False)
        return cls(folders.user_cache_path, folders.user_state_path, folders.user_config_path)

    @classmethod
    def below(cls, folder: Path) -> Locations:
        """Return locations that are all inside one folder, as tests and throw-away copies need."""
        return cls(folder / "cache", folder / "state", folder / "config")

    def vault_cache(self, root: Path) -> Path:
        """Return the cache folder of one vault: named by a hash of its real path."""
        name = hashlib.sha256(os.fsencode(os.path.realpath(root))).hexdigest()[:16]
        return self.cache / "vaults" / name

    def index(self, root: Path) -> Path:
        """Return the index database of a vault."""
        return self.vault_cache(root) / "index.sqlite3"

    def ledger_lock(self, root: Path) -> Path:
        """Return the lock file that writers of a vault's ledger hold."""
        return self.vault_cache(root) / "ledger.lock"

    def search_history(self, root: Path) -> Path:
        """Return the file that remembers what was searched for in a vault."""
        return self.state / "searches" / self.vault_cache(root).name

    def drafts(self, root: Path) -> Path:
        """Return the folder of what was typed into dialogs of a vault and not saved yet."""
        return self.state / "drafts" / self.vault_cache(root).name

    @property
    def crashes(self) -> Path:
        """Folder of the records of what went wrong in the program itself."""
        return self.state / "crashes"

    @property
    def evaluation_vectors(self) -> Path:
        """Vectors of what evaluations embed, kept between runs."""
        return self.cache / "evaluation" / "vectors.sqlite3"

    @property
    def embedder_log(self) -> Path:
        """Where the embedder process writes what it has to say."""
        return self.state / "embedder.log"

    @property
    def last_vault(self) -> Path:
        """A file that names the vault opened last."""
        return self.state / "last-vault"

    @property
    def settings(self) -> Path:
        """The person's settings for all vaults."""
        return self.config / "config.toml"

    @property
    def themes(self) -> Path:
        """The person's own themes."""
        return self.config / "themes"


def betimes_folder(root: Path) -> Path:
    """Return the folder in a vault that holds ledger, journal, log and settings."""
    return root / ".betimes"


def vault_settings(root: Path) -> Path:
    """Return the settings file of one vault."""
    return betimes_folder(root) / "config.toml"
