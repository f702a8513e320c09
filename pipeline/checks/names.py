"""What figures, tables and the front page name is there."""

from __future__ import annotations

from collections.abc import Iterator

from ..corpus import Corpus
from ..errors import Problem
from ..records import MISSING


def outputs_name_entries(corpus: Corpus) -> Iterator[Problem]:
    """Figures, tables and scale points name only papers that are in the corpus."""
    named = [
        (output.place, f"{output.name} names", "groups", key)
        for output in (*corpus.outputs.figures, *corpus.outputs.tables)
        for group in output.groups
        for key in group
    ]
    named += [(point.place, f"{point.id} names", "entry", point.entry) for point in corpus.scale if point.entry]
    for place, who, field, key in named:
        if key not in corpus.by_key and key not in corpus.left_out:
            message = f"{who} a paper that is not in the corpus"
            yield Problem(place, "unknown-entry", message, field, key, tuple(corpus.by_key), MISSING)


def headlines_are_claims(corpus: Corpus) -> Iterator[Problem]:
    """The front page shows first only claims that the survey makes."""
    known = tuple(claim.id for claim in corpus.claims)
    for name in corpus.outputs.readme.claims:
        if name not in known:
            yield Problem(corpus.outputs.readme.place, "unknown-claim", "the survey makes no such claim", "readme.claims", name, known)
