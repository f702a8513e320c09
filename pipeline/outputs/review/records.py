"""Sections on records: what came, went, moved, was retagged or corrected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ...records import Exclusion, Paper, Record
from ...taxonomy import Tag
from ...taxonomy_diff import Diff, Fact, Pair, RecordChange
from ...taxonomy_diff.facts import CHANGES
from . import unlogged
from .lines import Line, Section, Style, Words, called, entries, listed, parts, short


def sections(diff: Diff, style: Style) -> Iterator[Section]:
    """Yield a section for each kind of change that there is, papers first."""
    words = Words.of(diff)
    for kind, name in ((Paper, "Papers"), (Exclusion, "Exclusions")):
        ours = [change for change in diff.records if isinstance(_one(change), kind) and not change.moved]
        yield from _section(f"{name} added", [c for c in ours if c.record.before is None], lambda c: _new(c, words, style))
        yield from _section(f"{name} removed", [c for c in ours if c.record.after is None], lambda c: _gone(c, style))
        both = [c for c in ours if None not in c.record]
        retagged = [c for c in both if any(fact.is_tag for fact in c.facts)]
        yield from _section(
            f"{name} under another name", [c for c in both if c.renamed and c not in retagged], lambda c: _told(c, words, style)
        )
        yield from _section(f"{name} retagged", retagged, lambda c: _told(c, words, style))
        rest = [c for c in both if not c.renamed and c not in retagged]
        yield from _section(f"{name} corrected", rest, lambda c: _told(c, words, style))
    yield from _section("Moved between corpus and exclusions", [c for c in diff.records if c.moved], lambda c: _moved(c, words, style))
    yield from _section(
        "Changed without a line under changes that says why", [c for c in diff.records if c.unlogged], lambda c: _unlogged(c, words, style)
    )


def misquoted(diff: Diff, style: Style, before: str) -> Iterator[Section]:
    """Yield what the logs of changes say was there before and was not; ``before`` names the earlier state."""
    words = Words.of(diff)
    wrong = [change for change in diff.records if change.misquoted]
    yield from _section("The log of changes gives another past", wrong, lambda change: _misquoted(change, words, style, before))


def _section(heading: str, changes: Sequence[RecordChange], lines: Callable[[RecordChange], Iterable[Line]]) -> Iterator[Section]:
    if changes:
        yield Section(heading, len(changes), tuple(line for change in changes for line in lines(change)))


def _one(change: RecordChange) -> Record:
    record = change.record.after or change.record.before
    assert record is not None
    return record


def _new(change: RecordChange, words: Words, style: Style) -> Iterator[Line]:
    record = change.record.after
    assert record is not None
    if isinstance(record, Paper):
        yield Line(0, ", ".join((called(record, style), *(style.said(short(one)) for one in (", ".join(record.imprint),) if one))))
        told = _tags(record, words)
    else:
        yield Line(0, called(record, style))
        tags: dict[str, Tag] = {"stage": record.stage, "reason_codes": record.reason_codes}
        told = [f"{words.label(name, after=True)}: {words.value(name, tag, after=True)}" for name, tag in tags.items()]
    if told:
        yield Line(1, style.said("; ".join(told)))


def _tags(paper: Paper, words: Words) -> list[str]:
    """Return all that a paper is tagged with, a field each."""
    carried = [field for field in words.fields.after.values() if field.name in paper.tags]
    return [f"{field.label}: {listed(parts(paper.tags[field.name], field))}" for field in carried]


def _gone(change: RecordChange, style: Style) -> Iterator[Line]:
    assert change.record.before is not None
    yield Line(0, called(change.record.before, style))


def _told(change: RecordChange, words: Words, style: Style) -> Iterator[Line]:
    before = change.record.before
    renamed = f", formerly {style.name(before.id if isinstance(before, Exclusion) else before.key)}" if change.renamed and before else ""
    yield Line(0, f"{called(_one(change), style)}{renamed}")
    for fact in change.facts:
        yield Line(1, style.said(_fact(fact, words)))


def _moved(change: RecordChange, words: Words, style: Style) -> Iterator[Line]:
    before, after = change.record
    assert before is not None
    assert after is not None
    ways = "from the corpus to the exclusions" if isinstance(before, Paper) else "from the exclusions to the corpus"
    was = before.id if isinstance(before, Exclusion) else before.key
    yield Line(0, f"{called(after, style)}, formerly {style.name(was)}: {ways}")
    if isinstance(after, Paper):
        yield Line(1, style.said("; ".join(_tags(after, words))))


def _misquoted(change: RecordChange, words: Words, style: Style, before: str) -> Iterator[Line]:
    yield Line(0, called(_one(change), style))
    for fact in change.misquoted:
        told = f"{words.label(fact.name.after, after=True)}: {short(unlogged.misquotation(fact, before))}"
        yield Line(1, f"{style.said(told)}; write {style.name(short(unlogged.start(fact)))}")


def _unlogged(change: RecordChange, words: Words, style: Style) -> Iterator[Line]:
    names = listed(words.label(fact.name.after, after=True) for fact in change.unlogged)
    yield Line(0, f"{called(_one(change), style)}: {style.said(names)}")
    for fact in change.unlogged:
        yield Line(1, style.name(short(unlogged.line(fact))))


# -- one fact


def _fact(fact: Fact, words: Words) -> str:
    if fact.name.after == CHANGES:
        return _logged(fact)
    labels = Pair(words.label(fact.name.before, after=False), words.label(fact.name.after, after=True))
    label = labels.after if labels.before == labels.after else f"{labels.before}, now {labels.after}"
    maps = _as_maps(fact, words)
    if maps is not None:
        return f"{label}: {_map_change(maps)}"
    lists = _as_lists(fact, words)
    if lists is not None:
        return f"{label}: {_list_change(lists)}"
    before, after = (
        words.value(fact.name.before, fact.value.before, after=False),
        words.value(fact.name.after, fact.value.after, after=True),
    )
    return f"{label}: {before} → {after}"


def _as_maps(fact: Fact, words: Words) -> Pair[dict[str, str]] | None:
    """Return both values as what is told of each name, in words; None where one of them is no map."""
    sides = enumerate(zip(fact.name, fact.value, strict=True))
    found = [entries(value, words.field(name, after=bool(side))) for side, (name, value) in sides if isinstance(value, dict)]
    return Pair(*found) if len(found) == len(fact.value) else None


def _map_change(maps: Pair[dict[str, str]]) -> str:
    """Return what a map tells otherwise name by name, then what went and what came."""
    before, after = maps
    told = [f"{name}: {text} → {after[name]}" for name, text in before.items() if after.get(name, text) != text]
    ends = (("without", {name: text for name, text in before.items() if name not in after}),
            ("with", {name: text for name, text in after.items() if name not in before}))  # fmt: skip
    told += [f"{word} {listed(f'{name}: {text}' for name, text in some.items())}" for word, some in ends if some]
    return "; ".join(told) or "in other words"


def _as_lists(fact: Fact, words: Words) -> Pair[list[str]] | None:
    """Return both values as lists, where they are some; such are told by what came and went."""
    if None in fact.value or any(isinstance(value, str) for value in fact.value):
        return None
    sides = enumerate(zip(fact.name, fact.value, strict=True))
    return Pair(*(parts(value, words.field(name, after=bool(side))) for side, (name, value) in sides if value is not None))


def _list_change(lists: Pair[list[str]]) -> str:
    gone, come = (list(dict.fromkeys(name for name in one if name not in other)) for one, other in (lists, reversed(lists)))
    told = [f"{word} {listed(names)}" for word, names in (("without", gone), ("with", come)) if names]
    return " and ".join(told) or "in another order"


def _logged(fact: Fact) -> str:
    gone, come = (list(dict.fromkeys(_why(line) for line in value or ())) for value in fact.value)
    told = [
        f"{word} “{'”, “'.join(short(why) for why in whys)}”"
        for word, whys in (("reason taken out:", gone), ("reason given:", come))
        if whys
    ]
    return "; ".join(told)


def _why(line: str) -> str:
    return line.partition(": ")[2]
