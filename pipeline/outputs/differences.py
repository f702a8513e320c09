"""The page of known differences: where the survey's documents contradict each other, with the records that show it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import contradictions
from ..contradictions import Difference, Evidence
from ..corpus import Corpus
from . import markdown
from .tables import Column, Table, as_markdown

_HEAD = (
    "# Known differences",
    "Places where the survey's own documents contradict each other, or went stale. Each stands here with the records that show it "
    "and disappears once these are mended. The list is made from `survey/differences.yaml` and the entries; it is not edited by hand.",
)
_NONE = "None is known: every difference that was listed is settled."


def text(corpus: Corpus) -> str:
    """Return the page as Markdown: a section for each difference that still stands, in the order of the file."""
    standing = contradictions.standing(corpus.differences, corpus)
    settled = len(corpus.differences) - len(standing)
    parts = [*_HEAD, *(part for difference, evidence in standing for part in _section(difference, evidence))]
    if not standing:
        parts.append(_NONE)
    elif settled:
        parts.append(f"Settled and no longer shown: {settled} of {len(corpus.differences)}.")
    return "\n\n".join(parts) + "\n"


def _section(difference: Difference, evidence: Sequence[Evidence]) -> Iterator[str]:
    yield f"## {markdown.inline(difference.title)}"
    yield markdown.inline(difference.sentence)
    for names, rows in _alike(evidence):
        if rows[0].key:
            columns = (Column("paper"), *(Column(name) for name in names))
            linked = tuple((_linked(row.key), *(value for _, value in row.shows)) for row in rows)
            yield as_markdown(Table(difference.id, "", columns, linked)).rstrip("\n")
        else:
            yield "\n".join(f"- {markdown.inline(name)}: {markdown.inline(value)}" for row in rows for name, value in row.shows)


def _alike(evidence: Sequence[Evidence]) -> Iterator[tuple[tuple[str, ...], list[Evidence]]]:
    """Yield runs of records that show the same things, so that each run is one table."""
    runs: list[tuple[tuple[str, ...], list[Evidence]]] = []
    for found in evidence:
        names = tuple(name for name, _ in found.shows)
        if runs and runs[-1][0] == names and bool(runs[-1][1][0].key) == bool(found.key):
            runs[-1][1].append(found)
        else:
            runs.append((names, [found]))
    yield from runs


def _linked(key: str) -> markdown.Markdown:
    return markdown.link(key, f"../corpus/{key}.yaml")
