"""One paper and one exclusion, as frozen values, and how each is read from its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from collections.abc import Mapping as Named
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from datetime import date
from typing import TypeVar

from . import identifiers
from .errors import Place, Problem
from .fields import Fields
from .located import Mapping, Scalar, Sequence
from .taxonomy import Field, Tag, Taxonomy

SIMILAR_TITLE = "similar-title"
"""The rule to which an entry makes an exception whose title rightly reads like that of another work."""
TAGS = "tags."
"""How a change names a field of the taxonomy."""
UNKNOWN = "unknown"
"""Where an entry lists what nobody has found out yet."""
UNKNOWABLE = ("authors", "year", "venue", "links")
"""What an entry may be without, where it lists it so."""


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
    after: object
    """Its value from that date on; None where the log does not say, since the entry or a later change does."""
    why: str
    place: Place = dataclass_field(default=Place(""), compare=False)


@dataclass(frozen=True, slots=True)
class Paper:
    """A retained paper."""

    key: str
    """The file's stem; never changes."""
    title: str
    authors: tuple[Author, ...]
    """In the order of the paper; none where they are unknown."""
    authors_complete: bool
    year: int | None
    """Of the version that the entry cites; None where it is unknown."""
    venue: str
    """Empty where it is unknown."""
    affiliation: str
    """Of the first author; empty where unknown."""
    short_name: str
    """By which the method or system is known; empty where none was seen."""
    arxiv_id: str
    """Bare, without version; empty where there is none."""
    doi: str
    links: tuple[str, ...]
    """https addresses; the first is where the title leads. None where they are unknown."""
    added: date
    """When the record joined the pool."""
    summary: str
    """One sentence; empty where the paper could not be read."""
    notes: str
    tags: Named[str, Tag]
    """By field name, in the taxonomy's order; a field that is not coded is absent."""
    changes: tuple[Change, ...]
    """From the oldest to the latest."""
    exceptions: Named[str, str]
    """Rule name to the reason why it does not hold here."""
    place: Place = dataclass_field(compare=False)
    places: Named[str, Place] = dataclass_field(compare=False, repr=False)
    """Where each field stands, by dotted name."""
    promoted_from: Promotion | None = None
    """The log's record that it was until the day it joined; None for most."""
    accepted: Named[str, str] = dataclass_field(default_factory=dict)
    """Where the entry knowingly differs from arXiv: one of ACCEPTABLE, or a version as ``v5``, to the reason."""
    unread: frozenset[str] = dataclass_field(default=frozenset(), compare=False, repr=False)
    """Of an entry with an error, the fields that have one and so stand here empty, by dotted name; ``tags`` for all tags."""

    def where(self, field: str) -> Place:
        """Return where a field stands, or where the entry begins."""
        return self.places.get(field, self.place)

    @property
    def name(self) -> str:
        """What tables and figures call the paper."""
        return self.short_name or self.key

    @property
    def unknown(self) -> tuple[str, ...]:
        """Which of UNKNOWABLE the record is without."""
        return tuple(name for name in UNKNOWABLE if not getattr(self, name))

    @property
    def imprint(self) -> tuple[str, ...]:
        """Year and venue, as far as they are known."""
        return tuple(part for part in (str(self.year or ""), self.venue) if part)

    def tag(self, field: str) -> Tag | None:
        """Return what the entry holds in a field of the taxonomy, or None where it is not coded."""
        return self.tags.get(field)

    def value_of(self, field: str) -> object:
        """Return what the entry holds in a field as changes name it (``venue``, ``tags.is_rl``); None where it is absent."""
        if field.startswith(TAGS):
            return self.tags.get(field.removeprefix(TAGS))
        value: object = getattr(self, field)
        return None if value in ("", ()) else value

    def at(self, day: date) -> Paper:
        """Return the record as it stood at the end of a day: every later change undone, the latest first."""
        later = [change for change in self.changes if change.date > day]
        tags = dict(self.tags)
        plain: dict[str, object] = {}
        for change in reversed(later):
            if change.field == UNKNOWN:
                plain |= _without(change.before)
            elif not change.field.startswith(TAGS):
                plain[change.field] = _ABSENT.get(change.field, "") if change.before is None else change.before
            elif change.before is None:
                tags.pop(change.field.removeprefix(TAGS), None)
            else:
                tags[change.field.removeprefix(TAGS)] = change.before  # type: ignore[assignment]  # parsed as a tag
        kept = tuple(change for change in self.changes if change.date <= day)
        return replace(self, **plain, tags=tags, changes=kept) if later else self  # type: ignore[arg-type]


_ABSENT: dict[str, object] = {"authors": (), "links": (), "authors_complete": True, "year": None}


def _without(unknown: object) -> dict[str, object]:
    """Return what an entry held in the facts that it listed as unknown."""
    named = unknown if isinstance(unknown, tuple) else ()
    facts = {name: _ABSENT.get(name, "") for name in named}
    return facts | {"authors_complete": False} if "authors" in named else facts


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A record that was screened and not retained."""

    id: str
    """``E`` and three digits, four from ``E1000`` on; the file's stem."""
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
    tags: Named[str, Tag]
    """What a near miss would carry if it were retained: a proposal. Empty for all others."""
    place: Place = dataclass_field(compare=False)
    places: Named[str, Place] = dataclass_field(compare=False, repr=False)
    accepted: Named[str, str] = dataclass_field(default_factory=dict)
    """Where the log knowingly differs from arXiv, as for papers."""
    unread: frozenset[str] = dataclass_field(default=frozenset(), compare=False, repr=False)
    """Of a record with an error, the fields that have one, as for papers."""

    def where(self, field: str) -> Place:
        """Return where a field stands, or where the record begins."""
        return self.places.get(field, self.place)


@dataclass(frozen=True, slots=True)
class Promotion:
    """How an excluded record became a paper. It moves into the entry, so that the log of earlier days can be had back."""

    exclusion: Exclusion
    """As it stood in the log."""
    because: str
    """What coding it fills or flips, or another reason."""


# -- reading corpus/KEY.yaml

PAPER_KEYS = (
    "title", "authors", "authors_complete", "year", "venue", "affiliation", "short_name", "arxiv_id", "doi", "links", "unknown", "added",
    "summary", "notes", "tags", "exceptions", "accepted", "changes", "promoted_from",
)  # fmt: skip
_REQUIRED = ("title", "authors", "year", "venue", "links", "added", "tags")
DRAFT_LINE = re.compile(
    r"^[ \t]*#(?:[a-z][a-z0-9_]*:(?=\s|$)| (?:A draft\. |arXiv says: |arXiv lists as an author: |Required: |Optional: |Unfinished: )).*",
    re.MULTILINE,
)
"""A line of a draft that waits for somebody: a field as a comment, or what is said of one. See ``drafts.entries``."""
_OPTIONAL_TEXTS = ("affiliation", "short_name", "arxiv_id", "doi", "summary", "notes")


Partial = Callable[["Paper | Exclusion"], None]
"""Takes a record that has an error, as far as it could be read."""


def parse_paper(
    key: str, fields: Fields, taxonomy: Taxonomy, query_families: tuple[str, ...] = (), partial: Partial | None = None
) -> Paper | None:
    """Return the paper that a file describes, or None after reporting what is wrong with it.

    ``query_families`` are the families that the protocol knows, as logged: a promoted record names one. ``partial`` is
    handed the paper that is not returned.
    """
    reporter = _Counting(fields)
    fields.allow(PAPER_KEYS, _elsewhere("the file's name is the key", taxonomy, EXCLUSION_KEYS, "exclusions"))
    unknown = _required(fields)
    title, year, venue, added = fields.text("title"), fields.year("year"), fields.text("venue"), fields.date("added")
    authors, authors_complete = _authors(fields, "authors"), fields.yes_no("authors_complete", absent="authors" not in unknown)
    links = _links(fields, "links")
    texts = {name: str(_PLAIN[name](fields, name) or "") for name in _OPTIONAL_TEXTS}
    tags = parse_tags(fields, "tags", taxonomy, required=True)
    changes = _changes(fields, taxonomy)
    exceptions = _exceptions(fields, taxonomy)
    promoted_from = _promotion(fields, "promoted_from", taxonomy, query_families)
    whole = not (reporter.errors or title is None or added is None)
    if not whole and partial is None:
        return None
    accepted = _accepted(fields)
    paper = Paper(
        key=key, title=title or "", authors=authors, authors_complete=authors_complete, year=year, venue=venue or "", links=links,
        added=added or date.min, tags=tags, changes=changes, exceptions=exceptions, place=Place(fields.path), places=_places(fields),
        promoted_from=promoted_from, accepted=accepted, unread=frozenset(reporter.unread), **texts,
    )  # fmt: skip
    return _handed_on(paper, whole, partial)


def _handed_on(record: R, whole: bool, partial: Partial | None) -> R | None:
    """Return a record that is whole; hand another on."""
    if whole:
        return record
    if partial:
        partial(record)
    return None


R = TypeVar("R", "Paper", "Exclusion")


def _required(fields: Fields) -> tuple[str, ...]:
    """Report each field that every entry has and this one lacks; return those that it says are unknown."""
    unknown = _unknown(fields)
    misspelt = not set(fields.mapping.keys) <= set(PAPER_KEYS)
    for name in _REQUIRED:
        if name not in unknown:
            known = misspelt or name not in UNKNOWABLE
            fields.require(name, hint="" if known else f"where nobody has found it out yet, write {UNKNOWN}: [{name}]")
    return unknown


def _unknown(fields: Fields) -> tuple[str, ...]:
    """Return what the entry says nobody has found out; it is an error where it stands there all the same."""
    named = fields.values_of(UNKNOWN, UNKNOWABLE)
    for name in named:
        if name in fields:
            message = f"{name} stands in the entry, so it is no longer unknown"
            fields.problem(fields.mapping.items[UNKNOWN], "contradiction", message, UNKNOWN, hint=f"take {name} out of the list")
    return named


def _elsewhere(key_hint: str, taxonomy: Taxonomy, others: tuple[str, ...], folder: str) -> list[tuple[Collection[str], str]]:
    """Pair the keys that people write in the wrong place with the hint that says where they belong."""
    return [
        (("key", "id", "record_id"), key_hint),
        (("url", "link", "arxiv", "pdf"), "addresses of a paper stand under links, one a line"),
        (taxonomy.fields, "it belongs under tags"),
        (others, f"records of {folder}/ have such a field"),
    ]


class _Counting:
    """Counts the errors that a file's fields report from here on, and gathers which fields have one."""

    def __init__(self, fields: Fields) -> None:
        self.errors = 0
        self.unread: set[str] = set()
        forward = fields.report

        def report(problem: Problem) -> None:
            if problem.severity == "error":
                self.errors += 1
                self.unread.add(_whole_name(problem.field))
            forward(problem)

        fields.report = report


def _whole_name(field: str) -> str:
    """Return the field in which something stands: ``links`` for ``links[2]``, ``tags.coverage`` for ``tags.coverage.credit``."""
    parts = re.split(r"[.\[]", field)
    return ".".join(parts[: 1 + (parts[0] == TAGS.rstrip("."))])


def _authors(fields: Fields, key: str) -> tuple[Author, ...]:
    authors: list[Author] = []
    seen: set[tuple[str, str, bool]] = set()
    for number, item in enumerate(fields.each(key, what="name"), 1):
        where = f"{key}[{number}]"
        author = person(fields, item, where) if isinstance(item, Scalar) else _team(fields, item, where)
        if author is None:
            continue
        same = author.family, author.given, author.team
        if same in seen:
            message = f"{author} stands in this list already"
            fields.problem(item, "repeated-value", message, where, severity="notice")
        seen.add(same)
        authors.append(author)
    return tuple(authors)


def person(fields: Fields, scalar: Scalar, where: str) -> Author | None:
    """Return the person that a text names, as ``Given Family`` or ``Family, Given``; None after reporting that it names none."""
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
    if _is_plain_name(name):
        return None
    if not any(map(str.isalpha, name)):
        return "is no name"
    if not _NOT_IN_NAMES.isdisjoint(name) or any(map(str.isdigit, name)):
        return "holds a character that no name has"
    if _NO_AUTHOR.search(name):
        return "is no author"
    if _SEVERAL.search(name):
        return "names more than one author"
    if name.count(",") > 1:
        return "has more than one comma"
    return None if all(part.strip() for part in name.split(",")) else "has nothing on one side of the comma"


def _is_plain_name(name: str) -> bool:
    """Say whether a name surely has no fault, as nearly all have none; far quicker than the expressions."""
    words = name.casefold().replace("-", " ").replace(".", " ").split()
    return "".join(words).isalpha() and _IN_FAULTS.isdisjoint(words)


_IN_FAULTS = frozenset({"et", "and", "on", "other", "others"})
"""Of each expression below that has words, one that it cannot do without."""
_NO_AUTHOR = re.compile(r"\b(?:et al|and others|on behalf of)\b|^others?$", re.IGNORECASE)
_SEVERAL = re.compile(r" and |&|;", re.IGNORECASE)
_NOT_IN_NAMES = frozenset('@{}<>()[]"\\|/:*=#%$^_~!?+')


def _team(fields: Fields, item: Sequence | Mapping, where: str) -> Author | None:
    if isinstance(item, Sequence):
        fields.problem(item, "wrong-kind", "must be a name, not a list", where, hint="write one name a line, each after '- '")
        return None
    below = fields.as_fields(item, where)
    if below is None:
        return None
    below.allow(("team",))
    below.require("team")
    name = below.text("team")
    return None if name is None else Author(name, team=True)


def arxiv_id(fields: Fields, key: str) -> str | None:
    """Return the bare arXiv id that stands under a key, or None where none stands there or it was reported as none."""
    scalar = fields.scalar(key)
    if scalar is None:
        return None
    bare = identifiers.bare_arxiv_id(scalar.text)
    if fault := identifiers.arxiv_fault(bare):
        named = _ids_in_links(fields)
        fields.problem(scalar, "bad-arxiv-id", fault, key, hint=f"a link names {' and '.join(named)}" if named else "")
        return None
    if bare != scalar.text:
        message = "holds more than the id; prefix and version are left out"
        fields.problem(scalar, "id-form", message, key, hint=f"write {bare}", severity="warning")
    return bare


def _ids_in_links(fields: Fields) -> list[str]:
    links = fields.mapping.items.get("links")
    texts = [item.text for item in links.items if isinstance(item, Scalar)] if isinstance(links, Sequence) else []
    return sorted({found for text in texts if (found := identifiers.arxiv_id_in(text))})


def _doi(fields: Fields, key: str) -> str | None:
    scalar = fields.scalar(key)
    if scalar is None:
        return None
    bare = identifiers.bare_doi(scalar.text)
    if bare is None:
        fields.problem(scalar, "bad-doi", "is no DOI", key, hint="write it as 10.1000/example")
    elif bare != scalar.text:
        message = "is no bare, lower-case DOI; it is read as one"
        fields.problem(scalar, "id-form", message, key, hint=f"write {bare}", severity="warning")
    return bare


def _links(fields: Fields, key: str) -> tuple[str, ...]:
    return fields.texts(key, fields.link, what="link")


_PLAIN: dict[str, Callable[[Fields, str], object]] = {
    "title": Fields.text, "authors": _authors, "authors_complete": lambda fields, key: fields.yes_no(key, True), "year": Fields.year,
    "venue": Fields.text, "affiliation": Fields.text, "short_name": Fields.text, "arxiv_id": arxiv_id, "doi": _doi, "links": _links,
    "summary": Fields.text, "notes": Fields.text, UNKNOWN: lambda fields, key: fields.values_of(key, UNKNOWABLE) or None,
}  # fmt: skip
"""How each field that a change may name is read."""


def parse_tags(fields: Fields, key: str, taxonomy: Taxonomy, *, required: bool) -> dict[str, Tag]:
    """Return the tags under a key, by field; what is wrong is reported and left out."""
    value = fields.mapping.items.get(key)
    if required and taxonomy.required and isinstance(value, Scalar) and not value.text and not value.quoted:
        named = ", ".join(field.name for field in taxonomy.required)
        fields.problem(value, "empty-value", "has no value", key, hint=f"every entry has these under it: {named}")
        return {}
    below = fields.below(key)
    if below is None:
        return {}
    below.allow(tuple(taxonomy.fields))
    if required:
        below.require(*(field.name for field in taxonomy.required))
    return {field.name: tag for field in taxonomy if (tag := _tag(below, field.name, field)) is not None}


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
    for name in source.mapping.keys:
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
    never_absent = {*_REQUIRED, *(TAGS + field.name for field in taxonomy.required)}
    before = read(below if name.text in never_absent else _hinting(below), "from") if "from" in below else None
    after = read(below, "to") if "to" in below else None
    if "from" not in below and "to" not in below:
        below.problem(name, "missing-field", "a change says what was there before (from), or what was added (to)", "from")
    elif "from" not in below and name.text in _REQUIRED:
        hint = f"where it was listed as unknown, write field: {UNKNOWN}, from: [{name.text}]" if name.text in UNKNOWABLE else ""
        below.problem(name, "missing-field", f"{name.text} was never absent: say what was there before", "from", hint=hint)
    if before is not None and before == after:
        below.problem(below.mapping.items["to"], "no-change", "from and to are the same", "to")
    return Change(day, name.text, before, after, why, below.place())


def _hinting(below: Fields) -> Fields:
    """Return a change whose unreadable ``from`` is told with the way to say that nothing stood there."""

    def report(problem: Problem) -> None:
        hint = "; ".join(filter(None, (problem.hint, "where nothing stood there, leave from out and write to")))
        below.report(problem if problem.nearest else replace(problem, hint=hint))

    return Fields(below.mapping, below.path, report, below.prefix)


def _reader(name: str, taxonomy: Taxonomy) -> Callable[[Fields, str], object] | None:
    field = taxonomy.fields.get(name.removeprefix(TAGS)) if name.startswith(TAGS) else None
    if field is not None:
        return lambda below, key: _tag(below, key, field)
    return _PLAIN.get(name)


def _exceptions(fields: Fields, taxonomy: Taxonomy) -> dict[str, str]:
    below = fields.below("exceptions")
    if below is None:
        return {}
    below.allow((*(rule.name for rule in taxonomy.rules), SIMILAR_TITLE), message="there is no such rule")
    return {name: text for name in below.mapping.keys if (text := below.text(name)) is not None}


ACCEPTABLE = ("title", "authors", "venue", "doi", "withdrawn")
"""In what a record may knowingly differ from arXiv, beside versions that appeared later."""


def _accepted(fields: Fields) -> dict[str, str]:
    below = fields.below("accepted")
    if below is None:
        return {}
    versions = (name for name in below.mapping.keys if re.fullmatch(r"v[1-9][0-9]{0,3}", name))
    below.allow((*ACCEPTABLE, *versions), message="is nothing that arXiv could say otherwise")
    return {name: text for name in below.mapping.keys if (text := below.text(name)) is not None}


def _places(fields: Fields) -> dict[str, Place]:
    places = {name: fields.place(name) for name in fields.mapping.items}
    tags = fields.mapping.items.get("tags")
    if isinstance(tags, Mapping):
        places |= {TAGS + name: fields.place_of(value) for name, value in tags.items.items()}
    return places


# -- reading exclusions/EXXX.yaml

EXCLUSION_ID = re.compile(r"E(?:[0-9]{3}|[1-9][0-9]{3,5})")
EXCLUSION_ID_FORM = "E and three digits, four from E1000 on"
"""The same in words."""


def by_number(exclusion: Exclusion) -> tuple[int, str]:
    """Return by what exclusions are sorted: the number in their ids."""
    return len(exclusion.id), exclusion.id


EXCLUSION_KEYS = (
    "title", "source", "query_family", "identifier", "url", "date_screened", "stage", "reason_codes", "reason", "tags", "accepted",
)  # fmt: skip


def parse_exclusion(
    key: str, fields: Fields, taxonomy: Taxonomy, query_families: tuple[str, ...], partial: Partial | None = None
) -> Exclusion | None:
    """Return the exclusion that a file describes, or None after reporting what is wrong with it.

    ``query_families`` are the families that the protocol knows, as logged; ``partial`` is handed the record that is not
    returned.
    """
    fields.allow(EXCLUSION_KEYS, _elsewhere("the file's name is the record's id", taxonomy, PAPER_KEYS, "corpus"))
    return _exclusion(key, fields, taxonomy, query_families, partial)


def _promotion(fields: Fields, key: str, taxonomy: Taxonomy, query_families: tuple[str, ...]) -> Promotion | None:
    below = fields.below(key)
    if below is None:
        return None
    below.allow(("id", "because", *EXCLUSION_KEYS))
    below.require("id", "because")
    name, because = below.scalar("id"), below.text("because")
    if name and not EXCLUSION_ID.fullmatch(name.text):
        below.problem(name, "bad-key", f"must be {EXCLUSION_ID_FORM}", "id")
    exclusion = _exclusion(name.text if name else "", below, taxonomy, query_families)
    return Promotion(exclusion, because) if exclusion and because else None


def _exclusion(
    key: str, fields: Fields, taxonomy: Taxonomy, query_families: tuple[str, ...], partial: Partial | None = None
) -> Exclusion | None:
    reporter = _Counting(fields)
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
    tags = parse_tags(fields, "tags", taxonomy, required=False)
    whole = not (reporter.errors or None in (title, source, reason, family, day, stage))
    if not whole and partial is None:
        return None
    accepted = _accepted(fields)
    exclusion = Exclusion(
        id=key, title=title or "", source=source or "", query_family=family or "", identifier=identifier, url=url or "", arxiv_id=arxiv_id,
        doi=doi, date_screened=day or date.min, stage=stage or "", reason_codes=codes, reason=reason or "", tags=tags,
        place=Place(fields.path), places=_places(fields), accepted=accepted, unread=frozenset(reporter.unread),
    )  # fmt: skip
    return _handed_on(exclusion, whole, partial)


def _identifier(fields: Fields) -> tuple[str, str, str]:
    """Return the identifier as logged, and the arXiv id and the DOI that it or the address names."""
    text = fields.text("identifier") or ""
    scalar = fields.scalar("url")
    candidates = (text, scalar.text if scalar else "")
    arxiv_id = next(filter(None, map(identifiers.arxiv_id_in, candidates)), "")
    doi = next(filter(None, map(identifiers.bare_doi, candidates)), "")
    if identifiers.is_said_to_be_arxiv(text) and not identifiers.arxiv_id_in(text):
        fault = identifiers.arxiv_fault(identifiers.bare_arxiv_id(text))
        fields.problem(fields.scalar("identifier"), "bad-arxiv-id", fault or "is no arXiv id", "identifier")
    return text, arxiv_id, doi
