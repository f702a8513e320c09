"""Two surveys in, everything that changed in meaning out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from .. import claims, coverage, lock
from ..corpus import SURVEY, Corpus
from ..records import Exclusion, Paper, Record
from ..taxonomy import Field, Tag
from . import facts, matching, numbers, renaming, vocabulary
from .changes import ClaimChange, Diff, RecordChange, Side
from .numbers import Count, Crosstab
from .pairs import Pair, joined
from .renaming import Fields, Renamed


def diff(before: Corpus, after: Corpus) -> Diff:
    """Return what changed in meaning from one state of a survey to another.

    Records that are unreadable on one side are left out of both. A claim about example traces cannot be judged from
    the survey alone and so never flips here.
    """
    side = Pair(_side(before, after.left_out), _side(after, before.left_out))
    old, new = side.before.corpus, side.after.corpus
    records = matching.matched(old, new)
    names = renaming.renamed(old.taxonomy.fields, new.taxonomy.fields, list(_tags(records)))
    log_names = renaming.renamed(old.taxonomy.exclusion, new.taxonomy.exclusion, list(_log_tags(records)))
    compared = facts.Comparison(Pair(old.taxonomy, new.taxonomy), names, log_names)
    changes = (RecordChange(pair, compared.facts(pair)) for pair in records)
    return Diff(
        side=side,
        records=tuple(change for change in changes if change.facts or None in change.record or change.moved or change.renamed),
        fields=vocabulary.field_changes(old.taxonomy.fields, new.taxonomy.fields, names, Pair(_coded(old), _coded(new))),
        log_fields=vocabulary.field_changes(old.taxonomy.exclusion, new.taxonomy.exclusion, log_names, Pair(_logged(old), _logged(new))),
        rules=vocabulary.rule_changes(old.taxonomy.rules, new.taxonomy.rules, names),
        counts=tuple(_counts(Pair(old, new), names)),
        log_counts=tuple(_log_counts(Pair(old, new), log_names)),
        crosstabs=tuple(_crosstabs(Pair(old, new), names)),
        claims=tuple(_claims(old, new)),
        parts=tuple(_parts(old, new)),
    )


def _side(corpus: Corpus, elsewhere: frozenset[str]) -> Side:
    papers = tuple(paper for paper in corpus.papers if paper.key not in elsewhere)
    exclusions = tuple(exclusion for exclusion in corpus.exclusions if exclusion.id not in elsewhere)
    readings = tuple(reading.without(elsewhere | corpus.left_out) for reading in corpus.readings)
    return Side(replace(corpus, papers=papers, exclusions=exclusions, readings=readings), tuple(sorted(corpus.left_out)))


def _tags(records: Iterable[Pair[Record | None]]) -> Iterator[Pair[Mapping[str, Tag]]]:
    for before, after in records:
        if isinstance(before, Paper) and isinstance(after, Paper):
            yield Pair(before.tags, after.tags)


def _log_tags(records: Iterable[Pair[Record | None]]) -> Iterator[Pair[Mapping[str, Tag]]]:
    for before, after in records:
        if isinstance(before, Exclusion) and isinstance(after, Exclusion):
            yield Pair(before.logged, after.logged)


def _coded(corpus: Corpus) -> Callable[[str], int]:
    return lambda field: coverage.coded(corpus.papers, field)


def _logged(corpus: Corpus) -> Callable[[str], int]:
    return lambda field: sum(field in exclusion.logged for exclusion in corpus.exclusions)


# -- numbers


def _shared(old: Fields, new: Fields, names: Renamed) -> Iterator[Pair[Field]]:
    for before, after in joined(list(old), list(new), names.fields):
        if before is not None and after is not None:
            yield Pair(old[before], new[after])


def _tagged(corpus: Pair[Corpus]) -> Pair[numbers.Tagged]:
    return Pair(*([paper.tags for paper in one.papers] for one in corpus))


def _counts(corpus: Pair[Corpus], names: Renamed) -> Iterator[Count]:
    tagged = _tagged(corpus)
    for field in _shared(corpus.before.taxonomy.fields, corpus.after.taxonomy.fields, names):
        yield from _field_counts(field, names, tagged)


def _field_counts(field: Pair[Field], names: Renamed, tagged: Pair[numbers.Tagged]) -> Iterator[Count]:
    name = field.before.name
    return numbers.counts(field, names.values.get(name, {}), names.levels.get(name, {}), tagged)


def _log_counts(corpus: Pair[Corpus], names: Renamed) -> Iterator[Count]:
    tagged = Pair[numbers.Tagged](*([exclusion.logged for exclusion in one.exclusions] for one in corpus))
    for field in _shared(corpus.before.taxonomy.exclusion, corpus.after.taxonomy.exclusion, names):
        yield from _field_counts(field, names, tagged)


def _crosstabs(corpus: Pair[Corpus], names: Renamed) -> Iterator[Crosstab]:
    """Yield the cross-tabs that either side declares and both can make."""
    shared = {field.after.name: field for field in _shared(corpus.before.taxonomy.fields, corpus.after.taxonomy.fields, names)}
    tagged = _tagged(corpus)
    old = [tuple(names.fields.get(name, name) for name in asked) for asked in _declared(corpus.before)]
    asked = sorted({*old, *_declared(corpus.after)}, key=lambda fields: [*map(_position(corpus, names), fields)])
    for rows, columns in ((fields[0], fields[1]) for fields in asked):
        if rows in shared and columns in shared:
            values = Pair(*(names.values.get(shared[name].before.name, {}) for name in (rows, columns)))
            found = numbers.crosstab(shared[rows], shared[columns], values, tagged)
            if found.cells:
                yield found


def _declared(corpus: Corpus) -> list[tuple[str, ...]]:
    wanted = (*corpus.outputs.figures, *corpus.outputs.tables)
    return [output.fields for output in wanted if output.kind == "crosstab" and len(output.fields) == 2]


def _position(corpus: Pair[Corpus], names: Renamed) -> Callable[[str], int]:
    pairs = list(joined(list(corpus.before.taxonomy.fields), list(corpus.after.taxonomy.fields), names.fields))
    at = {name: number for number, pair in enumerate(pairs) for name in pair if name is not None}
    return lambda name: at.get(name, len(at))


# -- claims and the rest


def _claims(old: Corpus, new: Corpus) -> Iterator[ClaimChange]:
    before, after = ({verdict.claim.id: verdict for verdict in claims.verdicts(corpus)} for corpus in (old, new))
    for one, other in joined(list(before), list(after), {}):
        change = ClaimChange(Pair(before.get(one or ""), after.get(other or "")))
        if None in change.verdict or change.flipped or change.reworded:
            yield change


_PARTS: Sequence[tuple[str, Callable[[Corpus], object]]] = (
    (f"{SURVEY}/about.yaml", lambda corpus: corpus.about),
    (f"{SURVEY}/protocol.yaml", lambda corpus: corpus.protocol),
    (f"{SURVEY}/scale.yaml", lambda corpus: corpus.scale),
    (f"{SURVEY}/outputs.yaml", lambda corpus: corpus.outputs),
    (f"{SURVEY}/claims.yaml (scenarios)", lambda corpus: corpus.scenarios),
    (f"{SURVEY}/audits/", lambda corpus: tuple(reading.stated for reading in corpus.readings)),
    (f"{SURVEY}/differences.yaml", lambda corpus: corpus.differences),
    (lock.FILE_NAME, lambda corpus: corpus.listings),
)


def _parts(old: Corpus, new: Corpus) -> Iterable[str]:
    return (name for name, part in _PARTS if part(old) != part(new))
