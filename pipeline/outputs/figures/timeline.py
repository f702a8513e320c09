"""When entries were first submitted, by the values of a field: one strip of bars a value, one block an entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ...corpus import Corpus
from ...coverage import UNCODED
from ...survey import Output
from ...taxonomy import Field
from ..months import submitted
from ..open_cells import aside
from .arrangement import arranged, entries, label, tally
from .lettering import LABEL, SMALL, width
from .periods import Period, periods
from .sheet import MARGIN, RIGHT, Sheet
from .strips import Column, Strip, draw_strips
from .wrapping import wrapped

_LABELS = 130
_TOTALS = 44
_BREAK = 18
"""Between the part by year and the part by month."""
_WIDEST_MONTH = 40.0


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw one strip for all entries, then one a value, over a common time axis."""
    months = {paper.key: month for paper in corpus.papers if (month := submitted(paper, corpus.listings))}
    undated = len(corpus.papers) - len(months)
    if not months:
        sheet.nothing(f"No entry names a month of first submission; {entries(undated)} cannot be dated")
        return
    columns = _columns(periods(min(months.values()), max(months.values())))
    strips = _strips(corpus, corpus.taxonomy.fields[output.fields[0]], months, columns)
    draw_strips(sheet, strips, columns)
    for strip in strips:
        _say(sheet, strip, columns)
    if undated:
        sheet.y += 10
        sheet.note(f"{entries(undated)} without an arXiv id {'is' if undated == 1 else 'are'} not dated and not shown.")


def _columns(found: Sequence[Period]) -> list[Column]:
    """Return the columns from left to right; those of months share what the years leave."""
    fixed = {period.name: width(period.name, SMALL) + 10 for period in found if not period.monthly}
    gap = _BREAK if fixed else 0.0
    left = float(MARGIN + _LABELS)
    month = min(_WIDEST_MONTH, (RIGHT - _TOTALS - left - gap - sum(fixed.values())) / (len(found) - len(fixed)))
    columns: list[Column] = []
    for period in found:
        if period.monthly and columns and not columns[-1].period.monthly:
            left += gap
        columns.append(Column(period, left, month if period.monthly else fixed[period.name]))
        left += columns[-1].wide
    return columns


def _strips(corpus: Corpus, field: Field, months: Mapping[str, str], columns: Sequence[Column]) -> list[Strip]:
    held = {paper.key: field.held(paper.tags[field.name]) if field.name in paper.tags else (UNCODED,) for paper in corpus.papers}

    def strip(name: str, quiet: bool, keys: Sequence[str]) -> Strip:
        found = Counter(months[key] for key in keys)
        counts = tuple(sum(n for month, n in found.items() if column.period.holds(month)) for column in columns)
        return Strip(name, wrapped(name, LABEL, _LABELS - 14, 2), counts, quiet)

    every = strip("All dated entries", False, tuple(months))
    order = arranged(field, tally(corpus, field.name))
    return [every, *(strip(label(field, v), aside(field, v), [key for key in months if v in held[key]]) for v in order)]


def _say(sheet: Sheet, strip: Strip, columns: Sequence[Column]) -> None:
    pairs = zip(columns, strip.counts, strict=True)
    held = ", ".join(f"{column.period.name} {count}" for column, count in pairs if count)
    sheet.say(f"{strip.name}: {held or 'none'}")
