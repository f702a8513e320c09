"""Filled-in forms about a record that is there: a correction, a dispute of a tag, an exclusion to be looked at again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from ..corpus import Corpus
from ..drafts import keys, promotion
from ..drafts.tag_lines import tag_text
from ..edits import Unsupported
from ..records import Exclusion, Paper
from ..taxonomy import Field, Tag
from . import authors, checking, finding, patches, tags
from .answer import Answer
from .bodies import Answers
from .patches import Log, Refused
from .questions import CARRY

Edit = Callable[[str], str]


def correction(answers: Answers, corpus: Corpus, root: Path, today: date) -> Answer:
    """Return the entry with one fact corrected, or what keeps it from being written."""
    paper = finding.paper(answers.line("entry"), corpus)
    if paper is None or answers.problems:
        return _unfound(answers, "entry", answers.line("entry"), paper is None, [*corpus.by_key])
    fact, log = answers.texts["fact"], Log(today, answers.line("why"))
    lists: dict[str, Edit] = {
        "authors": lambda text: patches.resigned(text, paper, authors.given(answers.lines("value")), log),
        "links": lambda text: patches.relinked(text, paper, answers.lines("value"), log),
    }
    edit = lists.get(fact, lambda text: patches.corrected(text, paper, fact, answers.line("value"), log))
    return _edited(answers, f"Correct {paper.key}", "value", paper, edit, corpus, root, today)


def dispute(answers: Answers, corpus: Corpus, root: Path, today: date) -> Answer:
    """Return the entry with one tag given or taken away, or what keeps it from being written."""
    paper = finding.paper(answers.line("entry"), corpus)
    if paper is None or answers.problems:
        return _unfound(answers, "entry", answers.line("entry"), paper is None, [*corpus.by_key])
    name, _, chosen = answers.texts["tag"].partition("=")
    field, log = corpus.taxonomy.fields[name], Log(today, answers.line("why"))

    def edit(text: str) -> str:
        old = paper.tag(name)
        new = _tag(field, old, chosen, carry=answers.texts["verdict"] == CARRY)
        changed = patches.retagged(text, name, old, new, corpus.taxonomy)
        return log.added(
            changed, patches.tag_field(name), tag_text(old) if old is not None else "", tag_text(new) if new is not None else ""
        )

    return _edited(answers, f"Retag {paper.key}", "tag", paper, edit, corpus, root, today)


def _tag(field: Field, old: Tag | None, chosen: str, *, carry: bool) -> Tag | None:
    """Return what a field holds once a value is given or taken away; None where nothing is left. Raises Refused where nothing changes."""
    value, _, level = chosen.partition(":")
    held = _held(field, old)
    if carry == (held.get(value) == level):
        raise Refused("the entry carries this tag already" if carry else "the entry does not carry this tag")
    if field.kind == "one":
        held = {}
    if carry:
        held[value] = level
    else:
        held.pop(value, None)
    if not held and field.required:
        raise Refused(f"every entry carries {field.label}: please name the value that it should carry instead")
    ordered = {name: held[name] for name in field.by_name if name in held}
    if field.kind == "map":
        return ordered or None
    return (tuple(ordered) if field.kind == "many" else next(iter(ordered), None)) or None


def _held(field: Field, tag: Tag | None) -> dict[str, str]:
    if isinstance(tag, dict):
        return dict(tag)
    return dict.fromkeys((tag,) if isinstance(tag, str) else tag or (), "")


def _edited(
    answers: Answers, title: str, question: str, record: Paper | Exclusion, edit: Edit, corpus: Corpus, root: Path, today: date
) -> Answer:
    path = record.place.path
    old = (root / path).read_bytes().decode("utf-8-sig")
    label = answers.form.question(question).label
    try:
        text = edit(old)
    except Refused as refused:
        return Answer(answers.form.id, title, problems=(f"{label}: {refused}.",))
    except Unsupported:
        return Answer(
            answers.form.id, title, problems=(f"{label}: {path} is written in a way that only a person can edit; a maintainer will.",)
        )
    found = checking.checked(path, text, corpus, today)
    return Answer(answers.form.id, title, path, old, text, found.problems, found.remarks, found.after)


def _unfound(answers: Answers, question: str, text: str, missing: bool, names: list[str]) -> Answer:
    """Return the answer where the record was not found, or an answer was not given."""
    problems = list(answers.problems)
    if missing and text:
        problems.append(f"{answers.form.question(question).label}: nothing here goes by “{text[:80]}”.{finding.near(text, names)}")
    return Answer(answers.form.id, answers.form.name, problems=tuple(problems))


# -- exclusions


def reconsideration(answers: Answers, corpus: Corpus, root: Path, today: date) -> Answer:
    """Return the record with the proposed tags; without any, nothing is to be written and a maintainer decides."""
    record = finding.exclusion(answers.line("record"), corpus)
    problems: list[str] = []
    given = tags.given(answers, corpus.taxonomy, problems)
    if record is None or problems or answers.problems:
        known = _unfound(answers, "record", answers.line("record"), record is None, [*corpus.by_id])
        return Answer(known.form, known.title, problems=(*known.problems, *problems))
    title = f"Propose tags for {record.id}"
    said = f"{record.id} was set aside on {record.date_screened} ({_reasons(record, corpus)}): {record.reason}"
    if not given:
        return Answer(
            answers.form.id, f"Reconsider {record.id}", remarks=(said, "No tags were proposed, so no file changes; a maintainer decides.")
        )

    def edit(text: str) -> str:
        if all(record.tags.get(name) == tag for name, tag in given.items()):
            raise Refused("these are the tags that are proposed already")
        return _with_tags(text, record, given, corpus)

    answer = _edited(answers, title, "record", record, edit, corpus, root, today)
    if not answer.good:
        return answer
    return Answer(
        answer.form,
        title,
        answer.path,
        answer.old,
        answer.text,
        (),
        (said, _effects(record, given, corpus, today), *answer.remarks),
        answer.after,
    )


def _reasons(record: Exclusion, corpus: Corpus) -> str:
    field = corpus.taxonomy.exclusion.get("reason_codes")
    return ", ".join(field.label_of(code) if field else code for code in record.reason_codes)


def _with_tags(text: str, record: Exclusion, given: patches.Tags, corpus: Corpus) -> str:
    if record.tags:
        for name, tag in given.items():
            if record.tags.get(name) != tag:
                text = patches.retagged(text, name, record.tags.get(name), tag, corpus.taxonomy)
        return text
    end = "\r\n" if "\r\n" in text else "\n"
    closed = text if text.endswith("\n") else text + end
    return closed + "".join(f"{line}{end}" for line in ("tags:", *(f"  {name}: {tag_text(tag)}" for name, tag in given.items())))


def _effects(record: Exclusion, given: patches.Tags, corpus: Corpus, today: date) -> str:
    key = keys.proposal(record.title, "", None, set(corpus.by_key), record.id)
    entry = promotion.provisional(key, record.title, None, today, {**record.tags, **given})
    found = promotion.effects(corpus, record, entry)
    cells = [" with ".join(_in_words(*place, corpus) for place in zip(cell.fields, cell.values, strict=True)) for cell in found.cells]
    told = [f"fills the empty cell {cell}" for cell in cells] + [f"flips the claim {flip.id}, which {flip.before}" for flip in found.flips]
    return f"With these tags it {'; '.join(told) or 'fills no empty cell and flips no claim'}."


def _in_words(field: str, value: str, corpus: Corpus) -> str:
    declared = corpus.taxonomy.fields[field]
    return f"{declared.label}: {declared.label_of(value)}"
