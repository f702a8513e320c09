"""What the rules look at: papers and exclusions, and those that have an error as far as they could be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..corpus import Corpus
from ..records import Exclusion, Paper, Record


def with_partial(corpus: Corpus) -> Corpus:
    """Return the survey together with what could be read of records that have an error, so that one fault hides no other."""
    if not corpus.partial:
        return corpus
    papers = [*corpus.papers, *(one for one in corpus.partial if isinstance(one, Paper))]
    exclusions = [*corpus.exclusions, *(one for one in corpus.partial if isinstance(one, Exclusion))]
    return replace(
        corpus, partial=(), papers=tuple(sorted(papers, key=lambda paper: paper.key)),
        exclusions=tuple(sorted(exclusions, key=lambda exclusion: exclusion.id)),
    )  # fmt: skip


def is_open(record: Record, *names: str) -> bool:
    """Say whether a rule that looks at these fields must wait, since one of them has an error of its own."""
    return bool(record.unread) and any(name in record.unread or name.partition(".")[0] in record.unread for name in names)


def all_records(corpus: Corpus) -> Iterator[Record]:
    """Yield every paper, then every exclusion."""
    yield from corpus.papers
    yield from corpus.exclusions


def field_of(record: Record, field: str) -> str:
    """Return under which field a record tells what papers hold under ``arxiv_id``, ``doi`` or ``links``."""
    if isinstance(record, Exclusion):
        return "identifier" if field != "links" and "identifier" in record.places else "url"
    return field if field in record.places else "links"
