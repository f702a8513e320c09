"""The Traces page and a page for each example trace. A survey without example traces has none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ...corpus import Corpus
from ...traces import loading, schema, schema_keys
from ...traces.drawing import data, event_table, markup, parts, problem_list
from ...traces.findings import JSON
from ...traces.report import Report, report
from ...traces.schema_keys import Key
from ...traces.timeline import Timeline
from . import shell, trace_reports

if TYPE_CHECKING:
    from ...errors import Problem

DRAWING = ("trace.css", "trace.js")
"""Style and script of the drawing, under their names on the site."""
STYLES = ("pages.css", DRAWING[0], "traces.css")
MOUNT = "trace-page.js"
"""The script that puts the drawing of a page's own data where the page says."""


_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
"""Names that stand in an address as they are."""


@dataclass(frozen=True, slots=True)
class Example:
    """One example trace."""

    name: str
    """The file's, without its ending."""
    label: str
    page: str
    """Below the site's root."""
    timeline: Timeline
    report: Report
    problems: Sequence[Problem]
    document: JSON

    @property
    def drawn(self) -> data.Drawn:
        """What the drawing is made of."""
        return data.drawn(self.timeline, self.document)


@dataclass(frozen=True, slots=True)
class Version:
    """One schema, and the keys that it adds."""

    title: str
    description: str
    keys: tuple[tuple[str, tuple[Key, ...]], ...]
    """Heading to keys."""


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the Traces page, a page for each example that can be drawn, and what these load."""
    if not corpus.traces:
        return
    examples = tuple(_examples(corpus))
    yield from _assets()
    yield _overview(corpus, examples)
    for number, example in enumerate(examples):
        before = examples[number - 1] if number else None
        after = examples[number + 1] if number + 1 < len(examples) else None
        yield _page(corpus, example, before, after)


def _assets() -> Iterator[tuple[str, bytes]]:
    made = dict(zip(DRAWING, (parts.style(), parts.script()), strict=True)) | {MOUNT: parts.text("page.js")}
    for name, text in made.items():
        yield shell.published_asset(name, text)
    yield from map(shell.asset, ("traces.css", "drop.js"))


def _examples(corpus: Corpus) -> Iterator[Example]:
    """Yield the examples from which a timeline can be made; of the others ``masrl trace check`` tells."""
    for name, content in sorted(corpus.traces.items()):
        read = loading.load(content, name)
        if read.timeline is not None and _PLAIN.fullmatch(name):
            stem = name.removesuffix(".json")
            label = stem.replace("_", " ").capitalize()
            measured = report(read.timeline, name)
            yield Example(stem, label, f"traces/{stem}.html", read.timeline, measured, read.problems, data.document(content))


def _overview(corpus: Corpus, examples: Sequence[Example]) -> tuple[str, bytes]:
    description = "Runs of multi-agent systems as graphs of typed events: examples with their metrics, the format, your own files drawn."
    page = shell.Page("traces.html", "Traces", description, "traces", STYLES, (DRAWING[1], "drop.js"))
    first = max(examples, key=_to_see, default=None)
    drawn: JSON = first.drawn.as_json() if first else {"trace": None}
    return shell.render(
        corpus, page, "traces.html", examples=[(one, trace_reports.outline(one.timeline)) for one in examples], first=first,
        facts=tuple(data.facts(first.timeline)) if first else (), compared=trace_reports.compared([one.report for one in examples]),
        data=markup.for_script(drawn), events=schema_keys.words(schema.VERSION_1, "eventType"),
        edges=schema_keys.words(schema.VERSION_1, "edgeType"), versions=_versions(),
    )  # fmt: skip


def _to_see(example: Example) -> int:
    """Return how much the drawing of an example has to show: errors are what nothing else shows so well."""
    return sum(event.corrupted for event in example.timeline.trace.events)


def _page(corpus: Corpus, example: Example, before: Example | None, after: Example | None) -> tuple[str, bytes]:
    trace = example.timeline.trace
    description = f"An example trace: {len(trace.events)} events of {len(example.timeline.agents)} agents, drawn and measured."
    page = shell.Page(example.page, example.label, description, "traces", STYLES, (DRAWING[1], MOUNT))
    drawn = example.drawn
    return shell.render(
        corpus, page, "trace.html", example=example, facts=tuple(data.facts(example.timeline)), data=markup.for_script(drawn.as_json()),
        table=event_table.table(example.timeline, drawn.critical), problems=problem_list.listed(example.problems),
        told=trace_reports.told(example.report), before=before, after=after,
    )  # fmt: skip


@cache
def _versions() -> tuple[Version, ...]:
    """Return what each schema adds to the one before."""
    known = {key.name: key.form for key in schema_keys.top_keys(schema.VERSION_1)}
    added = tuple(key for key in schema_keys.top_keys(schema.VERSION_2) if known.get(key.name) != key.form)
    keys = {
        schema.VERSION_1: (
            ("Of a trace", schema_keys.top_keys(schema.VERSION_1)), ("Of an event", schema_keys.event_keys(schema.VERSION_1)),
            ("Of an edge", schema_keys.edge_keys()),
        ),
        schema.PROFILE: (("Of an event", schema_keys.event_keys(schema.PROFILE)),),
        schema.VERSION_2: (("Of a trace", added),),
    }  # fmt: skip
    return tuple(Version(schema_keys.title(version), schema_keys.description(version), keys[version]) for version in schema.VERSIONS)
