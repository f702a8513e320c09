"""The survey's rule on what joins the corpus, and whether an entry meets it, in words for whoever brings one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..corpus import Corpus
from .promotion import Cell, Effects, Flip


def told(effects: Effects, corpus: Corpus) -> str:
    """Return whether an entry with these effects meets the survey's rule, as sentences; empty where the survey has no such rule."""
    if not corpus.protocol.promotion_rule:
        return ""
    if effects:
        return " ".join((f"The survey's rule is met: coding it {clause(effects, corpus)}.", *_reach(effects), AT_ONCE))
    rule = f"The rule: “{corpus.protocol.promotion_rule}”"
    fields = [corpus.taxonomy.fields[name] for name in effects.untagged]
    lacking = ", ".join(field.label for field in fields if field.required)
    if lacking:
        return f"Whether the survey's rule is met shows once these are tagged: {lacking}. {rule}"
    more = f"; what it may say on {', '.join(field.label for field in fields)} is not judged" if fields else ""
    return f"The survey's rule is not met: coding it {NOTHING}{more}. {rule}"


AT_ONCE = "So it can join at once, without a record in the log first."
TODAYS = "Claims are tried here on today's records; the published pool is not touched."
NOTHING = "fills no empty cell and flips no claim"


def _reach(effects: Effects) -> tuple[str, ...]:
    """Return on which records the claims were tried, where one flips that the published pool keeps."""
    return (TODAYS,) if effects.flips and not effects.published else ()


def clause(effects: Effects, corpus: Corpus) -> str:
    """Return what an entry fills and flips, in the words of the taxonomy and with each claim's sentence."""
    return ", and ".join(_parts(effects, corpus)) or NOTHING


def _parts(effects: Effects, corpus: Corpus) -> Iterator[str]:
    if effects.cells:
        cells = "; ".join(_cell(cell, corpus) for cell in effects.cells)
        yield f"fills the empty {'cell' if len(effects.cells) == 1 else 'cells'} {cells}"
    if effects.flips:
        yield f"flips the {'claim' if len(effects.flips) == 1 else 'claims'} {'; '.join(map(_flip, effects.flips))}"


def sentences(effects: Effects, corpus: Corpus) -> tuple[str, ...]:
    """Return the same as a sentence on the cells, one on each claim, and one on the records on which these were tried."""
    single = [replace(effects, flips=()), *(replace(effects, cells=(), flips=(flip,)) for flip in effects.flips)]
    return (*(f"It {clause(one, corpus)}." for one in single if one), *_reach(effects)) or (f"It {NOTHING}.",)


def _cell(cell: Cell, corpus: Corpus) -> str:
    fields = (corpus.taxonomy.fields[name] for name in cell.fields)
    return " with ".join(f"{field.label}: {field.label_of(value)}" for field, value in zip(fields, cell.values, strict=True))


def _flip(flip: Flip) -> str:
    return f"{flip.id}, which {flip.before} now and {flip.after} then (“{flip.sentence.rstrip('.')}”)"
