"""How an exclusion is read from ``exclusions/EXXX.yaml``."""

from __future__ import annotations

from datetime import date

from ..errors import Place
from ..fields import Fields
from ..taxonomy import Taxonomy
from .addresses import identifier_and_ids
from .exclusion import Exclusion
from .keys import EXCLUSION_KEYS, PAPER_KEYS, elsewhere
from .paper import SIMILAR_TITLE
from .places import places_in
from .reading import Counting, Partial, accepted_differences, handed_on
from .tags import parse_tags


def parse_exclusion(
    key: str, fields: Fields, taxonomy: Taxonomy, query_families: tuple[str, ...], partial: Partial | None = None
) -> Exclusion | None:
    """Return the exclusion that a file describes, or None after reporting what is wrong with it.

    ``query_families`` are the families that the protocol knows, as logged; ``partial`` is handed the record that is not
    returned.
    """
    fields.allow(EXCLUSION_KEYS, elsewhere("the file's name is the record's id", taxonomy, PAPER_KEYS, "corpus"))
    return exclusion_in(key, fields, taxonomy, query_families, partial)


def exclusion_in(
    key: str, fields: Fields, taxonomy: Taxonomy, query_families: tuple[str, ...], partial: Partial | None = None
) -> Exclusion | None:
    """Return the record that some keys describe, whichever others stand beside them; None after reporting what is wrong."""
    reporter = Counting(fields)
    fields.require("title", "source", "query_family", "date_screened", "stage", "reason_codes", "reason")
    if "identifier" not in fields and "url" not in fields:
        fields.problem(None, "missing-field", "an identifier or an address is required", "identifier")
    title, source, reason = fields.text("title"), fields.text("source"), fields.text("reason")
    family, day = fields.value_of("query_family", query_families), fields.date("date_screened")
    vocabulary = {name: taxonomy.exclusion[name].by_name for name in ("stage", "reason_codes") if name in taxonomy.exclusion}
    stage = fields.value_of("stage", vocabulary.get("stage", {}))
    codes = fields.values_of("reason_codes", vocabulary.get("reason_codes", {}))
    identifier, arxiv_id, doi = identifier_and_ids(fields)
    url = fields.link(scalar, "url") if (scalar := fields.scalar("url")) else None
    tags = parse_tags(fields, "tags", taxonomy, required=False)
    whole = not (reporter.errors or None in (title, source, reason, family, day, stage))
    if not whole and partial is None:
        return None
    accepted = accepted_differences(fields, SIMILAR_TITLE)
    exclusion = Exclusion(
        id=key, title=title or "", source=source or "", query_family=family or "", identifier=identifier, url=url or "", arxiv_id=arxiv_id,
        doi=doi, date_screened=day or date.min, stage=stage or "", reason_codes=codes, reason=reason or "", tags=tags,
        place=Place(fields.path), places=places_in(fields), accepted=accepted, unread=frozenset(reporter.unread),
    )  # fmt: skip
    return handed_on(exclusion, whole, partial)
