"""How often each value of several fields is held: one panel of bars a field, all on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...corpus import Corpus
from ...survey import Output
from ...taxonomy import Field
from ..open_cells import aside
from .arrangement import arranged, label, tally
from .lettering import HEAD, LABEL, SMALL, STRONG, width
from .sheet import INNER, MARGIN, Sheet
from .wrapping import fitted, wrapped

_GUTTER = 36
_PANEL = (INNER - _GUTTER) / 2
_LABELS = 168
"""Widest column of labels; longer ones break."""
_NUMBER = 44
"""Room behind the longest bar for a number of up to five digits."""
_BAR = 13
_BETWEEN = 26
"""From one panel to the one below it."""


class _Row(NamedTuple):
    lines: tuple[str, ...]
    held: int
    quiet: bool

    @property
    def high(self) -> float:
        return max(21.0, len(self.lines) * LABEL.leading + 5)


class _Panel(NamedTuple):
    head: tuple[str, ...]
    rows: tuple[_Row, ...]

    @property
    def high(self) -> float:
        return len(self.head) * HEAD.leading + 6 + sum(row.high for row in self.rows)


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw the panels in two columns, in the order of the fields."""
    panels = [_panel(sheet, corpus.taxonomy.fields[name], tally(corpus, name)) for name in output.fields]
    rows = [row for panel in panels for row in panel.rows]
    labels = max(width(line, LABEL) for row in rows for line in row.lines)
    unit = (_PANEL - labels - 10 - _NUMBER) / max(1, *(row.held for row in rows))
    left, right = _halves(panels)
    top, ends = sheet.y, [sheet.y]
    for x, column in ((MARGIN, left), (MARGIN + _PANEL + _GUTTER, right)):
        sheet.y = top
        for panel in column:
            _draw_panel(sheet, x, panel, labels, unit)
        ends.append(sheet.y - _BETWEEN if column else top)
    sheet.y = max(ends)


def _panel(sheet: Sheet, field: Field, counts: dict[str, int]) -> _Panel:
    order = arranged(field, counts)
    sheet.say(f"{field.label}: " + ", ".join(f"{label(field, value)} {counts[value]}" for value in order))
    rows = (_Row(wrapped(label(field, value), LABEL, _LABELS, 2), counts[value], aside(field, value)) for value in order)
    return _Panel(wrapped(field.label, HEAD, _PANEL, 2), tuple(rows))


def _halves(panels: Sequence[_Panel]) -> tuple[Sequence[_Panel], Sequence[_Panel]]:
    """Return the panels of the left and of the right column, cut where the taller one is least tall."""

    def tallest(cut: int) -> float:
        return max(sum(panel.high + _BETWEEN for panel in half) for half in (panels[:cut], panels[cut:]))

    best = min(range(1, len(panels) + 1), key=tallest, default=0)
    return panels[:best], panels[best:]


def _draw_panel(sheet: Sheet, x: float, panel: _Panel, labels: float, unit: float) -> None:
    sheet.y = sheet.lines(x, sheet.y, panel.head, HEAD) + 6
    start = x + labels + 10
    for row in panel.rows:
        middle = sheet.y + row.high / 2
        sheet.lines(start - 10, middle - len(row.lines) * LABEL.leading / 2, row.lines, LABEL, "muted" if row.quiet else "ink", "end")
        _draw_bar(sheet, start, middle, row, unit)
        sheet.y += row.high
    sheet.y += _BETWEEN


def _draw_bar(sheet: Sheet, x: float, middle: float, row: _Row, unit: float) -> None:
    if not row.held:
        sheet.box(x + 0.5, middle - _BAR / 2 + 0.5, 12, _BAR - 1, stroke="gap", radius=2)
        sheet.centered(x + 20, middle, "0", STRONG, "gap")
        return
    long = max(row.held * unit, 1.5)
    sheet.box(x, middle - _BAR / 2, long, _BAR, fill="quiet" if row.quiet else "accent", radius=2)
    sheet.centered(x + long + 7, middle, fitted(f"{row.held:,}", SMALL, _NUMBER - 7), STRONG if not row.quiet else LABEL, "ink")
