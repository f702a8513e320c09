"""What coding an excluded record would change: which empty cells it fills and which claims it flips.

The rule: a find is logged first, and promoted when it fills an empty cell or flips a claim; anything else needs a reason.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from ..claims.verdicts import verdicts_on
from ..corpus import PAPERS, Corpus
from ..errors import Place
from ..records import Exclusion, Paper
from ..statements import Claim, Sense
from ..taxonomy import Field, Tag, Taxonomy, holds, values_in

_CROSSED = "crosstab"
"""The kind of figure or table that has cells."""
_COUNTED = ("count", "counts", "equal_to", "empty_cells")
"""What is expected of a claim that fixes a number. Any record changes such a number, so that nothing is flipped by it. An empty
cell that a record fills is told by itself, and one of the value that says "not applicable" is no evidence."""


class Cell(NamedTuple):
    """A value of one field, or two values of two."""

    fields: tuple[str, ...]
    values: tuple[str, ...]

    def __str__(self) -> str:
        return " with ".join(f"{field} {value}" for field, value in zip(self.fields, self.values, strict=True))


class Flip(NamedTuple):
    """A claim that is no longer what it was."""

    id: str
    sentence: str
    before: str
    """``holds`` or ``fails``."""
    after: str


@dataclass(frozen=True, slots=True)
class Effects:
    """What a record would change, were it coded with certain tags."""

    cells: tuple[Cell, ...]
    """That no entry fills yet, in the order in which the survey shows them."""
    flips: tuple[Flip, ...]
    """On the pool as it is now, in the order of the claims."""
    unjudged: int
    """Claims that look at a field for which no tag is given."""
    untagged: tuple[str, ...] = ()
    """The fields that are required, or looked at by a cell or a claim, and for which no tag is given, in the taxonomy's order."""
    published: bool = False
    """Whether it would join the published pool, too."""

    def __bool__(self) -> bool:
        return bool(self.cells or self.flips)

    def lines(self) -> Iterator[str]:
        """Yield one line for each effect."""
        yield from (f"fills  {cell}" for cell in self.cells)
        yield from (f"flips  {flip.id}, which {flip.before} now and {flip.after} then: {flip.sentence}" for flip in self.flips)
        if self.flips and not self.published:
            yield "on today's records; the published pool is not touched"

    def __str__(self) -> str:
        cells = "; ".join(str(cell) for cell in self.cells)
        flips = "; ".join(f"{flip.id} ({flip.before}, then {flip.after})" for flip in self.flips)
        filled = f"fills the empty {_plural('cell', self.cells)} {cells}" if cells else ""
        flipped = f"flips the {_plural('claim', self.flips)} {flips}" if flips else ""
        return ", and ".join(filter(None, (filled, flipped)))


def _plural(word: str, of: tuple[object, ...]) -> str:
    return word if len(of) == 1 else f"{word}s"


def provisional(key: str, title: str, year: int | None, added: date, tags: Mapping[str, Tag]) -> Paper:
    """Return an entry as coverage and claims look at it, with the tags that are known."""
    return Paper(
        key=key, title=title, authors=(), authors_complete=False, year=year or added.year, venue="", affiliation="", short_name="",
        arxiv_id="", doi="", links=(), added=added, summary="", notes="", tags=tags, changes=(), exceptions={},
        place=Place(f"{PAPERS}/{key}.yaml"), places={},
    )  # fmt: skip


def effects(corpus: Corpus, exclusion: Exclusion | None, paper: Paper) -> Effects:
    """Return what an entry would change that joins the corpus, out of the log where it was there.

    ``paper`` is the entry with the tags known.
    """
    exclusions = tuple(other for other in corpus.exclusions if exclusion is None or other.id != exclusion.id)
    after = replace(corpus, exclusions=exclusions, papers=tuple(sorted((*corpus.papers, paper), key=lambda one: one.key)))
    tested = [_without_numbers(claim) for claim in corpus.claims if not _fixes_a_number(claim.broad)]
    waiting = {claim.id: _unknown(claim, paper.tags, corpus.taxonomy) for claim in tested}
    known = [claim for claim in tested if not waiting[claim.id]]
    untagged = _untagged(corpus, paper.tags, {name for names in waiting.values() for name in names})
    return Effects(
        tuple(_filled(corpus, paper)),
        tuple(_flips(corpus, after, known)),
        len(tested) - len(known),
        untagged,
        paper.added <= corpus.about.cutoff,
    )


def _fixes_a_number(sense: Sense) -> bool:
    return sense.selection.of == "traces" or sense.expectation.kind in _COUNTED


def _without_numbers(claim: Claim) -> Claim:
    return replace(claim, strict=None) if claim.strict and _fixes_a_number(claim.strict) else claim


def _unknown(claim: Claim, tags: Mapping[str, Tag], taxonomy: Taxonomy) -> tuple[str, ...]:
    """Return the fields that a claim looks at and that may still be tagged."""
    open_fields = (taxonomy.fields[name] for name in claim.fields if name in taxonomy.fields and name not in tags)
    return tuple(field.name for field in open_fields if not _is_ruled_out(field, tags))


def _untagged(corpus: Corpus, tags: Mapping[str, Tag], claimed: Collection[str]) -> tuple[str, ...]:
    shown = {name for names in _shown(corpus) for name in names} | {*claimed}
    fields = (field for field in corpus.taxonomy if field.name in shown and field.name not in tags)
    return tuple(field.name for field in fields if not _is_ruled_out(field, tags))


def _is_ruled_out(field: Field, tags: Mapping[str, Tag]) -> bool:
    return bool(field.applies_to) and all(name in tags for name in field.applies_to) and not holds(field.applies_to, tags)


def _flips(before: Corpus, after: Corpus, claims: list[Claim]) -> Iterator[Flip]:
    for was, now in zip(verdicts_on(before, claims), verdicts_on(after, claims), strict=True):
        if {was.outcome, now.outcome} == {"holds", "fails"}:
            yield Flip(was.claim.id, was.claim.sentence, was.outcome, now.outcome)


def _filled(corpus: Corpus, paper: Paper) -> Iterator[Cell]:
    for names in _shown(corpus):
        held = {cell for other in corpus.papers for cell in _cells(names, other.tags, corpus.taxonomy)}
        yield from (cell for cell in _cells(names, paper.tags, corpus.taxonomy) if cell not in held)


def _shown(corpus: Corpus) -> Iterable[tuple[str, ...]]:
    """Return what the survey shows as cells: the values of each required field, and its cross-tabs."""
    required = [(field.name,) for field in corpus.taxonomy.required]
    crossed = [output.fields for output in (*corpus.outputs.figures, *corpus.outputs.tables) if output.kind == _CROSSED]
    return dict.fromkeys([*required, *crossed])


def _cells(names: tuple[str, ...], tags: Mapping[str, Tag], taxonomy: Taxonomy) -> Iterator[Cell]:
    """Yield the cells in which a record stands. The value that says "not applicable" is no evidence, and fills none."""
    held = [[value for value in values_in(tags.get(name)) if value != taxonomy.fields[name].none] for name in names]
    yield from (Cell(names, values) for values in itertools.product(*held))
