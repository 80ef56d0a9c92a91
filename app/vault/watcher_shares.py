"""Folders of other machines: the kernel does not tell of what is written there."""

from __future__ import annotations

import os
import re
from pathlib import Path

_MOUNTS = Path("/proc/self/mountinfo")
_OCTAL = re.compile(r"\\([0-7]{3})")
_OTHER_MACHINES = re.compile(
    "9p|acfs|afpfs|afs|beegfs|ceph|cifs|coda|davfs2?|drvfs|fhgfs|gfs2?|glusterfs|gpfs|lustre|ncp|ncpfs|nfs4?|ocfs2"
    "|orangefs|panfs|prl_fs|pvfs2|smb[23]|smbfs|vboxsf|virtiofs|vmhgfs|webdav|wekafs"
)
_LOCAL_FUSE = re.compile(
    "bindfs|ciopfs|cryfs.*|dwarfs|ecryptfs|encfs|ext2|fuse-overlayfs|gocryptfs|lxcfs|mergerfs|mhddfs|ntfs-3g|portal"
    "|securefs|snapfuse|squashfuse|unionfs|veracrypt|zfs"
)
"""Programs that show what lies on this machine, and pass on what is done through them; all others are not told apart
from those that fetch from elsewhere."""


def share_of(root: Path, mounts: Path = _MOUNTS) -> str:
    """Return the kind of network file system that a folder is on; empty when it is on none, or that cannot be told.

    Args:
        root: The folder, links resolved.
        mounts: What is mounted where, as Linux lists it.
    """
    try:
        lines = os.fsdecode(mounts.read_bytes()).splitlines()
    except OSError:
        return ""
    kind, depth = "", -1
    for line in lines:
        before, separator, after = line.partition(" - ")
        fields = before.split(" ")
        if not separator or len(fields) < 5:
            continue
        point = Path(_OCTAL.sub(lambda code: chr(int(code[1], 8)), fields[4]))
        if len(point.parts) >= depth and root.is_relative_to(point):
            kind, depth = after.split(" ")[0], len(point.parts)
    return kind if _is_elsewhere(kind) else ""


def _is_elsewhere(kind: str) -> bool:
    if _OTHER_MACHINES.fullmatch(kind):
        return True
    family, _, program = kind.partition(".")
    return family == "fuse" and program != "" and not _LOCAL_FUSE.fullmatch(program)
