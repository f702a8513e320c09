"""A filled-in form that disputes a tag of an entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from .. import checks
from ..corpus import Corpus
from ..drafts.tag_lines import tag_text
from ..records import Paper
from ..taxonomy import Field, Tag, Taxonomy
from . import editing, exceptions, finding, patches
from .answer import Answer
from .bodies import Answers
from .forms import CARRY
from .patches import Log, Refused


def dispute(answers: Answers, corpus: Corpus, root: Path, today: date) -> Answer:
    """Return the entry with one tag given or taken away, or what keeps it from being written."""
    paper = finding.paper(answers.line("entry"), corpus)
    if paper is None or answers.problems:
        return editing.unfound(answers, "entry", paper is None, corpus)
    tags = dict(paper.tags)
    problems = tuple(_contradiction(answers, corpus.taxonomy)) or tuple(_applied(answers, tags, paper, corpus.taxonomy))
    if problems:
        return Answer(answers.form.id, f"Retag {paper.key}", problems=problems)
    log, reason = Log(today, answers.line("why")), answers.line("exception")
    rules = [rule for rule in checks.broken(corpus.taxonomy, tags) if rule not in paper.exceptions] if reason else []

    def edit(text: str) -> str:
        for name in corpus.taxonomy.fields:
            old, new = paper.tag(name), tags.get(name)
            if old != new:
                text = patches.retagged(text, name, new, corpus.taxonomy)
                text = log.added(text, patches.tag_field(name), _yaml(old), _yaml(new))
        return exceptions.added(text, rules, reason)

    answer = editing.edited(answers, f"Retag {paper.key}", "tag", paper, edit, corpus, root, today)
    undecided = tuple(_undecided(paper, tags, corpus)) if answer.good else ()
    unused = (exceptions.UNUSED,) if reason and not rules and answer.good else ()
    return replace(answer, remarks=(*answer.remarks, *unused, *undecided))


def _undecided(paper: Paper, tags: Mapping[str, Tag], corpus: Corpus) -> Iterator[str]:
    """Yield where the survey states that a reader saw another tag and leaves it open on purpose, for each field that changes."""
    for reading in corpus.readings:
        for (key, name), listed in reading.disagreements.items():
            if key == paper.key and listed.status == "open" and paper.tag(name) != tags.get(name):
                label = corpus.taxonomy.fields[name].label
                yield f"{label}: {reading.reader} saw another tag here, and the survey leaves this open on purpose: {listed.why}"


def _yaml(tag: Tag | None) -> str:
    return "" if tag is None else tag_text(tag)


def _contradiction(answers: Answers, taxonomy: Taxonomy) -> Iterator[str]:
    """Yield as a sentence why no entry can be as both answers want it."""
    tag, also = answers.texts["tag"], answers.texts["also"]
    name, _, chosen = tag.partition("=")
    other_name, _, other = also.partition("=")
    if name != other_name:
        return
    field = taxonomy.fields[name]
    if answers.texts["verdict"] != CARRY:
        why = "the entry should not carry a tag and carry it besides" if tag == also else ""
    elif field.kind == "one":
        why = "the field takes one value" if chosen != other else ""
    else:
        value, _, level = chosen.partition(":")
        other_value, _, other_level = other.partition(":")
        why = "a value takes one level" if value == other_value and level != other_level else ""
    if why:
        labels = [answers.form.question(question).label for question in ("tag", "also")]
        told = [_carried(field, _tag(field, None, one, carry=True)) for one in (chosen, other)]
        yield f"“{labels[0]}” ({told[0]}) and “{labels[1]}” ({told[1]}) contradict each other: {why}."


def _applied(answers: Answers, tags: dict[str, Tag], paper: Paper, taxonomy: Taxonomy) -> Iterator[str]:
    """Change tags as the answers ask, yielding as sentences what cannot be changed."""
    asked = {"tag": answers.texts["verdict"] == CARRY, "also": True}
    labels = {question: answers.form.question(question).label for question in asked}
    for question, carry in asked.items():
        try:
            if answers.texts[question]:
                _apply(tags, answers.texts[question], taxonomy, carry=carry)
        except Refused as refused:
            yield f"{labels[question]}: {refused}."
    for field in taxonomy.required:
        if field.name not in tags and field.name in paper.tags:
            held = _carried(field, paper.tag(field.name))
            yield f"{labels['tag']}: every entry carries one, this one {held}; please choose under “{labels['also']}” what it is instead."


def _apply(tags: dict[str, Tag], chosen: str, taxonomy: Taxonomy, *, carry: bool) -> None:
    """Give or take away a tag that is chosen as ``FIELD=VALUE``. Raises Refused where nothing changes."""
    name, _, value = chosen.partition("=")
    new = _tag(taxonomy.fields[name], tags.get(name), value, carry=carry)
    if new is None:
        tags.pop(name, None)
    else:
        tags[name] = new


def _tag(field: Field, old: Tag | None, chosen: str, *, carry: bool) -> Tag | None:
    """Return what a field holds once a value is given or taken away; None where nothing is left. Raises Refused where nothing changes."""
    value, _, level = chosen.partition(":")
    held = _held(field, old)
    if carry == (held.get(value) == level):
        is_so = "the entry carries this tag already" if carry else f"the entry does not carry this tag; it carries {_carried(field, old)}"
        raise Refused(is_so)
    if field.kind == "one":
        held = {}
    if carry:
        held[value] = level
    else:
        held.pop(value, None)
    ordered = {name: held[name] for name in field.by_name if name in held}
    if field.kind == "map":
        return ordered or None
    return (tuple(ordered) if field.kind == "many" else next(iter(ordered), None)) or None


def _carried(field: Field, tag: Tag | None) -> str:
    """Return what an entry carries in a field, in words."""
    held = _held(field, tag)
    levels = {name: declared.label for name, declared in field.level_by_name.items()}
    told = (field.label_of(value) + (f": {levels.get(level, level)}" if level else "") for value, level in held.items())
    return f"{field.label}: {', '.join(told)}" if held else f"nothing under {field.label}"


def _held(field: Field, tag: Tag | None) -> dict[str, str]:
    if isinstance(tag, dict):
        return dict(tag)
    return dict.fromkeys((tag,) if isinstance(tag, str) else tag or (), "")
