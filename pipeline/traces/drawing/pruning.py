"""A document without what breaks the schema of version 2."""

from __future__ import annotations

from .. import schema
from ..findings import JSON, Path

Object = dict[str, JSON]

_ROUNDS = 8
"""Leaving out a value can leave what holds it incomplete, which is then left out as well; no document is nested deeper than this."""
_TOP = 2
"""Steps of a path to an item of a list at the top of a document, which may be long."""


def pruned(document: Object) -> tuple[Object, list[Path]]:
    """Return a document without what breaks the schema, and the paths of all that was left out. The document is used up."""
    gone: list[Path] = []
    for _ in range(_ROUNDS):
        paths = {finding.path for finding in schema.findings(document, schema.VERSION_2)}
        if not paths:
            break
        gone += paths
        for path in sorted(paths, key=_depth_first, reverse=True):
            _leave_out(document, path)
        document = schema.LEAST | {key: _kept(item) for key, item in document.items()}
    return document, gone


def _depth_first(path: Path) -> tuple[tuple[int, str], ...]:
    """Return what sorts paths so that, backwards, the last item of a list comes first: the places of the others stay."""
    return tuple((part, "") if isinstance(part, int) else (-1, part) for part in path)


def _leave_out(document: Object, path: Path) -> None:
    """Take what a path leads to out of a document. A whole item of a long list only becomes None: ``_kept`` takes it out."""
    holder: JSON = document
    for part in path[:-1]:
        holder = _inside(holder, part)
    match holder, path[-1:]:
        case dict(), (str(key),):
            holder.pop(key, None)
        case list(), (int(place),) if place < len(holder):
            holder[place : place + 1] = [None] if len(path) == _TOP else []


def _inside(holder: JSON, part: str | int) -> JSON:
    if isinstance(holder, dict) and isinstance(part, str):
        return holder.get(part)
    return holder[part] if isinstance(holder, list) and isinstance(part, int) and part < len(holder) else None


def _kept(item: JSON) -> JSON:
    return [one for one in item if one is not None] if isinstance(item, list) else item
