"""The records of a survey: what could be read of them, and which there are."""

from __future__ import annotations

from typing import NamedTuple

from ..records import Exclusion, Paper, by_number, parse_exclusion, parse_paper
from ..taxonomy import Taxonomy
from .survey_files import EXCLUSIONS, PAPERS, Reader


class RecordFiles(NamedTuple):
    """The records of a survey, as far as they could be read."""

    papers: tuple[Paper, ...]
    """Sorted by key."""
    exclusions: tuple[Exclusion, ...]
    """Sorted by id."""
    partial: tuple[Paper | Exclusion, ...]
    """Of those that have an error, those of which a part could be read."""
    keys: tuple[str, ...]
    """Of all papers, also of those that cannot be read."""
    ids: tuple[str, ...]
    """Of all exclusions."""

    @property
    def by_key(self) -> dict[str, Paper]:
        """The papers by key."""
        return {paper.key: paper for paper in self.papers}

    @property
    def logged(self) -> tuple[Exclusion, ...]:
        """The exclusions, and those that have become papers."""
        return (*self.exclusions, *(paper.promoted_from.exclusion for paper in self.papers if paper.promoted_from))

    @property
    def left_out(self) -> frozenset[str]:
        """Keys and ids of the records that have an error."""
        read = {*(paper.key for paper in self.papers), *(exclusion.id for exclusion in self.exclusions)}
        return frozenset({*self.keys, *self.ids} - read)


def read(reader: Reader, vocabulary: Taxonomy, families: tuple[str, ...]) -> RecordFiles:
    """Return the records. ``families`` are the names that an exclusion may give as its query family."""
    partial: list[Paper | Exclusion] = []
    papers = reader.folder(PAPERS, lambda key, top: parse_paper(key, top, vocabulary, families, partial.append))
    logged = reader.folder(EXCLUSIONS, lambda key, top: parse_exclusion(key, top, vocabulary, families, partial.append), required=False)
    exclusions = tuple(sorted(logged, key=by_number))
    return RecordFiles(papers, exclusions, tuple(partial), reader.stems(PAPERS), reader.stems(EXCLUSIONS))
