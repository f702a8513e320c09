"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..corpus import POOLS, Corpus, Pool

if TYPE_CHECKING:
    from ..taxonomy import Taxonomy

F = TypeVar("F", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """A number of seconds within a range. ``nan`` is smaller than nothing and larger than nothing, and so passes every other range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or fail where it is none."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return number


root = click.option(
    "--root", type=click.Path(path_type=Path, exists=True, file_okay=False), default=Path(), help="The survey's folder [default: here]."
)  # fmt: skip


def pool(command: F) -> F:
    """Add ``--pool`` and ``--at``, which choose the records and tags of a day."""
    at = click.option("--at", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="The pool at the end of a day.")
    what = "Today's records, or those of the cutoff date."
    name = click.option("--pool", type=click.Choice(POOLS), default="current", show_default=True, help=what)
    return name(at(command))


def where(command: F) -> F:
    """Add ``--where``, which may be given several times."""
    what = "Only papers with this tag; repeat to narrow, separate values by commas to widen."
    return click.option("--where", "conditions", multiple=True, metavar="FIELD=VALUE", help=what)(command)


def scope(taxonomy: Taxonomy, wanted: Mapping[str, tuple[str, ...]], day: date | None) -> str:
    """Return in words which records were chosen, as in ``category Benchmark; as of 2026-05-11``; empty where all of today's were."""
    from ..coverage import UNCODED
    from ..outputs.tables.table import lowered

    def said(name: str, value: str) -> str:
        return "not coded" if value == UNCODED else taxonomy.fields[name].label_of(value)

    parts = [
        f"{lowered(taxonomy.fields[name].label)} {' or '.join(said(name, value) for value in values)}" for name, values in wanted.items()
    ]
    return "; ".join([*parts, *([f"as of {day.isoformat()}"] if day else [])])


def day_of(corpus: Corpus, pool: Pool, at: datetime | None) -> date | None:
    """Return the day that the options name; None for today's records."""
    return at.date() if at else corpus.about.cutoff if pool == "published" else None


def chosen(root: Path, pool: Pool, at: datetime | None) -> Corpus:
    """Return the survey in a folder, of the pool or day that the options name."""
    corpus = Corpus.load(root)
    return corpus.at(at.date()) if at else corpus.pool(pool)
