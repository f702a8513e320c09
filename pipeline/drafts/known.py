"""What the survey's files already hold, read so leniently that an unfinished entry counts as well.

A draft whose tags are still to be chosen is no valid record, and must not be drafted twice all the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .. import identifiers, located
from ..corpus import EXCLUSIONS, PAPERS
from ..located import Mapping, Scalar, Sequence, Value

PROMOTED = "promoted_from"
"""Where an entry keeps the log's record from which it came."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A file of corpus/ or exclusions/, and what it is the record of."""

    path: str
    """Below the survey's root."""
    title: str
    """Empty where none is written yet."""
    identities: frozenset[str]
    """As ``identifiers.identity`` gives them."""
    logged_as: str
    """Of an entry that was promoted, the id that it had in the log; else empty."""

    @property
    def stem(self) -> str:
        """The record's key or id."""
        return Path(self.path).stem


@dataclass(frozen=True)
class Known:
    """All that is there."""

    holders: tuple[Holder, ...]
    """Sorted by path."""
    unread: tuple[str, ...]
    """Paths of files that are no YAML at all, so that nobody can say what they hold."""

    def holder(self, identities: Iterable[str]) -> Holder | None:
        """Return the first file that is about one of these, or None."""
        wanted = frozenset(identities)
        return next((holder for holder in self.holders if holder.identities & wanted), None)

    def twin(self, title: str) -> Holder | None:
        """Return the file whose title is most like this one, or None where none is so like it that a look is due."""
        from rapidfuzz import fuzz, process

        if not title:
            return None
        best = process.extractOne(identifiers.folded(title), self._titles, scorer=fuzz.ratio, score_cutoff=identifiers.ALIKE)
        return best[2] if best else None

    @cached_property
    def _titles(self) -> dict[Holder, str]:
        return {holder: identifiers.folded(holder.title) for holder in self.holders if holder.title}

    @property
    def keys(self) -> frozenset[str]:
        """The keys that are taken, in lower case."""
        return frozenset(holder.stem.casefold() for holder in self.holders if holder.path.startswith(f"{PAPERS}/"))

    @property
    def ids(self) -> frozenset[str]:
        """The ids that the log has given away, also to records that have left it since."""
        logged = {holder.stem for holder in self.holders if holder.path.startswith(f"{EXCLUSIONS}/")}
        return frozenset(logged | {holder.logged_as for holder in self.holders if holder.logged_as})


def read(root: Path) -> Known:
    """Return what the files of a survey hold. Raises OSError where a folder cannot be read."""
    found = {path: located.read(path, root, lambda problem: None) for path in _files(root)}
    names = {path: path.relative_to(root).as_posix() for path in found}
    holders = tuple(_holder(names[path], value) for path, value in found.items())
    return Known(holders, tuple(names[path] for path, value in found.items() if value is None))


def _files(root: Path) -> list[Path]:
    folders = [root / name for name in (PAPERS, EXCLUSIONS) if (root / name).is_dir()]
    return sorted(Path(entry.path) for folder in folders for entry in os.scandir(folder) if entry.name.casefold().endswith(".yaml"))


def _holder(path: str, value: Value | None) -> Holder:
    if not isinstance(value, Mapping):
        return Holder(path, "", frozenset(), "")
    origin = value.items.get(PROMOTED)
    logged_as = _text(origin.items.get("id")) if isinstance(origin, Mapping) else ""
    return Holder(path, " ".join(_text(value.items.get("title")).split()), identifiers.identities(_texts(value)), logged_as)


def _texts(record: Mapping) -> Iterator[str]:
    for key in ("arxiv_id", "doi", "identifier", "url"):
        yield _text(record.items.get(key))
    links = record.items.get("links")
    yield from (_text(link) for link in (links.items if isinstance(links, Sequence) else ()))


def _text(value: Value | None) -> str:
    return value.text if isinstance(value, Scalar) else ""
