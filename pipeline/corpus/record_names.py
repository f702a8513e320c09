"""How the file of a record may be named, and what else may lie beside it."""

from __future__ import annotations

import os
from typing import Literal

from ..records import EXCLUSION_ID, EXCLUSION_ID_FORM

IGNORED = {".DS_Store", "Thumbs.db", "desktop.ini", ".gitkeep"}
"""What systems and git leave in a folder."""


def shown(name: str) -> str:
    """Return a file's name as text that can be written: bytes that are no UTF-8 as ``\\xff``."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def parts(name: str) -> tuple[str, str]:
    """Return a file's name in two parts, as ``relay2026`` and ``.yaml``; the second is empty where the name is only that, or has none."""
    stem, point, ending = name.rpartition(".")
    return (stem, point + ending) if stem and ending else (name, "")


def stray_fault(entry: os.DirEntry[str]) -> str | None:
    """Say why a file or folder can be no record, or return None where it may be one."""
    kind = _kind(entry)
    if kind == "link":
        return "is a link; only plain files are read"
    if kind == "folder":
        return "is a folder; records stand side by side"
    if parts(entry.name)[1] != ".yaml":
        return "does not end in .yaml"
    return None if kind == "file" else "is no plain file"


def way_out(entry: os.DirEntry[str]) -> str:
    """Say what to do about a file that is no record: one whose name ends nearly as it should may well be one."""
    stem, ending = parts(entry.name)
    is_meant = ending.casefold() in (".yml", ".yaml") and ending != ".yaml" and _kind(entry) == "file"
    return f"rename it to {shown(stem)}.yaml" if is_meant else "move it away"


def _kind(entry: os.DirEntry[str]) -> Literal["link", "folder", "file", "other"]:
    """Return what stands under a name: mostly the folder itself knows it, so that nothing is asked of the file."""
    try:
        if entry.is_symlink():
            return "link"
        if entry.is_dir(follow_symlinks=False):
            return "folder"
        return "file" if entry.is_file(follow_symlinks=False) else "other"
    except OSError:
        return "other"


def exclusion_id_fault(stem: str) -> str | None:
    """Say why a file's name without its ending is no id of an exclusion, or return None where it is one."""
    return None if EXCLUSION_ID.fullmatch(stem) else f"must be {EXCLUSION_ID_FORM}"
