"""What is said of the past agrees with what the records hold."""

from __future__ import annotations

from collections.abc import Iterator

from ..corpus import Corpus
from ..errors import Problem
from ..records import Paper
from .scope import is_open


def changes_follow_the_record(corpus: Corpus) -> Iterator[Problem]:
    """A change is not older than the record, changes something, and leads to what the next change begins with or the entry holds."""
    for paper in corpus.papers:
        for change in paper.changes:
            if change.date < paper.added and not is_open(paper, "added"):
                message = f"a change of {change.date} is older than the record ({paper.added})"
                yield Problem(change.place, "change-before-record", message, "changes")
        yield from _broken_chains(paper)


def _broken_chains(paper: Paper) -> Iterator[Problem]:
    later: dict[str, tuple[object, str]] = {}
    if is_open(paper, "changes"):
        return
    for change in reversed(paper.changes):
        waits = change.field not in later and is_open(paper, change.field)
        held, holder = later.get(change.field, (paper.value_of(change.field), "the entry holds another"))
        if change.after is not None and change.after != held and not waits:
            message = f"what {change.field} became on {change.date} is not what was there afterwards: {holder}"
            yield Problem(change.place, "broken-change", message, "changes", hint="from, to and the field itself form a chain")
        elif change.before == held and change.before is not None and change.after is None and not waits:
            message = f"{change.field} was the same before {change.date} and afterwards, so that nothing changed"
            yield Problem(change.place, "no-change", message, "changes", hint="from is what stood there until then")
        later[change.field] = (change.before, f"the change of {change.date} begins with another")


def promoted_records_left_the_log(corpus: Corpus) -> Iterator[Problem]:
    """What was promoted stands in its entry and nowhere else, and its id is not given away again."""
    holders = {exclusion.id: exclusion.place.path for exclusion in corpus.exclusions}
    for paper in corpus.papers:
        logged = paper.promoted_from.exclusion if paper.promoted_from else None
        if logged and (holder := holders.setdefault(logged.id, paper.place.path)) != paper.place.path:
            message, hint = f"was promoted from {logged.id}, which {holder} is as well", "what is promoted leaves the log"
            yield Problem(paper.where("promoted_from"), "still-logged", message, "promoted_from", logged.id, hint=hint)
        if logged and paper.added < logged.date_screened and not is_open(paper, "added"):
            message = f"the entry joined on {paper.added}, before the record was screened ({logged.date_screened})"
            yield Problem(paper.where("promoted_from"), "promoted-too-early", message, "promoted_from")
