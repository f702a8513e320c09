"""All rules, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from ..corpus import Corpus
from ..errors import Problem
from .changes import changes_follow_the_record, promoted_records_left_the_log
from .dates import (
    no_date_lies_ahead,
    no_record_is_older_than_arxiv,
    no_record_is_older_than_its_id,
    preprints_are_no_older_than_their_id,
)
from .identities import dois_are_unique, id_and_links_agree, ids_are_unique, links_are_unique, titles_lead_to_arxiv
from .listings import listings_are_wanted, withdrawn_papers_stay_on_purpose
from .names import headlines_are_claims, outputs_name_entries
from .scope import with_partial
from .tags import fields_apply, rules_across_fields_hold, values_are_used
from .texts import no_cell_is_a_formula, reasons_are_sentences, summaries_are_sentences, unknown_facts_are_counted
from .titles import titles_are_unlike
from .venues import venues_are_spelled_alike, venues_name_their_year, years_are_those_of_the_venue


def problems(corpus: Corpus, today: date) -> Iterator[Problem]:
    """Yield what is wrong with a survey as a whole. ``today`` is the date after which nothing can be dated."""
    judged = with_partial(corpus)
    for rule in RULES:
        yield from rule(judged)
    yield from no_date_lies_ahead(judged, today)


RULES: tuple[Callable[[Corpus], Iterator[Problem]], ...] = (
    ids_are_unique, dois_are_unique, links_are_unique, titles_are_unlike, id_and_links_agree, rules_across_fields_hold, fields_apply,
    changes_follow_the_record, promoted_records_left_the_log, summaries_are_sentences, unknown_facts_are_counted, venues_are_spelled_alike,
    reasons_are_sentences, venues_name_their_year, years_are_those_of_the_venue,
    no_cell_is_a_formula, values_are_used, outputs_name_entries, headlines_are_claims, listings_are_wanted,
    withdrawn_papers_stay_on_purpose, preprints_are_no_older_than_their_id, no_record_is_older_than_arxiv,
    no_record_is_older_than_its_id, titles_lead_to_arxiv,
)  # fmt: skip
"""In the order in which they run."""
