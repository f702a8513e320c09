"""The whole survey as one value: every file in, or all the problems out."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeVar

from . import identifiers, located, lock, survey, taxonomy
from .errors import CallFault, DataFault, Place, Problem
from .fields import Fields, top_level
from .located import Report
from .lock import Listing
from .records import Exclusion, Paper, parse_exclusion, parse_paper
from .survey import About, Outputs, Protocol, ScalePoint
from .taxonomy import Taxonomy

PAPERS, EXCLUSIONS, SURVEY = "corpus", "exclusions", "survey"
"""The folders that people edit."""
_EXCLUSION_ID = r"E and three digits"
_IGNORED = {".DS_Store", "Thumbs.db", "desktop.ini", ".gitkeep"}

Pool = Literal["current", "published"]
POOLS: tuple[Pool, ...] = ("current", "published")


@dataclass(frozen=True)
class Corpus:
    """A survey and all its records, as they stand or as they stood on a day."""

    about: About
    taxonomy: Taxonomy
    protocol: Protocol
    scale: tuple[ScalePoint, ...]
    outputs: Outputs
    papers: tuple[Paper, ...]
    """Sorted by key."""
    exclusions: tuple[Exclusion, ...]
    """Sorted by id."""
    listings: Mapping[str, Listing]
    """arXiv metadata by id."""

    @cached_property
    def by_key(self) -> dict[str, Paper]:
        """The papers by key."""
        return {paper.key: paper for paper in self.papers}

    @cached_property
    def by_id(self) -> dict[str, Exclusion]:
        """The exclusions by id."""
        return {exclusion.id: exclusion for exclusion in self.exclusions}

    @classmethod
    def load(cls, root: Path) -> Corpus:
        """Return the survey in a folder.

        Raises DataFault with every error of every file, and CallFault where the folder holds no survey.
        """
        problems: list[Problem] = []
        corpus = cls.read(root, problems.append)
        errors = [problem for problem in problems if problem.severity == "error"]
        if corpus is None or errors:
            raise DataFault(errors)
        return corpus

    @classmethod
    def read(cls, root: Path, report: Report) -> Corpus | None:
        """Return what could be read of the survey in a folder, reporting every problem; None without a title page.

        Records with an error are left out. Raises CallFault where the folder holds no survey at all.
        """
        if not (root / SURVEY).is_dir():
            raise CallFault(f"{root} holds no survey: there is no folder {SURVEY!r} in it")
        reader = _Reader(root, report)
        vocabulary = reader.file("taxonomy", taxonomy.parse) or Taxonomy({})
        protocol = reader.file("protocol", survey.parse_protocol)
        about = reader.file("about", survey.parse_about)
        scale = reader.file("scale", survey.parse_scale, required=False) or ()
        outputs = reader.file("outputs", lambda top: survey.parse_outputs(top, vocabulary))
        families = protocol.logged_families if protocol else ()
        papers = reader.folder(PAPERS, lambda key, top: parse_paper(key, top, vocabulary))
        exclusions = reader.folder(EXCLUSIONS, lambda key, top: parse_exclusion(key, top, vocabulary, families), required=False)
        listings = lock.read(root, report)
        if about is None or protocol is None or outputs is None:
            return None
        return cls(about, vocabulary, protocol, scale, outputs, papers, exclusions, listings)

    def at(self, day: date) -> Corpus:
        """Return the survey with the records and tags of the end of a day."""
        papers = tuple(paper.at(day) for paper in self.papers if paper.added <= day)
        exclusions = tuple(exclusion for exclusion in self.exclusions if exclusion.date_screened <= day)
        return replace(self, papers=papers, exclusions=exclusions)

    def pool(self, pool: Pool) -> Corpus:
        """Return the survey with its current records, or with those of the cutoff date."""
        return self if pool == "current" else self.at(self.about.cutoff)


T = TypeVar("T")


class _Reader:
    """Reads the files of one survey, and sees to it that each is read or reported."""

    def __init__(self, root: Path, report: Report) -> None:
        self._root = root
        self._report = report

    def file(self, stem: str, parse: Callable[[Fields], T], *, required: bool = True) -> T | None:
        path = self._root / SURVEY / f"{stem}.yaml"
        name = f"{SURVEY}/{stem}.yaml"
        if not path.is_file():
            if required:
                self._report(Problem(Place(name), "missing-file", "the survey lacks this file"))
            return None
        top = top_level(located.read(path, self._root, self._report), name, self._report)
        return None if top is None else parse(top)

    def folder(self, name: str, parse: Callable[[str, Fields], T | None], *, required: bool = True) -> tuple[T, ...]:
        paths = sorted(self._entries(name, required), key=lambda path: path.name)
        good = [path for path in paths if self._named_well(path, name)]
        self._refuse_twins(good)
        if required and not good:
            self._report(Problem(Place(name), "nothing-found", f"no record was found in {name}/"))
        read = (self._record(path, parse) for path in good)
        return tuple(record for record in read if record is not None)

    def _record(self, path: Path, parse: Callable[[str, Fields], T | None]) -> T | None:
        value = located.read(path, self._root, self._report)
        top = top_level(value, path.relative_to(self._root).as_posix(), self._report)
        return None if top is None else parse(path.stem, top)

    def _entries(self, name: str, required: bool) -> Iterable[Path]:
        try:
            with os.scandir(self._root / name) as entries:
                return [Path(entry.path) for entry in entries if entry.name not in _IGNORED]
        except OSError as error:
            if required or not isinstance(error, FileNotFoundError):
                reason = (error.strerror or type(error).__name__).lower()
                self._report(Problem(Place(name), "missing-folder", f"the folder cannot be read: {reason}"))
            return []

    def _named_well(self, path: Path, folder: str) -> bool:
        shown = path.name.encode("utf-8", "backslashreplace").decode("utf-8")
        place = Place(f"{folder}/{shown}")
        if path.suffix != ".yaml":
            self._report(Problem(place, "stray-file", "is no .yaml file", hint="move it away, or end its name with .yaml"))
            return False
        if not path.is_file() or path.is_symlink():
            self._report(Problem(place, "stray-file", "is no plain file"))
            return False
        fault = _exclusion_id_fault(path.stem) if folder == EXCLUSIONS else identifiers.key_fault(path.stem)
        if fault:
            self._report(Problem(place, "bad-key", f"the file's name is the record's key, and {fault}", found=shown.removesuffix(".yaml")))
        return fault is None

    def _refuse_twins(self, paths: Iterable[Path]) -> None:
        seen: dict[str, Path] = {}
        for path in paths:
            folded = unicodedata.normalize("NFKC", path.name).casefold()
            if folded in seen:
                place = Place(path.relative_to(self._root).as_posix())
                self._report(Problem(place, "key-clash", f"is the same name as {seen[folded].name} on some systems"))
            seen[folded] = path


def _exclusion_id_fault(stem: str) -> str | None:
    good = len(stem) == 4 and stem[0] == "E" and stem[1:].isascii() and stem[1:].isdigit()
    return None if good else f"must be {_EXCLUSION_ID}"
