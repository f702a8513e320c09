"""What an entry's log of changes does not tell of, as problems in the entry, each with the line that would."""

from __future__ import annotations

from collections.abc import Iterator

from ...drafts.tag_lines import tag_text
from ...edits import source
from ...errors import Problem
from ...records import Paper
from ...taxonomy import Tag
from ...taxonomy_diff import Diff, Fact

CODE = "unlogged-change"


def problems(diff: Diff) -> Iterator[Problem]:
    """Yield a warning for each fact of a paper that changed while no line under its ``changes`` says why."""
    for change in diff.records:
        paper = change.record.after
        for fact in change.unlogged if isinstance(paper, Paper) else ():
            assert isinstance(paper, Paper)
            message = "was changed, and no line under changes says why"
            hint = f"unless only a typing error was mended, add under changes: {line(fact)}"
            yield Problem(paper.where(fact.name.after), CODE, message, fact.name.after, hint=hint, severity="warning")


def line(fact: Fact) -> str:
    """Return the line of the log that a fact lacks, for a person to fill in the day and the reason."""
    written = tag_text if fact.is_tag else _flow
    ends = f"from: {written(fact.value.before)}" if fact.value.before is not None else f"to: {written(fact.value.after or '')}"
    return f"- {{date: YYYY-MM-DD, field: {fact.name.after}, {ends}, why: ...}}"


def _flow(value: Tag) -> str:
    """Return one text or a list of texts as YAML within braces."""
    return f"[{', '.join(source(item, flow=True) for item in value)}]" if isinstance(value, tuple) else source(str(value), flow=True)
