"""The whole survey as one value: every file in, or all the problems out."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, wraps
from pathlib import Path
from typing import Concatenate, Literal, ParamSpec, TypeVar, cast

from . import audits, differences, identifiers, located, lock, statements, survey, taxonomy
from .contradictions import Difference
from .errors import CallFault, DataFault, Place, Problem
from .fields import Fields, top_level
from .located import Report
from .lock import Listing
from .readings import Reading
from .records import DRAFT_LINE, EXCLUSION_ID, EXCLUSION_ID_FORM, Exclusion, Paper, by_number, parse_exclusion, parse_paper
from .statements import Claim, Scenario, Statements
from .survey import About, Outputs, Protocol, ScalePoint
from .taxonomy import Taxonomy

PAPERS, EXCLUSIONS, SURVEY = "corpus", "exclusions", "survey"
"""The folders that people edit."""
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
    readings: tuple[Reading, ...] = ()
    """What other readers saw, from the earliest to the latest."""
    differences: tuple[Difference, ...] = ()
    """Where the survey's documents contradict each other."""
    claims: tuple[Claim, ...] = ()
    """What the survey says of its own records, in the order of the file."""
    scenarios: tuple[Scenario, ...] = ()
    """The variants of the pool under which the claims are tried, in the order of the file."""
    left_out: frozenset[str] = frozenset()
    """Keys and ids of the records that have an error; empty after ``load``."""
    partial: tuple[Paper | Exclusion, ...] = ()
    """Of these records, those of which a part could be read. Only ``checks`` looks at them."""
    example_traces: Mapping[str, str] = field(default_factory=dict)
    """The survey's example traces by name, with what is wrong with each; empty where nobody has looked at them."""
    traces: Mapping[str, bytes] = field(default_factory=dict)
    """The same as they stand, by file name; empty where nobody has asked for them."""
    _known: dict[object, object] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What ``once`` keeps. A survey that is made of this one with other records starts with none of it."""

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
            raise CallFault(f"{root} holds no survey: there is no folder {SURVEY!r} in it; --root names another folder")
        reader = _Reader(root, report)
        vocabulary = reader.file("taxonomy", taxonomy.parse) or Taxonomy({})
        protocol = reader.file("protocol", survey.parse_protocol)
        about = reader.file("about", survey.parse_about)
        scale = reader.file("scale", survey.parse_scale, required=False) or ()
        outputs = reader.file("outputs", lambda top: survey.parse_outputs(top, vocabulary))
        families = protocol.logged_families if protocol else ()
        partial: list[Paper | Exclusion] = []
        papers = reader.folder(PAPERS, lambda key, top: parse_paper(key, top, vocabulary, families, partial.append))
        logged_now = reader.folder(
            EXCLUSIONS, lambda key, top: parse_exclusion(key, top, vocabulary, families, partial.append), required=False
        )
        exclusions = tuple(sorted(logged_now, key=by_number))
        listings = lock.read(root, report)
        if about is None or protocol is None or outputs is None:
            return None
        keys = reader.stems(PAPERS)
        readings = _readings(reader, audits.Pool(vocabulary, {paper.key: paper for paper in papers}, keys, about.cutoff))
        known = differences.Known(vocabulary, keys, {reading.id: reading.fields for reading in readings})
        contradictions = reader.file("differences", lambda top: differences.parse(top, known), required=False) or ()
        logged = (*exclusions, *(paper.promoted_from.exclusion for paper in papers if paper.promoted_from))
        ids = {*reader.stems(EXCLUSIONS), *(exclusion.id for exclusion in logged)}
        asked = statements.vocabulary(vocabulary, families, {exclusion.source for exclusion in logged}, keys, sorted(ids))
        stated = reader.file("claims", lambda top: statements.parse(top, asked), required=False) or Statements()
        left_out = {*keys, *reader.stems(EXCLUSIONS)} - {paper.key for paper in papers} - {exclusion.id for exclusion in exclusions}
        reader.report_unread(SURVEY)
        return cls(
            about, vocabulary, protocol, scale, outputs, papers, exclusions, listings, readings, contradictions, stated.claims,
            stated.scenarios, frozenset(left_out), tuple(partial),
        )  # fmt: skip

    def at(self, day: date) -> Corpus:
        """Return the survey with the records and tags of the end of a day. What was promoted later stands in the log again."""
        papers = tuple(paper.at(day) for paper in self.papers if paper.added <= day)
        promoted = (paper.promoted_from.exclusion for paper in self.papers if paper.promoted_from and paper.added > day)
        logged = sorted((*self.exclusions, *promoted), key=by_number)
        exclusions = tuple(exclusion for exclusion in logged if exclusion.date_screened <= day)
        readings = tuple(reading for reading in self.readings if reading.date <= day)
        return replace(self, papers=papers, exclusions=exclusions, readings=readings)

    def pool(self, pool: Pool) -> Corpus:
        """Return the survey with its current records, or with those of the cutoff date."""
        return self if pool == "current" else published(self)


P = ParamSpec("P")
R = TypeVar("R")


_UNASKED = object()


def once(function: Callable[Concatenate[Corpus, P], R]) -> Callable[Concatenate[Corpus, P], R]:
    """Let a function be computed once for a survey and each set of arguments, which must be hashable.

    What it returns is kept as long as the survey, so it must be a value that nobody changes.
    """

    @wraps(function)
    def kept(corpus: Corpus, /, *args: P.args, **kwargs: P.kwargs) -> R:
        asked = (function, args, tuple(sorted(kwargs.items()))) if kwargs else (function, args)
        found = corpus._known.get(asked, _UNASKED)
        if found is _UNASKED:
            found = corpus._known[asked] = function(corpus, *args, **kwargs)
        return cast(R, found)

    return kept


@once
def published(corpus: Corpus) -> Corpus:
    """Return a survey with the records and tags of its cutoff date."""
    return corpus.at(corpus.about.cutoff)


def _readings(reader: _Reader, pool: audits.Pool) -> tuple[Reading, ...]:
    found = reader.folder(f"{SURVEY}/{audits.FOLDER}", lambda name, top: audits.parse(name, top, pool), required=False)
    return tuple(sorted(found, key=lambda reading: (reading.date, reading.id)))


T = TypeVar("T")


_JUDGED_BY = {
    f"{SURVEY}/taxonomy.yaml": {"tags", "exceptions", "changes", "stage", "reason_codes", SURVEY},
    f"{SURVEY}/protocol.yaml": {"query_family"},
}
"""Vocabulary to the fields that it judges; SURVEY stands for the other files of that folder."""
_VERDICTS = {"unknown-value", "unknown-field", "missing-field", "wrong-kind", "wrong-count", "bad-placeholder", "bad-condition"}


class _Reader:
    """Reads the files of one survey, and sees to it that each is read or reported."""

    def __init__(self, root: Path, report: Report) -> None:
        self._root = root
        self._forward = report
        self._asked: list[str] = []
        self._unjudged: set[str] = set()

    def _report(self, problem: Problem) -> None:
        """Pass a problem on, unless it is the verdict of a vocabulary that is at fault itself.

        One slip in the taxonomy would otherwise be followed by a problem for each tag of each record.
        """
        path = problem.place.path
        if problem.severity == "error":
            self._unjudged |= _JUDGED_BY.get(path, set())
        part = SURVEY if path.startswith(f"{SURVEY}/") else re.split(r"[.\[]", problem.field)[0]
        if path in _JUDGED_BY or problem.code not in _VERDICTS or part not in self._unjudged:
            self._forward(problem)

    def file(self, stem: str, parse: Callable[[Fields], T], *, required: bool = True) -> T | None:
        path = self._root / SURVEY / f"{stem}.yaml"
        name = f"{SURVEY}/{stem}.yaml"
        self._asked.append(path.name)
        if not os.path.lexists(path):
            if required:
                self._report(Problem(Place(name), "missing-file", "the survey lacks this file"))
            return None
        top = top_level(located.read(path, self._root, self._report), name, self._report)
        return None if top is None else parse(top)

    def report_unread(self, folder: str) -> None:
        """Report each YAML file of a folder that nothing asked for: its name is likely misspelt."""
        for path in sorted(self._entries(folder, required=True)):
            if path.suffix.lower() in (".yaml", ".yml") and path.name not in self._asked:
                allowed = tuple(self._asked)
                problem = Problem(self._place(path), "stray-file", "is read by nothing", "", _shown(path.name), allowed, severity="warning")
                self._report(problem)

    def folder(self, name: str, parse: Callable[[str, Fields], T | None], *, required: bool = True) -> tuple[T, ...]:
        paths = sorted(self._entries(name, required), key=lambda path: path.name)
        self._refuse_twins([path for path in paths if path.suffix.lower() == ".yaml"])
        good = [path for path in paths if self._named_well(path, name)]
        if required and not good:
            self._report(Problem(Place(name), "nothing-found", f"no record was found in {name}/"))
        read = (self._record(path, f"{name}/{path.name}", parse) for path in good)
        return tuple(record for record in read if record is not None)

    def stems(self, name: str) -> tuple[str, ...]:
        return tuple(sorted(path.stem for path in self._entries(name, required=False) if path.suffix == ".yaml"))

    def _record(self, path: Path, name: str, parse: Callable[[str, Fields], T | None]) -> T | None:
        text = located.read_text(path, name, self._report)
        top = None if text is None else top_level(located.parse(text, name, self._report), name, self._report)
        record = None if top is None else parse(path.stem, top)
        if record is not None and text is not None:
            self._report_left(text, name)
        return record

    def _report_left(self, text: str, name: str) -> None:
        """Report the lines that a draft leaves in an entry, once it is good."""
        left = DRAFT_LINE.search(text) if name.startswith(f"{PAPERS}/") and "#" in text else None
        if left:
            place = Place(name, text.count("\n", 0, left.start()) + 1)
            found, hint = left[0].strip(), "read them once more, then delete every line that begins with #"
            self._report(Problem(place, "draft-left", "comments of the draft were left in", "", found, hint=hint, severity="warning"))

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
        if stray := _stray_fault(path):
            self._report(Problem(self._place(path), "stray-file", stray, hint=_way_out(path)))
            return False
        fault = _exclusion_id_fault(path.stem) if folder == EXCLUSIONS else identifiers.key_fault(path.stem)
        if fault:
            place = self._place(path)
            found = place.path.rpartition("/")[2].removesuffix(".yaml")
            self._report(Problem(place, "bad-key", f"the file's name is the record's key, and {fault}", found=found))
        return fault is None

    def _place(self, path: Path) -> Place:
        """Return a file's place; bytes in its name that are no UTF-8 are written out."""
        return Place(_shown(path.relative_to(self._root).as_posix()))

    def _refuse_twins(self, paths: Iterable[Path]) -> None:
        holders: dict[str, list[Path]] = defaultdict(list)
        for path in paths:
            holders[unicodedata.normalize("NFKC", path.name).casefold()].append(path)
        for path, twin in ((path, twin) for sharing in holders.values() for path in sharing for twin in sharing if twin != path):
            name = self._place(twin).path.rpartition("/")[2]
            self._report(Problem(self._place(path), "key-clash", f"is the same name as {name} on some systems"))


def _shown(name: str) -> str:
    """Return a file's name as text that can be written: bytes that are no UTF-8 as ``\\xff``."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _stray_fault(path: Path) -> str | None:
    mode = _mode(path)
    if stat.S_ISLNK(mode):
        return "is a link; only plain files are read"
    if stat.S_ISDIR(mode):
        return "is a folder; records stand side by side"
    if path.suffix != ".yaml":
        return "does not end in .yaml"
    return None if stat.S_ISREG(mode) else "is no plain file"


def _way_out(path: Path) -> str:
    """Say what to do about a file that is no record: one whose name ends nearly as it should may well be one."""
    is_meant = path.suffix.casefold() in (".yml", ".yaml") and path.suffix != ".yaml" and stat.S_ISREG(_mode(path))
    return f"rename it to {_shown(path.stem)}.yaml" if is_meant else "move it away"


def _mode(path: Path) -> int:
    """Return what kind of file a path names; 0 where it is gone."""
    try:
        return path.lstat().st_mode
    except OSError:
        return 0


def _exclusion_id_fault(stem: str) -> str | None:
    return None if EXCLUSION_ID.fullmatch(stem) else f"must be {EXCLUSION_ID_FORM}"
