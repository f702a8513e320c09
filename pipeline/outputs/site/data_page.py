"""Figures and data: every figure large, every table and export to take along, and what changed in the pool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import unescape
from itertools import combinations

from ...corpus import Corpus
from ...reuse import NOTHING_KEPT, Kept
from ...survey import Output
from .. import figures, sentences
from ..exports import json_text, jsonld
from ..outline import outline
from ..tables.table import lowered
from . import addresses, shell
from .pool_log import Alike, Day, days
from .published import Export, Files, Published, counted, drawn, exports, written

_PATH = "figures.html"
_FRAME = re.compile(r'width="(\d+)" height="(\d+)"')
_WORDS = re.compile(r"<desc[^>]*>([^<]*)</desc>")


@dataclass(frozen=True, slots=True)
class Listed:
    """A table, and in which forms it can be taken along."""

    name: str
    caption: str
    endings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure."""

    name: str
    label: str
    """The name in words."""
    alt: str
    words: str
    """Everything that it shows, as text."""
    wide: str
    high: str
    coverage: str
    """Where its cells are links; empty where it is no cross-tab."""
    tables: tuple[Listed, ...]
    """Those with its numbers."""


@dataclass(frozen=True, slots=True)
class Group:
    """Tables under one heading."""

    title: str
    tables: tuple[Listed, ...]


def exported(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the pool in every format, as the page hands it out."""
    yield from ((f"{shell.FOLDER}/{path}", content) for path, content in written(corpus))


def files(corpus: Corpus, sizes: Mapping[str, int], made: Files, kept: Kept = NOTHING_KEPT) -> Iterator[tuple[str, bytes]]:
    """Yield the page, and every other file that it hands out.

    ``sizes`` are those of the files that ``exported`` yields, in bytes, by path; ``made`` is as ``published.drawn`` takes it. The page
    is made of the outline of the pool, of what was corrected in it, and of how large the exports are, in words.
    """
    pool = outline(corpus)
    out = Published(drawn(pool, made), counted(pool, made))
    for path, content in {**out.figures, **out.tables}.items():
        yield f"{shell.FOLDER}/{path}", content
    named = tuple(exports({path.removeprefix(f"{shell.FOLDER}/"): size for path, size in sizes.items()}))
    done = tuple(_outlined(day, pool) for day in days(corpus))
    corrected = [(day.date, _told(day.corrected)) for day in done if day.corrected]
    yield from kept.made(_PATH, (kept.digest(pool), corrected, named), partial(_page, pool, out, done, named))


def _outlined(day: Day, pool: Corpus) -> Day:
    """Return a day whose papers are those of the outline."""
    corrected = (replace(alike, papers=tuple(pool.by_key[paper.key] for paper in alike.papers)) for alike in day.corrected)
    return replace(day, added=tuple(pool.by_key[paper.key] for paper in day.added), corrected=tuple(corrected))


def _told(corrected: Iterable[Alike]) -> list[tuple[str, ...]]:
    """Return what says of a day, for whoever knows the pool, what was corrected on it."""
    return [(one.field, one.why, one.before, one.after, *(paper.key for paper in one.papers)) for one in corrected]


def _page(pool: Corpus, out: Published, done: tuple[Day, ...], named: Sequence[Export]) -> list[tuple[str, bytes]]:
    description = "Every figure, table and export of the list, and what changed in it day by day."
    page = shell.Page(_PATH, "Figures and data", description, "figures", ("pages.css",))
    listed = _listed(out)
    return [shell.render(
        pool, page, "figures.html", figures=tuple(_drawn(output, listed, out, pool) for output in pool.outputs.figures),
        exports=named, groups=tuple(_groups(pool, listed)), days=done, dataset=_dataset(pool, named),
        csv=next((export.path for export in named), ""),
    )]  # fmt: skip


def _dataset(corpus: Corpus, named: Sequence[Export]) -> str:
    downloads = tuple((f"{corpus.about.site_url}{export.path}", export.media_type) for export in named)
    return json_text.for_script(jsonld.dataset(corpus, downloads))


def _listed(out: Published) -> Mapping[str, tuple[str, ...]]:
    """Return the endings in which each table is there, by its name."""
    found: dict[str, list[str]] = {}
    for path in out.tables:
        name, _, ending = path.removeprefix("data/tables/").rpartition(".")
        found.setdefault(name, []).append(ending)
    return {name: tuple(sorted(endings)) for name, endings in found.items()}


def _drawn(output: Output, listed: Mapping[str, tuple[str, ...]], out: Published, corpus: Corpus) -> Drawn:
    svg = out.figures[f"figures/{output.name}.svg"].decode()
    frame, words = _FRAME.search(svg), _WORDS.search(svg)
    return Drawn(
        output.name, output.name.replace("-", " ").capitalize(), figures.alt(output, corpus),
        unescape(words[1]) if words else "", frame[1] if frame else "", frame[2] if frame else "",
        addresses.coverage(*output.fields) if output.kind == "crosstab" else "",
        tuple(Listed(name, caption, listed[name]) for name, caption in _behind(output, corpus).items() if name in listed),
    )  # fmt: skip


def _behind(output: Output, corpus: Corpus) -> Mapping[str, str]:
    """Return name and caption of the tables with a figure's numbers: the survey's own first."""
    own = [other for other in corpus.outputs.tables if _same_subject(output, other)]
    found = {other.name: sentences.filled(other.title, corpus) for other in own}
    if output.kind == "crosstab":
        return {**found, "-by-".join(output.fields): _crossed(corpus, *output.fields)}
    return {**found, **{f"count-{name}": _counted(corpus, name) for name in output.fields}}


def _same_subject(figure: Output, table: Output) -> bool:
    if not figure.fields or not table.fields:
        return figure.kind == table.kind
    return figure.fields[-1] == table.fields[0] if figure.kind != "crosstab" else figure.fields == table.fields


def _counted(corpus: Corpus, name: str) -> str:
    return f"Entries by {lowered(corpus.taxonomy.fields[name].label)}"


def _crossed(corpus: Corpus, rows: str, columns: str) -> str:
    first, second = (lowered(corpus.taxonomy.fields[name].label) for name in (rows, columns))
    return f"Entries by {first} and {second}"


def _groups(corpus: Corpus, listed: Mapping[str, tuple[str, ...]]) -> Iterator[Group]:
    """Yield the tables under their headings; one that fits under none is listed by its name, so that none is lost."""
    fields, log = corpus.taxonomy.fields, corpus.taxonomy.exclusion
    pairs = combinations((field.name for field in corpus.taxonomy.required), 2)
    named = {
        "The survey's tables": {output.name: sentences.filled(output.title, corpus) for output in corpus.outputs.tables},
        "Counts of one field": {f"count-{name}": _counted(corpus, name) for name in fields},
        "Counts of two fields": {f"{one}-by-{other}": _crossed(corpus, one, other) for one, other in pairs},
        "Counts of the exclusions": {f"exclusions-{name}": f"Records by {lowered(field.label)}" for name, field in log.items()},
    }
    known = {name for names in named.values() for name in names}
    named["Others"] = {name: name for name in listed if name not in known}
    for title, names in named.items():
        tables = _present(names, listed)
        if tables:
            yield Group(title, tables)


def _present(names: Mapping[str, str], listed: Mapping[str, Sequence[str]]) -> tuple[Listed, ...]:
    return tuple(Listed(name, caption, tuple(listed[name])) for name, caption in names.items() if name in listed)
