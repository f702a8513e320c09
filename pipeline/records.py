"""One paper and one exclusion, as frozen values, and how each is read from its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from datetime import date

from . import identifiers
from .errors import Place
from .fields import Fields
from .located import Scalar
from .taxonomy import Field, Tag, Taxonomy

TAGS = "tags."
"""How a change names a field of the taxonomy."""


@dataclass(frozen=True, slots=True)
class Author:
    """A person, or a team that signs as one."""

    family: str
    """The family name with its particles; of a team the whole name."""
    given: str = ""
    """Empty for teams and for people with one name."""
    team: bool = False

    def __str__(self) -> str:
        return f"{self.given} {self.family}" if self.given else self.family

    @property
    def inverted(self) -> str:
        """``Family, Given``, as bibliographies sort it."""
        return f"{self.family}, {self.given}" if self.given else self.family


@dataclass(frozen=True, slots=True)
class Change:
    """One correction or retag, after the record had joined the pool."""

    date: date
    field: str
    """As in the file: ``venue``, ``tags.is_rl``."""
    before: object
    """The field's value until that date, in the form the record holds it; None where it was absent."""
    why: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A retained paper."""

    key: str
    """The file's stem; never changes."""
    title: str
    authors: tuple[Author, ...]
    """In the order of the paper."""
    authors_complete: bool
    year: int
    """Of the version that the entry cites."""
    venue: str
    affiliation: str
    """Of the first author; empty where unknown."""
    short_name: str
    """By which the method or system is known; empty where none was seen."""
    arxiv_id: str
    """Bare, without version; empty where there is none."""
    doi: str
    links: tuple[str, ...]
    """https addresses; the first is where the title leads."""
    added: date
    """When the record joined the pool."""
    summary: str
    """One sentence; empty where the paper could not be read."""
    notes: str
    tags: Mapping[str, Tag]
    """By field name, in the taxonomy's order; a field that is not coded is absent."""
    changes: tuple[Change, ...]
    """From the oldest to the latest."""
    exceptions: Mapping[str, str]
    """Rule name to the reason why it does not hold here."""
    place: Place = dataclass_field(compare=False)
    places: Mapping[str, Place] = dataclass_field(compare=False, repr=False)
    """Where each field stands, by dotted name."""

    def where(self, field: str) -> Place:
        """Return where a field stands, or where the entry begins."""
        return self.places.get(field, self.place)

    @property
    def name(self) -> str:
        """What tables and figures call the paper."""
        return self.short_name or self.key

    def tag(self, field: str) -> Tag | None:
        """Return what the entry holds in a field of the taxonomy, or None where it is not coded."""
        return self.tags.get(field)

    def at(self, day: date) -> Paper:
        """Return the record as it stood at the end of a day: every later change undone, the latest first."""
        later = [change for change in self.changes if change.date > day]
        tags = dict(self.tags)
        plain: dict[str, object] = {}
        for change in reversed(later):
            if not change.field.startswith(TAGS):
                plain[change.field] = _ABSENT.get(change.field, "") if change.before is None else change.before
            elif change.before is None:
                tags.pop(change.field.removeprefix(TAGS), None)
            else:
                tags[change.field.removeprefix(TAGS)] = change.before  # type: ignore[assignment]  # parsed as a tag
        kept = tuple(change for change in self.changes if change.date <= day)
        return replace(self, **plain, tags=tags, changes=kept) if later else self  # type: ignore[arg-type]


_ABSENT: dict[str, object] = {"authors": (), "links": (), "authors_complete": True}


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A record that was screened and not retained."""

    id: str
    """``E`` and three digits; the file's stem."""
    title: str
    source: str
    query_family: str
    """As logged; the protocol maps it to one of its families."""
    identifier: str
    """As logged, for instance ``arXiv:2305.14325``; empty where only an address is known."""
    url: str
    arxiv_id: str
    """Bare; empty where the record has none."""
    doi: str
    date_screened: date
    stage: str
    reason_codes: tuple[str, ...]
    reason: str
    tags: Mapping[str, Tag]
    """What a near miss would carry if it were retained: a proposal. Empty for all others."""
    place: Place = dataclass_field(compare=False)
    places: Mapping[str, Place] = dataclass_field(compare=False, repr=False)

    def where(self, field: str) -> Place:
        """Return where a field stands, or where the record begins."""
        return self.places.get(field, self.place)


# -- reading corpus/KEY.yaml

PAPER_KEYS = (
    "title", "authors", "authors_complete", "year", "venue", "affiliation", "short_name", "arxiv_id", "doi", "links", "added",
    "summary", "notes", "tags", "exceptions", "changes",
)  # fmt: skip
_REQUIRED = ("title", "authors", "year", "venue", "links", "added", "tags")


def parse_paper(key: str, fields: Fields, taxonomy: Taxonomy) -> Paper | None:
    """Return the paper that a file describes, or None after reporting what is wrong with it."""
    reporter = _Counting(fields)
    fields.allow(PAPER_KEYS)
    fields.require(*_REQUIRED)
    title, year, venue, added = fields.text("title"), fields.year("year"), fields.text("venue"), fields.date("added")
    authors = _authors(fields, "authors")
    plain = {name: _PLAIN[name](fields, name) for name in _PLAIN if name in fields and name not in ("title", "year", "venue")}
    tags = _tags(fields, "tags", taxonomy, required=True)
    changes = _changes(fields, taxonomy)
    exceptions = _exceptions(fields, taxonomy)
    if reporter.errors or title is None or year is None or venue is None or added is None:
        return None
    return Paper(
        key=key, title=title, authors=authors, authors_complete=fields.yes_no("authors_complete", True), year=year, venue=venue,
        affiliation=str(plain.get("affiliation") or ""), short_name=str(plain.get("short_name") or ""),
        arxiv_id=str(plain.get("arxiv_id") or ""), doi=str(plain.get("doi") or ""), links=plain.get("links") or (),  # type: ignore[arg-type]
        added=added, summary=str(plain.get("summary") or ""), notes=str(plain.get("notes") or ""), tags=tags, changes=changes,
        exceptions=exceptions, place=Place(fields.path), places=_places(fields),
    )  # fmt: skip


class _Counting:
    """Counts the errors that a file's fields report from here on."""

    def __init__(self, fields: Fields) -> None:
        self.errors = 0
        forward = fields.report

        def report(problem: object) -> None:
            self.errors += getattr(problem, "severity", "error") == "error"
            forward(problem)  # type: ignore[arg-type]

        fields.report = report


def _authors(fields: Fields, key: str) -> tuple[Author, ...]:
    authors: list[Author] = []
    seen: set[Author] = set()
    for number, item in enumerate(fields.each(key, what="name"), 1):
        where = f"{key}[{number}]"
        if isinstance(item, Scalar):
            author = _person(fields, item, where)
        else:
            author = _team(fields, item, where)
        if author is None:
            continue
        if author in seen:
            message = f"{author} stands in this list already"
            fields.problem(item, "repeated-value", message, where, severity="notice")
        seen.add(author)
        authors.append(author)
    return tuple(authors)


def _person(fields: Fields, scalar: Scalar, where: str) -> Author | None:
    named = fields.as_scalar(scalar, where)
    name = None if named is None else fields.line(named, where)
    if name is None:
        return None
    if fault := _name_fault(name):
        hint = "write Given Family, or Family, Given; a group is {team: Name}; where not all are known, authors_complete: no"
        fields.problem(scalar, "bad-author", fault, where, hint=hint)
        return None
    if "," in name:
        family, _, given = (part.strip() for part in name.partition(","))
        return Author(family, given)
    given, _, family = name.rpartition(" ")
    return Author(family, given)


def _name_fault(name: str) -> str | None:
    if not any(c.isalpha() for c in name):
        return "is no name"
    if any(c.isdigit() or c in '@{}<>"\\|' for c in name):
        return "holds a character that no name has"
    if name.casefold().removesuffix(".").endswith(("et al", "and others")):
        return "is no author"
    parts = [part.strip() for part in name.split(",")]
    if len(parts) > 2 or not all(parts):
        return "has more than one comma"
    if " and " in f" {name} ".casefold() or ";" in name:
        return "names more than one author"
    return None


def _team(fields: Fields, item: object, where: str) -> Author | None:
    below = fields.as_fields(item, where)  # type: ignore[arg-type]  # a located value
    if below is None:
        return None
    below.allow(("team",))
    below.require("team")
    name = below.text("team")
    return None if name is None else Author(name, team=True)


def _arxiv_id(fields: Fields, key: str) -> str | None:
    scalar = fields.scalar(key)
    if scalar is None:
        return None
    fault = identifiers.arxiv_fault(scalar.text)
    if fault is None:
        return scalar.text
    bare = identifiers.bare_arxiv_id(scalar.text)
    hint = f"write {bare}" if bare != scalar.text and identifiers.arxiv_fault(bare) is None else ""
    fields.problem(scalar, "bad-arxiv-id", fault, key, hint=hint)
    return None


def _doi(fields: Fields, key: str) -> str | None:
    scalar = fields.scalar(key)
    if scalar is None:
        return None
    if identifiers.bare_doi(scalar.text) == scalar.text:
        return scalar.text
    bare = identifiers.bare_doi(scalar.text)
    fields.problem(scalar, "bad-doi", "is no bare, lower-case DOI", key, hint=f"write {bare}" if bare else "10.1000/example")
    return None


def _links(fields: Fields, key: str) -> tuple[str, ...]:
    return fields.texts(key, fields.link)


_PLAIN: dict[str, Callable[[Fields, str], object]] = {
    "title": Fields.text, "authors": _authors, "authors_complete": lambda fields, key: fields.yes_no(key, True), "year": Fields.year, "venue": Fields.text, "affiliation": Fields.text,
    "short_name": Fields.text, "arxiv_id": _arxiv_id, "doi": _doi, "links": _links, "summary": Fields.text, "notes": Fields.text,
}  # fmt: skip
"""How each field that a change may name is read."""


def _tags(fields: Fields, key: str, taxonomy: Taxonomy, *, required: bool) -> dict[str, Tag]:
    below = fields.below(key)
    if below is None:
        return {}
    below.allow(tuple(taxonomy.fields))
    if required:
        below.require(*(field.name for field in taxonomy.required))
    tags = {field.name: tag for field in taxonomy if (tag := _tag(below, field.name, field)) is not None}
    return tags


def _tag(below: Fields, key: str, field: Field) -> Tag | None:
    if field.kind == "one":
        return below.value_of(key, field.by_name)
    if field.kind == "many":
        return below.values_of(key, field.by_name) or None
    return _mapped(below, key, field) or None


def _mapped(below: Fields, key: str, field: Field) -> dict[str, str]:
    source = below.below(key)
    if source is None:
        return {}
    if not source.mapping.items:
        below.problem(source.mapping, "empty-value", "has no value", key, hint="write a value or delete the line")
    for name in source.keys():
        if name not in field.by_name:
            source.problem(source.mapping.keys[name], "unknown-value", "not in the vocabulary", name, allowed=field.by_name)
    found = {}
    for name in field.by_name:
        text = source.value_of(name, field.level_by_name) if field.levels else source.text(name)
        if text is not None:
            found[name] = text
    return found


def _changes(fields: Fields, taxonomy: Taxonomy) -> tuple[Change, ...]:
    changes = []
    for number, item in enumerate(fields.each("changes", what="change"), 1):
        below = fields.as_fields(item, f"changes[{number}]")
        change = _change(below, taxonomy) if below else None
        if change:
            changes.append(change)
    return tuple(sorted(changes, key=lambda change: change.date))


def _change(below: Fields, taxonomy: Taxonomy) -> Change | None:
    below.allow(("date", "field", "from", "to", "why"))
    below.require("date", "field", "why")
    day, why, name = below.date("date"), below.text("why"), below.scalar("field")
    if day is None or why is None or name is None:
        return None
    read = _reader(name.text, taxonomy)
    if read is None:
        allowed = (*_PLAIN, *(TAGS + field for field in taxonomy.fields))
        below.problem(name, "unknown-field", "there is no such field", "field", allowed=allowed)
        return None
    before = read(below, "from") if "from" in below else None
    after = read(below, "to") if "to" in below else None
    if "from" not in below and "to" not in below:
        below.problem(name, "missing-field", "a change says what was there before (from), or what was added (to)", "from")
    if before is not None and before == after:
        below.problem(below.mapping.items["to"], "no-change", "from and to are the same", "to")
    return Change(day, name.text, before, why)


def _reader(name: str, taxonomy: Taxonomy) -> Callable[[Fields, str], object] | None:
    field = taxonomy.fields.get(name.removeprefix(TAGS)) if name.startswith(TAGS) else None
    if field is not None:
        return lambda below, key: _tag(below, key, field)
    return _PLAIN.get(name)


def _exceptions(fields: Fields, taxonomy: Taxonomy) -> dict[str, str]:
    below = fields.below("exceptions")
    if below is None:
        return {}
    below.allow(tuple(rule.name for rule in taxonomy.rules))
    return {name: text for name in below.keys() if (text := below.text(name)) is not None}


def _places(fields: Fields) -> dict[str, Place]:
    places = {name: fields.place(name) for name in fields.mapping.items}
    tags = fields.mapping.items.get("tags")
    if tags is not None and not isinstance(tags, Scalar):
        below = fields.below("tags")
        if below:
            places |= {TAGS + name: below.place(name) for name in below.mapping.items}
    return places


# -- reading exclusions/EXXX.yaml

EXCLUSION_KEYS = (
    "title", "source", "query_family", "identifier", "url", "date_screened", "stage", "reason_codes", "reason", "tags",
)  # fmt: skip


def parse_exclusion(key: str, fields: Fields, taxonomy: Taxonomy, query_families: tuple[str, ...]) -> Exclusion | None:
    """Return the exclusion that a file describes, or None after reporting what is wrong with it.

    ``query_families`` are the families that the protocol knows, as logged.
    """
    reporter = _Counting(fields)
    fields.allow(EXCLUSION_KEYS)
    fields.require("title", "source", "query_family", "date_screened", "stage", "reason_codes", "reason")
    if "identifier" not in fields and "url" not in fields:
        fields.problem(None, "missing-field", "an identifier or an address is required", "identifier")
    title, source, reason = fields.text("title"), fields.text("source"), fields.text("reason")
    family, day = fields.value_of("query_family", query_families), fields.date("date_screened")
    vocabulary = {name: taxonomy.exclusion[name].by_name for name in ("stage", "reason_codes") if name in taxonomy.exclusion}
    stage = fields.value_of("stage", vocabulary.get("stage", {}))
    codes = fields.values_of("reason_codes", vocabulary.get("reason_codes", {}))
    identifier, arxiv_id, doi = _identifier(fields)
    url = fields.link(scalar, "url") if (scalar := fields.scalar("url")) else None
    tags = _tags(fields, "tags", taxonomy, required=False)
    if reporter.errors or None in (title, source, reason, family, day, stage):
        return None
    assert title and source and reason and family and day and stage
    return Exclusion(
        id=key, title=title, source=source, query_family=family, identifier=identifier, url=url or "", arxiv_id=arxiv_id, doi=doi,
        date_screened=day, stage=stage, reason_codes=codes, reason=reason, tags=tags, place=Place(fields.path), places=_places(fields),
    )  # fmt: skip


def _identifier(fields: Fields) -> tuple[str, str, str]:
    """Return the identifier as logged, and the arXiv id and the DOI that it or the address names."""
    text = fields.text("identifier") or ""
    scalar = fields.scalar("url")
    arxiv_id = doi = ""
    for candidate in (text, scalar.text if scalar else ""):
        arxiv_id = arxiv_id or _arxiv_id_in(candidate)
        doi = doi or identifiers.bare_doi(candidate) or ""
    if text.casefold().startswith("arxiv:") and not arxiv_id:
        fault = identifiers.arxiv_fault(identifiers.bare_arxiv_id(text))
        fields.problem(fields.scalar("identifier"), "bad-arxiv-id", fault or "is no arXiv id", "identifier")
    return text, arxiv_id, doi


def _arxiv_id_in(text: str) -> str:
    bare = identifiers.bare_arxiv_id(text)
    return bare if bare != text and identifiers.arxiv_fault(bare) is None else ""
