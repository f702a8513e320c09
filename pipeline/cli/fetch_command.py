"""``masrl fetch``"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import DataFault, Problem, SurveyError
from . import options, upstream
from .problems import say, visible

if TYPE_CHECKING:
    from ..corpus import Corpus
    from ..lock import Listing
    from ..metadata.client import Api


@click.command("fetch")
@options.root
@click.option(
    "--max-age", type=click.IntRange(0), default=1, show_default=True, metavar="DAYS",
    help="Leave out what was fetched less than so many days ago; 0 asks for everything.",
)  # fmt: skip
@upstream.server
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.argument("keys", nargs=-1, metavar="[KEY]...")
@click.pass_context
def command(
    ctx: click.Context, root: Path, endpoint: str | None, max_age: int, delay: float, form: str, keys: tuple[str, ...]
) -> None:  # fmt: skip
    """Fetch arXiv's metadata of all records, or of those named by key, exclusion id or arXiv id, into arxiv.lock.json.

    \b
    Example: masrl fetch
             masrl fetch magrpo E002 2504.16129
    Named records are always asked for. A record is replaced only by a complete one; what could not be fetched stays
    as it was, and the next run goes on with it.
    Exit code: 0 everything due was fetched, 1 something was not, 2 the call was wrong.
    """
    from .. import files, lock
    from ..corpus import Corpus
    from ..metadata import fetch

    files.refuse_other(root / lock.FILE_NAME)
    corpus, today = Corpus.load(root), datetime.now(UTC).date()
    if not fetch.wanted(corpus):
        raise SurveyError("no record of the survey has an arXiv id")
    ids = fetch.named(corpus, keys) if keys else fetch.due(corpus, max_age, today)
    with click.progressbar(length=len(ids), label="fetching", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def told(line: str) -> None:
            if bar.hidden:
                say(line)
            bar.label = visible(line)
            bar.render_progress()

        def advance(count: int) -> None:
            bar.label = "fetching"
            bar.update(count)

        api = upstream.api(corpus, endpoint, delay, told) if ids else None
        run = _fetched(root, corpus, api, ids, today, advance) if api else _Run({}, ())
    if not keys and not run.lacking(ids):
        _write(root, corpus, {}, whole=True)
    _show(corpus, ids, run, form)
    if run.lacking(ids) or any(problem.severity == "error" for problem in run.problems):
        ctx.exit(1)


@dataclass(frozen=True, slots=True)
class _Run:
    """What all batches gave."""

    listings: dict[str, Listing]
    problems: tuple[Problem, ...]
    refused: frozenset[str] = frozenset()
    """The ids that arXiv refused in a way that asking again will not change."""

    def lacking(self, ids: Sequence[str]) -> list[str]:
        """Return the ids that were to be fetched and were not."""
        return [arxiv_id for arxiv_id in ids if arxiv_id not in self.listings]


def _fetched(root: Path, corpus: Corpus, api: Api, ids: Sequence[str], today: date, advance: Callable[[int], None]) -> _Run:
    """Fetch in batches; the lock is replaced after each, so that a run that is stopped keeps what was whole by then."""
    from ..metadata import fetch

    listings: dict[str, Listing] = {}
    problems: list[Problem] = []
    refused: set[str] = set()
    for step in fetch.steps(api, corpus, ids, today):
        listings |= step.listings
        problems += step.problems
        refused.update(step.asked if step.refused else ())
        if step.listings:
            _write(root, corpus, step.listings, whole=False)
        advance(len(step.asked))
    return _Run(listings, tuple(problems), frozenset(refused))


def _write(root: Path, corpus: Corpus, listings: Mapping[str, Listing], *, whole: bool) -> None:
    """Put what came into the lock as it is by now: another run may have written to it since this one began."""
    from .. import files, lock
    from ..metadata import fetch

    path = root / lock.FILE_NAME
    with files.alone(root):
        problems: list[Problem] = []
        held = lock.read(root, problems.append)
        if problems:
            raise DataFault(problems)
        content = lock.text_of(fetch.merged(corpus, held, listings, whole=whole)).encode()
        if not path.exists() or path.read_bytes() != content:
            files.replace(path, content)


def _show(corpus: Corpus, ids: Sequence[str], run: _Run, form: str) -> None:
    from ..errors import in_reading_order
    from . import problems as shown

    lacking, ordered = run.lacking(ids), in_reading_order(run.problems)
    seen = {arxiv_id: listing.fetched if (listing := corpus.listings.get(arxiv_id)) else None for arxiv_id in lacking}
    if form == "json":
        stale = [{"arxiv_id": arxiv_id, "fetched": day.isoformat() if day else None} for arxiv_id, day in seen.items()]
        content = {"due": len(ids), "fetched": sorted(run.listings), "stale": stale, **json.loads(shown.as_json(ordered))}
        click.echo(json.dumps(content, ensure_ascii=True, indent=1))
        return
    for problem in ordered:
        click.echo(shown.text(problem), err=True)
    for line in _stale(seen):
        say(line)
    click.echo(_summary(corpus, ids, run))
    if set(lacking) - run.refused:
        click.echo("Run masrl fetch again: it goes on with what is still due.", err=True)


_MANY = 10
"""More stale records than this are counted, so that they do not push the reason off the screen."""


def _stale(seen: Mapping[str, date | None]) -> Iterator[str]:
    """Yield a line for each record that stayed as it was, or one for many; ``seen`` says when each was fetched last."""
    if len(seen) <= _MANY:
        yield from (f"stale: {arxiv_id}, {f'as seen on {day}' if day else 'never fetched'}" for arxiv_id, day in seen.items())
        return
    days = [day for day in seen.values() if day]
    never = len(seen) - len(days)
    parts = [f"{len(days)} as seen on {min(days)} or later"] if days else []
    parts += [f"{never} never fetched"] if never else []
    yield f"stale: {len(seen)} records, {', '.join(parts)} (--format json names them all)"


def _summary(corpus: Corpus, ids: Sequence[str], run: _Run) -> str:
    from ..metadata import fetch

    if not ids:
        return f"nothing is due: all {len(fetch.wanted(corpus))} records were fetched lately (--max-age 0 asks for them again)"
    left = len(run.lacking(ids))
    return f"{len(run.listings)} of {len(ids)} records fetched" + (f", {left} left as they were" if left else "")
