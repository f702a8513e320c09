"""From the records that were screened, past those excluded at each stage, to those retained: a band that narrows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...corpus import Corpus
from ...records import Exclusion
from ...survey import Output
from ...taxonomy import Field
from .canvas import Step
from .lettering import HEAD, SMALL, STRONG, Type, width
from .sheet import MARGIN, RIGHT, Sheet
from .wrapping import packed, wrapped

_BAND = 300
"""Width of all records that were screened."""
_TEXT = MARGIN + _BAND + 56
"""Where the excluded records end, and what is said of them begins."""
_BIG = Type(16, bold=True)


class _Stage(NamedTuple):
    label: str
    excluded: int
    reasons: tuple[str, ...]
    """Each code with its number, the most frequent first."""
    several: int
    """Records that have more than one."""


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw one row a stage. The band's width is the number of records that are still in."""
    retained, screened = len(corpus.papers), len(corpus.papers) + len(corpus.exclusions)
    if not screened:
        sheet.nothing("No record has been screened yet")
        return
    unit, left, stages = _BAND / screened, screened, list(_stages(corpus))
    _draw_end(sheet, screened, "record screened" if screened == 1 else "records screened", _BAND, "shade-6")
    for number, stage in enumerate(stages, 1):
        _draw_stage(sheet, stage, left, unit)
        left -= stage.excluded
        why = f" ({', '.join((*stage.reasons, *_overlap(stage)))})" if stage.reasons else ""
        sheet.say(f"{stage.label}: {stage.excluded:,} excluded{why}, {left:,} left")
        if number < len(stages):
            sheet.words(MARGIN + 10, sheet.y - 7, f"{left:,} go on", SMALL)
    _draw_end(sheet, retained, "entry retained" if retained == 1 else "entries retained", retained * unit, "accent")


def _stages(corpus: Corpus) -> Iterator[_Stage]:
    vocabulary, codes = corpus.taxonomy.exclusion.get("stage"), corpus.taxonomy.exclusion.get("reason_codes")
    declared = tuple(vocabulary.by_name) if vocabulary else ()
    for name in dict.fromkeys([*declared, *(exclusion.stage for exclusion in corpus.exclusions)]):
        here = [exclusion for exclusion in corpus.exclusions if exclusion.stage == name]
        several = sum(len(set(exclusion.reason_codes)) > 1 for exclusion in here)
        yield _Stage(vocabulary.label_of(name) if vocabulary else name, len(here), tuple(_reasons(here, codes)), several)


def _reasons(exclusions: Iterable[Exclusion], codes: Field | None) -> Iterator[str]:
    used = Counter(code for exclusion in exclusions for code in exclusion.reason_codes)
    declared = list(codes.by_name) if codes else []
    for code in sorted([*declared, *sorted(used.keys() - set(declared))], key=lambda code: -used[code]):
        if used[code]:
            yield f"{(codes.label_of(code) if codes else code).lower()} {used[code]:,}"


def _draw_end(sheet: Sheet, number: int, what: str, wide: float, fill: str) -> None:
    """Draw the first or the last end of the band, with its number beside it."""
    wide = max(wide, 2)
    sheet.line([(MARGIN + wide + 8, sheet.y + 8), (_TEXT - 8, sheet.y + 8)], "line")
    sheet.box(MARGIN, sheet.y, wide, 16, fill=fill if number else "gap")
    shown = f"{number:,}"
    sheet.centered(_TEXT, sheet.y + 8, shown, _BIG)
    sheet.centered(_TEXT + width(shown, _BIG) + 8, sheet.y + 8, what, HEAD)
    sheet.say(f"{shown} {what}")
    sheet.y += 16


def _draw_stage(sheet: Sheet, stage: _Stage, left: int, unit: float) -> None:
    head = wrapped(f"{stage.label}: {stage.excluded:,} excluded", STRONG, RIGHT - _TEXT, 2)
    reasons = (*packed(stage.reasons, " ·", SMALL, RIGHT - _TEXT, 3), *_overlap(stage))
    spoken = len(head) * STRONG.leading + len(reasons) * SMALL.leading
    thick, kept = stage.excluded * unit, (left - stage.excluded) * unit
    high = max(thick + 40, spoken + 30, 68)
    middle = sheet.y + high / 2
    if kept:
        sheet.box(MARGIN, sheet.y, kept, high, fill="shade-1")
    if stage.excluded:
        _draw_branch(sheet, MARGIN + kept, middle, thick)
    below = sheet.lines(_TEXT, middle - spoken / 2, head, STRONG, "ink" if stage.excluded else "muted")
    sheet.lines(_TEXT, below, reasons, SMALL, "muted")
    sheet.y += high


def _overlap(stage: _Stage) -> tuple[str, ...]:
    """Say why the numbers of the reasons add up to more than the records, where they do."""
    if not stage.several:
        return ()
    have = "record has" if stage.several == 1 else "records have"
    return wrapped(f"{stage.several:,} {have} several reasons and count{'s' * (stage.several == 1)} under each", SMALL, RIGHT - _TEXT, 2)


def _draw_branch(sheet: Sheet, x: float, middle: float, thick: float) -> None:
    """Draw the records that leave the band: they turn right, as thick as they were wide."""
    outer, end, high, low = x + thick, _TEXT - 14, middle - thick / 2, middle + thick / 2
    steps = (
        Step("M", ((x, sheet.y),)),
        Step("L", ((outer, sheet.y),)),
        Step("C", ((outer, high), (outer, high), (end, high))),
        Step("L", ((end, low),)),
        Step("C", ((x, low), (x, low), (x, sheet.y))),
        Step("Z"),
    )
    sheet.outline(steps, fill="quiet")
