"""How a paper is read from ``corpus/KEY.yaml``."""

from __future__ import annotations

from datetime import date

from ..errors import Place
from ..fields import Fields
from ..taxonomy import Taxonomy
from .addresses import links_under
from .authors import authors_under
from .changes import READERS, changes_in
from .exclusion import EXCLUSION_ID, EXCLUSION_ID_FORM, Promotion
from .exclusion_file import exclusion_in
from .keys import EXCLUSION_KEYS, OPTIONAL_TEXTS, PAPER_KEYS, REQUIRED, elsewhere
from .paper import SIMILAR_TITLE, UNKNOWABLE, UNKNOWN, Paper
from .places import places_in
from .reading import Counting, Partial, accepted_differences, handed_on
from .tags import parse_tags


def parse_paper(
    key: str, fields: Fields, taxonomy: Taxonomy, query_families: tuple[str, ...] = (), partial: Partial | None = None
) -> Paper | None:
    """Return the paper that a file describes, or None after reporting what is wrong with it.

    ``query_families`` are the families that the protocol knows, as logged: a promoted record names one. ``partial`` is
    handed the paper that is not returned.
    """
    reporter = Counting(fields)
    fields.allow(PAPER_KEYS, elsewhere("the file's name is the key", taxonomy, EXCLUSION_KEYS, "exclusions"))
    unknown = _required(fields)
    title, year, venue, added = fields.text("title"), fields.year("year"), fields.text("venue"), fields.date("added")
    authors, authors_complete = authors_under(fields, "authors"), fields.yes_no("authors_complete", absent="authors" not in unknown)
    links = links_under(fields, "links")
    texts = {name: str(READERS[name](fields, name) or "") for name in OPTIONAL_TEXTS}
    tags = parse_tags(fields, "tags", taxonomy, required=True)
    changes = changes_in(fields, taxonomy)
    exceptions = _exceptions(fields, taxonomy)
    promoted_from = _promotion(fields, "promoted_from", taxonomy, query_families)
    whole = not (reporter.errors or title is None or added is None)
    if not whole and partial is None:
        return None
    accepted = accepted_differences(fields)
    paper = Paper(
        key=key, title=title or "", authors=authors, authors_complete=authors_complete, year=year, venue=venue or "", links=links,
        added=added or date.min, tags=tags, changes=changes, exceptions=exceptions, place=Place(fields.path), places=places_in(fields),
        promoted_from=promoted_from, accepted=accepted, unread=frozenset(reporter.unread), **texts,
    )  # fmt: skip
    return handed_on(paper, whole, partial)


def _required(fields: Fields) -> tuple[str, ...]:
    """Report each field that every entry has and this one lacks; return those that it says are unknown."""
    unknown = _unknown(fields)
    for name in REQUIRED:
        if name not in unknown and name not in fields.mapping.keys:
            known = name not in UNKNOWABLE or not set(fields.mapping.keys) <= set(PAPER_KEYS)
            fields.require(name, hint="" if known else _missing(name))
    return unknown


def _missing(name: str) -> str:
    """Return what to do about a fact that a new entry has, and one of a list that was taken over may be without."""
    return f"add the {name}; only in a list that was taken over, where nobody has found out yet, write {UNKNOWN}: [{name}]"


def _unknown(fields: Fields) -> tuple[str, ...]:
    """Return what the entry says nobody has found out; it is an error where it stands there all the same."""
    named = fields.values_of(UNKNOWN, UNKNOWABLE)
    for name in named:
        if name in fields:
            message = f"{name} stands in the entry, so it is no longer unknown"
            fields.problem(fields.mapping.items[UNKNOWN], "contradiction", message, UNKNOWN, hint=f"take {name} out of the list")
    return named


def _exceptions(fields: Fields, taxonomy: Taxonomy) -> dict[str, str]:
    below = fields.below("exceptions")
    if below is None:
        return {}
    below.allow((*(rule.name for rule in taxonomy.rules), SIMILAR_TITLE), message="there is no such rule")
    return {name: text for name in below.mapping.keys if (text := below.text(name)) is not None}


def _promotion(fields: Fields, key: str, taxonomy: Taxonomy, query_families: tuple[str, ...]) -> Promotion | None:
    below = fields.below(key)
    if below is None:
        return None
    below.allow(("id", "because", *EXCLUSION_KEYS))
    below.require("id", "because")
    name, because = below.scalar("id"), below.text("because")
    if name and not EXCLUSION_ID.fullmatch(name.text):
        below.problem(name, "bad-key", f"must be {EXCLUSION_ID_FORM}", "id")
    exclusion = exclusion_in(name.text if name else "", below, taxonomy, query_families)
    return Promotion(exclusion, because) if exclusion and because else None
