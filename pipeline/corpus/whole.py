"""The value: a survey with all its records, how it is read, as it stood on a day, and what is kept with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, wraps
from pathlib import Path
from typing import Concatenate, Literal, ParamSpec, TypeVar, cast

from .. import audits, differences, lock, statements, survey, taxonomy
from ..contradictions import Difference
from ..errors import CallFault, DataFault, Problem
from ..located import Report
from ..lock import Listing
from ..readings import Reading
from ..records import Exclusion, Paper, by_number
from ..statements import Claim, Scenario, Statements
from ..survey import About, Outputs, Protocol, ScalePoint
from ..taxonomy import Taxonomy
from . import record_files
from .record_files import RecordFiles
from .survey_files import SURVEY, Reader

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
        reader = Reader(root, report)
        vocabulary = reader.file("taxonomy", taxonomy.parse) or Taxonomy({})
        protocol = reader.file("protocol", survey.parse_protocol)
        about = reader.file("about", survey.parse_about)
        scale = reader.file("scale", survey.parse_scale, required=False) or ()
        outputs = reader.file("outputs", lambda top: survey.parse_outputs(top, vocabulary))
        records = record_files.read(reader, vocabulary, protocol.logged_families if protocol else ())
        listings = lock.read(root, report)
        if about is None or protocol is None or outputs is None:
            return None
        readings = _readings(reader, audits.Pool(vocabulary, records.by_key, records.keys, about.cutoff))
        known = differences.Known(vocabulary, records.keys, {reading.id: reading.fields for reading in readings})
        contradictions = reader.file("differences", lambda top: differences.parse(top, known), required=False) or ()
        stated = _statements(reader, vocabulary, protocol, records)
        reader.report_unread(SURVEY)
        return cls(
            about, vocabulary, protocol, scale, outputs, records.papers, records.exclusions, listings, readings, contradictions,
            stated.claims, stated.scenarios, records.left_out, records.partial,
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


def _statements(reader: Reader, vocabulary: Taxonomy, protocol: Protocol, records: RecordFiles) -> Statements:
    logged = records.logged
    ids = {*records.ids, *(exclusion.id for exclusion in logged)}
    sources = {exclusion.source for exclusion in logged}
    asked = statements.vocabulary(vocabulary, protocol.logged_families, sources, records.keys, sorted(ids))
    return reader.file("claims", lambda top: statements.parse(top, asked), required=False) or Statements()


def _readings(reader: Reader, pool: audits.Pool) -> tuple[Reading, ...]:
    found = reader.folder(f"{SURVEY}/{audits.FOLDER}", lambda name, top: audits.parse(name, top, pool), required=False)
    return tuple(sorted(found, key=lambda reading: (reading.date, reading.id)))


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
