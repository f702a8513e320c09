"""What an entry's log of changes does not tell of or tells wrongly, as problems in the entry, each with the line that would be right."""

from __future__ import annotations

from collections.abc import Iterator

from ...drafts.tag_lines import tag_text
from ...edits import source
from ...errors import Problem
from ...records import Paper
from ...taxonomy import Tag
from ...taxonomy_diff import Diff, Fact

CODE = "unlogged-change"
WRONG = "misquoted-change"


def problems(diff: Diff, before: str) -> Iterator[Problem]:
    """Yield an error for each line under ``changes`` that gives a fact another past than it had, a warning for each change without one.

    ``before`` names the earlier state. A wrong past is an error, since the pool of an earlier day is made from it.
    """
    for change in diff.records:
        for fact in change.misquoted:
            assert fact.misquoted is not None
            hint = f"write {start(fact)}; {before} is what the pool was until now"
            yield Problem(fact.misquoted.place, WRONG, misquotation(fact, before), fact.name.after, hint=hint)
        paper = change.record.after
        for fact in change.unlogged if isinstance(paper, Paper) else ():
            assert isinstance(paper, Paper)
            message = "was changed, and no line under changes says why"
            hint = f"unless only a typing error was mended, add under changes: {line(fact)}"
            yield Problem(paper.where(fact.name.after), CODE, message, fact.name.after, hint=hint, severity="warning")


def misquotation(fact: Fact, before: str) -> str:
    """Return what the log says and what the earlier state says, as in ``the log says from message, main says agent``."""
    assert fact.misquoted is not None
    log, said = fact.misquoted.before, fact.value.before
    logged = "it was added" if log is None else f"from {_quoted(log)}"
    return f"the log says {logged}, {before} says {'nothing' if said is None else _quoted(said)}"


def start(fact: Fact) -> str:
    """Return the part of a line of the log that says what stood there before, or what was added where nothing did."""
    written = tag_text if fact.is_tag else _flow
    return f"from: {written(fact.value.before)}" if fact.value.before is not None else f"to: {written(fact.value.after or '')}"


def _quoted(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {text}" for name, text in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def line(fact: Fact) -> str:
    """Return the line of the log that a fact lacks, for a person to fill in the day and the reason."""
    return f"- {{date: YYYY-MM-DD, field: {fact.name.after}, {start(fact)}, why: ...}}"


def _flow(value: Tag) -> str:
    """Return one text or a list of texts as YAML within braces."""
    return f"[{', '.join(source(item, flow=True) for item in value)}]" if isinstance(value, tuple) else source(str(value), flow=True)
