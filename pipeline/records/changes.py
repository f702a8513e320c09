"""The log of corrections in an entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..errors import Problem
from ..fields import Fields
from ..taxonomy import Taxonomy
from .addresses import arxiv_id, doi, links_under
from .authors import authors_under
from .keys import REQUIRED
from .paper import TAGS, UNKNOWABLE, UNKNOWN, Change
from .tags import tag_under

READERS: dict[str, Callable[[Fields, str], object]] = {
    "title": Fields.text, "authors": authors_under, "authors_complete": lambda fields, key: fields.yes_no(key, True), "year": Fields.year,
    "venue": Fields.text, "affiliation": Fields.text, "short_name": Fields.text, "arxiv_id": arxiv_id, "doi": doi, "links": links_under,
    "summary": Fields.text, "notes": Fields.text, UNKNOWN: lambda fields, key: fields.values_of(key, UNKNOWABLE) or None,
}  # fmt: skip
"""How each field that a change may name is read."""


def changes_in(fields: Fields, taxonomy: Taxonomy) -> tuple[Change, ...]:
    """Return the changes of an entry, from the oldest to the latest; what is wrong is reported and left out."""
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
        allowed = (*READERS, *(TAGS + field for field in taxonomy.fields))
        below.problem(name, "unknown-field", "there is no such field", "field", allowed=allowed)
        return None
    never_absent = {*REQUIRED, *(TAGS + field.name for field in taxonomy.required)}
    before = read(below if name.text in never_absent else _hinting(below), "from") if "from" in below else None
    after = read(below, "to") if "to" in below else None
    if "from" not in below and "to" not in below:
        below.problem(name, "missing-field", "a change says what was there before (from), or what was added (to)", "from")
    elif "from" not in below and name.text in REQUIRED:
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
        return lambda below, key: tag_under(below, key, field)
    return READERS.get(name)
