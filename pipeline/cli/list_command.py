"""``masrl list``"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from ..corpus import Pool
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
        rows = [{"key": p.key, "title": p.title, "authors": [str(a) for a in p.authors], "year": p.year, "venue": p.venue, "tags": p.tags} for p in papers]  # fmt: skip
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    width = max((len(paper.key) for paper in papers), default=0)
    for paper in papers:
        click.echo(paper.key if form == "keys" else f"{paper.key:<{width}}  {paper.year}  {paper.title}")
    if form == "text":
        click.echo(f"{len(papers)} of {len(corpus.papers)} papers", err=True)
