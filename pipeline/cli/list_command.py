"""``masrl list``"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from ..corpus import Pool
from ..records import Paper
from . import options


@click.command("list")
@options.root
@options.pool
@options.where
@click.option("--format", "form", type=click.Choice(["text", "json", "keys"]), default="text", show_default=True)
def command(root: Path, pool: Pool, at: datetime | None, conditions: tuple[str, ...], form: str) -> None:
    """List the papers that meet conditions, by key.

    \b
    Example: masrl list --where credit_granularity=message
    """
    import json

    from .. import coverage

    corpus = options.chosen(root, pool, at)
    papers = coverage.matching(corpus.papers, coverage.conditions(conditions, corpus.taxonomy))
    if form == "json":
        click.echo(json.dumps([_row(paper) for paper in papers], ensure_ascii=False, indent=1))
        return
    width = max((len(paper.key) for paper in papers), default=0)
    for paper in papers:
        click.echo(paper.key if form == "keys" else f"{paper.key:<{width}}  {paper.year or '    '}  {paper.title}")
    if form == "text":
        click.echo(f"{len(papers)} of {len(corpus.papers)} papers", err=True)


def _row(paper: Paper) -> dict[str, object]:
    authors = [str(author) for author in paper.authors]
    return {"key": paper.key, "title": paper.title, "authors": authors, "year": paper.year, "venue": paper.venue, "tags": paper.tags}
