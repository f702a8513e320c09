"""How the file of a record may be named, and what else may lie beside it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ..records import EXCLUSION_ID, EXCLUSION_ID_FORM

IGNORED = {".DS_Store", "Thumbs.db", "desktop.ini", ".gitkeep"}
"""What systems and git leave in a folder."""


def shown(name: str) -> str:
    """Return a file's name as text that can be written: bytes that are no UTF-8 as ``\\xff``."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def stray_fault(path: Path) -> str | None:
    """Say why a file or folder can be no record, or return None where it may be one."""
    mode = _mode(path)
    if stat.S_ISLNK(mode):
        return "is a link; only plain files are read"
    if stat.S_ISDIR(mode):
        return "is a folder; records stand side by side"
    if path.suffix != ".yaml":
        return "does not end in .yaml"
    return None if stat.S_ISREG(mode) else "is no plain file"


def way_out(path: Path) -> str:
    """Say what to do about a file that is no record: one whose name ends nearly as it should may well be one."""
    is_meant = path.suffix.casefold() in (".yml", ".yaml") and path.suffix != ".yaml" and stat.S_ISREG(_mode(path))
    return f"rename it to {shown(path.stem)}.yaml" if is_meant else "move it away"


def _mode(path: Path) -> int:
    """Return what kind of file a path names; 0 where it is gone."""
    try:
        return path.lstat().st_mode
    except OSError:
        return 0


def exclusion_id_fault(stem: str) -> str | None:
    """Say why a file's name without its ending is no id of an exclusion, or return None where it is one."""
    return None if EXCLUSION_ID.fullmatch(stem) else f"must be {EXCLUSION_ID_FORM}"
