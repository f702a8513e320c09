"""Tags keep the rules of the taxonomy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from ..corpus import Corpus
from ..errors import Problem
from ..records import TAGS, Paper
from ..taxonomy import Rule, Tag, TagValue, Taxonomy, holds, values_in
from .scope import is_open


def rules_across_fields_hold(corpus: Corpus) -> Iterator[Problem]:
    """Each rule of the taxonomy holds for each entry, or the entry says why not."""
    for rule in corpus.taxonomy.rules:
        for paper in corpus.papers:
            if rule.name in paper.exceptions or not _is_kept(rule, paper.tags):
                yield from _broken(rule, paper)


def broken(taxonomy: Taxonomy, tags: Mapping[str, Tag]) -> tuple[str, ...]:
    """Return the names of the rules across fields that some tags do not keep."""
    return tuple(rule.name for rule in taxonomy.rules if not _is_kept(rule, tags))


def _broken(rule: Rule, paper: Paper) -> Iterator[Problem]:
    if is_open(paper, "exceptions", *(TAGS + name for name in (*rule.when, *rule.then, *rule.then_not))):
        return
    excepted = rule.name in paper.exceptions
    kept = _is_kept(rule, paper.tags)
    if kept and excepted:
        message = f"the entry keeps the rule {rule.name!r}, so the exception is not needed"
        yield Problem(paper.where("exceptions"), "unused-exception", message, "exceptions", severity="warning")
    if kept or excepted:
        return
    names = [*rule.then, *rule.then_not]
    values = ", ".join(f"{name} {' '.join(values_in(paper.tag(name))) or 'absent'}" for name in (*rule.when, *names))
    hint = f"retag, or write under exceptions: {rule.name}: why it holds here"
    yield Problem(paper.where(f"tags.{names[0]}"), "broken-rule", rule.why, f"tags.{names[0]}", values, hint=hint)


def _is_kept(rule: Rule, tags: Mapping[str, Tag]) -> bool:
    return not holds(rule.when, tags) or (holds(rule.then, tags) and not (rule.then_not and holds(rule.then_not, tags)))


def fields_apply(corpus: Corpus) -> Iterator[Problem]:
    """A field that only some entries can carry stands in no other."""
    for field in corpus.taxonomy:
        for paper in corpus.papers if field.applies_to else ():
            if field.name not in paper.tags or holds(field.applies_to, paper.tags):
                continue
            if not is_open(paper, *(TAGS + name for name in (field.name, *field.applies_to))):
                wanted = "; ".join(f"{name} {' or '.join(values)}" for name, values in field.applies_to.items())
                yield Problem(paper.where(f"tags.{field.name}"), "does-not-apply", f"only for entries with {wanted}", f"tags.{field.name}")


def values_are_used(corpus: Corpus) -> Iterator[Problem]:
    """A declared value that no entry carries is worth knowing: it is a gap, or not needed."""
    if corpus.left_out:
        return
    used: dict[str, set[str]] = defaultdict(set)
    for paper in corpus.papers:
        for name, tag in paper.tags.items():
            used[name].update(values_in(tag))
    for field in corpus.taxonomy:
        for value in field.values:
            if value.name not in used[field.name]:
                yield _unused(field.name, value)


def _unused(field: str, value: TagValue) -> Problem:
    return Problem(value.place, "unused-value", f"no entry carries {value.name}", field, severity="notice")
