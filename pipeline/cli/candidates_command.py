"""``masrl candidates``"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import CallFault
from . import drafting_options, options, upstream

if TYPE_CHECKING:
    from ..corpus import Corpus
    from ..drafts.candidates import Search
    from ..metadata.client import Api, Received
    from ..survey import QueryFamily

MOST = 300


@click.command("candidates")
@options.root
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE",
    help="First submitted on this day or later [default: the survey's cutoff].",
)  # fmt: skip
@click.option(
    "--family", "families", multiple=True, metavar="NAME",
    help="Ask only this query family, by its own name or the log's; repeat for several.",
)  # fmt: skip
@click.option("--most", type=click.IntRange(1, 2000), default=MOST, show_default=True, help="Results for each family, the latest first.")
@click.option("--any-category", is_flag=True, help="Look beyond the arXiv categories in which the survey's papers are.")
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True)
@click.option("--interactive", is_flag=True, help="Go through them: retain, exclude with a reason, or leave for later.")
@upstream.server
@click.pass_context
def command(
    ctx: click.Context, root: Path, since: datetime | None, families: tuple[str, ...], most: int, any_category: bool, form: str,
    interactive: bool, endpoint: str | None, delay: float,
) -> None:  # fmt: skip
    """List what the protocol's query families find on arXiv and the survey has no record of.

    Each family asks for its terms in title and abstract. What more families found comes first, then what is later.
    Nothing is kept but in the files of corpus/ and exclusions/: whatever is left for later is found again.
    survey/protocol.yaml holds the families, and under scope the terms of which one must be mentioned besides.

    \b
    Example: masrl candidates --since 2026-05-01
             masrl candidates --family safety --format markdown
             masrl candidates --interactive
    Exit code: 0 done, 1 arXiv or the data is at fault or a paper found could not be used, 2 the call was wrong.
    """
    from . import candidates_shown as shown
    from . import candidates_walk

    if interactive and not drafting_options.is_terminal():
        raise click.UsageError("--interactive needs a terminal")
    corpus = drafting_options.survey(root)
    chosen = _chosen(corpus, families)
    search = _search(root, corpus, chosen, upstream.api(corpus, endpoint, delay), since, most, any_category=any_category)
    labels = {family.name: family.label for family in corpus.protocol.query_families}
    if interactive:
        candidates_walk.walk(root, corpus, search, labels)
    else:
        makers = {"text": shown.text, "json": shown.as_json, "markdown": shown.as_markdown}
        click.echo(makers[form](search, labels))
    if search.unusable:
        ctx.exit(1)


def _chosen(corpus: Corpus, names: Sequence[str]) -> tuple[QueryFamily, ...]:
    from ..drafts.vocabulary import query_family

    families = corpus.protocol.query_families
    if not families:
        raise CallFault("survey/protocol.yaml names no query family")
    return tuple({found.name: found for name in names if (found := query_family(name, corpus))}.values()) or families


def _search(
    root: Path, corpus: Corpus, families: Sequence[QueryFamily], api: Api, since: datetime | None, most: int, *, any_category: bool
) -> Search:
    from ..drafts import candidates, known
    from .progress import shown

    first, last = since.date() if since else corpus.about.cutoff, upstream.today() + timedelta(days=1)
    if first > last:
        raise CallFault(f"{first} lies in the future")
    confined = () if any_category else candidates.categories(corpus)
    found: dict[str, tuple[Received, ...]] = {}
    unusable: set[str] = set()
    for family in shown(families, "asking arXiv, query family"):
        question = candidates.query(family, corpus.protocol.scope, confined, first, last)
        found[family.name] = _found(api, question, most, unusable)
    cut = [name for name, results in found.items() if len(results) >= most]
    return candidates.gathered(found, known.read(root), first, cut, len(unusable))


def _found(api: Api, question: str, most: int, unusable: set[str]) -> tuple[Received, ...]:
    """Return what meets a question, and put what cannot be used of it into ``unusable``, after saying why."""
    answer = api.found(question, most)
    named = [(fault.arxiv_id or fault.message, fault) for fault in answer.faults if fault.severity == "error"]
    new = [fault for name, fault in named if name not in unusable]
    drafting_options.warn(f"{fault.arxiv_id}: {fault.message}".removeprefix(": ") for fault in new)
    unusable |= {name for name, _ in named}
    return answer.received
