"""Which file system a folder lies on, and whether another machine holds it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

_MOUNTS = Path("/proc/self/mountinfo")
_OCTAL = re.compile(r"\\([0-7]{3})")
_REMOTE = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "ncpfs", "davfs", "vboxsf",
        "vmhgfs", "virtiofs", "drvfs", "webdav", "afpfs", "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.gvfsd-fuse",
        "fuse.vmhgfs-fuse", "fuse.davfs2", "fuse.glusterfs", "fuse.gcsfuse", "fuse.curlftpfs",
    }
)  # fmt: skip
"""Kinds whose files another machine may change without the kernel of this one knowing."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A file system: its kind ("ext4"; "" when the system does not tell), and where it is mounted."""

    kind: str
    place: str

    @property
    def is_remote(self) -> bool:
        """Return True when another machine may change the files."""
        return self.kind in _REMOTE


def mount_of(folder: Path, mounts: Path = _MOUNTS) -> Mount:
    """Return the file system that a folder lies on; of an unknown kind where the system does not tell.

    Args:
        folder: The folder; it need not exist.
        mounts: A list as Linux gives it (`man 5 proc`, mountinfo): the later of two mounts at one place counts.
    """
    path = os.path.realpath(folder)
    found = Mount("", "")
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").split("\n")
    except OSError:
        return found
    for line in lines:
        before, _, after = line.partition(" - ")
        fields, rest = before.split(" "), after.split(" ")
        if len(fields) < 5:
            continue
        place = _OCTAL.sub(lambda match: chr(int(match[1], 8)), fields[4])
        is_above = path == place or path.startswith(place.rstrip("/") + "/")
        if is_above and len(place) >= len(found.place):
            found = Mount(rest[0], place)
    return found
