"""The facts of one record on both sides, and which of them are told otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ..records import TAGS, Change, Exclusion, Paper, Record
from ..taxonomy import Tag, Taxonomy
from .changes import Fact
from .pairs import Pair, joined
from .renaming import Fields, Renamed, Terms

CHANGES = "changes"
"""The fact that holds the lines of the log of changes: those that only one side has."""
_OF_PAPER = ("title", "year", "venue", "affiliation", "short_name", "arxiv_id", "doi", "links", "added", "summary", "notes")
_OF_EXCLUSION = ("title", "source", "query_family", "identifier", "url", "date_screened", "reason")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two vocabularies, and how the names of the one became those of the other."""

    taxonomy: Pair[Taxonomy]
    names: Renamed
    log_names: Renamed

    def facts(self, record: Pair[Record | None]) -> tuple[Fact, ...]:
        """Return what is told otherwise of a record; nothing where it stands on one side only, or moved."""
        before, after = record
        if isinstance(before, Paper) and isinstance(after, Paper):
            plain = _different(Pair(_of_paper(before), _of_paper(after)))
            told = (self._with_misquotation(fact, before, after) for fact in (*plain, *self._tags(before, after)))
            return (*told, *self._logged(before, after))
        if isinstance(before, Exclusion) and isinstance(after, Exclusion):
            plain = _different(Pair(_plain(before, _OF_EXCLUSION), _plain(after, _OF_EXCLUSION)))
            declared = Pair(self.taxonomy.before.exclusion, self.taxonomy.after.exclusion)
            coded = self._retagged(declared, self.log_names, Pair(before.logged, after.logged), "")
            return (*plain, *coded, *self._tags(before, after))
        return ()

    def _tags(self, before: Record, after: Record) -> Iterator[Fact]:
        declared = Pair(self.taxonomy.before.fields, self.taxonomy.after.fields)
        yield from self._retagged(declared, self.names, Pair(before.tags, after.tags), TAGS)

    def _with_misquotation(self, fact: Fact, before: Paper, after: Paper) -> Fact:
        """Return a fact with the new line of the log that gives it another past than it had, where none gives the true one."""
        old, new = self.names.terms
        known = {_said(change, old) for change in before.changes}
        come = [change for change in after.changes if change.field == fact.name.after and _said(change, new) not in known]
        if not come or any(self._begins(change, fact, before) for change in come):
            return fact
        return replace(fact, misquoted=come[0])

    def _begins(self, change: Change, fact: Fact, before: Paper) -> bool:
        """Say whether a line of the log begins with what the record held before, in words that both sides share."""
        if not fact.is_tag:
            return change.before == before.value_of(fact.name.before)
        old, new = self.names.terms
        said = new.tag(fact.name.after.removeprefix(TAGS), change.before)  # type: ignore[arg-type]  # parsed as a tag
        return said == old.tag(fact.name.before.removeprefix(TAGS), fact.value.before)

    def _logged(self, before: Paper, after: Paper) -> Iterator[Fact]:
        """Yield the lines of the log of changes that stand on one side only."""
        terms = self.names.terms
        old, new = (
            {_said(change, one): _line(change) for change in paper.changes} for paper, one in zip((before, after), terms, strict=True)
        )
        gone, come = (tuple(one[said] for said in one if said not in other) or None for one, other in ((old, new), (new, old)))
        if gone or come:
            yield Fact(Pair(CHANGES, CHANGES), Pair(gone, come))

    def _retagged(self, declared: Pair[Fields], names: Renamed, tags: Pair[Mapping[str, Tag]], prefix: str) -> Iterator[Fact]:
        """Yield the tags that differ, of the fields that both sides know."""
        before, after = names.terms
        for old, new in joined(list(declared.before), list(declared.after), names.fields):
            if old is not None and new is not None:
                value = Pair(tags.before.get(old), tags.after.get(new))
                if before.tag(old, value.before) != after.tag(new, value.after):
                    yield Fact(Pair(f"{prefix}{old}", f"{prefix}{new}"), value)


def _of_paper(paper: Paper) -> dict[str, Tag | None]:
    complete = "yes" if paper.authors_complete else "no"
    names: dict[str, Tag | None] = {"authors": tuple(map(str, paper.authors)) or None, "authors_complete": complete}
    logged = f"{paper.promoted_from.exclusion.id}: {paper.promoted_from.because}" if paper.promoted_from else None
    reasons: dict[str, Tag | None] = {"exceptions": dict(paper.exceptions) or None, "accepted": dict(paper.accepted) or None}
    return _plain(paper, _OF_PAPER) | names | reasons | {"promoted_from": logged}


def _plain(record: Record, names: tuple[str, ...]) -> dict[str, Tag | None]:
    found = ((name, getattr(record, name)) for name in names)
    return {name: None if not value else value if isinstance(value, tuple) else str(value) for name, value in found}


def _different(plain: Pair[dict[str, Tag | None]]) -> Iterator[Fact]:
    for name, value in plain.before.items():
        if value != plain.after[name]:
            yield Fact(Pair(name, name), Pair(value, plain.after[name]))


def _said(change: Change, terms: Terms) -> tuple[object, ...]:
    """Return what a line of the log says, in words that both sides share."""
    name = change.field.removeprefix(TAGS)
    if name == change.field:
        return (change.date, name, change.why, change.before, change.after)
    ends = (terms.tag(name, end) for end in (change.before, change.after))  # type: ignore[arg-type]  # parsed as a tag
    return (change.date, f"{TAGS}{terms.field(name)}", change.why, *ends)


def _line(change: Change) -> str:
    return f"{change.date} {change.field}: {change.why}"
