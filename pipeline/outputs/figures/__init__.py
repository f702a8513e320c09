"""The figures: a survey in, SVG out, each in a light and a dark version of one drawing. The door to matplotlib."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence

from ...corpus import Corpus
from ...history import Point, Series
from ...survey import Output
from ..sentences import filled
from . import counts, crosstab, drawings, entries, flow, groups, hierarchy, history, matrix, scale, sensitivity, timeline
from .palette import THEMES, Theme, themed
from .sheet import Sheet, begun, document

logging.getLogger("matplotlib").setLevel(logging.ERROR)
"""Without a home to write to, or at its first use, it warns of a cache and of fonts that no drawing here needs."""

KINDS: Mapping[str, Callable[[Sheet, Output, Corpus], None]] = {
    "flow": flow.draw,
    "counts": counts.draw,
    "crosstab": crosstab.draw,
    "timeline": timeline.draw,
    "scale": scale.draw,
    "groups": groups.draw,
    "hierarchy": hierarchy.draw,
    "entries": entries.draw,
    "drawings": drawings.draw,
    "matrix": matrix.draw,
    "sensitivity": sensitivity.draw,
    "history": history.draw,
}
"""One for each of ``survey.FIGURE_KINDS``: draws below the title of a sheet and moves the sheet's end."""


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of every figure that the survey asks for, in its order, light before dark."""
    for output in corpus.outputs.figures:
        svg = drawn(output, corpus)
        for theme in THEMES:
            yield f"figures/{output.name}.{theme}.svg", themed(svg, theme).encode("utf-8")


def history_drawn(wanted: Sequence[Series], points: Sequence[Point], corpus: Corpus, theme: Theme) -> str:
    """Return what was asked of the past as an SVG document in the colors of a theme."""
    return themed(history.followed(wanted, points, corpus), theme)


def drawn(output: Output, corpus: Corpus) -> str:
    """Return a figure as an SVG document in which placeholders stand for colors."""
    sheet = sheet_of(output, corpus)
    return document(sheet, output, corpus)


def sheet_of(output: Output, corpus: Corpus) -> Sheet:
    """Return a figure as marks, without its paper and its source line."""
    sheet = begun(output, corpus)
    KINDS[output.kind](sheet, output, corpus)
    return sheet


def alt(output: Output, corpus: Corpus) -> str:
    """Return what stands for a figure where it cannot be seen: its alt text, or the finding; one line."""
    return " ".join(filled(output.alt or output.title, corpus).split())
