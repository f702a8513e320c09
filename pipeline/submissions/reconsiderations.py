"""A filled-in form that asks for an excluded record to be looked at again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from .. import edits
from ..corpus import Corpus
from ..drafts import admission, keys, promotion
from ..drafts.tag_lines import tag_text
from ..records import EXCLUSION_KEYS, Exclusion
from . import editing, finding, patches, tags
from .answer import Answer
from .bodies import Answers
from .patches import Refused


def reconsideration(answers: Answers, corpus: Corpus, root: Path, today: date) -> Answer:
    """Return the record with the proposed tags, and how it is then moved into the corpus.

    Without tags nothing is to be written and a maintainer decides.
    """
    record = finding.exclusion(answers.line("record"), corpus)
    problems: list[str] = []
    given = tags.given(answers, corpus.taxonomy, problems)
    if record is None or problems or answers.problems:
        known = editing.unfound(answers, "record", record is None, corpus)
        return Answer(known.form, known.title, problems=(*known.problems, *problems))
    title = f"Propose tags for {record.id}"
    said = (
        f"{record.id} was excluded on {record.date_screened} ({_reasons(record, corpus)}): {record.reason}",
        f"Why the reason no longer holds: {answers.line('why')}",
    )
    if not given:
        none = "No tags were proposed, so no file changes; a maintainer decides."
        promote = (f"masrl promote {record.id} --tag FIELD=VALUE says what it fills and flips, and moves it into the list if it does.",)
        return Answer(answers.form.id, f"Reconsider {record.id}", remarks=(*said, none), following=promote, closes=False)

    def edit(text: str) -> str:
        if all(record.tags.get(name) == tag for name, tag in given.items()):
            raise Refused("these are the tags that are proposed already")
        return _with_tags(text, record, given, corpus)

    answer = editing.edited(answers, title, "record", record, edit, corpus, root, today)
    following = () if answer.problems else _following(record, given, corpus, today)
    return replace(answer, remarks=(*said, *answer.remarks), following=following, closes=False)


def _reasons(record: Exclusion, corpus: Corpus) -> str:
    field = corpus.taxonomy.exclusion.get("reason_codes")
    return ", ".join(field.label_of(code) if field else code for code in record.reason_codes)


def _with_tags(text: str, record: Exclusion, given: patches.Tags, corpus: Corpus) -> str:
    for name, tag in given.items():
        if not record.tags:
            text = edits.with_entry(text, "tags", name, tag_text(tag), EXCLUSION_KEYS)
        elif record.tags.get(name) != tag:
            text = patches.retagged(text, name, tag, corpus.taxonomy)
    return text


def _following(record: Exclusion, given: patches.Tags, corpus: Corpus, today: date) -> tuple[str, ...]:
    """Return what moving the record into the corpus would fill and flip, and how a maintainer moves it."""
    key = keys.proposal(record.title, "", None, set(corpus.by_key), record.id)
    entry = promotion.provisional(key, record.title, None, today, {**record.tags, **given})
    found = promotion.effects(corpus, record, entry)
    met = "The survey's rule lets it in then" if found else "Moving it then takes a reason of its own"
    command = f"masrl promote {record.id}" + ("" if found else ' --because "the reason"')
    moved = f"{met}: a maintainer who agrees moves it with {command}. Until then it stays in the log, and this issue stays open."
    return (*admission.sentences(found, corpus), moved)
