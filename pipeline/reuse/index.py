"""What the last build made of what, and where that is noted."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ..errors import SurveyError
from ..files import replace
from .digests import digest, program

FORMAT = 1
"""Raised when the index changes its form."""
_MOST = 500_000_000
"""Bytes of an index; that of a hundred thousand papers has fifty million."""


class Group(NamedTuple):
    """Files that are made together."""

    key: str
    paths: tuple[str, ...]


class Index(NamedTuple):
    """What a build noted of itself."""

    inputs: str
    """Digest of everything that it read."""
    day: str
    """On which it ran, as ``YYYY-MM-DD``: what lay in the future then may be in order now, but not the other way round."""
    groups: Mapping[str, Group]
    """By name."""
    files: Mapping[str, str]
    """Digest of the content of every file that it made, by path."""


NOTHING = Index("", "", {}, {})


def place(root: Path) -> Path | None:
    """Return where the index of a survey stands; None without a home."""
    try:
        given = os.environ.get("XDG_CACHE_HOME", "")
        caches = Path(given) if Path(given).is_absolute() else Path.home() / ".cache"
        return caches / "masrl" / f"{sha256(os.fsencode(root.resolve())).hexdigest()}.json"
    except (OSError, RuntimeError):
        return None


def read(root: Path) -> Index:
    """Return what the last build of a survey noted; NOTHING where there is no index, or one that cannot be trusted."""
    path = place(root)
    try:
        if path is None or path.stat().st_size > _MOST:
            return NOTHING
        whole = json.loads(path.read_bytes())
        noted = whole["noted"]
        if whole["sum"] != digest(noted) or noted["format"] != FORMAT or noted["program"] != program():
            return NOTHING
        groups = {name: Group(key, tuple(paths)) for name, (key, paths) in noted["groups"].items()}
        return Index(noted["inputs"], noted["day"], groups, noted["files"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return NOTHING


def write(root: Path, index: Index) -> None:
    """Note what a build did, as far as there is a place to note it."""
    path = place(root)
    noted = {"format": FORMAT, "program": program(), **index._asdict()}
    text = json.dumps({"sum": digest(noted), "noted": noted}, separators=(",", ":"))
    try:
        if path:
            replace(path, text.encode("ascii"), durable=False)
    except (OSError, SurveyError):
        return


def is_as_left(root: Path, index: Index, given: str, today: date) -> bool:
    """Say whether a survey and all that the last build made of it are as they were after it. ``given`` is the digest of the inputs."""
    same = bool(index.files) and index.inputs == given and index.day <= today.isoformat()
    return same and all(intact(root, path, known) is not None for path, known in index.files.items())


def intact(root: Path, path: str, known: str) -> bytes | None:
    """Return what stands in a file, if it has the digest that is known of it; else None."""
    try:
        content = (root / path).read_bytes()
    except (OSError, ValueError):
        return None
    return content if sha256(content).hexdigest() == known else None
