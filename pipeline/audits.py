"""``survey/audits/NAME.yaml``: one reader's codings of one day, checked against the papers that they are about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from .errors import Place, Problem
from .fields import Fields
from .readings import KINDS, STATUSES, Coding, Disagreement, Kind, Reading, Status, comparable, differences
from .records import MISSING, TAGS, Paper, parse_tags
from .taxonomy import Taxonomy

FOLDER = "audits"
"""Below the survey's own folder."""
_KEYS = ("reader", "kind", "date", "method", "caveat", "fields", "questions", "same_as_published", "codings", "disagreements")
_REQUIRED = ("reader", "kind", "date", "method", "caveat", "fields", "codings")
_KIND: Mapping[str, Kind] = {kind: kind for kind in KINDS}
_STATUS: Mapping[str, Status] = {status: status for status in STATUSES}


@dataclass(frozen=True, slots=True)
class Pool:
    """What a reading can be about."""

    taxonomy: Taxonomy
    papers: Mapping[str, Paper]
    """The papers that could be read, by key."""
    keys: Collection[str]
    """Every key that has a file, so that a paper with an error of its own is not called unknown besides."""
    cutoff: date
    """The day whose pool is the published one."""

    def published(self) -> dict[str, Paper]:
        """Return the papers of the cutoff date as they stood then, by key."""
        return {key: paper.at(self.cutoff) for key, paper in self.papers.items() if paper.added <= self.cutoff}


def parse(name: str, top: Fields, pool: Pool) -> Reading | None:
    """Return the reading that a file describes; what is wrong is reported and left out.

    ``name`` is the file's stem. None where the file does not say who read when and what.
    """
    top.allow(_KEYS)
    top.require(*_REQUIRED)
    reader, kind, day, questions = top.text("reader"), top.value_of("kind", _KIND), top.date("date"), _questions(top)
    fields = top.values_of("fields", pool.taxonomy.fields)
    if not (reader and kind and day and fields):
        return None
    codings = _Codings(fields, tuple(questions), pool).read(top)
    disagreements = {(found.key, found.field): found for found in _disagreements(top, fields, codings, pool)}
    method, caveat = top.text("method") or "", top.text("caveat") or ""
    reading = Reading(name, reader, _KIND[kind], day, method, caveat, fields, questions, codings, disagreements, top.place())
    for problem in _contradictions(reading, pool):
        top.report(problem)
    return reading


def _questions(top: Fields) -> dict[str, str]:
    below = top.below("questions")
    return {name: text for name in below.mapping.keys if (text := below.text(name))} if below else {}


class _Codings:
    """Reads what stands under ``codings``."""

    def __init__(self, fields: tuple[str, ...], questions: tuple[str, ...], pool: Pool) -> None:
        self._taxonomy = Taxonomy({name: pool.taxonomy.fields[name] for name in fields})
        self._questions = questions
        self._pool = pool

    def read(self, top: Fields) -> dict[str, Coding]:
        """Return the codings by key. With ``same_as_published``, what is not stated is what the published pool holds."""
        same = top.yes_no("same_as_published", False)
        base = self._pool.published() if same else {}
        below = top.below("codings")
        place = below.place() if below else top.place()
        found = {key: self._as_held(paper, place) for key, paper in base.items()}
        for key in below.mapping.keys if below else ():
            assert below is not None
            source = below.below(key) if self._compared(below, key, base if same else self._pool.papers) else None
            coding = self._coding(key, source) if source else None
            if coding and source and key in base:
                self._refuse_repetition(source, coding, base[key])
                coding = _laid_over(found[key], coding)
            if coding:
                found[key] = coding
        return found

    def _as_held(self, paper: Paper, place: Place) -> Coding:
        tags = {name: paper.tags[name] for name in self._taxonomy.fields if name in paper.tags}
        return Coding(paper.key, tags, (), {}, "", place, frozenset(tags))

    def _compared(self, below: Fields, key: str, among: Mapping[str, Paper]) -> bool:
        if key in among:
            return True
        if key not in self._pool.keys:
            message, allowed = "there is no such paper in the corpus", tuple(self._pool.papers)
            below.problem(below.mapping.keys[key], "unknown-entry", message, key, allowed=allowed, hint=MISSING)
        elif key in self._pool.papers:
            below.problem(below.mapping.keys[key], "unknown-entry", "the published pool does not hold this paper", key)
        return False

    def _coding(self, key: str, source: Fields) -> Coding | None:
        source.allow(("tags", "blank", "answers", "note"))
        if "blank" not in source:
            source.require("tags")
        tags = parse_tags(source, "tags", self._taxonomy, required=False)
        blank = tuple(self._blank(source, tags))
        return Coding(key, tags, blank, self._answers(source), source.text("note") or "", source.place()) if tags or blank else None

    def _blank(self, source: Fields, tags: Mapping[str, object]) -> Iterator[str]:
        for name in source.values_of("blank", self._taxonomy.fields):
            where, none = source.mapping.items["blank"], self._taxonomy.fields[name].none
            if none:
                source.problem(where, "blank-has-value", f"{name} has a value for this", "blank", hint=f"write {name}: {none} under tags")
            elif name in tags:
                source.problem(where, "blank-has-value", f"{name} is blank and has a value", "blank", hint="keep one of the two")
            else:
                yield name

    def _answers(self, source: Fields) -> dict[str, bool]:
        below = source.below("answers")
        if below is None:
            return {}
        below.allow(self._questions)
        return {name: word == "yes" for name in below.mapping.keys if (word := below.value_of(name, ("yes", "no")))}

    def _refuse_repetition(self, source: Fields, coding: Coding, paper: Paper) -> None:
        below = source.below("tags")
        for name in coding.tags if below else ():
            assert below is not None
            field = self._taxonomy.fields[name]
            if coding.value(field) == comparable(paper.tags.get(name), field):
                below.problem(below.mapping.items[name], "no-difference", "is what the published pool holds", name, hint="leave it out")


def _laid_over(held: Coding, coding: Coding) -> Coding:
    tags = {name: tag for name, tag in held.tags.items() if name not in coding.blank}
    return replace(coding, tags=tags | dict(coding.tags), taken_over=frozenset(tags) - coding.tags.keys())


def _disagreements(top: Fields, fields: tuple[str, ...], codings: Mapping[str, Coding], pool: Pool) -> Iterator[Disagreement]:
    allowed = tuple(key for key in sorted(pool.keys) if key in codings or key not in pool.papers)
    for number, item in enumerate(top.each("disagreements", what="disagreement"), 1):
        source = top.as_fields(item, f"disagreements[{number}]")
        if source is None:
            continue
        source.allow(("field", "papers", "status", "why"))
        source.require("field", "papers", "status", "why")
        name, status, why = source.value_of("field", fields), source.value_of("status", _STATUS), source.text("why")
        for key in source.values_of("papers", allowed):
            if name and status and why:
                yield Disagreement(key, name, _STATUS[status], why, source.place("papers"))


def _contradictions(reading: Reading, pool: Pool) -> Iterator[Problem]:
    """Yield disagreements that are listed and are none, and those that are none of the listed."""
    found = set(differences(reading, pool.papers, pool.taxonomy))
    for listed in reading.disagreements.values():
        if listed.key in reading.codings and listed.key in pool.papers:
            yield from _fault_of(listed, reading, pool, (listed.key, listed.field) in found)
    for key, name in sorted(found - reading.disagreements.keys()):
        theirs, ours = _both(key, name, reading, pool.papers[key].at(reading.date), pool)
        message = f"{key}: the reader saw {theirs}, the entry held {ours}"
        hint = f"was {name} changed without a line under changes in the entry? else list it under disagreements, with status and why"
        yield Problem(reading.codings[key].place, "unlisted-disagreement", message, f"disagreements.{name}", hint=hint)


def _fault_of(listed: Disagreement, reading: Reading, pool: Pool, differed: bool) -> Iterator[Problem]:
    paper, field = pool.papers[listed.key], f"disagreements.{listed.field}"
    theirs, ours = _both(listed.key, listed.field, reading, paper if differed else paper.at(reading.date), pool)
    if not differed:
        message = f"{listed.key}: " + (f"both hold {theirs}" if theirs and ours else "nothing to compare, one of the two holds no value")
        where = f"{paper.place.path} without a line under changes"
        hint = f"was {TAGS}{listed.field} changed in {where}? add the line there; else take {listed.key} off this list"
        yield Problem(listed.place, "no-disagreement", message, field, hint=hint)
    elif listed.status == "open" and theirs == ours:
        message = f"{listed.key}: by now the entry holds what the reader saw, as its log says"
        hint = "status: settled would say so here as well"  # no fault: the log settles it, and a correction touches one file
        yield Problem(listed.place, "settled-by-now", message, field, theirs, hint=hint, severity="notice")


def _both(key: str, name: str, reading: Reading, paper: Paper, pool: Pool) -> tuple[str | None, str | None]:
    field = pool.taxonomy.fields[name]
    return reading.codings[key].value(field), comparable(paper.tags.get(name), field)
