"""The coverage page: two fields against each other as a heat map, any two by a script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ...corpus import Corpus
from ...coverage import UNCODED
from ...survey import Output
from ...taxonomy import Field, Tag
from .. import gaps, sentences
from ..exports.json_text import Json, for_script
from ..figures.palette import SHADES
from . import addresses, shell
from .browse import VOCABULARY
from .heatmap import NOT_CODED, NOT_CODED_MEANS, Head, Heatmap, Row, declared, heatmap, shades


@dataclass(frozen=True, slots=True)
class Preset:
    """A pair of fields that the survey has a figure of."""

    figure: str
    """Its name."""
    rows: Field
    columns: Field
    finding: str
    """The figure's title."""
    missing: str
    """What is not there, in sentences."""
    address: str


@dataclass(frozen=True, slots=True)
class Missing:
    """The gaps in one row of a declared table."""

    row: Head
    gaps: tuple[tuple[Head, str], ...]
    """The value of the column, and where the gap is told of."""


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the coverage page with its script and its shades; nothing where there are not two fields."""
    pair = next(iter([*(output.fields for output in declared(corpus)), *combinations(corpus.taxonomy.fields, 2)]), None)
    if pair is None:
        return
    page = shell.Page(
        "coverage.html", "Coverage", "How papers spread over any two fields of the taxonomy, and which combinations no paper has.",
        "coverage", ("pages.css", "shades.css"), (VOCABULARY, "coverage.js"),
    )  # fmt: skip
    presets = tuple(_preset(output, corpus) for output in declared(corpus))
    chart = heatmap(corpus, *pair)
    yield shell.render(
        corpus, page, "coverage.html", chart=chart, presets=presets, fields=tuple(corpus.taxonomy),
        finding=presets[0].finding if presets else "", missing=presets[0].missing if presets else _missing(chart),
        lists=tuple((preset, _gaps(heatmap(corpus, preset.rows.name, preset.columns.name))) for preset in presets),
        data=for_script(_data(corpus, presets)),
    )  # fmt: skip
    yield f"{shell.FOLDER}/assets/shades.css", shades().encode()
    yield shell.asset("coverage.js")


def _preset(output: Output, corpus: Corpus) -> Preset:
    rows, columns = (corpus.taxonomy.fields[name] for name in output.fields)
    address = addresses.coverage(rows.name, columns.name)
    return Preset(output.name, rows, columns, sentences.filled(output.title, corpus), gaps.sentences(output, corpus), address)


def _missing(chart: Heatmap) -> str:
    """Return how many cells are empty, in the same words as the script."""
    quiet = dict.fromkeys(head.label for head in (*chart.heads, *(row.head for row in chart.body)) if head.quiet)
    besides = f", leaving out {sentences.enumerated([f'“{label}”' for label in quiet])}" if quiet else ""
    return f"{chart.gaps} of {sentences.many(chart.cells, 'cell')} {'is' if chart.gaps == 1 else 'are'} empty{besides}."


def _gaps(chart: Heatmap) -> tuple[Missing, ...]:
    found = (Missing(row.head, tuple(_empty(row, chart.heads))) for row in chart.body)
    return tuple(missing for missing in found if missing.gaps)


def _empty(row: Row, heads: Sequence[Head]) -> Iterator[tuple[Head, str]]:
    for head, cell in zip(heads, row.cells, strict=True):
        if not cell.count and cell.address:
            yield head, cell.address


def _places(field: Field, tags: Iterable[Tag | None]) -> list[Json]:
    """Return of each record which of a field's values it holds, by position; null where it does not carry the field."""
    places = {value: place for place, value in enumerate(field.by_name)}
    return [None if tag is None else list[Json](sorted(places[value] for value in field.held(tag))) for tag in tags]


def _data(corpus: Corpus, presets: Sequence[Preset]) -> Json:
    """Return what the script needs to count any two fields: how many there are, each paper's values by position, those
    proposed for near misses, the presets."""
    fields = tuple(corpus.taxonomy)
    held = zip(*(_places(field, (one.tags.get(field.name) for one in corpus.papers)) for field in fields), strict=True)
    papers: list[Json] = [[one.key, one.name, list(places)] for one, places in zip(corpus.papers, held, strict=True)]
    near = [one for one in corpus.exclusions if one.tags]
    proposed = zip(*(_places(field, (one.tags.get(field.name) for one in near)) for field in fields), strict=True)
    misses: list[Json] = [[one.id, one.title, list(places)] for one, places in zip(near, proposed, strict=True)]
    listed: list[Json] = [[preset.rows.name, preset.columns.name, preset.finding, preset.missing] for preset in presets]
    return {
        "fields": len(fields), "uncoded": [UNCODED, NOT_CODED, NOT_CODED_MEANS],
        "papers": papers, "misses": misses, "presets": listed, "shades": SHADES,
    }  # fmt: skip
