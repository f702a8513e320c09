"""``masrl list``"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import click

from ..corpus import Corpus, Pool
from ..records import Paper
from . import options
from .problems import many


@click.command("list")
@options.root
@options.pool
@options.choosing
@click.option("--format", "form", type=click.Choice(["text", "json", "keys"]), default="text", show_default=True)
def command(root: Path, pool: Pool, at: datetime | None, asked: options.Asked, form: str) -> None:
    """List the papers that meet conditions, by key.

    \b
    Example: masrl list --where credit_granularity=message
             masrl list --where coverage.safety=direct --year 2025-2026
             masrl list --search debate
    """
    import json

    corpus = options.chosen(root, pool, at)
    choice = asked.choice(corpus.taxonomy)
    papers = choice.of(corpus)
    if form == "json":
        click.echo(json.dumps([_row(paper) for paper in papers], ensure_ascii=False, indent=1))
        return
    width = max((len(paper.key) for paper in papers), default=0)
    for paper in papers:
        click.echo(paper.key if form == "keys" else f"{paper.key:<{width}}  {paper.year or '    '}  {paper.title}")
    if form == "text":
        coded = _coded(corpus, [condition.field.name for condition in choice.conditions])
        click.echo(f"{len(papers)} of {many(len(corpus.papers), 'paper')}{coded}", err=True)


def _coded(corpus: Corpus, names: Iterable[str]) -> str:
    """Return how many papers carry each of some fields, as in `` (coded for 12 of 86)``; empty where all papers carry all."""
    from .. import coverage

    found = {name: coverage.coded(corpus.papers, name) for name in names}
    partly = {name: count for name, count in found.items() if count < len(corpus.papers)}
    told = [f"{name + ' ' if len(found) > 1 else ''}coded for {count} of {len(corpus.papers)}" for name, count in partly.items()]
    return f" ({', '.join(told)})" if told else ""


def _row(paper: Paper) -> dict[str, object]:
    authors = [str(author) for author in paper.authors]
    return {"key": paper.key, "title": paper.title, "authors": authors, "year": paper.year, "venue": paper.venue, "tags": paper.tags}
