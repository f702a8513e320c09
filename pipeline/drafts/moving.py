"""A record's way from the log into the corpus, with all that the log said of it and the lines in which it was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from .. import edits, located
from ..errors import CallFault
from ..located import Mapping, Scalar, Value
from ..records import Exclusion
from . import references, yaml_text
from .known import PROMOTED, Known
from .references import Reference


def reference_of(exclusion: Exclusion) -> Reference:
    """Return the paper that a log's record is about. Raises CallFault where it gives neither id, DOI nor address."""
    for text in filter(None, (exclusion.arxiv_id, exclusion.doi, exclusion.identifier, exclusion.url)):
        try:
            return references.parse(text)
        except CallFault:
            continue
    raise CallFault(f"{exclusion.place.path} names no address to which an entry could lead")


def origin(exclusion_id: str, because: str, text: str) -> tuple[str, ...]:
    """Return the lines that keep a log's record in its entry.

    ``text`` is that of the record's file, which can be read: its lines are carried over as they are, comments included,
    and only indented. Where they would not read back as what they were, as in a file within braces, they are written anew,
    with the comments above them.
    """
    head = (f"{PROMOTED}:", f"  id: {exclusion_id}", f"  because: {yaml_text.scalar(yaml_text.cleaned(because))}")
    logged, carried = _plain(_parsed(text)), (*head, *_indented(text))
    said = edits.comments(text)
    if _held("\n".join(carried)) == logged and edits.comments("\n".join(carried)) == said:
        return carried
    return (*head, *(f"  {one}" for one in said), *_anew(logged))


def _indented(text: str) -> Iterator[str]:
    """Yield the lines, indented as what stands below a name; of what begins and ends a document only the comment stays."""
    margin = " " * located.extent(text).column
    for line in (line.removesuffix("\r") for line in text.rstrip("\r\n").split("\n")):
        marker = _MARKER.match(line)
        kept = (marker[1] or "") if marker else line.removeprefix(margin)
        if kept or not marker:
            yield f"  {kept}" if kept else ""


_MARKER = re.compile(r"(?:---|\.\.\.|%[A-Z].*?)(?:\s+(#.*)|\s*)$")


Plain: TypeAlias = "str | tuple[Plain, ...] | dict[str, Plain] | None"
"""A file's content without its places."""


def _anew(record: Plain) -> Iterator[str]:
    assert isinstance(record, dict)
    yield from (f"  {name}: {_within_brackets(value)}" for name, value in record.items())


def _within_brackets(value: Plain) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_within_brackets(below)}" for name, below in value.items()) + "}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_within_brackets, value))}]"
    return yaml_text.scalar(value or "", flow=True)


def _plain(value: Value | None) -> Plain:
    if value is None:
        return None
    if isinstance(value, Scalar):
        return value.text
    if isinstance(value, Mapping):
        return {name: _plain(below) for name, below in value.items.items()}
    return tuple(_plain(item) for item in value.items)


def _parsed(text: str) -> Value | None:
    return located.parse(text, "", lambda problem: None)


def _held(text: str) -> Plain:
    """Return what an entry keeps of the log's record, without what was said when it moved."""
    entry = _parsed(text)
    kept = _plain(entry.items.get(PROMOTED)) if isinstance(entry, Mapping) else None
    return {name: value for name, value in kept.items() if name not in ("id", "because")} if isinstance(kept, dict) else None


def entry_of(exclusion_id: str, known: Known) -> str:
    """Return the path of the entry into which a log's record moved; empty where none did."""
    return next((holder.path for holder in known.holders if holder.logged_as == exclusion_id), "")


def is_kept(root: Path, exclusion_id: str, entry: str) -> bool:
    """Say whether an entry keeps just what the log's file says, so that the file can go. Raises OSError."""
    logged = (root / f"exclusions/{exclusion_id}.yaml").read_text(encoding="utf-8-sig")
    return _held((root / entry).read_text(encoding="utf-8-sig")) == _plain(_parsed(logged))
