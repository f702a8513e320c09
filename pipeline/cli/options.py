"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import ParameterSource

from ..corpus import POOLS, Corpus, Pool
from ..errors import CallFault

if TYPE_CHECKING:
    from ..coverage import Choice
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
    """Add ``--pool`` and ``--at``, each of which chooses the records and tags of a day; a call with both is refused."""

    @wraps(command)
    def called(*arguments: Any, **named: Any) -> Any:
        call = click.get_current_context()
        if all(call.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in ("pool", "at")):
            raise click.UsageError("--pool and --at each choose the records of a day; write one of them")
        return command(*arguments, **named)

    at = click.option("--at", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="The pool at the end of a day.")
    what = "Today's records, or those of the cutoff date."
    name = click.option("--pool", type=click.Choice(POOLS), default="current", show_default=True, help=what)
    return name(at(cast("F", called)))


@dataclass(frozen=True, slots=True)
class Asked:
    """Which papers of the pool are meant, as it was typed."""

    where: tuple[str, ...]
    keys: tuple[str, ...]
    years: tuple[str, ...]
    search: tuple[str, ...]

    def choice(self, taxonomy: Taxonomy) -> Choice:
        """Return the choice in terms of a taxonomy. Raises CallFault for what it does not know."""
        from .. import coverage

        conditions = coverage.conditions(map(_as_condition(taxonomy), self.where), taxonomy)
        return coverage.Choice(conditions, self.keys, coverage.year_spans(self.years), " ".join(self.search))


_FACTS = {
    "key": "write --key KEY",
    "year": "write --year YEAR",
    **dict.fromkeys(("title", "author", "authors", "summary"), "write --search TEXT"),
    "venue": "`masrl stats venue` counts it, and `masrl list --format json` shows it",
}
"""What is asked for like a tag and is none, and what to do instead."""


def _as_condition(taxonomy: Taxonomy) -> Callable[[str], str]:
    """Return what passes a condition on, unless it asks for a fact of papers. Raises CallFault there."""

    def passed(text: str) -> str:
        name = text.partition("=")[0]
        if name in _FACTS and name not in taxonomy.fields:
            raise CallFault(f"{name!r} is no field of the taxonomy; {_FACTS[name]}")
        return text

    return passed


def choosing(command: Callable[..., None]) -> Callable[..., None]:
    """Add ``--where``, ``--key``, ``--year`` and ``--search``, each of which may be repeated, and hand them over as ``asked``."""

    @wraps(command)
    def called(where: tuple[str, ...], keys: tuple[str, ...], years: tuple[str, ...], search: tuple[str, ...], **rest: Any) -> None:
        command(asked=Asked(where, keys, years, search), **rest)

    called = click.option(
        "--search", multiple=True, metavar="TEXT", help="Only papers with these words in title, name, authors or summary."
    )(called)
    called = click.option(
        "--year", "years", multiple=True, metavar="YEAR", help="Only papers of this year, or YEAR-YEAR; repeat to widen."
    )(called)
    called = click.option("--key", "keys", multiple=True, metavar="KEY", help="Only this paper; repeat to add others.")(called)
    what = "Only papers with this tag, or FIELD.VALUE=LEVEL; repeat to narrow, separate values by commas to widen."
    return click.option("--where", multiple=True, metavar="FIELD=VALUE", help=what)(called)


def scope(choice: Choice, day: date) -> str:
    """Return in words which records were chosen and of which day they are, as in ``category: Benchmark; as of 2026-05-11``."""
    from ..outputs.tables.table import lowered

    return "; ".join([*map(lowered, choice.in_words()), f"as of {day.isoformat()}"])


def day_of(corpus: Corpus, pool: Pool, at: datetime | None) -> date:
    """Return the day that the options name; of today's records the one on which the last of them joined or was changed."""
    from .. import coverage

    return at.date() if at else corpus.about.cutoff if pool == "published" else coverage.newest(corpus)


def chosen(root: Path, pool: Pool, at: datetime | None) -> Corpus:
    """Return the survey in a folder, of the pool or day that the options name."""
    return of_day(Corpus.load(root), pool, at)


def of_day(corpus: Corpus, pool: Pool, at: datetime | None) -> Corpus:
    """Return of a survey the pool or day that the options name."""
    return corpus.at(at.date()) if at else corpus.pool(pool)
